"""The chooser of axes: principal components, three dims, expressions, or a map of points."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.pane import plain_label

Dims = tuple[int, int, int]

PCA_TABLE = "pca-table"
PCA_TOKENS = "pca-tokens"
DIMS = "dims"
EXPRESSIONS = "expressions"
MAP = "map"
BOX_MAX_PX = 12 * GRID_PX
SHORT_TITLES = {PCA_TABLE: "PCA of table", PCA_TOKENS: "PCA of tokens"}


@dataclass(frozen=True, slots=True)
class AxesChoices:
    """What can be chosen: ``items`` are (key, title); ``current`` is a key.

    ``map_title``: how the points are called that were computed or loaded, "": there are none.
    """

    n_dims: int
    current: str = PCA_TABLE
    dims: Dims = (0, 1, 2)
    items: tuple[tuple[str, str], ...] = ()
    expressions: tuple[str, str, str] = ("", "", "")
    map_title: str = ""

    def offered(self) -> tuple[tuple[str, str], ...]:
        """Return ``items``, or the usual ones for a table of ``n_dims``."""
        made = ((MAP, self.map_title),) if self.map_title else ()
        return self.items or (*usual_items(self.n_dims), *made)


def usual_items(n_dims: int) -> tuple[tuple[str, str], ...]:
    """Return the choices for a table of ``n_dims``: a small one shows its own axes first."""
    pca = (
        (PCA_TABLE, "PCA of the whole table"),
        (PCA_TOKENS, "PCA of the typed tokens"),
    )
    own = (EXPRESSIONS, "Expressions")
    if n_dims <= 3:
        return ((DIMS, "Original axes"), *pca, own)
    return (*pca, (DIMS, "Dims"), own)


class AxesBox(QComboBox):
    """The list of choices; only a choice by the user is told."""

    keyChosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("axesBox")
        self.setAccessibleName("Axes")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(220)
        self.currentIndexChanged.connect(self._on_changed)

    def show_choices(self, choices: AxesChoices) -> None:
        """Offer ``choices`` and show the current one, silently."""
        self.blockSignals(True)
        if [self.itemData(i) for i in range(self.count())] != [k for k, _ in choices.offered()] or [
            self.itemText(i) for i in range(self.count())
        ] != [t for _, t in choices.offered()]:
            self.clear()
            for key, title in choices.offered():
                self.addItem(title, key)
        self.setCurrentIndex(self.findData(choices.current))
        self.blockSignals(False)
        self._tell_whole()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the box with a shorter title where it is narrow: Qt would cut through a letter."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        option.currentText = self._fitted(option.currentText, field.width() - 4)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def _fitted(self, title: str, width: int) -> str:
        """Return the title, its short form, or what fits of it."""
        measure = self.fontMetrics()
        if measure.horizontalAdvance(title) > width:
            title = SHORT_TITLES.get(self.currentData(), title)
        return measure.elidedText(title, Qt.TextElideMode.ElideRight, width)

    def _tell_whole(self) -> None:
        """Repeat the choice in the tool tip: a narrow box cuts it."""
        self.setToolTip(f"Axes: {self.currentText()}")

    def _on_changed(self, index: int) -> None:
        self._tell_whole()
        if index >= 0:
            self.keyChosen.emit(str(self.itemData(index)))


class DimsRow(QWidget):
    """Three spin boxes: which dims are x, y and z."""

    dimsChosen = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID_PX, 0, GRID_PX, GRID_PX // 2)
        row.setSpacing(GRID_PX // 2)
        self.boxes: list[QSpinBox] = []
        self._labels = []
        self._n_dims, self._with_z = 3, False
        for axis in "xyz":
            label, box = plain_label(axis), QSpinBox()
            box.setObjectName(f"dim{axis.upper()}")
            box.setAccessibleName(f"Dim on the {axis} axis")
            box.setKeyboardTracking(False)
            box.valueChanged.connect(self._on_changed)
            label.setBuddy(box)
            row.addWidget(label)
            box.setMaximumWidth(BOX_MAX_PX)
            row.addWidget(box, 1)
            self.boxes.append(box)
            self._labels.append(label)
        row.addStretch()

    def show_dims(self, dims: Dims, n_dims: int) -> None:
        """Show ``dims``, silently; axes the table has no dim for are not offered."""
        self._n_dims = n_dims
        for box, dim in zip(self.boxes, dims, strict=True):
            box.blockSignals(True)
            box.setRange(0, max(n_dims - 1, 0))
            box.setValue(dim)
            box.blockSignals(False)
        self._offer()

    def show_z(self, shown: bool) -> None:
        """Offer the third axis, in space."""
        self._with_z = shown
        self._offer()

    def dims(self) -> Dims:
        """Return the three dims; axes beyond the table's dims keep their number."""
        x, y, z = (
            box.value() if axis < self._n_dims else axis for axis, box in enumerate(self.boxes)
        )
        return x, y, z

    def _offer(self) -> None:
        for axis, (label, box) in enumerate(zip(self._labels, self.boxes, strict=True)):
            offered = axis < self._n_dims and (axis < 2 or self._with_z)
            label.setVisible(offered)
            box.setVisible(offered)

    def _on_changed(self, _value: int) -> None:
        self.dimsChosen.emit(self.dims())
