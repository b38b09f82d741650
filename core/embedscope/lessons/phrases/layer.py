"""Words about the lookup as a product of matrices, its cost and its gradient."""

import numpy as np

from embedscope.lessons.gradient import toy_gradient
from embedscope.lessons.phrases.registry import PHRASE
from embedscope.lessons.phrases.tokens import EMPTY, why_no_row
from embedscope.lessons.product import LookupCost, check_lookup, product_steps
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import (
    and_last,
    bracketed,
    counted,
    in_columns,
    plain,
    plain_numbers,
    times,
)
from embedscope.tables.base import Ints

NO_ROW = "No token of this text has a row, so there is nothing to multiply."
_SHOWN = 8


@PHRASE.plain
def one_hot_row(view: LessonView) -> str:
    """Write the chosen id as a one-hot row, as a whole sentence."""
    row = view.chosen_row
    if row is None:
        return _no_place(view)
    count = view.table.n_rows
    if count <= _SHOWN:
        shown = bracketed(["1" if place == row else "0" for place in range(count)], count)
        return f"Id {row} of {count} becomes {shown}."
    return f"Id {row} of {count:,} becomes {count - 1:,} zeros with a single 1 at place {row:,}."


def _no_place(view: LessonView) -> str:
    if view.position is None:
        return EMPTY
    return f"{why_no_row(view, view.position)} So there is no place for the 1."


@PHRASE.plain
def shapes_sentence(view: LessonView) -> str:
    """Say the shapes of one-hot rows, table and product."""
    count, (n_rows, n_dims) = len(view.with_row), view.table.shape
    if not count:
        return NO_ROW
    one_hot = f"Here one_hot(ids) is {count:,} x {n_rows:,}"
    return f"{one_hot}, the table {n_rows:,} x {n_dims:,}, their product {count:,} x {n_dims:,}."


@PHRASE.plain
def product_lines(view: LessonView) -> str:
    """Return the sum 0 x row 0 + ... + 1 x row + ... term by term, one a line."""
    row = view.chosen_row
    if row is None:
        return _no_place(view)
    lines: list[tuple[str, str]] = []
    steps = product_steps(view.table, row, most_dims=4)
    for step in steps:
        if step.n_skipped:
            lines.append((f"… {step.n_skipped:,} times 0 x a row", ""))
        term = bracketed([plain(float(value)) for value in step.term], view.table.n_dims)
        lines.append((f"{step.factor} x row {step.row}", term))
    total = bracketed([plain(float(value)) for value in steps[-1].total], view.table.n_dims)
    return in_columns([*lines, ("sum", total)])


@PHRASE.slow
def difference_sentence(view: LessonView) -> str:
    """Compare product and lookup for the ids of the text, as a whole sentence."""
    rows = _rows(view)
    if not len(rows):
        return NO_ROW
    check = check_lookup(view.table, rows, view.progress)
    if check.largest_difference == 0:
        said = "Product and lookup are exactly equal: their largest difference is 0."
    else:
        said = f"The largest difference of product and lookup is {plain(check.largest_difference)}."
    return said + _left_out(check.n_dims_left_out)


def _left_out(n_dims: int) -> str:
    if not n_dims:
        return ""
    dims = counted(n_dims, "dim")
    return f" {dims} with infinite or missing numbers left out: 0 x infinity is no number."


@PHRASE.plain
def cost_sentence(view: LessonView) -> str:
    """Compare the cost of product and lookup, as a whole sentence."""
    count = len(view.with_row)
    if not count:
        return NO_ROW
    cost = LookupCost(count, *view.table.shape)
    product = f"{count:,} x {cost.n_rows:,} x {cost.n_dims:,} = {cost.multiplications:,}"
    lookup = f"{count:,} x {cost.n_dims:,} = {cost.copies:,}"
    whose = counted(count, "token")
    return (
        f"For {whose} the product takes {product} multiplications; "
        f"the lookup copies {lookup} numbers."
    )


@PHRASE.plain
def gradient_sentence(view: LessonView) -> str:
    """Say how many rows get a gradient and how many none, as a whole sentence."""
    rows = _rows(view)
    if not len(rows):
        return "Nothing was looked up, so the gradient of every row is 0."
    found = toy_gradient(view.table, rows)
    n_zero = found.n_zero_rows
    none = f"; the other {counted(n_zero, 'row')} get 0" if n_zero > 1 else ""
    none = "; the one other row gets 0" if n_zero == 1 else none
    return f"{counted(len(found.rows), 'row')} of {found.n_rows:,} {_get(len(found.rows))}{none}."


def _get(count: int) -> str:
    return "gets a gradient" if count == 1 else "get a gradient"


@PHRASE.plain
def gradient_lines(view: LessonView) -> str:
    """Return the gradient of the toy loss row by row: looked-up rows, and what the others get."""
    rows = _rows(view)
    if not len(view.ids):
        return EMPTY
    found = toy_gradient(view.table, rows)
    lines = [
        (f"row {row}", view.row_label(row), f"looked up {times(count)}", plain_numbers(values, 4))
        for row, count, values in zip(
            found.rows[:_SHOWN].tolist(), found.counts.tolist(), found.values, strict=False
        )
    ]
    if len(found.rows) > _SHOWN:
        lines.append((f"… {len(found.rows) - _SHOWN:,} more", "", "", ""))
    if found.n_zero_rows:
        zeros = plain_numbers(np.zeros(view.table.n_dims), 4)
        lines.append((_others(view, found.rows), "", "never looked up", zeros))
    return in_columns(lines)


def _others(view: LessonView, looked_up: Ints) -> str:
    if view.table.n_rows > _SHOWN:
        return "all others"
    others = np.setdiff1d(np.arange(view.table.n_rows), looked_up).tolist()
    return f"row{'s' if len(others) > 1 else ''} {and_last([str(row) for row in others])}"


def _rows(view: LessonView) -> Ints:
    rows: Ints = view.ids[view.text.has_row]
    return rows
