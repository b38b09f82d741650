"""The one holder of the current session."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from embedscope.session.session import Session

Listener = Callable[[Session, Session], None]


class Store:
    """Holds one Session; ``update`` makes the next one and tells it once, whole."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._listeners: list[Listener] = []

    @property
    def session(self) -> Session:
        """The session as it stands."""
        return self._session

    def subscribe(self, listener: Listener) -> None:
        """Call ``listener(old, new)`` after every change."""
        self._listeners.append(listener)

    def update(self, **changes: Any) -> None:  # noqa: ANN401 - fields of Session, checked by replace
        """Replace the named fields together; listeners never see half of a change."""
        old, new = self._session, replace(self._session, **changes)
        if new == old:
            return
        self._session = new
        for listener in tuple(self._listeners):
            listener(old, new)
