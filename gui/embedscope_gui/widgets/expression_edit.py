"""A line for an expression: what may come next is offered, faults point at their character."""

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from embedscope.expressions.completion import Completions
from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.parser import parse
from embedscope_gui.theme import THEMES, Theme
from embedscope_gui.widgets.tooltip import literal

PAUSE_MS = 600
LONGEST_LIST = 12
Complete = Callable[[str, int], Completions]


class ExpressionEdit(QLineEdit):
    """``committed(str)`` tells an expression that can be read, after Enter or a pause.

    ``faultTold(str)`` tells the sentence on what is wrong, "" when nothing is.
    """

    committed = Signal(str)
    faultTold = Signal(str)

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self.setStyleSheet(f'font-family: "{font.family()}";')
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)  # a dropped file is for the window to open
        self.theme: Theme = THEMES["light"]
        self.complete: Complete | None = None
        self.fault: ExpressionError | None = None
        self._committed = ""
        self._offered = Completions(0, (), 0)
        self._completer = self._make_completer()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.commit)
        self.textEdited.connect(self._on_edited)
        self.returnPressed.connect(self.commit)

    def show_expression(self, source: str) -> None:
        """Show ``source``, silently, unless another one is being typed."""
        self._committed = source
        if not self._pause.isActive() and source != self.text():
            self.setText(source)
            self.show_fault(None)

    def show_fault(self, fault: ExpressionError | None) -> None:
        """Mark the character that ``fault`` points at, or nothing."""
        if fault is self.fault:
            return
        self.fault = fault
        sentence = "" if fault is None else str(fault)
        self.setToolTip(literal(sentence))
        self.setAccessibleDescription(sentence)
        self.faultTold.emit(sentence)
        self.update()

    def commit(self) -> None:
        """Tell the expression if it can be read and is another one."""
        self._pause.stop()
        source = self.text()
        if self._readable(source) and source != self._committed:
            self._committed = source
            self.committed.emit(source)

    def caret(self) -> int:
        """Return the place of the cursor in code points: Qt counts UTF-16 units."""
        before = self.text().encode("utf-16-le")[: 2 * self.cursorPosition()]
        return len(before.decode("utf-16-le", "ignore"))

    def _readable(self, source: str) -> bool:
        try:
            if source.strip():
                parse(source)
        except ExpressionError as fault:
            self.show_fault(fault)
            return False
        self.show_fault(None)
        return True

    def _on_edited(self, source: str) -> None:
        self.show_fault(None)
        self._pause.start()
        self._offer(source)

    # completion

    def _make_completer(self) -> QCompleter:
        made = QCompleter(self)
        self._texts = QStringListModel(made)
        made.setModel(self._texts)
        made.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        made.setMaxVisibleItems(LONGEST_LIST)
        made.setWidget(self)
        made.activated.connect(self.take)
        return made

    def _offer(self, source: str) -> None:
        """Show what may stand at the cursor."""
        cursor = self.caret()
        found = Completions(cursor, (), 0)
        if self.complete is not None and source[:cursor].strip():
            found = self.complete(source, cursor)
        self._offered = found
        popup = self._completer.popup()
        if found.texts and found.start < cursor:
            self._texts.setStringList(list(found.texts))
            self._completer.complete(self.rect())
        elif popup is not None:
            popup.hide()

    def take(self, text: str) -> None:
        """Put an offered ``text`` where what was begun of it stands."""
        source, cursor, start = self.text(), self.caret(), self._offered.start
        self.setText(source[:start] + text + source[cursor:])
        utf16 = len((source[:start] + text).encode("utf-16-le")) // 2
        self.setCursorPosition(utf16)
        self._pause.start()

    def offered(self) -> tuple[str, ...]:
        """Return what is offered now."""
        popup = self._completer.popup()
        return self._offered.texts if popup is not None and popup.isVisible() else ()

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Underline the character that is wrong."""
        super().paintEvent(event)
        if self.fault is None:
            return
        with QPainter(self) as painter:
            painter.setPen(QPen(QColor(self.theme.error), 2.0))
            mark = self.fault_rect()
            painter.drawLine(mark.bottomLeft(), mark.bottomRight())

    def fault_rect(self) -> QRectF:
        """Return the place of the character that is wrong, within the line."""
        at = self.fault.position if self.fault is not None else 0
        text, metrics = self.text(), self.fontMetrics()
        caret = QRectF(self.cursorRect())
        typed = self.text()[: self.caret()]
        origin = caret.center().x() - metrics.horizontalAdvance(typed)
        left = origin + metrics.horizontalAdvance(text[:at])
        wide = max(metrics.horizontalAdvance(text[at : at + 1]), metrics.averageCharWidth())
        room = QRectF(self.rect()).adjusted(2, 2, -3, -3)
        left = min(max(left, room.left()), room.right() - wide)
        return QRectF(QPointF(left, room.top()), QPointF(left + wide, room.bottom()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the line by Escape with what was committed last."""
        if event.key() == Qt.Key.Key_Escape and self.text() != self._committed:
            self.setText(self._committed)
            self.show_fault(None)
            self._pause.stop()
            return
        super().keyPressEvent(event)
