"""The left part of the inspector: the token, its bytes, its row and the lookup spelled out."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from embedscope_gui.inspector.facts import TokenFacts
from embedscope_gui.inspector.sentences import (
    STATS,
    brief_notes_text,
    bytes_text,
    exact_lines,
    exact_text,
    lookup_text,
    notes_text,
    row_sentence,
    short_lookup_text,
    short_notes_text,
    short_row_sentences,
    stats_text,
)
from embedscope_gui.theme import GRID_PX, SMALL_PX, THEMES, Theme
from embedscope_gui.widgets.elided_label import ElidedLabel, ListLabel, ParagraphLabel, PartsLabel

BIG_PX = 18
RADIUS = 4.0
ROOM_FOR_WORDS_PX = 340  # in less, the button says what it does in one word
Form = Callable[[NDArray[np.floating]], str]
COPY = "Copy numbers"
COPY_FORMS: tuple[tuple[str, Form], ...] = (
    ("Copy numbers as a list", exact_text),
    ("Copy numbers, one a line", exact_lines),
)


class TokenLabel(ElidedLabel):
    """The token on the accent, large."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.theme: Theme = THEMES["light"]
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setContentsMargins(GRID_PX, 2, GRID_PX, 2)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """As wide as the token."""
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self.text()) + 2 * GRID_PX + 2
        return QSize(width, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        """Three letters."""
        return QSize(6 * GRID_PX, self.sizeHint().height())

    def paint_text(self, painter: QPainter) -> None:
        """Paint the chip and its label."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.accent))
        painter.drawRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
        painter.setPen(QColor(self.theme.accent_text))
        super().paint_text(painter)


class FactsBox(QWidget):
    """Says what a token is, and gives its numbers to the clipboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: NDArray[np.floating] | None = None
        self._stats: tuple[str, ...] = STATS
        self._brief = False
        self.token = TokenLabel("inspectorToken")
        self.bytes = ElidedLabel("inspectorBytes")
        self.sentence = ElidedLabel("inspectorRow")
        self.lookup = ListLabel("inspectorLookup")
        self.stats = PartsLabel("inspectorStats")
        self.notes = ParagraphLabel("caption")
        self.copy_button = self._make_button()
        self._set_fonts()
        self._assemble()

    def show_facts(self, facts: TokenFacts) -> None:
        """Show one token or row."""
        self._values = facts.values
        self.token.setText(facts.label)
        self.token.updateGeometry()
        self.bytes.setText(*(("",) if self._brief else (facts.hex, bytes_text(facts))))
        self.sentence.setText(row_sentence(facts), *short_row_sentences(facts))
        self.sentence.setToolTip(f"{self.sentence.text()} of {facts.table_name}")
        self.lookup.setText(lookup_text(facts), short_lookup_text(facts))
        self.stats.setText(stats_text(facts, self._stats))
        self.stats.setVisible(bool(self._stats))
        notes = (notes_text(facts), short_notes_text(facts))
        self.notes.setText(*((brief_notes_text(facts),) if self._brief else notes))
        self.copy_button.setEnabled(facts.values is not None)

    def limit(self, stats: tuple[str, ...], *, brief: bool) -> None:
        """Show these ``stats`` of a row from now on; ``brief``: no bytes, and short remarks."""
        self._stats, self._brief = stats, brief

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self.token.theme = theme
        self.bytes.setStyleSheet(f"{self._fixed(SMALL_PX)} color: {theme.muted};")
        self.update()

    def copy(self, form: Form) -> None:
        """Give all values to the clipboard."""
        if self._values is not None:
            QGuiApplication.clipboard().setText(form(self._values))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the token its room."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= ROOM_FOR_WORDS_PX
        self.copy_button.setText(COPY if is_wide else COPY.partition(" ")[0])

    def _fixed(self, size_px: int) -> str:
        family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        return f'font-family: "{family}"; font-size: {size_px}px;'

    def _set_fonts(self) -> None:
        self.token.setStyleSheet(self._fixed(BIG_PX))
        for label in (self.bytes, self.lookup):
            label.setStyleSheet(self._fixed(SMALL_PX))
        self.stats.setStyleSheet(f"font-size: {SMALL_PX}px;")

    def _make_button(self) -> QToolButton:
        button = QToolButton()
        button.setObjectName("copyNumbersButton")
        button.setText(COPY)
        button.setAccessibleName(COPY)
        button.setToolTip("Copy all values of the row with all their digits")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _checked=False: self.copy(exact_text))
        for title, form in COPY_FORMS:
            action = button.addAction(title)
            action.triggered.connect(lambda _checked=False, form=form: self.copy(form))
        return button

    def _assemble(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(GRID_PX)
        first.addWidget(self.token, 0)
        first.addWidget(self.bytes, 1)
        first.addWidget(self.copy_button, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID_PX, GRID_PX // 2, GRID_PX, GRID_PX // 2)
        column.setSpacing(GRID_PX // 4)  # three lines of notes fit the smallest window
        column.addLayout(first)
        for label in (self.sentence, self.lookup, self.stats):
            column.addWidget(label)
        column.addWidget(self.notes, 1)
