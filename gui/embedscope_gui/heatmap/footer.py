"""The lines under the map: the value under the pointer, and what a pixel stands for."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from embedscope_gui.heatmap.layout import ROOMY_PX
from embedscope_gui.heatmap.paint_legend import Entries, legend_width, paint_legend
from embedscope_gui.heatmap.pens import colour
from embedscope_gui.theme import GRID_PX, LIGHT, SMALL_PX, Theme
from embedscope_gui.widgets.elided_label import ElidedLabel


class Line(ElidedLabel):
    """One line in the colour ``shade``."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.shade = LIGHT.muted

    def paint_text(self, painter: QPainter) -> None:
        """Paint what fits."""
        painter.setPen(colour(self.shade))
        super().paint_text(painter)


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
        with QPainter(self) as painter:
            paint_legend(painter, QRectF(self.rect()), self._entries, self._theme)


class OrderButton(QToolButton):
    """Says in which order rows and dims stand, if not in the table's own; a click undoes it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("orderButton")
        self.setAutoRaise(True)
        self.setFixedHeight(16)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_words(self, words: str) -> None:
        """Show "rows by norm ✕", or nothing for ""."""
        self.setText(f"{words} ✕")
        self.setToolTip(f"{words}: click for the order before (Ctrl+Shift+U)")
        self.setAccessibleName(f"Undo the order: {words}")
        self.setVisible(bool(words))

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme`` from now on."""
        look = f"font-size: {SMALL_PX}px; padding: 0 4px; border: none; border-radius: 3px;"
        self.setStyleSheet(
            f"QToolButton {{ {look} color: {theme.text}; background: {theme.accent_soft}; }}"
            f"QToolButton:hover, QToolButton:focus {{ border: 1px solid {theme.accent}; }}"
        )


class Footer(QWidget):
    """Read-out and caption, side by side where there is room, else one above the other."""

    undoOrderRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.readout = Line("heatmapReadout")
        self.readout.setAccessibleName("Value under the pointer")
        self.caption = Line("caption")
        self.caption.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.legend = Legend()
        self.order = OrderButton()
        self.order.clicked.connect(lambda _checked=False: self.undoOrderRequested.emit())
        self._said = QWidget()
        self._said.setFixedHeight(16)  # the map keeps its place when the button comes
        line = QHBoxLayout(self._said)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID_PX)
        line.addWidget(self.order)
        line.addWidget(self.caption, 1)
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
        for part in (self.readout, self._said, self.legend):
            self._grid.removeWidget(part)
        self._grid.addWidget(self.readout, 0, 0, 1, 1 if wide else 3)
        self._grid.addWidget(self._said, 0 if wide else 1, 1 if wide else 0)
        self._grid.addWidget(self.legend, 0 if wide else 1, 2 if wide else 1)
        self._grid.setColumnStretch(0, 1)
        side = Qt.AlignmentFlag.AlignRight if wide else Qt.AlignmentFlag.AlignLeft
        self.caption.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use one line where it is long enough."""
        super().resizeEvent(event)
        self._arrange(wide=event.size().width() >= 2 * ROOMY_PX)

    def show_caption(self, captions: Sequence[str]) -> None:
        """Say what a pixel stands for, in the first of ``captions`` that fits."""
        self.caption.setText(*captions)

    def show_reading(self, text: str, *, hint: bool = False) -> None:
        """Say what is under the pointer, or a hint, which is not so loud."""
        self.readout.shade = self._theme.muted if hint else self._theme.text
        self.readout.setText(text)

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme`` from now on."""
        self._theme = theme
        self.order.set_theme(theme)
        self.caption.shade = theme.muted
        self.caption.update()
        self.legend.show_entries(self.legend.entries, theme)
