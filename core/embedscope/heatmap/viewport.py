"""A window of pixels on a table, and the bins of whole rows and dims that it shows.

Row i covers the coordinates i <= y < i + 1, so every border belongs to exactly one cell.
"""

from dataclasses import dataclass
from math import ceil, floor, isfinite

Shape = tuple[int, int]


@dataclass(frozen=True)
class Bins:
    """Consecutive groups of ``size`` rows (or dims) from ``start`` to ``stop``.

    ``start`` is a multiple of ``size``, so panning moves the bins and never regroups them; only
    the last bin of the table may be shorter.
    """

    start: int
    stop: int
    size: int

    def __len__(self) -> int:
        return (self.stop - self.start + self.size - 1) // self.size


def bins_between(low: float, high: float, n: int, n_px: int, unit: int = 1) -> Bins:
    """Return the bins of ``n`` rows that cover ``low..high`` with at most one bin a pixel.

    Bin sizes are multiples of ``unit``.
    """
    per_px = (high - low) / n_px
    size = unit * max(1, ceil(per_px / unit - 1e-9))  # 1e-9: what rounding leaves after panning
    start = floor(max(low, 0.0) / size) * size
    stop = min(n, ceil(min(high, n) / size) * size)
    return Bins(start, stop, size) if start < stop and low < n else Bins(0, 0, size)


@dataclass(frozen=True)
class Viewport:
    """Rows ``row0..row1`` and dims ``col0..col1`` on ``width_px`` x ``height_px`` device pixels.

    It may reach beyond the table; y grows downwards from row0.
    """

    row0: float
    row1: float
    col0: float
    col1: float
    width_px: int
    height_px: int

    def __post_init__(self) -> None:
        edges = (self.row0, self.row1, self.col0, self.col1)
        if not all(map(isfinite, edges)) or self.row0 >= self.row1 or self.col0 >= self.col1:
            raise ValueError(f"a viewport needs finite edges in ascending order, not {edges}")
        if self.width_px < 1 or self.height_px < 1:
            raise ValueError(f"no picture on {self.width_px} x {self.height_px} pixels")

    @classmethod
    def fit(cls, shape: Shape, width_px: int, height_px: int) -> "Viewport":
        """Return the viewport that shows a whole table of ``shape`` (V, D)."""
        return cls(0.0, float(max(shape[0], 1)), 0.0, float(max(shape[1], 1)), width_px, height_px)

    @property
    def cell_px(self) -> tuple[float, float]:
        """Width and height of one table cell in pixels."""
        width = self.width_px / (self.col1 - self.col0)
        return width, self.height_px / (self.row1 - self.row0)

    def y_of(self, row: float) -> float:
        """Return the y in pixels of the upper edge of ``row``."""
        return (row - self.row0) / (self.row1 - self.row0) * self.height_px

    def x_of(self, col: float) -> float:
        """Return the x in pixels of the left edge of dim ``col``."""
        return (col - self.col0) / (self.col1 - self.col0) * self.width_px

    def row_at(self, y_px: float) -> float:
        """Return the row coordinate at ``y_px``; its floor is the row id."""
        return self.row0 + y_px / self.height_px * (self.row1 - self.row0)

    def col_at(self, x_px: float) -> float:
        """Return the dim coordinate at ``x_px``; its floor is the dim."""
        return self.col0 + x_px / self.width_px * (self.col1 - self.col0)

    def cell_at(self, x_px: float, y_px: float, shape: Shape) -> tuple[int, int] | None:
        """Return (row, dim) under a pixel position, or None outside the window or the table."""
        if not (0 <= x_px < self.width_px and 0 <= y_px < self.height_px):
            return None
        row, col = floor(self.row_at(y_px)), floor(self.col_at(x_px))
        inside = 0 <= row < shape[0] and 0 <= col < shape[1]
        return (row, col) if inside else None

    def row_bins(self, n_rows: int, unit: int = 1) -> Bins:
        """Return the bins of rows that this window shows of a table of ``n_rows``."""
        return bins_between(self.row0, self.row1, n_rows, self.height_px, unit)

    def col_bins(self, n_dims: int, unit: int = 1) -> Bins:
        """Return the bins of dims that this window shows of a table of ``n_dims``."""
        return bins_between(self.col0, self.col1, n_dims, self.width_px, unit)
