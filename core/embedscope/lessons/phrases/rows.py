"""Words about the rows that the text looks up."""

import math

from embedscope.lessons.phrases.registry import PHRASE
from embedscope.lessons.phrases.tokens import EMPTY, why_no_row
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import counted, in_columns, listed, numbers, plain
from embedscope.ordinals import ordinal

_MOST_LINES = 8


@PHRASE.plain
def table_size(view: LessonView) -> str:
    """Return "6 rows of 3 numbers"."""
    n_rows, n_dims = view.table.shape
    return f"{counted(n_rows, 'row')} of {counted(n_dims, 'number')}"


@PHRASE.plain
def n_numbers(view: LessonView) -> str:
    """Return "384 numbers": how long a row is."""
    return counted(view.table.n_dims, "number")


@PHRASE.plain
def axes_sentence(view: LessonView) -> str:
    """Say whether all numbers of a row fit on the axes of the picture."""
    n_dims = view.table.n_dims
    if n_dims <= 3:
        shown = "the picture shows it" if n_dims == 1 else "the picture shows all of them"
        return f"Here a row has {counted(n_dims, 'number')}, and {shown}."
    return (
        f"Here a row has {n_dims:,} numbers, more than a picture has axes: "
        "you see the points from one side, like a shadow on a wall."
    )


@PHRASE.plain
def steps_sentence(view: LessonView) -> str:
    """Say where the first two numbers of the chosen row lead, as a whole sentence."""
    row = view.chosen_row
    if row is None:
        return "Without a row there is no place."
    right, up = (*view.values(row)[:2].tolist(), 0.0)[:2]
    if not (math.isfinite(right) and math.isfinite(up)):
        return f"The numbers of {view.row_label(row)} lead to no place: one of them is not finite."
    across, along = ("left" if right < 0 else "right"), ("down" if up < 0 else "up")
    return (
        f"{view.row_label(row)} goes {plain(abs(right))} to the {across} and "
        f"{plain(abs(up))} {along}."
    )


@PHRASE.plain
def row_sentence(view: LessonView) -> str:
    """Say which row the chosen token gets, as a whole sentence."""
    position, row = view.position, view.chosen_row
    if row is not None and view.row is not None:
        return f"Row {row} is the {ordinal(row + 1)} row; it belongs to {_owner(view, row)}."
    if position is None:
        return "The text is empty, so no row is looked up."
    if row is None:
        return why_no_row(view, position)
    return f"{view.label(position)} has id {row}: that is row {row}, the {ordinal(row + 1)} row."


def _owner(view: LessonView, row: int) -> str:
    return "no token" if view.tokenizer.token_bytes(row) is None else view.row_label(row)


@PHRASE.plain
def values_sentence(view: LessonView) -> str:
    """Spell out the numbers of the chosen row, as a whole sentence."""
    row = view.chosen_row
    if row is None:
        return "Without a row there are no numbers."
    return f"Its numbers are {numbers(view.values(row))}."


@PHRASE.plain
def rows_sentence(view: LessonView) -> str:
    """Say which rows the lookup takes and what comes out, as a whole sentence."""
    taken = view.ids[view.text.has_row]
    if not len(taken):
        return "No token of this text has a row, so nothing comes out."
    shown = listed([str(row) for row in taken[:_MOST_LINES].tolist()], len(taken))
    shape = f"{len(taken):,} x {view.table.n_dims:,}"
    out = f"{counted(len(taken), 'row')} of {n_numbers(view)} ({shape})"
    if len(taken) == 1:
        return f"The lookup takes row {shown} and returns {out}."
    return f"The lookup takes rows {shown}, in the order of the text, and returns {out}."


@PHRASE.plain
def rows(view: LessonView) -> str:
    """Return the looked-up rows in the order of the text, one a line."""
    shown = range(min(len(view.ids), _MOST_LINES))
    if not shown:
        return EMPTY
    table = in_columns([_line(view, position) for position in shown])
    left_out = len(view.ids) - len(shown)
    return f"{table}\n… and {counted(left_out, 'more token')}" if left_out else table


def _line(view: LessonView, position: int) -> tuple[str, str, str]:
    if not view.text.has_row[position]:
        return view.label(position), "no row", ""
    row = int(view.ids[position])
    return view.label(position), f"row {row}", _few(view, row)


@PHRASE.plain
def table_rows(view: LessonView) -> str:
    """Return all rows of a small table with their words, or the first rows of a large one."""
    count = view.table.n_rows
    shown = range(count if count <= _MOST_LINES else 4)
    lines = [(f"row {row}", _word(view, row), _few(view, row)) for row in shown]
    table = in_columns(lines)
    return table if len(shown) == count else f"{table}\n… {counted(count - 4, 'more row')}"


def _word(view: LessonView, row: int) -> str:
    return "" if view.tokenizer.token_bytes(row) is None else view.row_label(row)


def _few(view: LessonView, row: int) -> str:
    """Return as many numbers of a row as fit on a line: all of four, else the first three."""
    return numbers(view.values(row), 4 if view.table.n_dims <= 4 else 3)
