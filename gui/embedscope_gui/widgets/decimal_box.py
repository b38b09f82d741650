"""A box for a number with decimals that reads alike in every country."""

from PySide6.QtCore import QLocale
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QWidget


class DecimalBox(QDoubleSpinBox):
    """Shows a decimal point, as all numbers of the program, and takes a comma for one.

    In the system's own locale a typed 1.5 may become 15 or 1, the point being what parts
    thousands there.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLocale(QLocale.c())

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Judge ``text`` with a point for its comma."""
        return super().validate(text.replace(",", "."), place)

    def valueFromText(self, text: str) -> float:
        """Read a comma as a point."""
        return super().valueFromText(text.replace(",", "."))
