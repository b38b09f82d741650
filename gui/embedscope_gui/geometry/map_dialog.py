"""Asks which rows t-SNE is to arrange, and how."""

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QSpinBox,
    QWidget,
)

from embedscope.geometry.large_tsne import MOST_POINTS as MOST_LARGE
from embedscope.geometry.tsne import CAUTION, MOST_POINTS
from embedscope_gui.widgets.decimal_box import DecimalBox
from embedscope_gui.widgets.pane import plain_label

LARGEST_SEED = 2**31 - 1


class MapDialog(QDialog):
    """``selection``, ``perplexity`` and ``seed`` are what was chosen when it is accepted."""

    def __init__(
        self, selections: Sequence[tuple[str, int]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("t-SNE of rows")
        self.setObjectName("mapDialog")
        self._sizes = [size for _, size in selections]
        self.rows_box = QComboBox()
        self.rows_box.setAccessibleName("Rows to arrange")
        for name, size in selections:
            self.rows_box.addItem(f"{name} ({size:,})")
        self.perplexity_box = DecimalBox()
        self.perplexity_box.setAccessibleName("Perplexity")
        self.perplexity_box.setRange(1.0, 500.0)
        self.perplexity_box.setDecimals(1)
        self.perplexity_box.setValue(30.0)
        self.seed_box = QSpinBox()
        self.seed_box.setAccessibleName("Seed")
        self.seed_box.setRange(0, LARGEST_SEED)
        self.note = plain_label(name="hint")
        self.note.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.start = self.buttons.addButton("Arrange", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.rows_box.currentIndexChanged.connect(self._show_note)
        form = QFormLayout(self)
        form.addRow("Rows", self.rows_box)
        form.addRow("Perplexity", self.perplexity_box)
        form.addRow("Seed", self.seed_box)
        form.addRow(self.note)
        form.addRow(self.buttons)
        self._show_note()

    @property
    def selection(self) -> int:
        """Which of the selections."""
        return max(self.rows_box.currentIndex(), 0)

    @property
    def perplexity(self) -> float:
        """About how many neighbours each point has."""
        return self.perplexity_box.value()

    @property
    def seed(self) -> int:
        """The same seed gives the same picture."""
        return self.seed_box.value()

    def _show_note(self) -> None:
        size = self._sizes[self.selection]
        parts = ["Perplexity is about how many neighbours each point has."]
        if size > MOST_LARGE:
            parts = [f"t-SNE takes up to {MOST_LARGE:,} rows: mark fewer."]
        elif size > MOST_POINTS:
            parts.append(f"More than {MOST_POINTS:,} rows are arranged by openTSNE, approximately.")
        parts.append(f"In the picture, {CAUTION}.")
        self.note.setText(" ".join(parts))
        self.start.setEnabled(size <= MOST_LARGE)
