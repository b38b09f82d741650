"""The loss curve as a plot in the window; pyqtgraph is imported when the first one is made."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from embedscope_gui.theme import GRID_PX, LIGHT, SMALL_PX, Theme
from embedscope_gui.widgets.pane import plain_label

LINE_PX = 2


class LossPlot(QWidget):
    """Loss by step on ranges that stay; where one is, is marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lossPlot")
        self.setAccessibleName("Loss after each step")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = LIGHT
        self.heading = plain_label(name="lossHeading")
        self.plot = pg.PlotWidget()
        self.plot.setFrameShape(self.plot.Shape.NoFrame)
        self.plot.setMouseEnabled(x=False, y=False)
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setMinimumSize(140, 100)
        self._least = pg.InfiniteLine(angle=0)
        self._here = pg.ScatterPlotItem(size=8, pxMode=True)
        self._curve = pg.PlotDataItem()
        for item in (self._least, self._curve, self._here):
            self.plot.addItem(item)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID_PX, GRID_PX, GRID_PX)
        column.setSpacing(GRID_PX // 2)
        column.addWidget(self.heading)
        column.addWidget(self.plot, 1)
        self.set_theme(LIGHT)

    def show_losses(
        self, losses: list[float], here: int, n_steps: int, least: float | None = None
    ) -> None:
        """Show ``losses`` (n + 1,), the step one is at, room for ``n_steps``.

        ``least``: the best possible, None where nobody has spoken of it yet.
        """
        best = "" if least is None else f", best possible {least:.2f}"
        self.heading.setText(f"Loss {losses[here]:.3f}{best}")
        steps = np.arange(len(losses), dtype=float)
        self._curve.setData(steps, np.asarray(losses))
        self._here.setData([float(here)], [losses[here]])
        self._least.setVisible(least is not None)
        self._least.setValue(least or 0.0)
        self.plot.setXRange(0, max(n_steps, 1), padding=0.03)
        self.plot.setYRange(0, losses[0] * 1.08, padding=0)
        self.setAccessibleDescription(f"Step {here}: loss {losses[here]:.3f}")

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._theme = theme
        ground = f"#lossPlot {{ background: {theme.surface}; }}"
        self.setStyleSheet(f"{ground} #lossHeading {{ font-weight: 600; color: {theme.text}; }}")
        self.plot.setBackground(QColor(theme.surface))
        self._curve.setPen(pg.mkPen(theme.accent, width=LINE_PX))
        self._here.setBrush(pg.mkBrush(theme.accent))
        self._here.setPen(pg.mkPen(theme.surface))
        self._least.setPen(pg.mkPen(theme.muted, style=Qt.PenStyle.DashLine))
        font = QFont(self.font())
        font.setPixelSize(SMALL_PX)
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setPen(pg.mkPen(theme.line))
            axis.setTextPen(pg.mkPen(theme.muted))
            axis.setTickFont(font)
        self.plot.getAxis("bottom").setLabel(
            "step", color=theme.muted, **{"font-size": f"{SMALL_PX}px"}
        )
