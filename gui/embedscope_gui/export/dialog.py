"""The export dialog: what, how large, in which format, with a preview of exactly that."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from embedscope.errors import EmbedscopeError
from embedscope_gui.figures.figure import Figure
from embedscope_gui.figures.formats import figure_image
from embedscope_gui.figures.layout import LARGEST_SIDE_PX
from embedscope_gui.figures.save import SaveOptions, look_of
from embedscope_gui.theme import GRID_PX, THEMES, ThemeName
from embedscope_gui.widgets.decimal_box import DecimalBox
from embedscope_gui.widgets.pane import plain_label

FORMATS = (("PNG, pixels", "png"), ("SVG, for slides and the web", "svg"), ("PDF", "pdf"))
PREVIEW_PX = QSize(520, 420)
SETTLE_MS = 120
AGAIN_MS = 500  # what could not be drawn may be there by then


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user asks to be saved."""

    kind: str
    format: str
    options: SaveOptions


class ExportDialog(QDialog):
    """Asks what to save; ``saveRequested`` and ``copyRequested`` carry the Wish."""

    saveRequested = Signal(object)
    copyRequested = Signal(object)

    def __init__(
        self,
        kinds: Sequence[tuple[str, str]],
        make: Callable[[str], Figure],
        theme: ThemeName,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export image")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._make = make
        self._figure: Figure | None = None
        self.kind_box = _combo("exportKind", [(title, key) for key, title in kinds])
        self.format_box = _combo("exportFormat", FORMATS)
        self.theme_box = _combo("exportTheme", (("Light", "light"), ("Dark", "dark")))
        self.theme_box.setCurrentIndex(self.theme_box.findData(theme))
        self.width_box = _pixels("exportWidth", "Width in pixels")
        self.height_box = _pixels("exportHeight", "Height in pixels")
        self.scale_box = _scale()
        self.transparent_box = QCheckBox("Transparent background")
        self.preview = QLabel()
        self.preview.setTextFormat(Qt.TextFormat.PlainText)
        self.message = plain_label(name="hint")
        self.message.setWordWrap(True)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._timer.timeout.connect(self._draw)
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self._on_kind)
        self._assemble()
        self._connect()
        self._on_kind()

    @property
    def wish(self) -> Wish:
        """What is asked for now."""
        scale = self.scale_box.value() if self.format_box.currentData() == "png" else 1.0
        options = SaveOptions(
            self.width_box.value(),
            self.height_box.value(),
            scale,
            self.transparent_box.isChecked(),
            THEMES[self.theme_box.currentData()],
        )
        return Wish(self.kind_box.currentData(), self.format_box.currentData(), options)

    def show_kind(self, kind: str) -> None:
        """Choose what to save."""
        self.kind_box.setCurrentIndex(max(0, self.kind_box.findData(kind)))

    def tell(self, sentence: str) -> None:
        """Say what became of the wish, where the eyes are: the dialog covers the window."""
        self.message.setText(sentence)

    def _assemble(self) -> None:
        self.preview.setAccessibleName("Preview")
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setMinimumSize(PREVIEW_PX)
        self.preview.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        form = QFormLayout()
        form.setSpacing(GRID_PX)
        for title, widget in (
            ("&Picture", self.kind_box),
            ("&Format", self.format_box),
            ("&Width", self.width_box),
            ("&Height", self.height_box),
            ("S&cale", self.scale_box),
            ("&Theme", self.theme_box),
        ):
            form.addRow(title, widget)
        form.addRow("", self.transparent_box)
        side = QVBoxLayout()
        side.addLayout(form)
        side.addWidget(self.message)
        side.addStretch(1)
        side.addWidget(self._buttons())
        line = QHBoxLayout(self)
        line.setSpacing(2 * GRID_PX)
        line.addWidget(self.preview, 1)
        line.addLayout(side)

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.save_button = QPushButton("&Save…")
        self.copy_button = QPushButton("C&opy")
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(lambda: self.saveRequested.emit(self.wish))
        self.copy_button.clicked.connect(lambda: self.copyRequested.emit(self.wish))
        buttons.rejected.connect(self.close)
        return buttons

    def _connect(self) -> None:
        self.kind_box.currentIndexChanged.connect(self._on_kind)
        for box in (self.format_box, self.theme_box):
            box.currentIndexChanged.connect(self._later)
        for spin in (self.width_box, self.height_box, self.scale_box):
            spin.valueChanged.connect(self._later)
        self.transparent_box.toggled.connect(self._later)

    def _later(self) -> None:
        self.scale_box.setEnabled(self.format_box.currentData() == "png")
        self._timer.start()

    def _on_kind(self) -> None:
        """Take the figure's own size, and draw it."""
        try:
            self._figure = self._make(self.kind_box.currentData())
        except EmbedscopeError as error:
            self._figure = None
            self._say(str(error))
            self._again.start()
            return
        natural = self._figure.natural_size
        for box, value in ((self.width_box, natural.width), (self.height_box, natural.height)):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)
        self._draw()

    def _draw(self) -> None:
        if self._figure is None:
            return
        try:
            image = figure_image(self._figure, look_of(self._figure, self._preview_options()))
        except EmbedscopeError as error:
            self._say(str(error))
            return
        image.setDevicePixelRatio(self.devicePixelRatioF())
        self.preview.setPixmap(QPixmap.fromImage(on_checks(image)))
        self._enable(True)
        wish = self.wish
        size = look_of(self._figure, wish.options).layout.pixels
        dots = f"{size.width:,} x {size.height:,} pixels" if wish.format == "png" else "vector"
        self.message.setText(dots)

    def _preview_options(self) -> SaveOptions:
        """Return the wish at a scale that fits the preview."""
        options = self.wish.options
        room = self.preview.size() * self.devicePixelRatioF()
        width, height = self.width_box.value(), self.height_box.value()
        scale = min(room.width() / width, room.height() / height)
        return SaveOptions(width, height, scale, options.transparent, options.theme)

    def _say(self, sentence: str) -> None:
        self.preview.clear()
        self.message.setText(sentence)
        self._enable(False)

    def _enable(self, possible: bool) -> None:
        self.save_button.setEnabled(possible)
        self.copy_button.setEnabled(possible)


