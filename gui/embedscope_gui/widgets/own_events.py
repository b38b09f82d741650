"""Lets a widget take events for which Qt has no handler of their own, such as tool tips.

Overriding ``event`` or ``viewportEvent`` would put Python between Qt and every other handler,
and there PySide6 6.11 on Python 3.11 crashes when a handler beneath, ``paintEvent`` say, raises
an exception that was made in C, such as an IndexError. A filter is no such layer.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class OwnEvents(QObject):
    """Hands events of ``kinds`` that reach ``widget`` to ``handle``: True if that was all."""

    def __init__(
        self, widget: QWidget, handle: Callable[[QEvent], bool], *kinds: QEvent.Type
    ) -> None:
        super().__init__(widget)
        self._handle = handle
        self._kinds = frozenset(kinds)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002 - one widget
        """Pass the event on to ``handle`` if it is meant for it."""
        return event.type() in self._kinds and self._handle(event)
