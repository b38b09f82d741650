"""The finished numbers of one view of a table."""

from dataclasses import dataclass

import numpy as np

from embedscope.heatmap.reduction import REDUCTION_TITLES, Reduction
from embedscope.tables.base import Floats


def counted(n: int, noun: str) -> str:
    """Return "1 row" or "1,234 rows"."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


@dataclass(frozen=True, eq=False)
class Picture:
    """Pooled values (h, w) float32 of the rows and dims ``rect`` = (row0, row1, col0, col1).

    Value (i, j) stands for rows row0 + i * rows_per_px onwards and dims col0 + j * dims_per_px
    onwards; the last ones of the table may stand for fewer. ``rows_read`` < rows_per_px: only so
    many rows of each group were looked at, a preview.
    """

    values: Floats
    rect: tuple[int, int, int, int]
    rows_per_px: int
    dims_per_px: int
    reduction: Reduction
    rows_read: int
    sharp: bool = True
    """False if finer groups would still be a pixel or larger: an exact rendering shows more."""

    @property
    def grain(self) -> tuple[int, int, Reduction]:
        """What one value stands for."""
        return self.rows_per_px, self.dims_per_px, self.reduction

    @property
    def sampled(self) -> bool:
        """True if rows were skipped."""
        return self.rows_read < self.rows_per_px

    @property
    def caption(self) -> str:
        """What one value stands for, to be written on the picture."""
        title = REDUCTION_TITLES[self.reduction]
        if self.rows_per_px == self.dims_per_px == 1:
            return "1 cell = 1 value" if self.reduction != "range" else f"1 cell = 1 value, {title}"
        rows, dims = counted(self.rows_per_px, "row"), counted(self.dims_per_px, "dim")
        caption = f"1 px = {rows} x {dims}, {title}"
        if self.sampled:
            return f"{caption}, sampled ({self.rows_read:,} of {rows})"
        return caption

    @property
    def n_bad(self) -> int:
        """How many of the values are NaN or infinite."""
        return int(self.values.size - np.count_nonzero(np.isfinite(self.values)))
