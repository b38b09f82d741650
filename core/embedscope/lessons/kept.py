"""Answers that are computed once: for an object that threads share, or for a table."""

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, TypeVar, cast, overload
from weakref import WeakKeyDictionary

from embedscope.progress import Progress
from embedscope.tables.table import Table

T = TypeVar("T")
_LOCK = "_kept_lock"


class kept(Generic[T]):
    """Keeps what ``compute(self)`` returns; one lock an object, so that objects never wait.

    ``functools.cached_property`` locks all objects at once on Python 3.11, and none later.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__
        self._name = compute.__name__

    @overload
    def __get__(self, owner: None, kind: type) -> "kept[T]": ...

    @overload
    def __get__(self, owner: object, kind: type) -> T: ...

    def __get__(self, owner: object | None, kind: type) -> "kept[T] | T":
        if owner is None:
            return self
        values = owner.__dict__
        if self._name not in values:
            with values.setdefault(_LOCK, RLock()):  # setdefault is atomic
                if self._name not in values:
                    values[self._name] = self._compute(owner)
        return cast(T, values[self._name])


class PerTable(Generic[T]):
    """Keeps what ``compute(table, progress, *more)`` returns for as long as there is the table.

    So that typing, which makes a new view each time, does not read the whole table again.
    """

    def __init__(self, compute: Callable[..., T]) -> None:
        self._compute = compute
        self._found: WeakKeyDictionary[Table, dict[tuple[object, ...], T]] = WeakKeyDictionary()

    def __call__(self, table: Table, progress: Progress, *more: object) -> T:
        """Return what is known of ``table`` and ``more``, computed if need be."""
        found = self._found.setdefault(table, {})
        if more not in found:
            found[more] = self._compute(table, progress, *more)
        return found[more]
