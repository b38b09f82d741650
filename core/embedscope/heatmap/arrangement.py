"""A table in the orders of rows and dims in which it is looked at."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from embedscope.heatmap.levels import Levels
from embedscope.heatmap.order import Order, reordered
from embedscope.tables.base import Ints
from embedscope.tables.table import Table


@dataclass(frozen=True, eq=False)
class Arrangement:
    """``table`` (V, D) with its rows and dims in other orders; None: as they are stored.

    Ids are those of the table; positions say where they stand in the picture.
    """

    table: Table
    rows: Order | None = None
    dims: Order | None = None

    @cached_property
    def arranged(self) -> Table:
        """The table as it is looked at."""
        return reordered(self.table, self.rows, self.dims)

    @property
    def is_natural(self) -> bool:
        """Whether everything stands as it is stored."""
        return self.rows is None and self.dims is None

    @property
    def words(self) -> str:
        """Return "rows by norm, dims by variance", "" for the order of the table."""
        named = (("rows", self.rows), ("dims", self.dims))
        return ", ".join(f"{what} by {order.title}" for what, order in named if order is not None)

    def row_id(self, position: int) -> int:
        """Return the row of the table that stands at ``position``."""
        return position if self.rows is None else int(self.rows.ids[position])

    def dim_id(self, position: int) -> int:
        """Return the dim of the table that stands at ``position``."""
        return position if self.dims is None else int(self.dims.ids[position])

    def row_position(self, row: int) -> int:
        """Return where ``row`` of the table stands."""
        return row if self.rows is None else int(self.rows.positions[row])

    def dim_position(self, dim: int) -> int:
        """Return where ``dim`` of the table stands."""
        return dim if self.dims is None else int(self.dims.positions[dim])

    def row_positions(self, rows: Ints) -> Ints:
        """Return where ``rows`` (n,) stand, ascending."""
        return rows if self.rows is None else np.sort(self.rows.positions[rows])

    def placed(self, levels: Levels) -> Levels:
        """Return ``levels`` with the dims that they leave out given by their places."""
        return replace(levels, left_out=tuple(sorted(map(self.dim_position, levels.left_out))))

    def named(self, levels: Levels) -> Levels:
        """Return ``levels`` with the places that they leave out given by their dims."""
        return replace(levels, left_out=tuple(sorted(map(self.dim_id, levels.left_out))))

    def dims_only(self, other: Table) -> Table:
        """Return another table of the same dims (looked-up rows) with the dims in this order."""
        if self.dims is None:
            return other
        kept = self.__dict__.get("_dims_only")  # the same object for the same table
        if kept is None or kept[0] is not other:
            kept = self.__dict__["_dims_only"] = other, reordered(other, None, self.dims)
        arranged: Table = kept[1]
        return arranged
