"""Words about ids as labels: what raw ids would mean, what is next to what, where ids come from."""

import numpy as np

from embedscope.lessons.ancestry import ancestry
from embedscope.lessons.id_order import by_id_and_vector
from embedscope.lessons.phrases.nearness import NO_CHOICE
from embedscope.lessons.phrases.registry import PHRASE
from embedscope.lessons.phrases.tokens import EMPTY, one_token
from embedscope.lessons.view import LessonView
from embedscope.lessons.weighted_sum import times_as_much, weighted_sum
from embedscope.lessons.wording import and_last, in_columns, plain, score, tenths
from embedscope.tokenizers.visible import visible

_WEIGHT = 0.01
_EACH_SIDE = 4
_NEAREST = 3


def _is_pair(argument: str) -> str:
    return "" if argument.count("|") == 1 else "two tokens are given as one|other"


@PHRASE.with_text(_is_pair)
def outweighs(view: LessonView, pair: str) -> str:
    """Compare two tokens, given as "one|other", by their raw ids; else two tokens of the text."""
    one, _, other = pair.partition("|")
    larger, smaller = one_token(view, one), one_token(view, other)
    in_text = set(view.ids.tolist())
    if larger not in in_text or smaller not in in_text:
        positive = np.unique(view.ids[view.ids > 0])
        if len(positive) < 2:
            return "This text has no two different ids above 0 to compare."
        larger, smaller = int(positive[-1]), int(positive[0])
    factor = times_as_much(larger or 0, smaller or 0)
    if factor is None:
        return f"Against {view.row_label(smaller or 0)} with id 0, every id is endlessly more."
    return (
        f"With raw ids as inputs, {view.row_label(larger or 0)} ({larger}) would count about "
        f"{_factor(factor)} times as much as "
        f"{view.row_label(smaller or 0)} ({smaller})."
    )


def _factor(factor: float) -> str:
    return f"{factor:,.0f}" if factor >= 10 else plain(round(factor, 1))


@PHRASE.plain
def sum_sentence(view: LessonView) -> str:
    """Say what the weighted sum of the raw ids is and which token fills it."""
    made = weighted_sum(view.ids, _WEIGHT)
    if not len(made.ids):
        return "There are no ids to add up."
    largest = int(np.argmax(np.abs(made.terms)))
    filled = f"{view.row_label(int(made.ids[largest]))} alone makes {tenths(made.shares[largest])}"
    return f"With the weight {_WEIGHT} the sum is {made.total:,.2f}, and {filled} of it."


@PHRASE.plain
def zero_sentence(view: LessonView) -> str:
    """Say what happens to the token with id 0."""
    data = view.tokenizer.token_bytes(0)
    if data is None:
        return "A token with id 0 would not count at all."
    name = f"“{visible(data)}” has id 0"
    where = "" if 0 in view.ids.tolist() else " (it is not in this text)"
    return f"{name} and would not count at all{where}."


@PHRASE.plain
def beside_by_id(view: LessonView) -> str:
    """Name the tokens with the ids just before and after the chosen one."""
    row = view.chosen_row
    if row is None:
        return NO_CHOICE
    last = view.table.n_rows - 1
    beside = [number for number in (row - 1, row + 1) if 0 <= number <= last]
    named = and_last([f"id {number} is {_name(view, number)}" for number in beside])
    return f"{view.row_label(row)} has id {row}; beside it, {named or 'there is no other id'}."


def _name(view: LessonView, row: int) -> str:
    return "no token" if view.tokenizer.token_bytes(row) is None else view.row_label(row)


@PHRASE.slow
def nearest_sentence(view: LessonView) -> str:
    """Name the rows nearest to the chosen one by vector, with their cosines."""
    row, nearest = view.chosen_row, view.nearest
    if row is None or nearest is None:
        return NO_CHOICE
    if not len(nearest):
        return nearest.note or "There is no other row to compare with."
    return _nearest(view, row, list(zip(*map(np.ndarray.tolist, nearest), strict=True)))


@PHRASE.slow
def nearest_words_sentence(view: LessonView) -> str:
    """Name the words nearest to the chosen one with their cosines, as the list of nearest does."""
    row, found = view.chosen_row, view.nearest_words
    if row is None or found is None:
        return NO_CHOICE
    if not found:
        return "There is no other row to compare with."
    return f"Of other words, n{_nearest(view, row, found)[1:]}"


def _nearest(view: LessonView, row: int, found: list[tuple[int, float]]) -> str:
    named = [f"{view.row_label(other)} ({score(value)})" for other, value in found[:_NEAREST]]
    verb = "is" if len(named) == 1 else "are"
    return f"Nearest to {view.row_label(row)} {verb} {and_last(named)}."


@PHRASE.slow
def by_id_and_by_vector(view: LessonView) -> str:
    """Return the neighbours by number and by vector side by side, one a line."""
    row = view.chosen_row
    if row is None:
        return NO_CHOICE
    both = by_id_and_vector(view.table, row, _EACH_SIDE, view.progress)
    by_id = [
        (str(number), view.row_label(number), score(value))
        for number, value in zip(both.ids.tolist(), both.cosines.tolist(), strict=True)
    ]
    by_vector = [
        (str(number), view.row_label(number), score(value))
        for number, value in zip(*map(np.ndarray.tolist, both.nearest), strict=True)
    ]
    head = ("by id", "", "cosine", "by vector", "", "cosine")
    blank = ("", "", "")
    height = max(len(by_id), len(by_vector))
    lines = [
        (*(by_id[n] if n < len(by_id) else blank), *(by_vector[n] if n < len(by_vector) else blank))
        for n in range(height)
    ]
    return in_columns([head, *lines]) if lines else "There is no other row."


@PHRASE.plain
def ancestry_sentence(view: LessonView) -> str:
    """Say how many merges built the chosen token, or why there were none."""
    known = _known(view)
    if known is None:
        return _nothing_merged(view)
    found = ancestry(view.tokenizer, known)
    label = f"“{found.label}” "
    return found.note.replace("this token ", label).replace("This token ", label)


@PHRASE.plain
def merge_lines(view: LessonView) -> str:
    """Return the merges that built the chosen token, its own first, down to bytes."""
    known = _known(view)
    if known is None:
        return _nothing_merged(view)
    found = ancestry(view.tokenizer, known)
    if not found.merges:
        return found.note
    return "\n".join("  " * merge.depth + merge.line for merge in found.merges)


def _known(view: LessonView) -> int | None:
    """Return the id of the chosen token where the tokenizer has such a token."""
    if view.row is not None and view.chosen_row is not None:
        number = view.chosen_row
    elif view.position is not None and view.is_known(view.position):
        number = int(view.ids[view.position])
    else:
        return None
    return number if view.tokenizer.token_bytes(number) is not None else None


def _nothing_merged(view: LessonView) -> str:
    if view.position is None:
        return EMPTY
    return f"{view.label(view.position)} is not in the vocabulary, so nothing built it."
