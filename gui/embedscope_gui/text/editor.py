"""The text box: tokens are coloured in place, by painting those in sight."""

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QToolTip, QWidget

from embedscope_gui.text.chips import Chip, chips_on_line
from embedscope_gui.text.drift import Drift, drift_between, drift_of_edit
from embedscope_gui.text.exact_edit import ExactEdit
from embedscope_gui.text.paint_chips import ground_at, paint_grounds, paint_mark, paint_signs
from embedscope_gui.text.places import TokenPlaces
from embedscope_gui.text.stand_ins import drawable, stand_ins
from embedscope_gui.text.tokens_view import Bools, TokensView, tip
from embedscope_gui.theme import GRID_PX, THEMES, Theme
from embedscope_gui.widgets.own_events import OwnEvents
from embedscope_gui.widgets.tooltip import literal

HINT = "Type or paste text here.\nEvery token gets a colour; click one to look at its row."


class TokenEdit(ExactEdit):
    """Paints the tokens it is shown; ``pointed`` tells which one was clicked."""

    pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._theme = THEMES["light"]
        self._view: TokensView | None = None
        self._places: TokenPlaces | None = None
        self._drift: Drift | None = None
        self._selected: int | None = None
        self._is_pointing = False
        super().__init__(parent)
        self.setObjectName("textEdit")
        self.setAccessibleName("Text")
        self.setAccessibleDescription("Tab leaves the text, Ctrl+Tab types a tab")
        self.setPlaceholderText(HINT)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.document().setDocumentMargin(GRID_PX)
        self.document().contentsChange.connect(self._on_drift)
        OwnEvents(self.viewport(), self._show_tip, QEvent.Type.ToolTip)

    # what it shows

    @property
    def is_stale(self) -> bool:
        """Whether the tokens shown belong to another text."""
        return self._places is None or self._drift is not None

    @property
    def is_pointing(self) -> bool:
        """Whether it is the mouse that moves the caret."""
        return self._is_pointing

    def show_tokens(self, view: TokensView) -> None:
        """Colour the tokens of ``view``; where the text has moved on since, only the rest."""
        self._view = view
        self._places = TokenPlaces(view.encoding)
        self._drift = drift_between(view.encoding.text, self.text)
        self._show()

    def show_selected(self, position: int | None) -> None:
        """Show the token at ``position`` in the accent colour, without scrolling."""
        self._selected = position
        self._show()

    def show_marked(self, marked: Bools | None) -> None:
        """Underline the tokens that are ``marked`` (n,), None: no token."""
        if self._view is not None:
            self._view = replace(self._view, marked=marked)
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme`` from now on."""
        self._theme = theme
        self._show()

    def reveal(self, position: int) -> None:
        """Scroll to a token if it is out of sight."""
        place = self._start_now(position)
        if place is None:
            return
        bar = self.verticalScrollBar()
        for _ in range(3):  # lines are counted as blocks come in sight, so the number may grow
            number = self._line_number(place)
            if bar.value() <= number < bar.value() + max(bar.pageStep() - 1, 1):
                return
            bar.setValue(max(number - bar.pageStep() // 3, 0))

    def token_at_caret(self, *, typed: bool = False) -> int | None:
        """Return the token after the caret, before it if it was just typed or selected."""
        if self._places is None or self._drift is not None:
            return None
        cursor = self.textCursor()
        selected = cursor.hasSelection() and cursor.position() == cursor.selectionEnd()
        return self._places.at(cursor.position(), before=typed or selected)

    def token_at(self, point: QPoint) -> int | None:
        """Return the token under a point of the viewport."""
        x, y = point.x() + 0.5, point.y() + 0.5
        chips = self._chips(point.y(), point.y() + 1)
        return next((chip.position for chip in chips if chip.rect.contains(x, y)), None)

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint grounds, then text and caret, then signs."""
        top, bottom = event.rect().top(), event.rect().bottom()
        chips = list(self._chips(top, bottom))
        with QPainter(self.viewport()) as painter:
            paint_grounds(painter, chips, self._theme, self._selected)
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            painter.setFont(self.font())
            for rect, mark in stand_ins(self.visible_lines(top, bottom)):
                colours = ground_at(rect, chips, self._theme, self._selected)
                paint_mark(painter, rect, drawable(mark, self.font()), *colours)
            if self._view is not None:
                paint_signs(painter, chips, self._theme, self._selected, self._view)

    def _chips(self, top: float, bottom: float) -> Iterator[Chip]:
        if self._places is None:
            return
        for line in self.visible_lines(top, bottom):
            yield from chips_on_line(line, self._places, self._drift)

    def _show(self) -> None:
        """Repaint; the letters of the selected token take the colour that reads on the accent."""
        span = self._letters_now(self._selected)
        marks = []
        if span is not None:
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(span[0])
            cursor.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
            letters = QTextCharFormat()
            letters.setForeground(QColor(self._theme.accent_text))
            mark.cursor, mark.format = cursor, letters
            marks.append(mark)
        self.setExtraSelections(marks)
        self.viewport().update()

    # places

    def _has(self, position: int | None) -> bool:
        return self._places is not None and position is not None and position < len(self._places)

    def _start_now(self, position: int) -> int | None:
        if self._places is None or not self._has(position):
            return None
        start, _ = self._places.span(position)
        return start if self._drift is None else self._drift.moved(start)

    def _letters_now(self, position: int | None) -> tuple[int, int] | None:
        """Return the span of a token of whole characters, None if it was edited."""
        if self._places is None or position is None or not self._has(position):
            return None
        span = self._places.span(position)
        if self._places.borders(position, position + 1)[0].tolist() != list(span):
            return None
        return span if self._drift is None else self._drift.span_moved(span)

    def _line_number(self, place: int) -> int:
        block = self.document().findBlock(place)
        self.blockBoundingRect(block)  # lays it out
        line = block.layout().lineForTextPosition(place - block.position())
        return block.firstLineNumber() + (line.lineNumber() if line.isValid() else 0)

    # what the user does

    def _on_drift(self, position: int, removed: int, added: int) -> None:
        known = self._drift
        edit = (position, removed, added)
        self._drift = drift_of_edit(*edit) if known is None else known.edited(*edit)

    def text_settled(self, text: str) -> None:
        """Trust the tokens again if the text is the one they were made from."""
        if self._view is not None and text == self._view.encoding.text:
            self._drift = None
        self._show()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the token under the pointer, not the one beside the caret."""
        self._is_pointing = True
        super().mousePressEvent(event)
        if event.button() != Qt.MouseButton.LeftButton or self._drift is not None:
            return
        position = self.token_at(event.position().toPoint())
        position = self.token_at_caret() if position is None else position
        if position is not None:
            self.pointed.emit(position)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word; the token stays the one that was clicked."""
        self._is_pointing = True
        super().mouseDoubleClickEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End of a click or of a selection."""
        super().mouseReleaseEvent(event)
        self._is_pointing = False

    def _show_tip(self, event: QEvent) -> bool:
        """Tell of the token under a resting pointer."""
        if not isinstance(event, QHelpEvent):
            return False
        position = self.token_at(event.pos())
        text = ""
        if self._view is not None and position is not None and self._drift is None:
            text = tip(self._view, position)
        QToolTip.showText(event.globalPos(), literal(text), self.viewport())
        return True
