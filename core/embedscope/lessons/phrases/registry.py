"""The named functions that placeholders call."""

from collections.abc import Callable
from dataclasses import dataclass

from embedscope.lessons.view import LessonView

WithoutArgument = Callable[[LessonView], str]
WithText = Callable[[LessonView, str], str]


@dataclass(frozen=True)
class Phrase:
    """A function from the live state to words, called with the argument of the placeholder.

    ``slow``: it may read the whole table. ``check`` returns what is wrong with an argument.
    """

    name: str
    function: WithText
    takes_text: bool
    slow: bool
    check: Callable[[str], str]

    def problem(self, argument: str | None) -> str:
        """Return what is wrong with ``argument`` (None: not given), or ""."""
        if not self.takes_text:
            return "" if argument is None else "this takes no argument"
        if not argument:
            return "a text is missing after a colon"
        return self.check(argument)

    def __call__(self, view: LessonView, argument: str | None) -> str:
        """Return the words for ``view``, never none."""
        return self.function(view, argument or "")


class Registry(dict[str, Phrase]):
    """Phrases by name; the decorators name a phrase after its function."""

    def plain(self, function: WithoutArgument) -> WithoutArgument:
        """Register a phrase without an argument that is quick to find."""
        self._add(function.__name__, lambda view, _: function(view))
        return function

    def slow(self, function: WithoutArgument) -> WithoutArgument:
        """Register a phrase without an argument that may read the whole table."""
        self._add(function.__name__, lambda view, _: function(view), slow=True)
        return function

    def with_text(
        self, check: Callable[[str], str] = lambda _: ""
    ) -> Callable[[WithText], WithText]:
        """Register a phrase whose argument is a text, e.g. a token or the name of a model."""

        def register(function: WithText) -> WithText:
            self._add(function.__name__, function, takes_text=True, check=check)
            return function

        return register

    def _add(
        self,
        name: str,
        function: WithText,
        *,
        takes_text: bool = False,
        slow: bool = False,
        check: Callable[[str], str] = lambda _: "",
    ) -> None:
        assert name not in self, name
        self[name] = Phrase(name, function, takes_text, slow, check)


PHRASE = Registry()
"""Filled by the modules beside this one."""