def on_checks(image: QImage) -> QImage:
    """Return ``image`` as it is; a transparent one over a checkerboard, so that it is seen."""
    from PySide6.QtGui import QBrush, QColor, QPainter

    if not image.hasAlphaChannel():
        return image
    ground = QImage(image.size(), QImage.Format.Format_RGB32)
    ground.setDevicePixelRatio(image.devicePixelRatio())
    ground.fill(QColor("#ffffff"))
    with QPainter(ground) as painter:
        painter.fillRect(ground.rect(), QBrush(QColor("#d8d8d8"), Qt.BrushStyle.Dense6Pattern))
        painter.drawImage(0, 0, image)
    return ground


def _combo(name: str, entries: Sequence[tuple[str, str]]) -> QComboBox:
    box = QComboBox()
    box.setObjectName(name)
    for title, data in entries:
        box.addItem(title, data)
    return box


def _pixels(name: str, tip: str) -> QSpinBox:
    box = QSpinBox()
    box.setObjectName(name)
    box.setAccessibleName(tip)
    box.setRange(64, LARGEST_SIDE_PX)
    box.setSuffix(" px")
    box.setSingleStep(16)
    return box


def _scale() -> DecimalBox:
    box = DecimalBox()
    box.setObjectName("exportScale")
    box.setAccessibleName("Pixels of the file for each pixel of the size")
    box.setRange(0.5, 8.0)
    box.setSingleStep(0.5)
    box.setValue(2.0)
    box.setSuffix(" x")
    return box
