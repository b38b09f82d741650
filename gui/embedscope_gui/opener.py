"""The one way in for tables and tokenizers: dialog, drop, list, command line; no Qt here."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from embedscope.presets import DEFAULT_PRESET, PRESETS
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.registry import TOKENIZER_NAMES
from embedscope_gui.bringing import Brought, Order, Read, ReadText, bring, read
from embedscope_gui.controller import Controller
from embedscope_gui.opening import (
    Consent,
    Doubt,
    FileWish,
    Opened,
    Wish,
    fetch,
    fetch_from,
)

if TYPE_CHECKING:
    from embedscope.readers import TableFile

CHANNEL = "open"


class Memory(Protocol):
    """What was chosen for each file the last time."""

    def recall(self, path: str) -> FileWish:
        """Return what was chosen for the file at ``path``."""
        ...

    def remember(self, path: str, wish: FileWish) -> None:
        """Keep what was chosen for the file at ``path``."""
        ...


class Asking(Protocol):
    """Whatever asks a person which table is meant, and tells what a person must know."""

    def ask_tensor(self, doubt: Doubt, answer: Callable[[str], None]) -> None:
        """Let the user choose a candidate by name; giving up calls nothing."""
        ...

    def ask_consent(self, question: str, go_on: Callable[[], None]) -> None:
        """Let the user decide; ``go_on()`` if the answer is yes."""
        ...

    def show_error(self, sentence: str) -> None:
        """Tell a fault in one sentence."""
        ...

    def show_remark(self, sentence: str) -> None:
        """Tell what was done."""
        ...

    def add_remark(self, sentence: str) -> None:
        """Tell what was done, before what is said already."""
        ...


class Opener:
    """Opens what the user names; until all of it is there, what was open stays."""

    def __init__(self, controller: Controller, screen: Asking, memory: Memory) -> None:
        self._controller = controller
        self._screen = screen
        self._memory = memory

    # tables

    def open(self, name: str) -> None:
        """Open a preset, a file or a folder; a tokenizer reads the text."""
        self.open_all([name])

    def open_all(self, names: Sequence[str]) -> None:
        """Open the first table among ``names`` together with the first tokenizer."""
        self.open_wish(names, Wish("", asks="in doubt"))

    def open_dropped(self, names: Sequence[str]) -> None:
        """Open what was dropped: tables and tokenizers likewise; any other text is the text."""
        self.open_wish(names, Wish("", asks="in doubt", takes_text=True))

    def open_wish(self, names: Sequence[str], wish: Wish) -> None:
        """Open ``names`` with what is known of them; without a table so far, at least a preset."""
        before = {name: self._memory.recall(_key(name)) for name in names}
        session = self._controller.session
        order = Order(names, wish, before, session.tokenizer, session.table is not None)

        def done(result: Brought) -> None:
            self._arrived(result)
            if isinstance(result, Opened) and result.is_tokenizer_named:
                self._keep(result.name, tokenizer=result.tokenizer.name)

        def failed(sentence: str) -> None:
            """Fill an empty window all the same, with the fault still told."""
            if list(names) != [DEFAULT_PRESET]:
                self._over_a_table(lambda: self._screen.show_error(sentence))

        self._controller.run_aside(CHANNEL, lambda p: bring(order, p), done, failed)

    def choose_tensor(self) -> None:
        """Let the user choose another tensor of the file that is open."""
        table, name = self._controller.session.table, self._controller.table_name
        if table is None or name in PRESETS:
            self._screen.show_error("This table is built in: there are no other tensors.")
            return
        wish = Wish(name, tensor=table.tensor, asks="always", before=self._recall(name))
        self._fetch(wish)

    def turn(self) -> None:
        """Show the open table the other way round: columns as rows."""
        table, name = self._controller.session.table, self._controller.table_name
        if table is None:
            return
        was_turned = name in PRESETS and table.name != name
        before = self._recall(name)
        self._fetch(Wish(name, tensor=table.tensor, before=before, is_turned=not was_turned))

    def _recall(self, name: str) -> FileWish:
        """Return what is known of a file, but for the tensor, which is asked for."""
        return replace(self._memory.recall(_key(name)), tensor=None)

    def _fetch(self, wish: Wish) -> None:
        current = self._controller.session.tokenizer

        def done(result: Opened | Doubt | Consent) -> None:
            self._arrived(result)
            if isinstance(result, Opened) and wish.is_turned:
                self._keep(result.name, tensor=result.table.tensor)

        self._controller.run_aside(CHANNEL, lambda p: fetch(wish, current, p), done)

    def _arrived(self, result: Brought) -> None:
        if isinstance(result, Doubt):
            self._over_a_table(lambda: self._ask(result))
        elif isinstance(result, Consent):
            self._over_a_table(lambda: self._ask_consent(result))
        elif isinstance(result, Read):
            self._use(result)
        elif isinstance(result, ReadText):
            self._controller.change(text=result.text, selected=None, row=None)
            self._screen.show_remark(result.sentence)
        else:
            self._controller.take(result)
            if result.said:
                self._screen.add_remark(result.said)

    def _ask(self, doubt: Doubt) -> None:
        self._screen.ask_tensor(doubt, lambda tensor: self._answer(doubt, tensor))

    def _ask_consent(self, consent: Consent) -> None:
        wish = replace(consent.wish, may_unpack=True)
        self._screen.ask_consent(
            consent.question, lambda: self._open_from(consent.file, wish, keep=False)
        )

    def _answer(self, doubt: Doubt, tensor: str) -> None:
        """Open the table that the user chose, from the file as it was looked into."""
        self._open_from(doubt.file, replace(doubt.wish, tensor=tensor), keep=True)

    def _open_from(self, file: "TableFile", wish: Wish, *, keep: bool) -> None:
        current = self._controller.session.tokenizer

        def done(opened: Opened | Consent) -> None:
            self._arrived(opened)
            if isinstance(opened, Consent) or not keep:
                return
            self._keep(opened.name, tensor=opened.table.tensor)
            if opened.is_tokenizer_named:
                self._keep(opened.name, tokenizer=opened.tokenizer.name)

        self._controller.run_aside(CHANNEL, lambda p: fetch_from(file, wish, current, p), done)

    def _over_a_table(self, then: Callable[[], None]) -> None:
        """Call ``then()`` when something is open: at first that is the default preset."""
        if self._controller.session.table is not None:
            then()
            return

        def done(opened: Opened) -> None:
            self._controller.take(opened)
            then()

        wish = Wish(DEFAULT_PRESET)
        self._controller.run_aside(CHANNEL, lambda p: fetch(wish, None, p), done)

    # tokenizers

    def open_tokenizer(self, name: str) -> None:
        """Read the text with another tokenizer, from now on also whenever this file is opened."""
        table = self._controller.session.table
        own = table.tokenizer if table is not None else None
        if isinstance(own, Tokenizer) and own.name == name:  # the words of the file that is open
            self._use(Read(name, own))
            return
        path = name if name in TOKENIZER_NAMES else str(Path(name).absolute())
        self._controller.run_aside("open tokenizer", lambda p: read(path, p), self._use)

    def _use(self, found: Read) -> None:
        text = {} if found.text is None else {"text": found.text, "selected": None, "row": None}
        self._controller.change(tokenizer=found.tokenizer, **text)
        self._keep(self._controller.table_name, tokenizer=found.tokenizer.name)
        if found.said:
            self._screen.add_remark(found.said)

    def _keep(self, name: str, **chosen: str | None) -> None:
        if name and name not in PRESETS:
            known = self._memory.recall(_key(name))
            self._memory.remember(_key(name), replace(known, **chosen))


def _key(name: str) -> str:
    """Return the name under which a file is remembered."""
    if name in PRESETS:
        return name
    try:
        return str(Path(name).resolve())
    except (OSError, RuntimeError):  # too long a name, a link to itself
        return str(Path(name).absolute())
