"""A text read from front to back: its rows, its words, and what must be said about it."""

import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

import numpy as np

from embedscope.errors import FileError
from embedscope.progress import SILENT, Progress
from embedscope.readers.base import HEAD_BYTES
from embedscope.readers.choose import one_number_note
from embedscope.readers.prose import PlainTextError, is_utf8
from embedscope.readers.strangers import unknown_format
from embedscope.readers.text import decimals
from embedscope.readers.text.blocks import Block, LineError, LongLineError, blocks
from embedscope.readers.text.cut import Cut, cut
from embedscope.readers.text.decimals import PAD_BYTES
from embedscope.readers.text.guess import guess, n_comments
from embedscope.readers.text.layout import Columns, Layout, Other, Reading
from embedscope.readers.text.quotes import with_whole_fields
from embedscope.readers.text.rows import Rows
from embedscope.readers.text.streams import pieces
from embedscope.readers.text.words import PackedWords, WordCollector, counted
from embedscope.tables.base import Floats, Ints
from embedscope.tokenizers.visible import visible

MAX_FIELDS = 1 << 17
"""In a line: even a table of a large vocabulary turned on its side has no more."""

_TOO_WIDE = f"is no table: it has lines of more than {MAX_FIELDS:,} fields"
_SAMPLE_LINES = 200
_SAMPLE_BYTES = 1 << 18
_FEW_LINES = 2  # that are enough if they are long
_SHOWN_CHARACTERS = 40
_BRACKETED = re.compile(rb"\s*[\[({][\[({\s]*[-+]?[0-9.]")
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_COMMA, _POINT, _NO_DIGIT = b",.?"


@dataclass(frozen=True, eq=False)
class Parsed:
    """What was found besides the numbers."""

    layout: Layout
    n_rows: int
    words: PackedWords | None
    notes: tuple[str, ...]
    others: tuple[tuple[Other, Layout], ...]  # ways to read it otherwise


def parse(path: Path, reading: Reading, rows: Rows, progress: Progress) -> Parsed:
    """Read the text in ``path``, put its rows into ``rows``; FileError names a line at fault."""
    try:
        with closing(pieces(path, progress)) as source:
            return _Parser(path, reading, rows).read(blocks(source))
    except LongLineError as fault:
        raise PlainTextError(path, str(fault)) from fault
    except LineError as fault:
        raise FileError(path, str(fault)) from fault


def begins_as_table(path: Path) -> bool:
    """Tell whether the first lines of the text in ``path`` are rows; FileError if unreadable."""
    try:
        with closing(pieces(path, SILENT)) as source:
            lines = _sample(_beginning(blocks(source)))
            _layout(path, lines[n_comments(lines, Reading.LIKELY) :], Reading.LIKELY)
    except (PlainTextError, LongLineError):
        return False
    return True


def _layout(path: Path, lines: list[bytes], reading: Reading) -> Layout:
    """Return how the rows are written, PlainTextError if there are none."""
    is_wide = any(line.count(sign) > MAX_FIELDS for line in lines for sign in b" \t,;")
    layout = guess(lines, reading) if lines and not is_wide else None
    if layout is None:
        raise _no_table(path, lines, is_wide)
    return layout


class _Parser:
    """The state of one pass over a text."""

    def __init__(self, path: Path, reading: Reading, rows: Rows) -> None:
        self._path = path
        self._reading = reading
        self._rows = rows
        self._words = WordCollector()
        self._n_rows = 0
        self._n_empty = 0  # fields
        self._n_comments = 0

    def read(self, stream: Iterator[Block]) -> Parsed:
        """Read all blocks."""
        beginning = list(_beginning(stream))
        lines = _sample(beginning)
        self._n_comments = n_comments(lines, self._reading)
        lines = lines[self._n_comments :]
        layout = _layout(self._path, lines, self._reading)
        for block in _rows_only(chain(beginning, stream), layout, self._n_comments):
            try:
                self._add(block, layout)
            except LineError as fault:
                raise self._misfit(f"{fault}; {_remedy(block, fault)}", layout) from fault
        words = self._words.finish() if layout.cells.has_words else None
        readings = [(other, guess(lines, other.reading)) for other in layout.others]
        others = tuple((other, known) for other, known in readings if known)
        return Parsed(layout, self._n_rows, words, tuple(self._notes(layout)), others)

    def _misfit(self, problem: str, layout: Layout) -> FileError:
        """Return the error for a line unlike the first ones: prose has a number in some lines."""
        may_be_prose = layout.cells.n_dims == 1 and layout.promise is None
        return (PlainTextError if may_be_prose else FileError)(self._path, problem)

    def _add(self, block: Block, layout: Layout) -> None:
        found = cut(block, layout)
        if not len(found.starts):
            return
        self._rows.add(self._numbers(block, found, layout))
        self._n_rows += len(found.starts)
        if found.words is not None:
            self._words.add(found.words)

    def _numbers(self, block: Block, found: Cut, layout: Layout) -> Floats:
        """Return the numbers of a block (n, D); a column may have gaps, which become NaN."""
        codes, starts, ends = block.codes, found.starts.reshape(-1), found.ends.reshape(-1)
        if layout.has_decimal_comma:
            codes[codes == _POINT] = _NO_DIGIT  # it would part thousands
            codes[codes == _COMMA] = _POINT
        values, foreign = decimals.parse(codes, starts, ends)
        is_empty = starts[foreign] == ends[foreign]
        self._n_empty += int(np.count_nonzero(is_empty))
        if not is_empty.all():
            first = int(foreign[~is_empty][0])
            raise _no_number(block, layout, starts, ends, first)
        return values.reshape(found.starts.shape)

    def _notes(self, layout: Layout) -> Iterator[str]:
        if self._n_comments:
            were = "was" if self._n_comments == 1 else "were"
            yield f"{counted(self._n_comments, 'comment line')} in front {were} passed over."
        for note in layout.notes:
            yield note.replace("Line 1", "The line behind") if self._n_comments else note
        yield from _broken_promises(layout, self._n_rows)
        if self._n_empty:
            yield f"{counted(self._n_empty, 'empty field')} shown as NaN."
        if _is_list(layout):
            yield one_number_note(self._n_rows, "line")
        yield from self._words.notes()


