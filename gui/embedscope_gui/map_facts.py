"""What is beside the heatmap, in the order in which its rows and dims stand; no Qt here."""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from embedscope.heatmap.arrangement import Arrangement
from embedscope.heatmap.columns import ColumnStats
from embedscope.heatmap.ribbon import (
    ColumnRibbon,
    RowRibbon,
    column_reach,
    column_ribbon,
    row_ribbon,
)
from embedscope.heatmap.survey import Survey
from embedscope.heatmap.viewport import Viewport
from embedscope.session.map_channels import shown_arrangement
from embedscope.session.results import Results
from embedscope.session.session import Session
from embedscope.tables.base import Doubles, Ints

Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True, eq=False)
class MapFacts:
    """Facts of all rows and dims of a table in one order; made once, pooled for every view."""

    survey: Survey
    arrangement: Arrangement

    @cached_property
    def norm(self) -> Doubles:
        """Norms (V,)."""
        return _in_order(self.survey.rows.norm, self._rows)

    @cached_property
    def hot_rows(self) -> NDArray[np.bool_]:
        """Rows in which one number stands out (V,)."""
        ids = self.survey.odd_rows.kinds.get("hot", np.zeros(0, np.int64))
        return _in_order(_mask(ids, self.survey.shape[0]), self._rows)

    @cached_property
    def columns(self) -> ColumnStats:
        """Facts of the dims (D,)."""
        stats, dims = self.survey.columns, self.arrangement.dims
        return stats if dims is None else stats.take(dims.ids)

    @cached_property
    def hot_dims(self) -> NDArray[np.bool_]:
        """Dims in which one value stands out (D,)."""
        dims = self.arrangement.dims
        ids = self.survey.odd_dims.kinds.get("hot", np.zeros(0, np.int64))
        mask = _mask(ids, self.survey.shape[1])
        return _in_order(mask, None if dims is None else dims.ids)

    @cached_property
    def reach(self) -> tuple[float, float]:
        """Values at the edges of the strip of dims."""
        return column_reach(self.survey.columns)

    @property
    def _rows(self) -> Ints | None:
        rows = self.arrangement.rows
        return None if rows is None else rows.ids

    def row_ribbon(self, viewport: Viewport) -> RowRibbon:
        """Return the strip of norms beside ``viewport``."""
        return row_ribbon(self.norm, viewport, self.hot_rows)

    def column_ribbon(self, viewport: Viewport) -> ColumnRibbon:
        """Return the strip of dims under ``viewport``."""
        return column_ribbon(self.columns, viewport, self.hot_dims)


def _mask(ids: Ints, n: int) -> NDArray[np.bool_]:
    mask = np.zeros(n, np.bool_)
    mask[ids] = True
    return mask


def _in_order(values: NDArray[Scalar], ids: Ints | None) -> NDArray[Scalar]:
    return values if ids is None else values[ids]


def map_facts(session: Session, results: Results, known: MapFacts | None) -> MapFacts | None:
    """Return the facts that fit what is shown, ``known`` if they are the same."""
    survey, arrangement = results.survey, shown_arrangement(session, results)
    if survey is None or arrangement is None or survey.shape != arrangement.table.shape:
        return None
    if known is not None and known.survey is survey:
        same = known.arrangement
        orders = (same.rows, same.dims) == (arrangement.rows, arrangement.dims)
        if same.table is arrangement.table and orders:
            return known
    return MapFacts(survey, arrangement)


def view_row(session: Session, results: Results) -> int | None:
    """Return where the heatmap shows the selection, None if nowhere."""
    if session.mode == "looked-up":
        return session.selected
    arrangement, row = shown_arrangement(session, results), session.row
    if arrangement is None or row is None or not 0 <= row < arrangement.table.n_rows:
        return None
    return arrangement.row_position(row)
