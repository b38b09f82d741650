"""Where the notice lies: over the status line, so that no pane moves when it comes or goes."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QWidget

from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.notice import NoticeBar

_KINDS = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide})


class NoticePlace(QObject):
    """Keeps ``bar`` at the bottom edge of ``window``, upon its status ``line``.

    It is as wide as ``column``, leaves out what is ``taken`` of the line, and grows upwards
    where one line is too little for its sentences.
    """

    def __init__(
        self, bar: NoticeBar, window: QWidget, column: QWidget, line: QWidget, taken: QWidget
    ) -> None:
        super().__init__(bar)
        bar.setParent(window)
        self._bar, self._window = bar, window
        self._column, self._line, self._taken = column, line, taken
        bar.changed.connect(self._place)
        for widget in (window, column, line, taken):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002 - any of them
        """Place the bar anew when the room for it has changed."""
        if event.type() in _KINDS and not self._bar.isHidden():
            self._place()
        return False

    def _place(self) -> None:
        room = QRect(self._left(self._column), 0, self._column.width(), self._window.height())
        if self._taken.isVisible():
            room.setRight(min(room.right(), self._left(self._taken) - GRID_PX))
        wanted = max(self._bar.heightForWidth(room.width()), self._line.height())
        room.setTop(room.bottom() + 1 - min(wanted, room.height()))
        if self._bar.geometry() != room:
            self._bar.setGeometry(room)
            self._bar.raise_()

    def _left(self, widget: QWidget) -> int:
        return widget.mapTo(self._window, QPoint(0, 0)).x()
