"""What is said about the points under the pointer: all that lie at the same place."""

from collections.abc import Callable

import numpy as np

from embedscope.tables.base import Floats, Ints
from embedscope_gui.vectors.in_line import in_line
from embedscope_gui.vectors.points_view import NOT_IN_TEXT, Marks

LINES_MAX = 8

RowLabel = Callable[[int], str]


def token_lines(
    cloud: Floats | None, marks: Marks, mark: int, row_label: RowLabel
) -> tuple[str, ...]:
    """Return a line per token at a place, and per further row of the cloud that lies there."""
    view, here = marks.view, marks.at(mark)
    lines = [_token_line(marks, int(i), row_label) for i in here[:LINES_MAX]]
    others = np.empty(0, np.int64)
    if view.rows is not None:
        others = np.setdiff1d(rows_at(cloud, marks.points[mark]), view.rows[here])
    lines += [row_label(int(row)) for row in others[: LINES_MAX - len(lines)]]
    return _with_rest(lines, len(here) + len(others) - len(lines))


def cloud_lines(cloud: Floats, row: int, row_label: RowLabel) -> tuple[str, ...]:
    """Return a line per row of ``cloud`` (V, axes) at the same place as ``row``, that one first."""
    others = rows_at(cloud, cloud[row])
    others = others[others != row]
    lines = [row_label(r) for r in [row, *others[: LINES_MAX - 1].tolist()]]
    return _with_rest(lines, 1 + len(others) - len(lines))


def _token_line(marks: Marks, index: int, row_label: RowLabel) -> str:
    view = marks.view
    if view.positions[index] == NOT_IN_TEXT and view.rows is not None:
        return row_label(int(view.rows[index]))
    line = f"{in_line(view.labels[index])} · token {int(view.positions[index]):,}"
    return line if view.rows is None else f"{line} · row {int(view.rows[index]):,}"


def rows_at(cloud: Floats | None, point: Floats) -> Ints:
    """Return the rows of the cloud that have exactly these coordinates."""
    if cloud is None:
        return np.empty(0, np.int64)
    return np.flatnonzero((cloud[:, : len(point)] == point).all(axis=1))


def _with_rest(lines: list[str], n_more: int) -> tuple[str, ...]:
    return (*lines, f"and {n_more:,} more") if n_more > 0 else tuple(lines)
