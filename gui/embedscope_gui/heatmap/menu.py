"""One menu for the choices that are made now and then: colours, pooling, scale, what is drawn."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from embedscope.heatmap.colormap import COLORMAPS
from embedscope.heatmap.reduction import REDUCTION_TITLES

SCALES: Mapping[str, str] = {"linear": "linear", "signed-log": "logarithmic, both signs"}
ROW_ORDERS: Mapping[str, str] = {
    "id": "by id, as in the table",
    "norm": "by norm",
    "token": "by token text",
    "similarity": "by similarity to the chosen row",
    "likeness": "similar rows together",
}
DIM_ORDERS: Mapping[str, str] = {
    "index": "by number, as in the table",
    "variance": "by variance",
    "likeness": "similar dims together",
}


class Choice(QObject):
    """A titled group of entries of which one is in use; ``chosen(key)`` when a person picks."""

    chosen = Signal(str)

    def __init__(self, menu: QMenu, title: str, entries: Mapping[str, str]) -> None:
        super().__init__(menu)
        if title:
            menu.addSection(title)
        self._group = QActionGroup(self)
        self._actions: dict[str, QAction] = {}
        for key, text in entries.items():
            action = menu.addAction(text[:1].upper() + text[1:])
            action.setCheckable(True)
            action.setData(key)
            self._group.addAction(action)
            self._actions[key] = action
        self._group.triggered.connect(self._on_triggered)

    def show_key(self, key: str) -> None:
        """Check the entry in use; tells nobody."""
        if key in self._actions:
            self._actions[key].setChecked(True)

    def action(self, key: str) -> QAction:
        """Return the entry of ``key``."""
        return self._actions[key]

    def _on_triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data())


class ViewMenu(QToolButton):
    """A button with the menu of the heatmap."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heatmapMenu")
        self.setText("View ▾")
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.setAccessibleName("Colours and view of the table")
        self.setToolTip("Colours, pooling, scale")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAutoRaise(True)
        menu = QMenu(self)
        self.setMenu(menu)
        titles = {name: colormap.title for name, colormap in COLORMAPS.items()}
        self.colormaps = Choice(menu, "Colours", titles)
        self.scales = Choice(menu, "Scale", SCALES)
        self.edit_levels = menu.addAction("Colour range…")
        self.auto_levels = menu.addAction("Automatic colour range")
        self.reductions = Choice(
            menu,
            "Where a pixel is many values",
            {str(key): text for key, text in REDUCTION_TITLES.items()},
        )
        menu.addSection("Order")
        self.row_orders = Choice(menu.addMenu("Order of rows"), "", ROW_ORDERS)
        self.dim_orders = Choice(menu.addMenu("Order of dims"), "", DIM_ORDERS)
        menu.addSection("Show")
        self.dim_others = _switch(menu, "Fade rows that are not lit")
        self.numbers = _switch(menu, "Numbers in large cells")
        self.norms = _switch(menu, "Row norms beside the map")
        self.spreads = _switch(menu, "Spreads of the dims under the map")
        menu.addSeparator()
        self.readable = menu.addAction("Zoom until numbers show\tN")
        self.fit = menu.addAction("Whole table\tF")
        self.export = menu.addAction("Save picture…")


def _switch(menu: QMenu, text: str) -> QAction:
    """Return an entry that is on until it is switched off."""
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(True)
    return action
