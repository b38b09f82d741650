"""Opening a table together with the tokenizer that belongs to it; no Qt here."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from embedscope.errors import EmbedscopeError, UnknownNameError
from embedscope.presets import PRESETS, Preset
from embedscope.progress import Progress
from embedscope.session.session import Session
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.headed import without_header
from embedscope.tokenizers.registry import TOKENIZER_NAMES, get_tokenizer
from embedscope.tokenizers.words import WordTokenizer
from embedscope_gui.memory import bytes_text

if TYPE_CHECKING:
    from embedscope.readers import Candidate, TableFile

FIRST_TOKENIZER, FIRST_IDS = "gpt2", "0 1 2 3"
Asks = Literal["never", "in doubt", "always"]


@dataclass(frozen=True, eq=False)
class Opened:
    """A table and tokenizer that were loaded together."""

    name: str
    table: Table
    tokenizer: Tokenizer
    text: str | None
    is_own_text: bool = False  # the user's: the text of another preset does not replace it
    is_text_named: bool = False  # as a file of its own: it replaces whatever text is there
    is_tokenizer_named: bool = False
    said: str = ""  # of what was named besides


@dataclass(frozen=True)
class FileWish:
    """What was chosen for a file before; None: nothing."""

    tensor: str | None = None
    tokenizer: str | None = None


@dataclass(frozen=True)
class Wish:
    """What to open: a preset or a file, and what is known of it already."""

    name: str
    text: str | None = None
    tokenizer: str | None = None
    tensor: str | None = None
    asks: Asks = "never"  # which tensor is meant; else the likeliest one is opened
    before: FileWish = FileWish()  # what was chosen for this file the last time
    is_turned: bool = False  # the other way round than ``tensor`` says
    may_unpack: bool = False  # however much of the disk that takes
    is_own_text: bool = False  # ``text`` is what the user typed before
    takes_text: bool = False  # a file that is a text and no table becomes the text
    is_text_named: bool = False  # ``text`` is that of such a file
    said: str = ""  # of what was named besides the table


@dataclass(frozen=True, eq=False)
class Consent:
    """A table that has to be unpacked to ``n_bytes`` on the disk before it can be shown."""

    wish: Wish
    file: "TableFile"
    n_bytes: int

    @property
    def question(self) -> str:
        """What the user is asked."""
        name, size = Path(self.wish.name).name, bytes_text(self.n_bytes)
        return (
            f"{name} is packed: to show it, {size} will be written to the cache folder. "
            "They are deleted when other files need the room."
        )


@dataclass(frozen=True, eq=False)
class Doubt:
    """A file that was looked into, and the tables to choose from; ``shown`` is open already."""

    wish: Wish
    file: "TableFile"
    candidates: "tuple[Candidate, ...]"
    shown: str | None = None

    @property
    def question(self) -> str:
        """What the user is asked."""
        name = Path(self.wish.name).name
        if self.shown is not None:
            return f"Which tensor of {name} shall be the table?"
        return f"{name}: which tensor is the token table? {self.file.info.reason}"


def load_table(
    name: str,
    text: str | None,
    tokenizer: str | None,
    tensor: str | None,
    current: Tokenizer | None,
    progress: Progress,
) -> Opened:
    """Open the preset or file ``name`` with the tokenizer that belongs to it."""
    opened = fetch(Wish(name, text, tokenizer, tensor, may_unpack=True), current, progress)
    assert isinstance(opened, Opened)  # a wish that never asks
    return opened


def fetch(wish: Wish, current: Tokenizer | None, progress: Progress) -> Opened | Doubt | Consent:
    """Open what is wished for, or return what a person must decide first."""
    progress.step(0.0, f"opening {Path(wish.name).name or wish.name}")
    preset = PRESETS.get(wish.name)
    if preset is not None:
        table = _turned_preset(preset, progress) if wish.is_turned else preset.make(progress)
        if wish.tensor not in (None, table.tensor):
            raise UnknownNameError(f"{wish.name} is built in: it has no tensor {wish.tensor}")
        return _paired(wish, table, current, progress)
    file = _look_into(wish.name, progress)
    tensor = _tensor(wish, file)
    if tensor is None and (wish.asks == "always" or (wish.asks == "in doubt" and _doubts(file))):
        return Doubt(wish, file, file.candidates(), wish.tensor)
    return fetch_from(file, replace(wish, tensor=tensor), current, progress)


def fetch_from(
    file: "TableFile", wish: Wish, current: Tokenizer | None, progress: Progress
) -> Opened | Consent:
    """Open a table of a file that was looked into, unless it takes much of the disk unasked."""
    n_bytes = 0 if wish.may_unpack else file.disk_bytes(wish.tensor)
    if n_bytes:
        return Consent(wish, file, n_bytes)
    return _paired(wish, file.table(wish.tensor, progress), current, progress)


def ready(tokenizer: Tokenizer) -> Tokenizer:
    """Let a tokenizer make what it needs for its first text here, not under the first keystroke."""
    tokenizer.encode("a")
    tokenizer.token_bytes(0)
    return tokenizer


def is_there(name: str) -> bool:
    """Tell whether there is such a file or folder; what the system refuses to tell of is not."""
    try:
        return Path(name).exists()
    except OSError:  # too long a name, a folder or a share that may not be entered
        return False


def _look_into(name: str, progress: Progress) -> "TableFile":
    from embedscope.readers import exists, look_into, unknown_table

    path = Path(name)
    there = exists(path)
    if not there and path.is_absolute():
        raise UnknownNameError(f"{name} is not there: it was moved, renamed or deleted")
    if not there:
        raise UnknownNameError(unknown_table(name))
    return look_into(path, progress)


def _tensor(wish: Wish, file: "TableFile") -> str | None:
    """Return the tensor that is asked for, or was chosen before and is still there."""
    if wish.asks == "always":
        return None
    if wish.is_turned:
        return file.other_way(wish.tensor or file.info.chosen or "")
    before = wish.before.tensor
    return wish.tensor or (before if before is not None and file.has(before) else None)


def _doubts(file: "TableFile") -> bool:
    """Tell whether a person should choose: where nothing is meant, the fault says why."""
    info = file.info
    return info.chosen is not None and not info.is_sure and len(file.candidates()) > 1


def _turned_preset(preset: Preset, progress: Progress) -> Table:
    from embedscope.tables.turned import turned

    table = preset.make(progress)
    notes = (*table.notes, "Turned: the columns of this table are shown as rows.")
    return replace(table, source=turned(table.source), name=f"{table.name}, turned", notes=notes)


# tokenizers


def _paired(wish: Wish, table: Table, current: Tokenizer | None, progress: Progress) -> Opened:
    """Return the table with the wished, the remembered or its own tokenizer, else the one in use.

    A tokenizer of its own that cannot be opened does not keep the table shut: ids serve.
    """
    preset = PRESETS.get(wish.name)
    if wish.tokenizer is not None:
        return _opened(wish, table, get_tokenizer(wish.tokenizer))
    before = _remembered(wish.before.tokenizer)
    if before is not None:
        return _opened(wish, *_chosen_before(table, before))
    own = preset.tokenizer if preset is not None else table.tokenizer
    if own is None:
        return _opened(wish, table, _unowned(current))
    if isinstance(own, Tokenizer):
        return _opened(wish, table, own)
    progress.step(0.9, f"reading {Path(own).name}")
    try:
        return _opened(wish, table, get_tokenizer(own))
    except EmbedscopeError as fault:
        note = f"{fault}. Until then ids are typed as numbers."
        return _opened(wish, replace(table, notes=(note, *table.notes)), get_tokenizer("ids"))


def _opened(wish: Wish, table: Table, tokenizer: Tokenizer) -> Opened:
    text = text_for(PRESETS.get(wish.name), wish.text)
    if text is None and tokenizer.name == "ids":
        text = FIRST_IDS
    return Opened(
        *(wish.name, table, ready(tokenizer), text, wish.is_own_text),
        is_text_named=wish.is_text_named,
        is_tokenizer_named=wish.tokenizer is not None,
        said=wish.said,
    )


def _unowned(current: Tokenizer | None) -> Tokenizer:
    """Return what reads texts where nothing says what should: not another file's vocabulary."""
    if current is None:
        return get_tokenizer(FIRST_TOKENIZER)
    return current if current.name in TOKENIZER_NAMES else get_tokenizer("ids")


