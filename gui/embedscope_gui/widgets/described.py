"""Entries of a list of choices with a line about each, where there is one."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem

from embedscope_gui.theme import GRID_PX

Index = QModelIndex | QPersistentModelIndex
MOST_PX = 720
_SEPARATOR = "separator"  # what Qt puts into such an entry


class Described(QStyledItemDelegate):
    """Writes the tool tip of each entry behind its name; the closed box shows the name alone."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Add the description to the name."""
        super().initStyleOption(option, index)
        about = index.data(Qt.ItemDataRole.ToolTipRole)
        if about:
            option.text = f"{option.text}   –   {about}"

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw an entry, or the line of a separator."""
        if not _is_separator(index):
            super().paint(painter, option, index)
            return
        rect, palette = option.rect, option.palette
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.drawLine(rect.left(), rect.center().y(), rect.right(), rect.center().y())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room for an entry."""
        if _is_separator(index):
            return QSize(0, GRID_PX)
        return super().sizeHint(option, index) + QSize(0, GRID_PX // 2)


def describe(box: QComboBox) -> None:
    """Let the open list of ``box`` tell what its entries are."""
    box.setItemDelegate(Described(box))
    box.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)


def widen(box: QComboBox) -> None:
    """Give the open list of ``box`` the width that its entries need."""
    wanted = box.view().sizeHintForColumn(0) + 2 * GRID_PX
    box.view().setMinimumWidth(min(wanted, MOST_PX))


def _is_separator(index: Index) -> bool:
    return bool(index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == _SEPARATOR)
