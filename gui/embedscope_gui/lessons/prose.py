"""Running text in comfortable type: wrapped, selectable, never rich-text guessing."""

import re
from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QKeyEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from embedscope_gui.theme import GRID_PX

LINE_HEIGHT = 140  # per cent
PARAGRAPH_GAP_PX = 8.0
LARGEST_FIXED_PX, SMALLEST_FIXED_PX = 12, 9
WIDEST_PX = 520  # longer lines are hard to follow
_TOGETHER = re.compile(  # "53 %", "40 MB", "4 x 6", "“fox” 2", "id 5", "row 5"
    r"(?<=\d) (?=%|[kMGT]?B\b|bytes?\b|dims?\b|x \d)|(?<=\d x) (?=\d)|(?<=”) (?=\d)"
    r"|(?<=\b[Ii]d) (?=\d)|(?<=\b[Rr]ow) (?=\d)"
)
_Key = Qt.Key
_ARROWS = (_Key.Key_Left, _Key.Key_Right, _Key.Key_Up, _Key.Key_Down)
_WALKING = frozenset((*_ARROWS, _Key.Key_PageUp, _Key.Key_PageDown, _Key.Key_Space))


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of ``text``: blank lines part them, single line breaks do not."""
    return [" ".join(part.split("\n")).strip() for part in text.strip().split("\n\n")]


def kept_together(text: str) -> str:
    """Return ``text`` in which no line break parts numbers from what they belong to."""
    return _TOGETHER.sub("\u00a0", text)


class Prose(QTextEdit):
    """As high as its text at any width; keys that walk or scroll are left to its surroundings."""

    def __init__(self, name: str, *, fixed: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._fixed = fixed  # lines as they are, in a font of equal widths
        self._text = ""
        self._px = 0  # of the letters, where lines are not to be broken
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setAcceptDrops(False)  # a dropped file is for the window to open
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(GRID_PX if fixed else 0)
        if fixed:
            self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setMaximumWidth(WIDEST_PX)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def text(self) -> str:
        """What is shown."""
        return self._text

    def show_text(self, text: str) -> None:
        """Show ``text``; what is selected stays so while the text does."""
        if text == self._text:
            return
        self._text = text
        parts = text.strip("\n").split("\n") if self._fixed else paragraphs(text)
        self.setPlainText("\n".join(map(kept_together, parts)))
        self._set_lines()
        self._fit_letters()
        self.updateGeometry()

    def _fit_letters(self) -> None:
        """Make lines that are not to be broken small enough, within reason."""
        if not self._fixed:
            return
        px = self._letters_px(self.viewport().width())
        if px != self._px:
            self._px = px
            self.updateGeometry()
        _set_letters(self.document(), px)

    def _letters_px(self, width: float) -> int:
        """Return the largest size at which the longest line fits into ``width``."""
        room = width - 2 * self.document().documentMargin()
        longest = max(self._text.split("\n"), key=len)
        font = QFont(self.font())
        for px in range(LARGEST_FIXED_PX, SMALLEST_FIXED_PX, -1):
            font.setPixelSize(px)
            if QFontMetricsF(font).horizontalAdvance(longest) <= room:
                return px
        return SMALLEST_FIXED_PX

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the letters to another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_letters()

    def changeEvent(self, event: QEvent) -> None:
        """Ask for another height in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()

    def _set_lines(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        form = QTextBlockFormat()
        form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        form.setBottomMargin(0.0 if self._fixed else PARAGRAPH_GAP_PX)
        cursor.mergeBlockFormat(form)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        form.setBottomMargin(0.0)
        cursor.mergeBlockFormat(form)

    def hasHeightForWidth(self) -> bool:
        """Narrow text is high."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at ``width``."""
        document = self.document().clone()
        document.setDefaultFont(self.font())  # the style sheet's, which a clone does not know
        if self._fixed:
            _set_letters(document, self._letters_px(min(width, WIDEST_PX)))
        document.setTextWidth(min(width, WIDEST_PX))
        height = ceil(document.size().height())
        document.deleteLater()
        return height

    def sizeHint(self) -> QSize:
        """Return a column of text; the layout asks for the height that its width needs."""
        return QSize(320, self.heightForWidth(320))

    def minimumSizeHint(self) -> QSize:
        """One line, narrow."""
        return QSize(120, self.fontMetrics().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy and select all; other keys are not for the text."""
        if event.key() in _WALKING or event.key() in (_Key.Key_Return, _Key.Key_Escape):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave scrolling to the page."""
        event.ignore()


def _set_letters(document: QTextDocument, px: int) -> None:
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    form = QTextCharFormat()
    form.setProperty(QTextFormat.Property.FontPixelSize, px)
    cursor.mergeCharFormat(form)
