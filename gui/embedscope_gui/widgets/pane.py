"""A pane: one line with its title and the few controls that belong there, and its content."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from embedscope_gui.theme import GRID_PX


def plain_label(text: str = "", *, name: str = "") -> QLabel:
    """Return a label that shows ``text`` literally: Qt otherwise guesses rich text in "<s>"."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    if name:
        label.setObjectName(name)
    return label


class Pane(QWidget):
    """Title line above a content widget; ``header`` takes controls, ``body`` the content."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.title_label = plain_label(title, name="paneTitle")
        self.title_label.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.header = QHBoxLayout()
        self.header.setContentsMargins(GRID_PX, GRID_PX // 2, GRID_PX, GRID_PX // 2)
        self.header.setSpacing(GRID_PX)
        self.header.addWidget(self.title_label)
        self.header.addStretch(1)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(self.header)
        outer.addLayout(self.body, 1)