def _beginning(stream: Iterator[Block]) -> Iterator[Block]:
    """Yield the first blocks, with enough lines in them to tell how they are written."""
    n_lines = n_bytes = 0
    for block in stream:
        yield block
        n_lines += len(block.line_ends)
        n_bytes += len(block.data)
        if n_lines >= _SAMPLE_LINES or (n_lines > _FEW_LINES and n_bytes > _SAMPLE_BYTES):
            return


def _sample(beginning: Iterable[Block]) -> list[bytes]:
    """Return some first lines that are not empty."""
    lines: list[bytes] = []
    n_bytes = 0
    for block in beginning:
        for index in range(len(block.line_ends)):
            if len(lines) == _SAMPLE_LINES or (len(lines) > _FEW_LINES and n_bytes > _SAMPLE_BYTES):
                return lines
            line = block.line(index)
            n_bytes += len(line)
            lines += [line] if line.strip(b" \t") else []
    return lines


def _rows_only(stream: Iterable[Block], layout: Layout, n_comments: int) -> Iterator[Block]:
    """Yield the blocks without comments and header, cut where a row ends."""
    rows = _without(stream, n_comments + layout.has_head)
    cells = layout.cells
    if isinstance(cells, Columns) and cells.is_quoted:
        rows = with_whole_fields(rows, cells.separator, cells.n_parts)
    return rows


def _without(stream: Iterable[Block], n_lines: int) -> Iterator[Block]:
    """Yield the blocks without the first ``n_lines`` that are not empty."""
    blocks = iter(stream)
    for block in blocks if n_lines else ():
        lines = (i for i in range(len(block.line_ends)) if block.line(i).strip(b" \t"))
        left_out = list(islice(lines, n_lines))
        n_lines -= len(left_out)
        if not n_lines:
            place = int(block.line_ends[left_out[-1]]) + 1
            rest = Block(block.data[place - PAD_BYTES :], block.line_number(place), block.is_cut)
            yield from (rest,) * bool(rest.data)
            break
    yield from blocks


def _is_list(layout: Layout) -> bool:
    """Tell lines of one number each, where nothing says that they are the rows of a table."""
    return layout.cells.n_dims == 1 and not layout.cells.has_words and layout.promise is None


def _broken_promises(layout: Layout, n_rows: int) -> Iterator[str]:
    """Yield what the header says otherwise."""
    if layout.promise is None:
        return
    pairs = zip((n_rows, layout.cells.n_dims), layout.promise, ("row", "dim"), strict=True)
    for found, promised, what in pairs:
        if found != promised:
            yield f"{counted(found, what)} found, header says {promised:,}."


def _no_number(block: Block, layout: Layout, starts: Ints, ends: Ints, index: int) -> LineError:
    """Return the error for the field that is no number."""
    cells = layout.cells
    place, dim = int(starts[index]), index % cells.n_dims
    column = cells.dims[dim] if isinstance(cells, Columns) else None
    field = f"value {dim + 1}" if column is None else f"column {column + 1}"
    written = _shown(block.padded[place : ends[index]])
    return LineError(block.line_number(place), f"{written} is no number", field)


def _no_table(path: Path, lines: list[bytes], is_wide: bool) -> FileError:
    if not lines:
        return FileError(path, "holds nothing but empty lines")
    if _is_binary(lines):
        return unknown_format(path)
    if is_wide:
        return PlainTextError(path, _TOO_WIDE)
    problem = f"is text, but no table of numbers: line 1 is {_shown(lines[0])}"
    if _BRACKETED.match(lines[0]):
        return PlainTextError(path, f"{problem}; in a table, a row is a line without brackets")
    return PlainTextError(path, f"{problem}; a list of words or labels is opened as a tokenizer")


def _is_binary(lines: list[bytes]) -> bool:
    """Tell what is no text: it is not UTF-8, and has signs that no text of any kind has."""
    data = b"\n".join(lines)[:HEAD_BYTES]
    return not is_utf8(data) and bool(_CONTROLS.search(data))


def _shown(text: bytes) -> str:
    """Return the beginning of a text in quotes."""
    shown = visible(text, _SHOWN_CHARACTERS) if text else ""
    return f'"{shown.replace("␣", " ")}"'


def _remedy(block: Block, fault: LineError) -> str:
    last = block.first_line + block.data.count(b"\n") - 1
    if block.is_cut and fault.line == last:
        return "the file may be cut short: download it again"
    return "mend or delete that line"
