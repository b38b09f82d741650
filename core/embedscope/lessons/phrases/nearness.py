"""Words about the two scores, dot product and cosine, of the chosen token and others."""

import numpy as np

from embedscope.lessons.centring import centred_cosine
from embedscope.lessons.phrases.registry import PHRASE
from embedscope.lessons.scores import RankedRow, pair_scores, typical_length
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import (
    average,
    counted,
    in_columns,
    plain,
    plain_mean,
    score,
    three_figures,
)
from embedscope.ordinals import ordinal

NO_PAIR = "Type two different words that have a row, to compare them."
NO_CHOICE = "No token with a row is chosen."
ALONE = "There is no other row to compare with."
_TERMS = 4


@PHRASE.plain
def dot_lines(view: LessonView) -> str:
    """Return the dot product of the two tokens, term by term."""
    if view.pair is None:
        return "nothing to multiply yet"
    one, two = view.table.rows(view.pair).astype(np.float64)
    lines = [
        (f"{plain(a)} x {plain(b)}", f"= {plain(a * b)}")
        for a, b in zip(one[:_TERMS].tolist(), two[:_TERMS].tolist(), strict=True)
    ]
    rest = len(one) - len(lines)
    more = [(f"… {counted(rest, 'more product')}", "")] if rest else []
    return in_columns([*lines, *more, ("sum", f"= {plain(float(one @ two))}")])


@PHRASE.plain
def dot_sentence(view: LessonView) -> str:
    """Say the dot product of the two tokens, as a whole sentence."""
    if view.pair is None:
        return NO_PAIR
    first, second = (view.row_label(row) for row in view.pair)
    dot = plain(pair_scores(view.table, *view.pair).dot)
    return f"For {first} and {second} it is {dot}."


@PHRASE.plain
def lengths_sentence(view: LessonView) -> str:
    """Say the lengths of the two rows, as a whole sentence."""
    if view.pair is None:
        return NO_PAIR
    scores = pair_scores(view.table, *view.pair)
    first, second = (view.row_label(row) for row in view.pair)
    one, two = plain(scores.first_length), plain(scores.second_length)
    return f"Drawn as an arrow, {first} has the length {one} (its norm), {second} {two}."


@PHRASE.plain
def cosine_sentence(view: LessonView) -> str:
    """Divide the dot product by both lengths, as a whole sentence."""
    if view.pair is None:
        return NO_PAIR
    found = pair_scores(view.table, *view.pair)
    if not np.isfinite(found.cosine):
        return "One of the two rows has no direction, so its cosine is undefined."
    sizes = f"{plain(found.first_length)} x {plain(found.second_length)}"
    quotient = f"{plain(found.dot)} / ({sizes}) = {found.cosine:.2f}"
    return f"The dot product divided by both is the cosine: {quotient}."


@PHRASE.slow
def top_lines(view: LessonView) -> str:
    """Return the two top-ten lists side by side with each row's place in the other list."""
    lists = view.top_lists
    if lists is None:
        return NO_CHOICE
    if not lists.cosine and not lists.dot:
        return lists.note or ALONE
    head = ("", "by cosine", "", "place by dot", "by dot", "", "place by cosine")
    blank = ("", "", "")
    lines = []
    for number in range(max(len(lists.cosine), len(lists.dot))):
        left = _entry(view, lists.cosine[number]) if number < len(lists.cosine) else blank
        right = _entry(view, lists.dot[number]) if number < len(lists.dot) else blank
        lines.append((f"{number + 1}.", *left, *right))
    return in_columns([head, *lines], right=(0,))


def _entry(view: LessonView, entry: RankedRow) -> tuple[str, str, str]:
    place = "no place" if entry.other_rank is None else f"{entry.other_rank:,}."
    return view.row_label(entry.row), three_figures(entry.score), place


@PHRASE.slow
def lists_sentence(view: LessonView) -> str:
    """Say how many rows the two top-ten lists share, as a whole sentence."""
    lists = view.top_lists
    if lists is None or view.chosen_row is None:
        return NO_CHOICE
    name, size = view.row_label(view.chosen_row), max(len(lists.cosine), len(lists.dot))
    if not size:
        return lists.note or ALONE
    shared = len(lists.shared)
    return f"For {name}, {shared} of {size} {'is' if shared == 1 else 'are'} in both lists."


