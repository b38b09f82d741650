"""The controls in the title line of the vectors pane."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget


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
