"""Everything one drawing of the heatmap needs, as plain frozen values."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embedscope.heatmap.colormap import Colormap
from embedscope.heatmap.levels import Levels
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.ribbon import ColumnRibbon, RowRibbon
from embedscope_gui.heatmap.span import Span

RowLabel = Callable[[int], str]
Naming = Callable[[int], int]
ValueReader = Callable[[int, int], float]
Keys = tuple[str, str]  # of the order of rows and of dims


def no_label(_row: int) -> str:
    """Label no row."""
    return ""


def itself(position: int) -> int:
    """Return the number of what stands at ``position`` where nothing was reordered."""
    return position


def _no_rows() -> NDArray[np.int64]:
    """Return an empty list of rows."""
    return np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The lit rows: ``rows`` (n,) ascending without repeats, their ``labels`` (n,).

    Those of ``apart`` (m,), ascending, are lit because they were marked, not by the text.
    """

    rows: NDArray[np.int64] = field(default_factory=_no_rows)
    labels: tuple[str, ...] = ()
    selected: int | None = None  # a row; need not be one of ``rows``
    apart: NDArray[np.int64] = field(default_factory=_no_rows)

    @classmethod
    def of(
        cls,
        rows: NDArray[np.int64],
        labels: tuple[str, ...],
        selected: int | None,
        apart: NDArray[np.int64] | None = None,
    ) -> "Marks":
        """Return marks from rows in any order that may repeat; the first label of each counts."""
        unique, first = np.unique(np.asarray(rows, np.int64), return_index=True)
        kept = tuple(labels[i] for i in first) if labels else ("",) * len(unique)
        return cls(unique, kept, selected, _no_rows() if apart is None else np.unique(apart))

    def is_apart(self, row: int) -> bool:
        """Tell whether ``row`` was marked and is not one of the text."""
        place = int(np.searchsorted(self.apart, row))
        return place < len(self.apart) and bool(self.apart[place] == row)

    @property
    def all_rows(self) -> NDArray[np.int64]:
        """Lit rows and the selected one, ascending."""
        if self.selected is None:
            return self.rows
        place = int(np.searchsorted(self.rows, self.selected))
        if place < len(self.rows) and self.rows[place] == self.selected:
            return self.rows
        return np.insert(self.rows, place, self.selected)

    def label(self, row: int) -> str:
        """Return the label of a lit ``row``, "" if it has none."""
        index = int(np.searchsorted(self.rows, row))
        lit = index < len(self.rows) and self.rows[index] == row
        return self.labels[index] if lit else ""


@dataclass(frozen=True, slots=True, eq=False)
class HeatmapScene:
    """A view of a table: what stretch of it, its picture, and what is drawn around.

    Rows and dims are places in the order on view; ``row_id`` and ``dim_id`` give their numbers.
    """

    rows: Span
    cols: Span
    picture: Picture | None = None
    image: NDArray[np.uint32] | None = None  # ARGB, one a bin of ``picture``
    levels: Levels | None = None
    colormap: Colormap | None = None
    row_label: RowLabel = no_label
    marks: Marks = field(default_factory=Marks)
    ribbon: RowRibbon | None = None
    longest: float = 0.0  # the row norm that fills the ribbon
    norms: bool = False  # keep room for the ribbon, so that nothing moves when it arrives
    columns: ColumnRibbon | None = None
    reach: tuple[float, float] = (-1.0, 1.0)  # values at the lower and upper edge of the columns
    spreads: bool = False  # keep room for the columns
    row_title: str = "row"
    row_id: Naming = itself
    dim_id: Naming = itself
    order_words: str = ""  # "rows by norm"
    hits: NDArray[np.int64] = field(default_factory=_no_rows)  # rows found, ascending
    missing: NDArray[np.int64] = field(default_factory=_no_rows)  # tokens without a row, ascending
    chosen_dim: int | None = None
    mark_every: bool = True  # False where all rows are lit: only the selected one is marked
    dim_others: bool = True
    numbers: bool = True

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, dims) of the table."""
        return self.rows.size, self.cols.size

    @property
    def marked(self) -> NDArray[np.int64]:
        """Rows to mark at the margin, ascending."""
        if self.mark_every:
            return self.marks.all_rows
        chosen = self.marks.selected
        return _no_rows() if chosen is None else np.array([chosen], np.int64)

    @property
    def apart(self) -> NDArray[np.int64]:
        """Those of ``marked`` that the text does not use, ascending."""
        return self.marks.apart if self.mark_every else _no_rows()

    @property
    def typed(self) -> NDArray[np.int64]:
        """Those of ``marked`` that the text uses, and the selected row, ascending."""
        if not len(self.apart):
            return self.marked
        others = self.apart[self.apart != self.marks.selected]
        return np.setdiff1d(self.marked, others, assume_unique=True)

    def is_missing(self, row: int) -> bool:
        """Whether the table has no row for what stands at place ``row``."""
        place = int(np.searchsorted(self.missing, row))
        return place < len(self.missing) and bool(self.missing[place] == row)

    @property
    def exact(self) -> bool:
        """Whether every cell of the picture is one value of the table."""
        picture = self.picture
        return picture is not None and picture.rows_per_px == 1 and picture.dims_per_px == 1


def no_scene() -> HeatmapScene:
    """Return the scene of no table at all."""
    return HeatmapScene(Span.whole(0), Span.whole(0))
