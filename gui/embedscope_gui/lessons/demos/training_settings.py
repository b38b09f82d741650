"""The form with what can be set before a training run."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from embedscope.lessons.demos import OptimiserName, TrainingDemo
from embedscope.lessons.training.trainer import MOST_DIMS, MOST_STEPS
from embedscope_gui.widgets.decimal_box import DecimalBox
from embedscope_gui.widgets.pane import plain_label

OPTIMISERS: Sequence[tuple[str, OptimiserName]] = (("SGD", "sgd"), ("Adam", "adam"))
RATES = {"sgd": 1.0, "adam": 0.05}
"""What works for small tables."""
OWN_TEXT = "The text in the window"
NOTE = (
    "Each line of the text is one step: from every word the next one is guessed. SGD moves each "
    "number by its gradient times the learning rate, so rows that were not looked up stay where "
    "they are. Adam also remembers earlier gradients, so a row rolls on a little."
)


class TrainingSettings(QDialog):
    """Asks for text, dims, optimiser and so on; ``settings`` are those asked for."""

    def __init__(
        self, settings: TrainingDemo, own_text: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Train another table")
        self.setObjectName("trainingSettings")
        self._base, self._own = settings, own_text
        self.text = QComboBox()
        self.text.addItem("The lesson's text", "")
        self.text.addItem(OWN_TEXT, own_text)
        if settings.text:
            self.text.setCurrentIndex(1)
        self.dims = _whole("Dims", 1, MOST_DIMS, settings.n_dims)
        self.optimiser = QComboBox()
        for title, name in OPTIMISERS:
            self.optimiser.addItem(title, name)
        self.optimiser.setCurrentIndex(self.optimiser.findData(settings.optimiser))
        self.rate = _rate(settings.learning_rate)
        self.steps = _whole("Steps", 1, MOST_STEPS, settings.n_steps)
        self.seed = _whole("Seed", 0, 2**31 - 1, settings.seed)
        self.optimiser.currentIndexChanged.connect(self._on_optimiser)
        self._assemble()

    @property
    def settings(self) -> TrainingDemo:
        """What is asked for."""
        return replace(
            self._base.run,
            text=self.text.currentData(),
            n_dims=self.dims.value(),
            optimiser=self.optimiser.currentData(),
            learning_rate=self.rate.value(),
            n_steps=self.steps.value(),
            seed=self.seed.value(),
        )

    def _assemble(self) -> None:
        form = QFormLayout()
        for title, widget in (
            ("&Text", self.text),
            ("&Dims", self.dims),
            ("&Optimiser", self.optimiser),
            ("&Learning rate", self.rate),
            ("&Steps", self.steps),
            ("S&eed", self.seed),
        ):
            form.addRow(title, widget)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        begin = buttons.addButton("&Begin", QDialogButtonBox.ButtonRole.AcceptRole)
        begin.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        note = plain_label(NOTE, name="hint")
        note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(note)
        column.addWidget(buttons)

    def _on_optimiser(self) -> None:
        self.rate.setValue(RATES[self.optimiser.currentData()])


def _whole(title: str, least: int, most: int, value: int) -> QSpinBox:
    box = QSpinBox()
    box.setAccessibleName(title)
    box.setRange(least, most)
    box.setValue(value)
    return box


def _rate(value: float) -> DecimalBox:
    box = DecimalBox()
    box.setAccessibleName("Learning rate")
    box.setDecimals(4)
    box.setRange(0.0001, 100.0)
    box.setSingleStep(0.05)
    box.setValue(value)
    return box
