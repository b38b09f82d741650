"""The plot of a row's values; the pointer or the arrow keys read single ones."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from embedscope_gui.inspector.paint_values import paint_values, scale_for
from embedscope_gui.inspector.values_scale import BARS_UP_TO, Scale, nice_limit
from embedscope_gui.theme import SMALL_PX, THEMES, Theme

STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}


class ValuesPlot(QWidget):
    """Shows the values (D,) of one row; ``dimChosen`` tells the dim read, -1 for none."""

    dimChosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("valuesPlot")
        self.setAccessibleName("Values")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._theme = THEMES["light"]
        self._values = np.empty(0)
        self._limit = 1.0
        self._empty = ""
        self.chosen: int | None = None

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(320, 96)

    def minimumSizeHint(self) -> QSize:
        """Still readable."""
        return QSize(120, 48)

    @property
    def style_name(self) -> str:
        """How it draws: "bars" or "line"."""
        return "bars" if len(self._values) <= BARS_UP_TO else "line"

    def show_values(self, values: NDArray[np.floating] | None) -> None:
        """Draw ``values`` (D,), None: nothing; the chosen dim stays."""
        self._values = np.empty(0) if values is None else values.astype(np.float64)
        self._empty = "No row, so no values." if values is None else ""
        self._limit = nice_limit(self._values)
        if self.chosen is not None and self.chosen >= len(self._values):
            self.chosen = None
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._theme = theme
        self.update()

    def scale(self) -> Scale:
        """Return where dims and values lie in the widget."""
        return scale_for(
            QRectF(self.rect()), len(self._values), self._limit, QFontMetricsF(self._small_font())
        )

    def _small_font(self) -> QFont:
        font = self.font()
        font.setPixelSize(SMALL_PX)
        return font

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint at the screen's own resolution."""
        with QPainter(self) as painter:
            painter.setFont(self._small_font())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if len(self._values):
                paint_values(painter, self.scale(), self._values, self._theme, self.chosen)
            elif self._empty:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self._empty)
            if self.hasFocus():
                painter.setPen(self.palette().color(QPalette.ColorRole.Highlight))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the dim under the pointer."""
        self._choose(self.scale().dim_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        """Read nothing when the pointer is gone."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self._choose(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk along the dims."""
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or not len(self._values):
            super().keyPressEvent(event)
            return
        start = -1 if self.chosen is None and step > 0 else (self.chosen or 0)
        self._choose(min(max(start + step, 0), len(self._values) - 1))

    def _choose(self, dim: int | None) -> None:
        if dim != self.chosen:
            self.chosen = dim
            self.update()
            self.dimChosen.emit(-1 if dim is None else dim)
