"""A property that is computed once an object, however many threads ask for it."""

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, TypeVar, cast, overload

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
