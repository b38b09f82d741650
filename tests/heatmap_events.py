"""A table to move in, and the mouse and wheel events to do it with."""

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from embedscope.tables.table import Table
from embedscope_gui.heatmap.view import HeatmapView

LEFT = Qt.MouseButton.LeftButton
NO_BUTTON = Qt.MouseButton.NoButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


def big(n_rows: int = 1000, n_dims: int = 200) -> Table:
    """Return a table whose value at (r, c) is 1000 r + c."""
    rows, cols = np.mgrid[:n_rows, :n_dims]
    return Table.from_array((1000.0 * rows + cols).astype(np.float32))


def point(view: HeatmapView, row: int, dim: int) -> QPointF:
    """Return where the middle of a cell is in the widget."""
    area, scene = view.layout_now.map, view.scene
    x = area.x() + scene.cols.position(dim + 0.5, area.width())
    return QPointF(x, area.y() + scene.rows.position(row + 0.5, area.height()))


def cell_at(view: HeatmapView, at: QPointF) -> tuple[int, int]:
    """Return the cell at a point that is inside the table."""
    cell = view.cell_at(at)
    assert cell is not None
    return cell


def mouse(
    view: HeatmapView,
    kind: QEvent.Type,
    at: QPointF,
    buttons: Qt.MouseButton = LEFT,
    modifiers: Qt.KeyboardModifier = NONE,
) -> None:
    """Send one mouse event."""
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else LEFT
    event = QMouseEvent(kind, at, view.mapToGlobal(at), button, buttons, modifiers)
    QApplication.sendEvent(view, event)


def drag(
    view: HeatmapView, start: QPointF, stop: QPointF, modifiers: Qt.KeyboardModifier = NONE
) -> None:
    """Press at ``start``, move in steps to ``stop`` and let go."""
    mouse(view, QEvent.Type.MouseButtonPress, start, modifiers=modifiers)
    for share in (0.3, 0.7, 1.0):
        mouse(view, QEvent.Type.MouseMove, start + (stop - start) * share, modifiers=modifiers)
    mouse(view, QEvent.Type.MouseButtonRelease, stop, modifiers=modifiers)


def click(view: HeatmapView, at: QPointF) -> None:
    """Press and let go in one place."""
    mouse(view, QEvent.Type.MouseButtonPress, at)
    mouse(view, QEvent.Type.MouseButtonRelease, at)


def wheel(
    view: HeatmapView, at: QPointF, turned: int = 120, modifiers: Qt.KeyboardModifier = NONE
) -> None:
    """Turn the wheel."""
    event = QWheelEvent(
        at,
        view.mapToGlobal(at),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)