@PHRASE.slow
def best_place_sentence(view: LessonView) -> str:
    """Say which place the first of the cosine list has by dot product, as a whole sentence."""
    lists = view.top_lists
    if lists is None:
        return NO_CHOICE
    if not lists.cosine or lists.cosine[0].other_rank is None:
        return lists.note or ALONE
    first = lists.cosine[0]
    return (
        f"{view.row_label(first.row)}, the first by cosine, is the "
        f"{ordinal(first.other_rank or 1)} by dot product."
    )


@PHRASE.slow
def length_sentence(view: LessonView) -> str:
    """Compare the lengths of the rows in both lists, as a whole sentence."""
    lists = view.top_lists
    if lists is None:
        return NO_CHOICE
    if not lists.dot or not lists.cosine:
        return lists.note or ALONE
    norm = view.row_stats.norm
    by_dot, by_cosine = (
        plain_mean(norm[[entry.row for entry in entries]]) for entries in (lists.dot, lists.cosine)
    )
    return (
        f"Those of the dot list have the length {by_dot} on average, "
        f"those of the cosine list {by_cosine}."
    )


@PHRASE.slow
def disagreement_sentence(view: LessonView) -> str:
    """Name the pair on which the scores disagree most, among the text and both lists."""
    found = view.disagreement
    if view.top_lists is None:
        return NO_CHOICE
    if found is None:
        return "Among these rows both scores give the same order."
    names = f"{view.row_label(found.scores.first)} and {view.row_label(found.scores.second)}"
    by_cosine = f"the {ordinal(found.cosine_rank)} by cosine"
    by_dot = f"the {ordinal(found.dot_rank)} by dot product"
    is_first = found.cosine_rank < found.dot_rank
    high, low = (by_cosine, by_dot) if is_first else (by_dot, by_cosine)
    return (
        f"Of {found.n_pairs:,} pairs from your text and both lists, {names} are {high}, but {low}."
    )


@PHRASE.slow
def why_disagree_sentence(view: LessonView) -> str:
    """Say that the lengths of that pair are why, compared with a typical row's."""
    found = view.disagreement
    if found is None:
        return "They disagree where lengths differ."
    one, two = found.scores.first_length, found.scores.second_length
    typical = typical_length(view.row_stats)
    higher = found.dot_rank < found.cosine_rank
    if max(one, two) < typical and not higher:
        return f"Both rows are shorter than a typical one ({plain(typical)}): dot puts them lower."
    if min(one, two) > typical and higher:
        return f"Both rows are longer than a typical one ({plain(typical)}): dot puts them higher."
    return (
        f"Their lengths, {plain(one)} and {plain(two)}, make the difference; "
        f"{plain(typical)} is typical."
    )


@PHRASE.slow
def mean_cosine_sentence(view: LessonView) -> str:
    """Say the mean cosine of all pairs of rows, as a whole sentence."""
    found = view.centring
    if not np.isfinite(found.before):
        return "This table has no two rows with a direction."
    rows = "rows" if found.ids is None else "rows with a token"
    return f"Two {rows} taken at random have a cosine of {average(found.before)} on average."


@PHRASE.slow
def usual_sentence(view: LessonView) -> str:
    """Say what a cosine is to be compared with, as a whole sentence."""
    usual = view.centring.before
    if not np.isfinite(usual):
        return "This table has no two rows with a direction."
    return f"1 is the most; two random rows have {average(usual)} on average."


@PHRASE.slow
def centring_sentence(view: LessonView) -> str:
    """Say what taking the mean away leaves of random pairs, and of rows near the chosen one."""
    found = view.centring
    if not np.isfinite(found.after):
        return "Here nothing is left of the rows without their mean."
    return f"Then random pairs are left with {average(found.after)}{_still_near(view)}."


def _still_near(view: LessonView) -> str:
    """Say what is left of the first and the last cosine of the list of nearest rows."""
    lists = view.top_lists
    if lists is None or len(lists.cosine) < 2:
        return ""
    near = [lists.cosine[0].row, lists.cosine[-1].row]
    space = view.centring.space
    one, two = (score(centred_cosine(view.table, lists.row, row, space)) for row in near)
    named = [view.row_label(row) for row in near]
    return f", {named[0]} and {view.row_label(lists.row)} with {one}, {named[1]} with {two}"
