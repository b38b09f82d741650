"""Rows and dims in another order: a permutation between the table and its picture.

A reordered table is a Table like any other; nothing is copied, and ids are translated by its
Order, so that marks, ribbons and a selection mean the same rows in every order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embedscope.geometry.stats import row_norms
from embedscope.heatmap.grid import Grid
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints, Source, rows_per_block
from embedscope.tables.table import Table

_TEXT_BYTES = 64  # tokens that agree so far are left in the order of their ids
_ORDINARY_NORMS = (1e-15, 1e15)  # products of others may leave the range of float32


@dataclass(frozen=True, eq=False)
class Order:
    """A permutation of n rows or dims: at position i stands number ``ids[i]``."""

    ids: Ints
    title: str

    def __post_init__(self) -> None:
        seen = np.bincount(self.ids[(self.ids >= 0) & (self.ids < len(self.ids))])
        if len(seen) != len(self.ids) or not np.all(seen == 1):
            raise ValueError(f"an order names every number below {len(self.ids)} exactly once")

    @cached_property
    def positions(self) -> Ints:
        """Where number i stands (n,): the inverse permutation."""
        positions = np.empty_like(self.ids)
        positions[self.ids] = np.arange(len(self.ids))
        return positions

    def reversed(self) -> "Order":
        """Return the opposite order."""
        return Order(self.ids[::-1].copy(), f"{self.title}, reversed")


def order_by(values: ArrayLike, title: str, *, descending: bool = False) -> Order:
    """Return the order of ``values`` (n,), NaN last; equal ones stay in the order of their ids."""
    keys = np.asarray(values, np.float64)
    return Order(np.argsort(-keys if descending else keys, kind="stable"), title)


def order_by_text(tokens: Sequence[bytes | None]) -> Order:
    """Return the order of the tokens' bytes, rows without a token last."""
    missing = np.fromiter((token is None for token in tokens), np.bool_, len(tokens))
    texts = np.array([token or b"" for token in tokens], dtype=f"S{_TEXT_BYTES}")
    by_text = np.argsort(texts, kind="stable")
    return Order(by_text[np.argsort(missing[by_text], kind="stable")], "token text")


def order_by_angle(points: NDArray[np.floating], title: str = "similar ones together") -> Order:
    """Return the order of ``points`` (n, 2 or more) round the origin, starting at the widest gap.

    With points = components.T of a PCA (dims), or projected rows, neighbours in the order are
    alike: M. Friendly, "Corrgrams" (2002). Points that are not finite come last.
    """
    angles = np.arctan2(points[:, 1], points[:, 0]).astype(np.float64)
    around = np.sort(angles[np.isfinite(angles)])
    if len(around):
        gaps = np.diff(around, append=around[0] + 2 * np.pi)
        start = around[(int(gaps.argmax()) + 1) % len(around)]
        angles = np.where(angles < start, angles + 2 * np.pi, angles)
    return order_by(angles, title)


def order_by_similarity(table: Grid, row: int, progress: Progress = SILENT) -> Order:
    """Return the order of the rows' cosines with ``row``, the most similar first."""
    return order_by(cosines(table, row, progress), f"similarity to row {row}", descending=True)


def cosines(table: Grid, row: int, progress: Progress = SILENT) -> Doubles:
    """Return the cosine of ``row`` with every row (V,); NaN for rows without a direction."""
    n_rows, n_dims = table.shape
    query = _unit(table.rows(np.array([row], np.int64)))[0]
    found = np.empty(n_rows)
    step = rows_per_block(n_dims)
    buffer = np.empty((min(step, n_rows), n_dims), np.float32)
    for start in range(0, n_rows, step):
        progress.step(start / n_rows, "comparing rows")
        stop = min(start + step, n_rows)
        found[start:stop] = _cosines(table.block(start, stop, buffer[: stop - start]), query)
    return found


def _cosines(block: Floats, query: Floats) -> Doubles:
    """Return the cosine of each row of ``block`` (n, D) with the unit vector ``query`` (D,)."""
    norm = row_norms(block)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        found: Doubles = np.vecdot(block, query) / norm
    extreme = np.flatnonzero(~((norm > _ORDINARY_NORMS[0]) & (norm < _ORDINARY_NORMS[1])))
    if len(extreme):
        found[extreme] = _unit(block[extreme]) @ query
    return found


def _unit(rows: Floats) -> Floats:
    """Return ``rows`` (n, D) scaled to length 1, NaN where they have none; squares stay in range.

    Dividing by the largest magnitude first keeps very long and very short rows exact.
    """
    peak = np.abs(rows).max(axis=1, keepdims=True, initial=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        scaled = rows / peak
        unit: Floats = scaled / np.sqrt(np.vecdot(scaled, scaled))[:, None]
    unit[~np.isfinite(peak[:, 0])] = np.nan
    return unit


def reordered(table: Table, rows: Order | None = None, dims: Order | None = None) -> Table:
    """Return ``table`` with its rows and dims in other orders, read from it as needed."""
    if rows is None and dims is None:
        return table
    source = OrderedSource(table.source, rows, dims)
    return Table(source, table.name, None, table.tensor, None, table.notes)


@dataclass(frozen=True, eq=False)
class OrderedSource:
    """The rows and dims of ``source`` in other orders."""

    source: Source
    row_order: Order | None
    dim_order: Order | None

    def __post_init__(self) -> None:
        for order, n in zip((self.row_order, self.dim_order), self.source.shape, strict=True):
            if order is not None and len(order.ids) != n:
                raise ValueError(f"an order of {len(order.ids)} does not suit {n} rows or dims")

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        return self.source.shape

    @property
    def dtype(self) -> str:
        """As in the table."""
        return self.source.dtype

    @property
    def n_bytes(self) -> int:
        """As in the table."""
        return self.source.n_bytes

    @property
    def block_rows(self) -> int:
        """As in the table."""
        return self.source.block_rows

    def view(self, start: int, stop: int) -> None:  # noqa: ARG002 - part of Source
        """Reordered rows lie nowhere together."""
        return

    def read(self, start: int, stop: int, out: Floats) -> None:
        """Decode the rows at positions ``start..stop`` into ``out`` (stop - start, D)."""
        if self.row_order is not None:
            self._take(self.row_order.ids[start:stop], out)
            return
        rows = np.empty_like(out)
        self.source.read(start, stop, rows)
        self._put(rows, out)

    def take(self, ids: Ints, out: Floats) -> None:
        """Decode the rows at positions ``ids`` (n,) into ``out`` (n, D)."""
        self._take(ids if self.row_order is None else self.row_order.ids[ids], out)

    def exact(self, ids: Ints) -> Floats | Doubles:
        """Return the rows at positions ``ids`` (n,) unrounded."""
        rows = self.source.exact(ids if self.row_order is None else self.row_order.ids[ids])
        return rows if self.dim_order is None else rows[:, self.dim_order.ids]

    def _take(self, ids: Ints, out: Floats) -> None:
        """Decode rows ``ids`` (n,) of the table, their dims in order."""
        if self.dim_order is None:
            self.source.take(ids, out)
            return
        rows = np.empty_like(out)
        self.source.take(ids, rows)
        self._put(rows, out)

    def _put(self, rows: Floats, out: Floats) -> None:
        """Copy ``rows`` (n, D), their dims in order."""
        if self.dim_order is None:
            out[...] = rows
        else:
            np.take(rows, self.dim_order.ids, axis=1, out=out, mode="clip")  # no hidden copy
