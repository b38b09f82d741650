"""The lines under the map: the value under the pointer, and what a pixel stands for."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from embedscope_gui.heatmap.layout import ROOMY_PX
from embedscope_gui.heatmap.paint_legend import Entries, legend_width, paint_legend
from embedscope_gui.heatmap.pens import colour, small_font
from embedscope_gui.theme import GRID_PX, LIGHT, Theme


class ShortLabel(QLabel):
    """A plain one-line label that is cut with "…" where it has no room; the tip tells it whole."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(small_font())
        self.shade = LIGHT.muted
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Take any width."""
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, cut to the room."""
        del event
        painter = QPainter(self)
        metrics = self.fontMetrics()
        shown = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.setPen(colour(self.shade))
        flags = int(self.alignment() | Qt.TextFlag.TextSingleLine)
        painter.drawText(self.rect(), flags, shown)
        painter.end()


class Legend(QWidget):
    """Swatches of the colours of NaN and the infinities that are in view."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: Entries = ()
        self._theme = LIGHT
        self.setFixedHeight(16)
        self.hide()

    @property
    def entries(self) -> Entries:
        """What is explained."""
        return self._entries

    def show_entries(self, entries: Entries, theme: Theme) -> None:
        """Explain ``entries``; nothing at all if there are none."""
        self._entries, self._theme = entries, theme
        self.setFixedWidth(round(legend_width(entries)) + 1)
        self.setAccessibleName("Colours of " + ", ".join(text for _, text in entries))
        self.setVisible(bool(entries))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the swatches."""
        del event
        painter = QPainter(self)
        paint_legend(painter, QRectF(self.rect()), self._entries, self._theme)
        painter.end()


class Footer(QWidget):
    """Read-out and caption, side by side where there is room, else one above the other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.readout = ShortLabel("heatmapReadout")
        self.readout.setAccessibleName("Value under the pointer")
        self.caption = ShortLabel("caption")
        self.legend = Legend()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(GRID_PX, 2, GRID_PX, GRID_PX // 2)
        self._grid.setHorizontalSpacing(GRID_PX)
        self._grid.setVerticalSpacing(0)
        self._wide: bool | None = None
        self._theme = LIGHT
        self._arrange(wide=False)

    def _arrange(self, *, wide: bool) -> None:
        """Put the parts in one line or in two."""
        if wide == self._wide:
            return
        self._wide = wide
        for part in (self.readout, self.caption, self.legend):
            self._grid.removeWidget(part)
        self._grid.addWidget(self.readout, 0, 0, 1, 1 if wide else 3)
        self._grid.addWidget(self.caption, 0 if wide else 1, 1 if wide else 0)
        self._grid.addWidget(self.legend, 0 if wide else 1, 2 if wide else 1)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1 if wide else 0)
        side = Qt.AlignmentFlag.AlignRight if wide else Qt.AlignmentFlag.AlignLeft
        self.caption.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use one line where it is long enough."""
        super().resizeEvent(event)
        self._arrange(wide=event.size().width() >= 1.5 * ROOMY_PX)

    def show_caption(self, caption: str) -> None:
        """Say what a pixel stands for."""
        self.caption.setText(caption)
        self.caption.setToolTip(caption)

    def show_reading(self, text: str, *, hint: bool = False) -> None:
        """Say what is under the pointer, or a hint, which is not so loud."""
        self.readout.shade = self._theme.muted if hint else self._theme.text
        self.readout.setText(text)

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme`` from now on."""
        self._theme = theme
        self.caption.shade = theme.muted
        self.caption.update()
        self.legend.show_entries(self.legend.entries, theme)
