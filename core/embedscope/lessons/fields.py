"""Reading the keys of a lesson file one by one, with errors that name their place."""

from collections.abc import Mapping
from typing import NoReturn

from embedscope.lessons.lesson import LessonError


class Fields:
    """The keys of one table of a TOML file; ``place`` is said in front of every complaint."""

    def __init__(self, values: object, place: str) -> None:
        self.place = place
        if not isinstance(values, Mapping):
            self.fail("this must be a table of keys and values")
        self._values: dict[str, object] = dict(values)
        self._asked: list[str] = []

    def fail(self, problem: str) -> NoReturn:
        """Raise LessonError for this place."""
        raise LessonError(f"{self.place}: {problem}")

    def has(self, key: str) -> bool:
        """Tell whether ``key`` is given."""
        return key in self._values

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text that is not blank; without ``default`` it must be there."""
        value = self._take(key, default)
        if not isinstance(value, str):
            self.fail(f"{key} must be a text, not {value!r}")
        if key in self._values and not value.strip():
            self.fail(f"{key} is blank")
        return value.strip()

    def raw(self, key: str) -> object:
        """Return the value of a key as it is, or None."""
        return self._take(key, None)

    def flag(self, key: str) -> bool:
        """Return true or false; false where the key is not given."""
        value = self._take(key, False)
        if not isinstance(value, bool):
            self.fail(f"{key} must be true or false, not {value!r}")
        return value

    def rest(self) -> dict[str, object]:
        """Return all keys not asked for so far."""
        left = {key: value for key, value in self._values.items() if key not in self._asked}
        self._asked += left
        return left

    def one_of(self, key: str, names: tuple[str, ...]) -> str | None:
        """Return one of ``names``, or None where the key is not given."""
        value = self._take(key, None)
        if value is not None and value not in names:
            self.fail(f'there is no {key} "{value}"; choose one of {", ".join(names)}')
        return None if value is None else str(value)

    def done(self) -> None:
        """Raise LessonError if there are keys that nothing asked for."""
        unknown = [key for key in self._values if key not in self._asked]
        if unknown:
            self.fail(f'unknown key "{unknown[0]}"; there are {", ".join(self._asked)}')

    def _take(self, key: str, default: object) -> object:
        if key not in self._asked:
            self._asked.append(key)
        return self._values.get(key, default)
