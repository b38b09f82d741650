"""Which rows are listed, in which order, and as what text; no Qt here."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embedscope.export.lists import save_csv
from embedscope.geometry.facts import odd_both_ways
from embedscope.numerals import format_value
from embedscope.progress import SILENT, Progress
from embedscope.session.row_table import NEAR, REMARK_NAMES, Remark, RowTable
from embedscope.tables.base import Doubles, Ints
from embedscope.tokenizers.classes import TOKEN_CLASSES
from embedscope.tokenizers.labels import row_name

ID, TOKEN, CLASS, REMARKS = "id", "token", "class", "remarks"
WHOLE = frozenset({ID, "largest dim"})
TAIL_SHARE = 0.02
_BLOCK = 2000  # rows written between two looks at the stop flag
TIPS = {
    "id": "The row's number, which is the token's id",
    TOKEN: "Sorted by the bytes of the token",
    CLASS: "Where a word starts, continues, digits, punctuation, half characters ...",
    "norm": "The length of the row",
    "centre distance": "How far the row is from the mean of all rows that have a token; odd tokens "
    "are nearest to it in some models and farthest in others",
    "centre cosine": "The cosine of the row and that mean",
    "mean": "The mean of the row's numbers",
    "deviation": "Their standard deviation",
    "largest dim": "The dim with the largest magnitude",
    "dims in use": "How many dims carry the row: (sum x²)² / sum x⁴",
    f"mean cosine to {NEAR}": f"To its {NEAR} nearest rows: high in crowded places",
    REMARKS: "What is odd about the row or its token",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """Which rows are listed: a ``key`` (see ``choices``) and its title."""

    key: str
    title: str


def choices(rows: RowTable, n_marked: int) -> tuple[Choice, ...]:
    """Return what can be listed, with how many rows that are."""
    tail = f"nearest and farthest {100 * TAIL_SHARE:.0f} % from the centre"
    found = [Choice("all", f"all rows ({rows.table.n_rows:,})")]
    if n_marked:
        found.append(Choice("marked", f"marked ({n_marked:,})"))
    for remark, name in REMARK_NAMES.items():
        number = len(rows.with_remark(remark))
        if number:
            found.append(Choice(str(int(remark)), f"{name} ({number:,})"))
    return (*found, Choice("tails", tail))


def listed(rows: RowTable, key: str, marked: Ints) -> Ints:
    """Return the ids (n,) of the rows that the choice ``key`` lists."""
    if key == "marked":
        return marked
    if key == "tails":
        near, far = odd_both_ways(rows.facts.centre_distance, TAIL_SHARE)
        return np.union1d(near, far)
    if key.isdigit():
        return rows.with_remark(Remark(int(key)))
    return np.arange(rows.table.n_rows)


def column_names(rows: RowTable) -> tuple[str, ...]:
    """Return the titles of all columns, in order."""
    first, *others = rows.columns
    return (first, TOKEN, CLASS, *others, REMARKS)


def sort_keys(rows: RowTable, name: str) -> NDArray[np.generic]:
    """Return what column ``name`` is sorted by (V,)."""
    if name == TOKEN:
        return token_places(rows)
    if name == CLASS:
        return rows.classes
    return rows.remarks if name == REMARKS else rows.columns[name]


def token_places(rows: RowTable) -> Ints:
    """Return the place (V,) of each row among all tokens by their bytes; rows without one last."""
    count = rows.table.n_rows
    tokens = [rows.tokenizer.token_bytes(row) for row in range(count)]
    order = sorted(range(count), key=lambda row: (tokens[row] is None, tokens[row] or b""))
    places = np.empty(count, np.int64)
    places[order] = np.arange(count)
    return places


def ordered(ids: Ints, keys: NDArray[np.generic], *, descending: bool) -> Ints:
    """Return ``ids`` (n,) by their ``keys`` (V,), equals by id, what is no number last."""
    values = keys[ids]
    known = np.isfinite(values.astype(np.float64))
    good = ids[known]
    by = values[known].astype(np.float64)
    order = np.lexsort((good, -by if descending else by))
    return np.concatenate([good[order], ids[~known]])


def numbers(rows: RowTable, name: str) -> Doubles | None:
    """Return column ``name`` (V,) for a histogram, None where it holds words."""
    if name in {TOKEN, CLASS, REMARKS}:
        return None
    return rows.columns[name].astype(np.float64)


def cell(rows: RowTable, row: int, name: str) -> str:
    """Return the text of one cell."""
    if name == TOKEN:
        return row_name(rows.tokenizer, row)
    if name == CLASS:
        return str(TOKEN_CLASSES[rows.classes[row]])
    if name == REMARKS:
        return remark_text(rows, row)
    value = rows.columns[name][row]
    if name in WHOLE:
        return str(int(value)) if int(value) >= 0 else ""
    return format_value(float(value)) if value == value else ""  # noqa: PLR0124 - not NaN


def remark_text(rows: RowTable, row: int) -> str:
    """Return "duplicate of 17, beyond the tokenizer"."""
    parts = []
    for remark, name in REMARK_NAMES.items():
        if not rows.remarks[row] & int(remark):
            continue
        first = int(rows.duplicate_of[row])
        is_twin = remark == Remark.DUPLICATE and first >= 0
        parts.append(f"{name} of {first}" if is_twin else name)
    return ", ".join(parts)


def save_facts(path: str | Path, rows: RowTable, ids: Ints, progress: Progress = SILENT) -> Path:
    """Write the rows ``ids`` (n,) in that order as CSV in UTF-8, numbers with all their digits."""
    names = column_names(rows)
    return save_csv(path, names, _lines(rows, ids, names, progress))


def _lines(
    rows: RowTable, ids: Ints, names: tuple[str, ...], progress: Progress
) -> Iterator[list[str]]:
    for place, row in enumerate(ids.tolist()):
        if place % _BLOCK == 0:
            progress.step(place / max(len(ids), 1), "writing row facts")
        yield [_exact(rows, row, name) for name in names]


def _exact(rows: RowTable, row: int, name: str) -> str:
    values = rows.columns.get(name)
    if values is None or name in WHOLE:
        return cell(rows, row, name)
    return str(float(values[row]))
