"""Blocks of text cut into words and the places of numbers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.readers.text.blocks import Block, LineError
from embedscope.readers.text.decimals import is_number
from embedscope.readers.text.layout import Columns, Layout, Runs
from embedscope.readers.text.quotes import outside_quotes, unquoted
from embedscope.readers.text.words import counted
from embedscope.tables.base import Ints

_BLANK, _TAB, _QUOTE = b' \t"'
_MAX_BLANKS = 64  # around a number

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Cut:
    """The n rows of a block; row i has D numbers at ``starts[i, j]:ends[i, j]`` of its codes."""

    starts: Ints  # (n, D)
    ends: Ints  # (n, D)
    words: list[bytes] | None = None


def cut(block: Block, layout: Layout) -> Cut:
    """Return the rows of ``block``; LineError for one with too few or too many fields."""
    cells = layout.cells
    return _cut_runs(block, cells) if isinstance(cells, Runs) else _cut_columns(block, cells)


def _cut_runs(block: Block, cells: Runs) -> Cut:
    codes = block.codes
    is_gap = codes == _BLANK
    is_gap |= codes == _TAB
    is_gap[block.line_ends] = True
    is_gap[block.text_ends] = True
    edges = np.flatnonzero(is_gap[1:] != is_gap[:-1]) + 1
    starts, ends = edges[0::2], edges[1::2]
    n_upto = np.searchsorted(starts, block.line_ends)
    n_fields = np.diff(n_upto, prepend=0)
    lines = np.flatnonzero(n_fields)
    wanted = cells.n_dims
    is_wrong = n_fields[lines] < wanted if cells.has_words else n_fields[lines] != wanted
    _refuse(block, lines, is_wrong, n_fields - cells.has_words, wanted)
    places = n_upto[lines, np.newaxis] + np.arange(-wanted, 0)
    first, behind = starts[places], ends[places]
    if not cells.has_words:
        return Cut(first, behind)
    return Cut(first, behind, _words_in_front(block, lines, first[:, 0], cells))


def _words_in_front(block: Block, lines: Ints, behind: Ints, cells: Runs) -> list[bytes]:
    """Return what is before the numbers that begin at ``behind`` (n,), without one blank."""
    begins = block.line_starts[lines]
    is_missing = behind == begins
    if is_missing.any():
        raise _no_word(block, int(lines[is_missing][0]), cells.n_dims)
    text = block.padded
    pairs = zip(begins.tolist(), (behind - 1).tolist(), strict=True)
    words = [text[start:end] for start, end in pairs]
    return [word.rstrip(b" \t") for word in words] if cells.is_aligned else words


def _no_word(block: Block, line: int, n_dims: int) -> LineError:
    """Return the error for a line of just as many fields as there are dims."""
    number = block.line_number(int(block.line_starts[line]))
    first = block.line(line).replace(b"\t", b" ").split(b" ")[0]
    if is_number(first):
        return LineError(number, f"has {counted(n_dims, 'value')}, but no word before them")
    return _wrong_number(number, n_dims - 1, n_dims)


def _cut_columns(block: Block, cells: Columns) -> Cut:
    starts, ends = _fields(block, cells)
    dims = list(cells.dims)
    numbers = _bare(block, starts[:, dims], ends[:, dims], cells)
    if cells.label is None:
        return Cut(*numbers)
    text = block.padded
    pairs = zip(starts[:, cells.label].tolist(), ends[:, cells.label].tolist(), strict=True)
    words = [text[start:end] for start, end in pairs]
    return Cut(*numbers, list(map(unquoted, words)) if cells.is_quoted else words)


def _fields(block: Block, cells: Columns) -> tuple[Ints, Ints]:
    """Return where the fields of all lines that are not empty begin and end (n, n_fields)."""
    code, wanted = ord(cells.separator), cells.n_fields
    is_separator = block.codes == code
    is_separator[block.line_ends] = True
    separators = np.flatnonzero(is_separator)
    if cells.is_quoted:
        separators = outside_quotes(block, separators, wanted)
    n_upto = np.searchsorted(separators, block.line_ends, "right")
    n_all = np.diff(n_upto, prepend=0)
    lines = np.flatnonzero(block.text_ends > block.line_starts)
    n_fields = n_all
    if cells.ends_in_separator:
        n_fields = n_all - (np.take(block.codes, block.text_ends - 1) == code)
    n_other = cells.n_fields - cells.n_dims
    _refuse(block, lines, n_fields[lines] != wanted, n_fields - n_other, cells.n_dims)
    ends = separators[(n_upto - n_all)[lines, np.newaxis] + np.arange(wanted)]
    ends[:, -1] = np.minimum(ends[:, -1], block.text_ends[lines])
    starts = np.empty_like(ends)
    starts[:, 0] = block.line_starts[lines]
    starts[:, 1:] = ends[:, :-1] + 1
    return starts, ends


def _bare(block: Block, starts: Ints, ends: Ints, cells: Columns) -> tuple[Ints, Ints]:
    """Return the numbers' places without blanks and quotes around them."""
    codes = block.codes
    for _ in range(_MAX_BLANKS):
        is_blank = (np.take(codes, starts) == _BLANK) & (starts < ends)
        if not is_blank.any():
            break
        starts = starts + is_blank
    for _ in range(_MAX_BLANKS):
        is_blank = (np.take(codes, ends - 1) == _BLANK) & (starts < ends)
        if not is_blank.any():
            break
        ends = ends - is_blank
    if cells.is_quoted:
        is_quoted = (np.take(codes, starts) == _QUOTE) & (np.take(codes, ends - 1) == _QUOTE)
        is_quoted &= ends - starts > 1
        starts, ends = starts + is_quoted, ends - is_quoted
    return starts, ends


def _refuse(block: Block, lines: Ints, is_wrong: Mask, n_found: Ints, wanted: int) -> None:
    """Raise LineError for the first of ``lines`` (n,) that has a wrong number of fields."""
    if not is_wrong.any():
        return
    line = int(lines[is_wrong][0])
    number = block.line_number(int(block.line_starts[line]))
    raise _wrong_number(number, max(int(n_found[line]), 0), wanted)


def _wrong_number(line: int, found: int, wanted: int) -> LineError:
    return LineError(line, f"has {counted(found, 'value')}, expected {wanted:,}")
