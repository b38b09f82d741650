"""The controls in the title line of the vectors pane."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QToolButton, QWidget


class DimensionSwitch(QWidget):
    """2D | 3D: two buttons of which one is down."""

    chosen = Signal(int)  # 2 or 3, by the user

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._group = QButtonGroup(self)
        for n_axes, name, tip in (
            (2, "planeButton", "Two axes"),
            (3, "spaceButton", "Three axes, to be turned"),
        ):
            button = QToolButton()
            button.setObjectName(name)
            button.setText(f"{n_axes}D")
            button.setAccessibleName(f"Vectors in {n_axes}D")
            button.setToolTip(tip)
            button.setCheckable(True)
            button.setAutoRaise(True)
            self._group.addButton(button, n_axes)
            row.addWidget(button)
        self.show_dimensions(2)
        self._group.idClicked.connect(self.chosen)

    def show_dimensions(self, n_axes: int) -> None:
        """Press the button of ``n_axes``, silently."""
        self._group.button(n_axes).setChecked(True)


class VectorsMenu(QToolButton):
    """What is drawn, fitting, and saving a picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("vectorsMenu")
        self.setText("View ▾")
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.setAccessibleName("View of the vectors")
        self.setToolTip("What is drawn, fit, save")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAutoRaise(True)
        menu = QMenu(self)
        self.setMenu(menu)
        self.arrows = _switch(menu, "Arrows from the origin")
        self.path = _switch(menu, "Line in text order")
        self.cloud = _switch(menu, "All rows of the table")
        self.cloud.setChecked(True)
        menu.addSeparator()
        self.fit: QAction = menu.addAction("Fit\tF")
        self.reset: QAction = menu.addAction("First view again\tR")
        menu.addSeparator()
        self.export: QAction = menu.addAction("Save picture…")


def _switch(menu: QMenu, text: str) -> QAction:
    action = menu.addAction(text)
    action.setCheckable(True)
    return action
