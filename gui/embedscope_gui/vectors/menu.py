"""The menu of the vectors pane: what is drawn, colours, marks, maps, fitting, saving."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from embedscope.session.session import ColourKind

COLOURINGS: Mapping[ColourKind, tuple[str, str]] = {
    "plain": ("One quiet colour", ""),
    "norm": ("Norm", "How long each row is"),
    "id": ("Id", "Small ids are often frequent tokens"),
    "class": ("Token class", "Where a word starts, digits, punctuation, half characters ..."),
    "script": ("Script", "By the first letter of the token"),
    "agreement": (
        "Nearest rows kept near",
        "How many of a row's ten nearest rows are among the ten nearest to it in the picture; "
        "of the text's tokens and of a sample of rows",
    ),
    "expression": ("An expression…", "The dot product with a direction of your own"),
}


class VectorsMenu(QToolButton):
    """Switches are read by ``isChecked``; what is a choice or a command is told by a signal."""

    colouringChosen = Signal(str)
    drawRequested = Signal(str)  # "box" or "lasso"
    unmarkRequested = Signal()
    mapRequested = Signal()
    saveMapRequested = Signal()
    loadMapRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("vectorsMenu")
        self.setText("View ▾")
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.setAccessibleName("View of the vectors")
        self.setToolTip("What is drawn, colours, marks, maps, fit, save")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAutoRaise(True)
        menu = QMenu(self)
        self.setMenu(menu)
        self.arrows = _switch(menu, "Arrows from the origin")
        self.path = _switch(menu, "Line in text order")
        self.ties = _switch(menu, "Lines to the nearest rows")
        self.cloud = _switch(menu, "All rows of the table")
        self.cloud.setChecked(True)
        self.colours = self._colour_choices(menu.addMenu("Colour rows by"))
        marks = menu.addMenu("Mark rows")
        marks.addAction("Inside a box\tB", lambda: self.drawRequested.emit("box"))
        marks.addAction("Inside a lasso\tL", lambda: self.drawRequested.emit("lasso"))
        marks.addAction("None\tEsc", self.unmarkRequested.emit)
        menu.addSeparator()
        self.map = menu.addAction("t-SNE of rows…", self.mapRequested.emit)
        self.save_map = menu.addAction("Save coordinates…", self.saveMapRequested.emit)
        self.load_map = menu.addAction("Load coordinates…", self.loadMapRequested.emit)
        menu.addSeparator()
        self.fit: QAction = menu.addAction("Fit\tF")
        self.reset: QAction = menu.addAction("First view again\tR")
        menu.addSeparator()
        self.export: QAction = menu.addAction("Save picture…")

    def show_colouring(self, kind: str) -> None:
        """Check what the colours tell, silently."""
        for name, action in self.colours.items():
            action.setChecked(name == kind)

    def _colour_choices(self, menu: QMenu) -> dict[str, QAction]:
        menu.setToolTipsVisible(True)
        group, found = QActionGroup(menu), dict[str, QAction]()
        for kind, (text, tip) in COLOURINGS.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setToolTip(tip)
            action.triggered.connect(
                lambda _checked=False, kind=kind: self.colouringChosen.emit(kind)
            )
            group.addAction(action)
            found[kind] = action
        found["plain"].setChecked(True)
        return found


def _switch(menu: QMenu, text: str) -> QAction:
    action = menu.addAction(text)
    action.setCheckable(True)
    return action
