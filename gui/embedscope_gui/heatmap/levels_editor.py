"""A small form that pops up at the colour bar: the two ends of the range, or automatic."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFormLayout, QFrame, QHBoxLayout, QLineEdit, QPushButton, QWidget

from embedscope.heatmap.levels import Levels
from embedscope_gui.heatmap.level_edits import edited, parsed
from embedscope_gui.theme import GRID_PX, LIGHT, Theme
from embedscope_gui.widgets.pane import plain_label


class LevelsEditor(QFrame):
    """``levelsEdited(low, high)`` once both are numbers in ascending order."""

    levelsEdited = Signal(float, float)
    autoRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("levelsEditor")
        self.setAccessibleName("Range of the colours")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._theme = LIGHT
        self._levels: Levels | None = None
        self.high = QLineEdit()
        self.low = QLineEdit()
        self.note = plain_label(name="hint")
        self.auto = QPushButton("Automatic")
        self.use = QPushButton("Use")
        self.use.setDefault(True)
        self._lay_out()
        self.auto.clicked.connect(self._on_auto)
        self.use.clicked.connect(self._on_use)
        for field in (self.high, self.low):
            field.returnPressed.connect(self._on_use)
            field.setMaximumWidth(140)

    def _lay_out(self) -> None:
        """Put the high end above the low one, as in the bar."""
        form = QFormLayout(self)
        form.setContentsMargins(GRID_PX, GRID_PX, GRID_PX, GRID_PX)
        form.addRow("highest", self.high)
        form.addRow("lowest", self.low)
        form.addRow(self.note)
        buttons = QHBoxLayout()
        buttons.addWidget(self.auto)
        buttons.addStretch(1)
        buttons.addWidget(self.use)
        form.addRow(buttons)

    def open_at(self, place: QPoint, levels: Levels) -> None:
        """Show the form at a global position with the range in use."""
        self._levels = levels
        self.high.setText(f"{levels.high:.7g}")
        self.low.setText(f"{levels.low:.7g}")
        self._say("")
        self.adjustSize()
        self.move(place)
        self.show()
        self.high.setFocus()
        self.high.selectAll()

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme`` from now on."""
        self._theme = theme

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes without a change."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _on_use(self) -> None:
        low, high = parsed(self.low.text()), parsed(self.high.text())
        if low is None or high is None:
            self._say("Two numbers, please, such as -0.3 and 0.3.")
            return
        if self._levels is None or edited(self._levels, low, high) is None:
            self._say("The highest must be above the lowest.")
            return
        self.close()
        self.levelsEdited.emit(low, high)

    def _on_auto(self) -> None:
        self.close()
        self.autoRequested.emit()

    def _say(self, sentence: str) -> None:
        """Show what is wrong, or nothing."""
        self.note.setText(sentence)
        self.note.setStyleSheet(f"color: {self._theme.error}")
        self.note.setVisible(bool(sentence))
