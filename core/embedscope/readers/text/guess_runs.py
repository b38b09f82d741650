"""Rows parted by runs of blanks: word2vec, GloVe, fastText and plain matrices."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from embedscope.readers.text.decimals import is_number
from embedscope.readers.text.layout import COMMA_NOTE, NAMES_NOTE, Layout, Other, Reading, Runs
from embedscope.tokenizers.visible import visible

_GAP = re.compile(rb"[ \t]+")
_WHOLE = re.compile(rb"[0-9]+")

_ENDS_LIKE_A_NUMBER = re.compile(rb"[ \t;,|][-+]?\.?[0-9][^ \t]*$")
_LIKE_NUMBERS = (
    'All words end like a number, the first one is "{}": '
    "if that is one of the values, write it as a plain number."
)
_MOST_SHOWN = 40

_AS_WORDS = Other(
    Reading.WORDS, "reads all fields as numbers", "to read the first of each line as a word"
)
_AS_NUMBERS = Other(
    Reading.NO_WORDS, "reads the first field of each line as a word", "to read it as a number"
)


@dataclass(frozen=True)
class _Line:
    """The fields of one line, of which the last ``n_numbers`` are numbers."""

    fields: list[bytes]
    n_numbers: int
    begins_in_gap: bool
    is_spread: bool  # several blanks stand between two of the numbers

    @property
    def is_all_numbers(self) -> bool:
        """Whether there is no word, unless it is a number itself."""
        return self.n_numbers == len(self.fields)

    @property
    def n_dims(self) -> int:
        """How many numbers are behind the word."""
        return self.n_numbers - (self.is_all_numbers and not self.begins_in_gap)

    def word(self, n_dims: int) -> bytes:
        """Return what stands before the last ``n_dims`` fields."""
        return b" ".join(self.fields[: len(self.fields) - n_dims])

    def word_ends_like_a_number(self, n_dims: int) -> bool:
        """Tell whether the word ends, behind a gap or sign, in what may be one more value."""
        return _ENDS_LIKE_A_NUMBER.search(self.word(n_dims)) is not None


def runs_layout(
    lines: Sequence[bytes], reading: Reading, promised: int | None = None, *, comma: bool = False
) -> Layout | None:
    """Return the layout of ``lines`` as fields parted by blanks, None if no numbers end them.

    ``promised``: the dims that a header names.
    """
    rows = [_line(line, comma) for line in lines]
    has_head = promised is None and _has_head(rows)
    rows = rows[has_head:]
    n_dims, has_words, others = _parts(rows, reading, promised)
    if n_dims < 1:
        return None
    is_aligned = any(row.is_spread for row in rows)
    notes = (NAMES_NOTE,) * has_head + (COMMA_NOTE,) * comma
    if has_words and all(row.word_ends_like_a_number(n_dims) for row in rows):
        notes = (*notes, _LIKE_NUMBERS.format(visible(rows[0].word(n_dims), _MOST_SHOWN)))
    cells = Runs(n_dims, has_words, is_aligned)
    return Layout(cells, comma, has_head, notes=notes, others=others)


def n_numbers_last(line: bytes, *, comma: bool) -> int:
    """Return how many numbers a line ends in."""
    return _line(line, comma).n_numbers


def _line(line: bytes, comma: bool) -> _Line:
    text = line.strip(b" \t")
    fields = _GAP.split(text)
    n_numbers = 0
    for field in reversed(fields):
        if not is_number(field, comma=comma):
            break
        n_numbers += 1
    gaps = _GAP.findall(text)[len(fields) - n_numbers :]
    return _Line(fields, n_numbers, line[:1] in (b" ", b"\t"), any(len(gap) > 1 for gap in gaps))


def _has_head(rows: Sequence[_Line]) -> bool:
    """Tell whether line 1 names the columns of the others."""
    if len(rows) < 2 or rows[0].n_numbers:
        return False
    n_names = len(rows[0].fields)
    return all(row.n_numbers and len(row.fields) - n_names in (0, 1) for row in rows[1:])


def _parts(
    rows: Sequence[_Line], reading: Reading, promised: int | None
) -> tuple[int, bool, tuple[Other, ...]]:
    """Return the number of dims, whether there are words, and other ways to see it."""
    n_fields = _commonest([len(row.fields) for row in rows])
    if reading in (Reading.NO_WORDS, Reading.WORDS):
        has_words = reading is Reading.WORDS
        return n_fields - has_words, has_words, ()
    if not all(row.is_all_numbers for row in rows):
        return _dims_behind_words(rows, promised), True, ()
    if promised is None:
        return _parts_of_numbers(rows, n_fields)
    if n_fields == promised and not any(row.begins_in_gap for row in rows):
        return promised, False, ()
    return _dims_behind_words(rows, promised), True, ()


def _parts_of_numbers(rows: Sequence[_Line], n_fields: int) -> tuple[int, bool, tuple[Other, ...]]:
    """Return the same for lines of numbers only: whole ones before others may be words."""
    if n_fields < 2 or not all(_WHOLE.fullmatch(row.fields[0]) for row in rows):
        return n_fields, False, ()
    if all(_WHOLE.fullmatch(field) for row in rows for field in row.fields):
        return n_fields, False, (_AS_WORDS,)
    return n_fields - 1, True, (_AS_NUMBERS,)


def _dims_behind_words(rows: Sequence[_Line], promised: int | None) -> int:
    """Return how many numbers end most lines; words that end in numbers make some have more.

    A promise counts only where the lines differ and all keep it. Where all words end like numbers,
    some of the values are written in a way that is not read: the larger number is the right one.
    """
    found = [row.n_dims for row in rows]
    if promised and len(set(found)) > 1 and min(found) >= promised:
        return promised
    n_dims = _commonest(found)
    are_values = all(row.word_ends_like_a_number(n_dims) for row in rows)
    return max(found) if are_values and n_dims > 0 else n_dims


def _commonest(counts: Sequence[int]) -> int:
    """Return the number that occurs most often, the first of several."""
    return Counter(counts).most_common(1)[0][0]
