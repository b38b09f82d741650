"""What the user names, opened: tables, tokenizers, or one of each, or a text; no Qt here."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from embedscope.presets import DEFAULT_PRESET
from embedscope.progress import Progress
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.memory import bytes_text
from embedscope_gui.opening import Consent, Doubt, FileWish, Opened, Wish, fetch, ready

if TYPE_CHECKING:
    from embedscope.readers.prose import Prose

_PART_OF_MODEL = re.compile(r"-\d+-of-\d+\.|\.json$")  # found beside the file that is opened


@dataclass(frozen=True, eq=False)
class Order:
    """Paths and preset names to open together; ``wish`` holds all but the name."""

    names: Sequence[str]
    wish: Wish
    before: Mapping[str, FileWish]  # by name
    current: Tokenizer | None
    has_table: bool


@dataclass(frozen=True, eq=False)
class Read:
    """A tokenizer that came without a table."""

    name: str
    tokenizer: Tokenizer


@dataclass(frozen=True)
class ReadText:
    """A text that came without a table, and what is said of it."""

    text: str
    sentence: str


def bring(order: Order, progress: Progress) -> Opened | Doubt | Consent | Read | ReadText:
    """Open the first table that is named, with the first tokenizer; or the tokenizer alone.

    What is a text and no table is the text, where that is wished for and a table is open.
    """
    from embedscope.readers.prose import PlainTextError, read_prose

    try:
        return _bring(order, progress)
    except PlainTextError as fault:
        if not (order.wish.takes_text and order.has_table):
            raise
        return _taken(fault.path.name, read_prose(fault))


def _taken(name: str, prose: "Prose") -> ReadText:
    """Return a text with what is said of it."""
    size = bytes_text(prose.n_bytes)
    what = f"{len(prose.text):,} characters"
    what = f"its first {what} (the file has {size})" if prose.is_cut else what
    mark = ", without the invisible mark U+FEFF in front" if prose.had_mark else ""
    return ReadText(
        prose.text,
        f"{name} is no table but a text: {what}, shown as the text{mark}. "
        "Undo in the text brings back the one before.",
    )


def _bring(order: Order, progress: Progress) -> Opened | Doubt | Consent | Read:
    from embedscope.readers.sorting import sort_out

    table, tokenizer = sort_out(order.names)
    left_out = [Path(n).name for n in order.names if n not in {table, tokenizer}]
    left_out = [name for name in left_out if not _PART_OF_MODEL.search(name)]
    if table is None and tokenizer is not None and order.has_table:
        return read(tokenizer, progress)
    name = table if table is not None else DEFAULT_PRESET
    chosen = order.wish.tokenizer or tokenizer
    before = order.before.get(name, FileWish())
    wish = replace(order.wish, name=name, tokenizer=chosen, before=before)
    result = fetch(wish, order.current, progress)
    return replace(result, left_out=tuple(left_out)) if isinstance(result, Opened) else result


def read(name: str, progress: Progress) -> Read:
    """Open a tokenizer by name or path."""
    progress.step(0.0, f"reading {Path(name).name}")
    return Read(name, ready(get_tokenizer(name)))
