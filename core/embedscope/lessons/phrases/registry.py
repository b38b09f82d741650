"""The named functions that placeholders call."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from embedscope.lessons.view import LessonView

Takes = Literal["nothing", "number", "text", "optional number"]
WithoutArgument = Callable[[LessonView], str]
WithText = Callable[[LessonView, str], str]
WithNumber = Callable[[LessonView, int], str]


@dataclass(frozen=True)
class Phrase:
    """A function from the live state to words, called with the argument of the placeholder."""

    name: str
    function: Callable[[LessonView, str], str]
    takes: Takes
    slow: bool  # may read the whole table

    def problem(self, argument: str | None) -> str:
        """Return what is wrong with ``argument`` (None: not given), or ""."""
        if argument is None:
            return "" if self.takes == "nothing" else f"a {self.takes} is missing after a colon"
        if self.takes == "nothing":
            return "this takes no argument"
        if self.takes == "number" and not argument.isdecimal():
            return f'"{argument}" is not a whole number'
        return "" if argument else "the argument is empty"

    def __call__(self, view: LessonView, argument: str | None) -> str:
        """Return the words for ``view``, never none."""
        return self.function(view, argument or "")


class Registry(dict[str, Phrase]):
    """Phrases by name; the decorators name a phrase after its function."""

    def plain(self, function: WithoutArgument) -> WithoutArgument:
        """Register a phrase without an argument that is quick to find."""
        return self._without_argument(function, slow=False)

    def slow(self, function: WithoutArgument) -> WithoutArgument:
        """Register a phrase without an argument that may read the whole table."""
        return self._without_argument(function, slow=True)

    def with_text(self, function: WithText) -> WithText:
        """Register a phrase whose argument is a text, e.g. a token or the name of a model."""
        self._add(function.__name__, function, "text", slow=False)
        return function

    def with_number(self, function: WithNumber) -> WithNumber:
        """Register a phrase whose argument is a whole number."""
        self._add(
            function.__name__, lambda view, text: function(view, int(text)), "number", slow=False
        )
        return function

    def _without_argument(self, function: WithoutArgument, *, slow: bool) -> WithoutArgument:
        self._add(function.__name__, lambda view, _: function(view), "nothing", slow=slow)
        return function

    def _add(
        self, name: str, function: Callable[[LessonView, str], str], takes: Takes, *, slow: bool
    ) -> None:
        assert name not in self, name
        self[name] = Phrase(name, function, takes, slow)


PHRASE = Registry()
"""Filled by the modules beside this one."""
