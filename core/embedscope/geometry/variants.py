"""Neighbours that are forms of the same word (case, leading blank, plural) folded into one."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from embedscope.geometry.neighbours import Neighbours, neighbours
from embedscope.geometry.ranking import Metric
from embedscope.geometry.rows import TableLike, as_rows
from embedscope.geometry.stats import RowStats
from embedscope.progress import SILENT, Progress
from embedscope.tokenizers.base import Tokenizer

_ES = ("ches", "shes", "sses", "xes", "zes")
_NO_PLURAL = ("ss", "us", "is")
_FIRST_HELPING = 8  # times as many rows are asked for at first, as most tokens have some forms


@dataclass(frozen=True, slots=True)
class Family:
    """The forms of one word: ``id`` and ``score`` of the best, and the ids of all, best first."""

    id: int
    score: float
    members: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class FoldedNeighbours:
    """Families best first, and apart from them the forms of the query's own word, ``own``."""

    families: tuple[Family, ...]
    own: Family | None
    metric: Metric
    n_compared: int
    note: str


def fold_key(data: bytes) -> bytes:
    """Return what forms of a word have in common: no blanks at the ends, no case, no plural s.

    Blanks, digits and signs alone, and bytes that are not UTF-8, stay as they are.
    """
    try:
        text = unicodedata.normalize("NFKC", data.decode()).strip().casefold()
    except UnicodeDecodeError:
        return data
    return _singular(text).encode() if text and text[0].isalpha() else data


def _singular(word: str) -> str:
    """Return an English word without its plural ending, as far as the ending alone tells."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(_ES) else word[:-1]


def folded_neighbours(  # noqa: PLR0913 - options by keyword only
    table: TableLike,
    tokenizer: Tokenizer,
    id_or_vector: ArrayLike,
    k: int = 10,
    metric: Metric = "cosine",
    *,
    n_rows: int | None = None,
    stats: RowStats | None = None,
    progress: Progress = SILENT,
) -> FoldedNeighbours:
    """Return the ``k`` nearest words to a row or a vector, each with all its forms that are near.

    As ``neighbours``; more rows are asked for until there are ``k`` families.
    """
    source = as_rows(table)
    query = np.asarray(id_or_vector)
    own = tokenizer.token_bytes(int(query)) if query.ndim == 0 else None
    own_key = None if own is None else fold_key(own)
    wanted = k * _FIRST_HELPING
    while True:
        found = neighbours(
            source, query, wanted, metric, n_rows=n_rows, stats=stats, progress=progress
        )
        folded = fold(found, tokenizer, own_key)
        if len(folded.families) >= k or len(found) < wanted:
            break
        wanted *= 4
    return FoldedNeighbours(folded.families[:k], folded.own, metric, found.n_compared, found.note)


def fold(found: Neighbours, tokenizer: Tokenizer, own_key: bytes | None = None) -> FoldedNeighbours:
    """Return ``found`` in families; those with the key ``own_key`` are the query's own forms."""
    members: dict[bytes, list[tuple[int, float]]] = {}
    for row, score in zip(found.ids.tolist(), found.scores.tolist(), strict=True):
        data = tokenizer.token_bytes(row)
        key = b"\xff%d" % row if data is None else fold_key(data)  # rows without a token: alone
        members.setdefault(key, []).append((row, score))
    own = members.pop(own_key, None) if own_key is not None else None
    families = tuple(_family(rows) for rows in members.values())
    own_family = _family(own) if own else None
    return FoldedNeighbours(families, own_family, found.metric, found.n_compared, found.note)


def _family(rows: Iterable[tuple[int, float]]) -> Family:
    rows = list(rows)
    return Family(*rows[0], tuple(row for row, _ in rows))
