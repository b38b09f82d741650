"""Two lists of neighbours of one token, and where each row stands in the other list; no Qt here."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from embedscope.errors import EmbedscopeError
from embedscope.geometry.neighbours import Neighbours, neighbours
from embedscope.geometry.rows import part_of
from embedscope.geometry.spaces import fit_space, in_space
from embedscope.progress import SILENT, Progress
from embedscope.session.belonging import rows_with_token, same_ids
from embedscope.session.session import Metric
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.labels import row_name
from embedscope.tokenizers.visible import visible

DEEP = 1000  # places that are looked through for the rows of the other list


@dataclass(frozen=True, eq=False)
class Side:
    """One list: in which table, by which score, in which space (as in a NearestWish)."""

    table: Table
    tokenizer: Tokenizer
    metric: Metric = "cosine"
    removed: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of either list: ``places`` from 0 and ``scores`` in both, None beyond the search."""

    label: str
    rows: tuple[int | None, int | None]
    places: tuple[int | None, int | None]
    scores: tuple[float | None, float | None]

    @property
    def climb(self) -> int | None:
        """How many places higher it stands in the second list, None where that is not known."""
        first, second = self.places
        return None if first is None or second is None else first - second


@dataclass(frozen=True, eq=False)
class Comparison:
    """The ``k`` first of two lists together: those of the first in order, then the others."""

    entries: tuple[Entry, ...]
    k: int
    n_shared: int
    searched: tuple[int, int]  # places looked through in each


def compare(
    row: int, first: Side, second: Side, k: int = 10, progress: Progress = SILENT
) -> Comparison:
    """Return the ``k`` rows nearest to ``row`` of the first table in both lists.

    In a table with other ids rows are matched by their tokens; EmbedscopeError where the token
    asked for has no row there.
    """
    other = _matching(row, first, second)
    lists = [
        _list(one, asked, k, part_of(progress, n, 2))
        for n, (one, asked) in enumerate(((first, row), (second, other)))
    ]
    keys = [_keys(found, side, first) for found, side in zip(lists, (first, second), strict=True)]
    order = dict.fromkeys([*_first(keys[0], k), *_first(keys[1], k)])
    entries = tuple(_entry(key, lists, keys, first) for key in order)
    shared = sum(all(p is not None and p < k for p in entry.places) for entry in entries)
    return Comparison(entries, k, shared, (len(lists[0]), len(lists[1])))


def _first(keys: Mapping[object, int], k: int) -> list[object]:
    return list(keys)[:k]


def _list(side: Side, row: int, k: int, progress: Progress) -> Neighbours:
    """Return a long list: the rows of the other one are looked for in it."""
    table = side.table
    n_tokens = rows_with_token(table, side.tokenizer)
    whole = n_tokens is None or not 1 < n_tokens < table.n_rows
    fitted = table if whole else table.gather(np.arange(n_tokens or 0))
    space = None if side.removed is None else fit_space(fitted, side.removed, progress)
    return neighbours(in_space(table, space), row, max(k, DEEP), side.metric, progress=progress)


def _matching(row: int, first: Side, second: Side) -> int:
    """Return the row of the same token in the second table."""
    if _same_ids(first, second):
        if row >= second.table.n_rows:
            raise EmbedscopeError(f"Row {row} is not in {second.table.name}.")
        return row
    data = first.tokenizer.token_bytes(row)
    if data is not None:
        encoded = second.tokenizer.encode(data.decode("utf-8", "replace")).ids
        if len(encoded) == 1 and second.tokenizer.token_bytes(int(encoded[0])) == data:
            found = int(encoded[0])
            if 0 <= found < second.table.n_rows:
                return found
    label = row_name(first.tokenizer, row)
    raise EmbedscopeError(f"{label} is not one token with a row in {second.table.name}.")


def _same_ids(first: Side, second: Side) -> bool:
    one, other = first.tokenizer, second.tokenizer
    return one is other or same_ids(one.name, other.name)


def _keys(found: Neighbours, side: Side, first: Side) -> Mapping[object, int]:
    """Return what a row is matched by, id or token, and its place in the list."""
    if _same_ids(side, first):
        return {row: place for place, row in enumerate(found.ids.tolist())}
    keys: dict[object, int] = {}
    for place, row in enumerate(found.ids.tolist()):
        keys.setdefault(side.tokenizer.token_bytes(row), place)
    return keys


def _entry(
    key: object, lists: list[Neighbours], keys: list[Mapping[object, int]], first: Side
) -> Entry:
    places = tuple(one.get(key) for one in keys)
    rows = tuple(
        None if p is None else int(found.ids[p]) for p, found in zip(places, lists, strict=True)
    )
    scores = tuple(
        None if p is None else float(found.scores[p])
        for p, found in zip(places, lists, strict=True)
    )
    label = row_name(first.tokenizer, rows[0]) if rows[0] is not None else _label(key, first)
    return Entry(label, (rows[0], rows[1]), (places[0], places[1]), (scores[0], scores[1]))


def _label(key: object, first: Side) -> str:
    if isinstance(key, int):
        return row_name(first.tokenizer, key)
    return visible(key) if isinstance(key, bytes) else "(no token)"
