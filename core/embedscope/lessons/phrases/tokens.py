"""Words about the tokens of the text and their ids."""

import re

import numpy as np

from embedscope.lessons.phrases.registry import PHRASE
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import MOST_LISTED, and_last, counted, listed, times
from embedscope.ordinals import ordinal
from embedscope.tokenizers.visible import visible

EMPTY = "The text is empty: type a word to go on."
NOTHING = "nothing (the text is empty)"
_WORD = re.compile(r"\w+|[^\w\s]+")  # marks and pictures count as words of their own
_READ = 10_000  # characters or tokens looked through for an example
_RAW = " (other programs write Ġ)"


@PHRASE.plain
def n_tokens(view: LessonView) -> str:
    """Return "4 tokens"."""
    return counted(len(view.ids), "token")


@PHRASE.plain
def tokens(view: LessonView) -> str:
    """Return the tokens in quotation marks, or that there are none."""
    return _listed(view, [view.label(position) for position in _shown(view)])


@PHRASE.plain
def ids(view: LessonView) -> str:
    """Return "15496, 11, 995, 0"; a word without an id is "no id"."""
    return _listed(view, [_id(view, position) for position in _shown(view)])


@PHRASE.plain
def token_ids(view: LessonView) -> str:
    """Return "“fox” 2, “jumps” 3"."""
    pairs = [f"{view.label(position)} {_id(view, position)}" for position in _shown(view)]
    return _listed(view, pairs)


@PHRASE.plain
def cut_sentence(view: LessonView) -> str:
    """Say how the text is cut and which ids that gives, as a whole sentence."""
    if not len(view.ids):
        return EMPTY
    which = "the id" if len(view.ids) == 1 else "the ids"
    return f"The text is cut into {n_tokens(view)}, {tokens(view)}, with {which} {ids(view)}."


@PHRASE.plain
def ids_sentence(view: LessonView) -> str:
    """Say which ids the text stands for, as a whole sentence."""
    return f"The ids of this text: {token_ids(view)}." if len(view.ids) else EMPTY


@PHRASE.plain
def chosen(view: LessonView) -> str:
    """Return the chosen token."""
    return "the chosen token" if view.position is None else view.label(view.position)


@PHRASE.plain
def vocabulary(view: LessonView) -> str:
    """Return the words of a small vocabulary, or the size of a large one."""
    size = view.tokenizer.size
    if view.tokenizer.name == "ids":
        return "no words, only ids"
    if size > MOST_LISTED:
        return f"{size:,} tokens"
    words = [view.tokenizer.token_bytes(number) for number in range(size)]
    return and_last([f"“{visible(word)}”" for word in words if word is not None])


@PHRASE.plain
def vocabulary_ids(view: LessonView) -> str:
    """Return "“brown” is 0, “dog” is 1" of the first tokens of the vocabulary."""
    known: list[str] = []
    for number in range(min(view.tokenizer.size, 64)):
        data = view.tokenizer.token_bytes(number)
        if data is not None and len(known) < 6:
            known.append(f"“{visible(data)}” is {number}")
    return and_last(known) or "every id is its own name"


@PHRASE.with_text()
def id_of(view: LessonView, token: str) -> str:
    """Return "“hello” is 31373" for a text that is one token here."""
    number = one_token(view, token)
    shown = f"“{visible(token.encode())}”"
    return f"{shown} is no single token here" if number is None else f"{shown} is {number}"


@PHRASE.with_text()
def lookup_of(view: LessonView, token: str) -> str:
    """Say which row a text that is one token would get, as a whole sentence."""
    number = one_token(view, token)
    shown = f"“{visible(token.encode())}”"
    if number is None:
        return f"{shown} is no single token of this vocabulary."
    if number >= view.table.n_rows:
        return f"{shown} has id {number}, but the table ends with row {view.table.n_rows - 1}."
    return f"{shown} has id {number}: that is row {number}, the {ordinal(number + 1)} row."


@PHRASE.plain
def blank_sentence(view: LessonView) -> str:
    """Explain the mark for a blank with a token of the text that has one."""
    for position in range(min(len(view.ids), _READ)):
        data = view.text.encoding.token_bytes[position]
        if data[:1] == b" " and data.strip():
            label = view.label(position)
            return (
                f"In {label} the mark ␣ is a blank{_RAW}; it is a part of the token, "
                "so the word has another id without it."
            )
    return f"No token of this text begins with a blank; where one does, the mark ␣ shows it{_RAW}."


@PHRASE.plain
def parts_sentence(view: LessonView) -> str:
    """Tell of a word of the text that became several tokens, with the row of each."""
    spans = view.text.encoding.char_spans[:_READ]
    for word in _WORD.finditer(view.text.encoding.text[:_READ]):
        inside = np.flatnonzero((spans[:, 0] < word.end()) & (spans[:, 1] > word.start()))
        if len(inside) > 1:
            parts = [f"{view.label(place)} {_id(view, place)}" for place in inside.tolist()]
            count = counted(len(parts), "token")
            name = f"“{visible(word[0].encode(), 24)}”"
            return f"{name} is {count} long: {listed(parts)}. No row stands for the whole word."
    if not len(view.ids):
        return EMPTY
    return "Every word of this text is a single token."


@PHRASE.plain
def repeat_sentence(view: LessonView) -> str:
    """Tell of a token that occurs more than once, and that its rows are the same."""
    rows, counts = np.unique(view.ids[view.text.has_row], return_counts=True)
    if not len(rows):
        return "No row is looked up yet: type a word that is in the vocabulary."
    if counts.max() == 1:
        return "No token of this text occurs twice, so every row is looked up once."
    row = int(rows[np.argmax(counts)])
    places = np.flatnonzero(view.ids == row)
    first, second = view.text.looked_up.rows(places[:2])
    same = "the very same" if np.array_equal(first, second, equal_nan=True) else "different"
    numbers = counted(view.table.n_dims, "number")
    return (
        f"{view.label(int(places[0]))} occurs {times(len(places))}: always id {row}, always "
        f"row {row}, with {same} {numbers}."
    )


@PHRASE.plain
def missing_sentence(view: LessonView) -> str:
    """Tell of a token that has no row, and why."""
    missing = np.flatnonzero(~view.text.has_row)
    if not len(view.ids):
        return EMPTY
    if not len(missing):
        return "Every token of this text has a row."
    return f"{why_no_row(view, int(missing[0]))} Its place is hatched."


def why_no_row(view: LessonView, position: int) -> str:
    """Say why the token at ``position`` has no row, as a whole sentence."""
    label, last = view.label(position), view.table.n_rows - 1
    if not view.is_known(position):
        return f"{label} is not in the vocabulary: it has no id, and so no row."
    return f"{label} has id {view.ids[position]}, but the table ends with row {last}: no row."


def one_token(view: LessonView, text: str) -> int | None:
    """Return the id of ``text`` where it is a single known token, else None."""
    encoding = view.tokenizer.encode(text)
    return int(encoding.ids[0]) if len(encoding) == 1 and encoding.ids[0] >= 0 else None


def _shown(view: LessonView) -> range:
    return range(min(len(view.ids), MOST_LISTED))


def _id(view: LessonView, position: int) -> str:
    return str(view.ids[position]) if view.is_known(position) else "no id"


def _listed(view: LessonView, shown: list[str]) -> str:
    return listed(shown, len(view.ids)) if shown else NOTHING