def _remembered(name: str | None) -> Tokenizer | None:
    """Return a tokenizer chosen before; one that is gone by now does not count."""
    try:
        return get_tokenizer(name) if name else None
    except EmbedscopeError:
        return None


def _chosen_before(table: Table, tokenizer: Tokenizer) -> tuple[Table, Tokenizer]:
    """Let the choice stand where the file itself says nothing."""
    if table.tokenizer is not None:
        return table, tokenizer
    note = f"{Path(tokenizer.name).name} was chosen for this file before."
    notes = (*table.notes, note)
    owned = replace(table, tokenizer=tokenizer, is_tokenizer_chosen=True, notes=notes)
    return owned, tokenizer


def fitting(changes: dict[str, object], table: Table | None) -> dict[str, object]:
    """Return changes of the session; labels that have a header become those below it."""
    table_then, tokenizer = changes.get("table", table), changes.get("tokenizer")
    if not isinstance(table_then, Table) or not isinstance(tokenizer, WordTokenizer):
        return changes
    return {**changes, "tokenizer": without_header(tokenizer, table_then.n_rows)}


def text_for(preset: Preset | None, text: str | None) -> str | None:
    """Return the text to show with a table: the given one, the preset's, or None (keep)."""
    if text is not None:
        return text
    return preset.text if preset is not None else None


def may_replace_text(opened: Opened, session: Session, given: str) -> bool:
    """Tell whether the text of ``opened`` may come: not while one tokenizer reads the user's own.

    ``given`` is the text of the preset before. What is typed before anything is open waits for its
    first reader. A text that the user opened comes.
    """
    if opened.is_text_named:
        return True
    typed = session.text not in ("", given)
    reader = session.tokenizer
    return not typed or (reader is not None and reader is not opened.tokenizer)
