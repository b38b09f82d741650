"""What the user names, opened: tables, tokenizers, or one of each, or a text; no Qt here."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from embedscope.presets import DEFAULT_PRESET
from embedscope.progress import Progress
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.memory import bytes_text
from embedscope_gui.opening import Consent, Doubt, FileWish, Opened, Wish, fetch, ready

NAMED = 3  # files left out, by name
_ABOUT_MODEL = re.compile(r"read_?me|licen[cs]e|notice|model_?card", re.IGNORECASE)
_PART_OF_MODEL = re.compile(r"-\d+-of-\d+\.|\.json$")  # found beside the file that is opened


@dataclass(frozen=True, eq=False)
class Order:
    """Paths and preset names to open together; ``wish`` holds all but the name."""

    names: Sequence[str]
    wish: Wish
    before: Mapping[str, FileWish]  # by name
    current: Tokenizer | None
    has_table: bool


@dataclass(frozen=True)
class ReadText:
    """A text that came without a table, and what is said of it."""

    text: str
    sentence: str


@dataclass(frozen=True, eq=False)
class Read:
    """A tokenizer that came without a table, perhaps with a text; ``said``: what was done."""

    name: str
    tokenizer: Tokenizer
    text: str | None = None
    said: str = ""


Brought = Opened | Doubt | Consent | Read | ReadText


def bring(order: Order, progress: Progress) -> Brought:
    """Open the first table that is named, with the first tokenizer and the first text.

    A text is what is no table; it counts where that is wished for. All of it comes or nothing.
    """
    from embedscope.readers.prose import PlainTextError, is_named_data
    from embedscope.readers.sorting import texts_among

    is_parted = order.wish.takes_text and len(order.names) > 1
    texts = texts_among(order.names) if is_parted else []
    while True:
        try:
            return _bring(order, texts, progress)
        except PlainTextError as fault:  # prose that has a number in each of its first lines
            late = [n for n in order.names if Path(n) == fault.path and n not in texts]
            if not (order.wish.takes_text and late) or is_named_data(fault.path):
                raise
            texts = [name for name in order.names if name in {*texts, *late}]


def _bring(order: Order, texts: list[str], progress: Progress) -> Brought:
    found = _sorted(order, texts)
    is_alone = order.has_table and found.table is None
    prose = None
    if found.text is not None:
        prose = _prose(found.text, is_alone=is_alone and found.tokenizer is None)
    said = _said(prose, found.left_out)
    if is_alone and found.tokenizer is not None:
        brought = read(found.tokenizer, progress)
        return replace(brought, text=prose.text if prose else None, said=said)
    if is_alone and prose is not None:
        return ReadText(prose.text, said)
    name = found.table if found.table is not None else DEFAULT_PRESET
    wish = replace(
        order.wish,
        name=name,
        tokenizer=order.wish.tokenizer or found.tokenizer,
        before=order.before.get(name, FileWish()),
        said=said,
    )
    if prose is not None:
        wish = replace(wish, text=prose.text, is_own_text=True, is_text_named=True)
    return fetch(wish, order.current, progress)


def parts(names: Sequence[str]) -> tuple[str | None, str | None, str | None]:
    """Return the table and the tokenizer among ``names``, and what is written in the text."""
    from embedscope.readers.sorting import sort_out, texts_among

    texts = texts_among(names)
    table, tokenizer = sort_out([name for name in names if name not in texts])
    return table, tokenizer, _prose(texts[0], is_alone=False).text if texts else None


class _Sorted(NamedTuple):
    table: str | None
    tokenizer: str | None
    text: str | None
    left_out: list[str]  # names without their folders


def _sorted(order: Order, texts: list[str]) -> _Sorted:
    """Return what is what among the names, of which ``texts`` are no tables."""
    from embedscope.readers.sorting import sort_out

    table, tokenizer = sort_out([name for name in order.names if name not in texts])
    rest = [Path(n).name for n in order.names if n not in {table, tokenizer}]
    is_whole_model = table is not None and any(map(_PART_OF_MODEL.search, rest))
    wanted = [n for n in texts if not (is_whole_model and _ABOUT_MODEL.match(Path(n).name))]
    is_given = order.wish.text is not None and not order.wish.is_own_text
    text = wanted[0] if wanted and not is_given else None
    left_out = [
        name
        for name in (Path(n).name for n in order.names if n not in {table, tokenizer, text})
        if not (_PART_OF_MODEL.search(name) or (is_whole_model and _ABOUT_MODEL.match(name)))
    ]
    return _Sorted(table, tokenizer, text, left_out)


# what is said


def _prose(name: str, *, is_alone: bool) -> ReadText:
    """Return a text with what is said of it, more where it is all that was named.

    FileError if it is not UTF-8.
    """
    from embedscope.readers.prose import read_prose

    prose, shown = read_prose(Path(name)), Path(name).name
    what = f"{len(prose.text):,} character{'' if len(prose.text) == 1 else 's'}"
    what = f"its first {what} (the file has {bytes_text(prose.n_bytes)})" if prose.is_cut else what
    mark = ", without the invisible mark U+FEFF in front" if prose.had_mark else ""
    if not is_alone:
        return ReadText(prose.text, f"{shown} became the text: {what}{mark}.")
    sentence = f"{shown} is no table but a text: {what}, shown as the text{mark}."
    return ReadText(prose.text, f"{sentence} Undo in the text brings back the one before.")


def _said(prose: ReadText | None, left_out: list[str]) -> str:
    """Return what is said of all that was named besides table and tokenizer."""
    said = [prose.sentence] if prose is not None else []
    if left_out:
        others = ", ".join(left_out[:NAMED]) + (" …" if len(left_out) > NAMED else "")
        were = "was" if len(left_out) == 1 else "were"
        rule = "one table, one tokenizer and one text open together"
        said.append(f"{others} {were} left out: {rule}.")
    return " ".join(said)


def read(name: str, progress: Progress) -> Read:
    """Open a tokenizer by name or path."""
    progress.step(0.0, f"reading {Path(name).name}")
    return Read(name, ready(get_tokenizer(name)))
