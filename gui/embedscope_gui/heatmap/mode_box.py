"""The choice between the whole table and the rows of the text."""

from PySide6.QtWidgets import QComboBox

from embedscope_gui.heatmap.captions import MODES


class ModeBox(QComboBox):
    """Holds the keys of MODES as data."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("heatmapModeBox")
        self.setAccessibleName("Rows to show")
        self.setToolTip("Show the whole table, or just the rows of the text in its order")
        for key, title in MODES.items():
            self.addItem(title, key)
