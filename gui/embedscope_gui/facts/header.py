"""The heads of the list: the arrow points the way the numbers go."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QStyleOptionHeader, QWidget

from embedscope_gui.theme import GRID_PX

Indicator = QStyleOptionHeader.SortIndicator
TURNED = {Indicator.SortUp: Indicator.SortDown, Indicator.SortDown: Indicator.SortUp}


class FactsHeader(QHeaderView):
    """Qt's arrow tells where the largest is; people take it for the way from top to bottom."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setMinimumSectionSize(3 * GRID_PX)

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, index: int) -> None:
        """Turn the arrow: up for rising, down for falling."""
        super().initStyleOptionForIndex(option, index)
        option.sortIndicator = TURNED.get(option.sortIndicator, option.sortIndicator)
