"""Words about the rows that the text looks up."""

import numpy as np

from embedscope.lessons.phrases.registry import PHRASE
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import counted, listed, numbers, ordinal

_MOST_LINES = 8


@PHRASE.plain
def table_size(view: LessonView) -> str:
    """Return "6 rows of 3 numbers"."""
    n_rows, n_dims = view.table.shape
    return f"{counted(n_rows, 'row')} of {counted(n_dims, 'number')}"


@PHRASE.plain
def row_sentence(view: LessonView) -> str:
    """Say which row the chosen token gets, as a whole sentence."""
    position, row = view.position, view.chosen_row
    if row is not None and view.row is not None:
        return f"Row {row} is the {ordinal(row + 1)} row."
    if position is None:
        return "The text is empty, so no row is looked up."
    if not view.is_known(position):
        return f"{view.label(position)} is not in the vocabulary: it has no id, and so no row."
    if row is None:
        return _beyond(view, position)
    return f"{view.label(position)} has id {row}: that is row {row}, the {ordinal(row + 1)} row."


def _beyond(view: LessonView, position: int) -> str:
    last = view.table.n_rows - 1
    token_id = int(view.ids[position])
    return f"{view.label(position)} has id {token_id}, but the table ends with row {last}: no row."


@PHRASE.plain
def chosen_values(view: LessonView) -> str:
    """Return the numbers of the chosen row."""
    row = view.chosen_row
    return "no numbers (there is no row)" if row is None else numbers(view.values(row))


@PHRASE.plain
def looked_up(view: LessonView) -> str:
    """Return the numbers of the rows looked up, in the order of the text: "2, 3, 5, 1"."""
    rows = view.ids[view.text.has_row]
    return listed([str(row) for row in rows.tolist()]) if len(rows) else "none"


@PHRASE.plain
def output_shape(view: LessonView) -> str:
    """Return the shape of what a lookup returns, "4 x 3"."""
    return f"{int(np.count_nonzero(view.text.has_row))} x {view.table.n_dims}"


@PHRASE.plain
def rows(view: LessonView) -> str:
    """Return the looked-up rows in the order of the text, one a line."""
    if not len(view.ids):
        return "The text is empty: no rows."
    lines = [_line(view, position) for position in range(min(len(view.ids), _MOST_LINES))]
    left_out = len(view.ids) - len(lines)
    return "\n".join([*lines, f"… and {counted(left_out, 'more token')}"] if left_out else lines)


def _line(view: LessonView, position: int) -> str:
    label = view.label(position)
    if not view.text.has_row[position]:
        return f"{label}  no row"
    row = int(view.ids[position])
    return f"{label}  row {row}  {numbers(view.values(row), 4)}"
