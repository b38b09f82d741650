"""The layout of a text, guessed from its first lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from embedscope.readers.text.decimals import is_number
from embedscope.readers.text.guess_columns import columns_layout
from embedscope.readers.text.guess_runs import n_numbers_last, runs_layout
from embedscope.readers.text.layout import Layout, Other, Reading, Runs
from embedscope.readers.text.quotes import split_fields

_GAP = re.compile(rb"[ \t]+")
_COUNTS = re.compile(rb"[ \t]*([0-9]{1,18})[ \t]+([0-9]{1,18})[ \t]*")
_COMMENT = re.compile(rb"#|sep=.[ \t]*$", re.IGNORECASE)  # the latter is for Excel
_SEPARATORS = (b"\t", b";", b",")
_AS_ROW = Other(Reading.NO_HEADER, "reads line 1 as a header", "to read it as a row")

Lines = Sequence[bytes]


def guess(lines: Lines, reading: Reading = Reading.LIKELY) -> Layout | None:
    """Return how a text that begins with ``lines`` (none is empty) is written, None if no table."""
    counts = None if reading is Reading.NO_HEADER else _counts(lines)
    if counts is None:
        found = list(_layouts(lines, reading))
        return min(found, key=_rank) if found else None
    rows, promised = lines[1:], counts[1]
    layout = runs_layout(rows, reading, promised) or runs_layout(
        rows, reading, promised, comma=True
    )
    if layout is None:
        return None
    others = layout.others
    if layout.cells.n_dims == 1:
        others = (_AS_ROW, *others)
    return replace(layout, has_head=True, promise=counts, others=others)


def n_comments(lines: Lines, reading: Reading) -> int:
    """Return how many of the first lines are comments: they are no rows like those behind them."""
    n_marked = next((i for i, line in enumerate(lines) if not _COMMENT.match(line)), 0)
    layout = guess(lines[n_marked:], reading) if n_marked else None
    if layout is None:
        return 0
    return next((i for i in range(n_marked) if fits(lines[i], layout)), n_marked)


def _counts(lines: Lines) -> tuple[int, int] | None:
    """Return the rows and dims that line 1 promises, None if it is a row itself."""
    found = _COUNTS.fullmatch(lines[0])
    if found is None or len(lines) < 2:
        return None
    n_rows, n_dims = int(found[1]), int(found[2])
    n_alike = sum(map(_is_pair, lines[1:]))
    if 2 * n_alike >= len(lines) - 1 and (n_dims != 1 or b"\t" in lines[0]):
        return None
    return n_rows, n_dims


def _is_pair(line: bytes) -> bool:
    """Tell whether a line is two numbers, as a header is, and not a number behind no word."""
    fields = _GAP.split(line.rstrip(b" \t"))
    return len(fields) == 2 and all(map(is_number, fields))


def _layouts(lines: Lines, reading: Reading) -> Iterator[Layout]:
    """Yield all layouts that fit, the likelier ones first."""
    for comma in (False, True):
        if comma and not any(b"," in line for line in lines):
            return
        for separator in _SEPARATORS[: 2 if comma else 3]:
            columns = columns_layout(lines, separator, comma=comma)
            if columns and reading is Reading.LIKELY:
                yield columns
        runs = runs_layout(lines, reading, comma=comma)
        if runs:
            yield runs


def fits(line: bytes, layout: Layout) -> bool:
    """Tell whether a line that begins with a word may be a row, or the names of the columns."""
    cells = layout.cells
    if isinstance(cells, Runs):
        n_numbers = n_numbers_last(line, comma=layout.has_decimal_comma)
        return cells.has_words and n_numbers >= cells.n_dims
    return len(split_fields(line, cells.separator, is_quoted=cells.is_quoted)) == cells.n_parts


def _rank(layout: Layout) -> tuple[int, int]:
    """Sort key: the most numbers, and of those the fewest texts that are no labels."""
    cells = layout.cells
    if isinstance(cells, Runs):
        return -cells.n_dims, 0
    return -cells.n_dims - layout.has_number_labels, len(cells.left_out)
