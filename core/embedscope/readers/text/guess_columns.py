"""Rows parted by one sign: tables of spreadsheets, of pandas and of TensorFlow's projector."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from embedscope.readers.text.decimals import is_number
from embedscope.readers.text.guess_doubt import LABEL_NAMES, Row, is_doubtful
from embedscope.readers.text.layout import COMMA_NOTE, NAMES_NOTE, Columns, Layout
from embedscope.readers.text.quotes import is_in_quotes, split_fields, unquoted

_MOST_NAMED = 6
_ROW_COUNT_NOTE = "The first column numbers the rows and was left out."
_WHOLE = re.compile(rb"[0-9]+")


def columns_layout(lines: Sequence[bytes], separator: bytes, *, comma: bool) -> Layout | None:
    """Return the layout of ``lines`` as columns, None if they have none or no numbers in them."""
    if separator != b"\t" or _quotes_hold(separator, lines):
        return _layout(lines, separator, comma, True)
    layout = _layout(lines, separator, comma, False)
    if layout is None or not _labels_are_quoted(lines, layout):
        return layout
    return _layout(lines, separator, comma, True)


def _quotes_hold(separator: bytes, lines: Sequence[bytes]) -> bool:
    """Tell whether a line has as many fields as most only if quotes enclose its separators."""
    n_plain = [line.count(separator) + 1 for line in lines]
    n_quoted = [len(split_fields(line, separator, is_quoted=True)) for line in lines]
    n_fields = _commonest(n_quoted)
    pairs = zip(n_plain, n_quoted, strict=True)
    return any(plain != quoted == n_fields for plain, quoted in pairs)


def _layout(
    lines: Sequence[bytes], separator: bytes, comma: bool, is_quoted: bool
) -> Layout | None:
    rows = [split_fields(line, separator, is_quoted=is_quoted) for line in lines]
    n_fields = _commonest(map(len, rows))
    ends_in_separator = not any(row[-1] for row in rows if len(row) == n_fields)
    if ends_in_separator:
        rows = [row[:-1] if len(row) == n_fields else row for row in rows]
        n_fields -= 1
    head, dims = _head_and_dims(rows, n_fields, comma, separator)
    label, is_number_label = _label(n_fields, dims, head)
    dims = [i for i in dims if i != label]
    is_counted = label is not None and dims[:1] == [0] and _is_row_count(rows, n_fields, head)
    dims = dims[is_counted:]
    if not dims:
        return None
    cells = Columns(separator, n_fields, tuple(dims), label, is_quoted, ends_in_separator)
    notes = (*_notes(cells, head, comma), *((_ROW_COUNT_NOTE,) * is_counted))
    return Layout(cells, comma, head is not None, is_number_label, notes=notes)


def _commonest(counts: Iterable[int]) -> int:
    return Counter(counts).most_common(1)[0][0]


def _head_and_dims(
    rows: Sequence[Row], n_fields: int, comma: bool, separator: bytes
) -> tuple[Row | None, list[int]]:
    """Return the names in line 1, if it is no row, and the columns of numbers; none: no table."""
    body = [row for row in rows[len(rows) > 1 :] if len(row) == n_fields]
    if n_fields < 2 or 2 * len(body) < len(rows) - 1 or not body:
        return None, []
    dims = _numeric_columns(body, comma)
    head = _head(rows, n_fields, dims, comma) if len(rows) > 1 else None
    if head is None:
        body = [row for row in rows if len(row) == n_fields]
        dims = _numeric_columns(body, comma)
    texts = _others(n_fields, dims)
    names = head if len(rows[0]) == n_fields else None  # R's give the first column none
    is_wrong = is_doubtful(body, texts, names, separator, comma=comma)
    return head, [] if is_wrong else dims


def _others(n_fields: int, dims: Iterable[int]) -> list[int]:
    """Return the columns that are no numbers."""
    return sorted(set(range(n_fields)).difference(dims))


def _numeric_columns(rows: Sequence[Row], comma: bool) -> list[int]:
    columns = zip(*rows, strict=True)
    return [i for i, fields in enumerate(columns) if _is_numeric(fields, comma, is_first=i == 0)]


def _is_numeric(fields: Iterable[bytes], comma: bool, *, is_first: bool) -> bool:
    """Tell whether a column holds numbers: a wrong field among many is a fault to be told of.

    Words may be numbers too, so a first column of whole numbers and some words is words.
    """
    filled = [bare for bare in map(_bare, fields) if bare]
    numbers = [field for field in filled if is_number(field, comma=comma)]
    if len(numbers) == len(filled):
        return bool(filled)
    are_words = is_first and all(map(_WHOLE.fullmatch, numbers))
    return 2 * len(numbers) > len(filled) and not are_words


def _bare(field: bytes) -> bytes:
    return unquoted(field.strip(b" "))


def _head(rows: Sequence[Row], n_fields: int, dims: Sequence[int], comma: bool) -> Row | None:
    """Return the names in line 1, None if it is a row of the table."""
    names = [_bare(name) for name in rows[0]]
    are_numbers = [is_number(name, comma=comma) for name in names]
    if len(names) == n_fields - 1 and not any(are_numbers):
        return [b"", *names]  # R names no column for the names of the rows
    if len(names) != n_fields:
        return None
    if not any(are_numbers[i] for i in dims) and any(names[i] for i in dims):
        return names
    counted = [names[i] for i in dims if i]
    is_counted = counted in ([b"%d" % (i + first) for i in range(len(counted))] for first in (0, 1))
    return names if is_counted and names[0].lower() in LABEL_NAMES else None


def _label(n_fields: int, dims: Sequence[int], head: Row | None) -> tuple[int | None, bool]:
    """Return which column holds the labels, and whether they are numbers."""
    texts = _others(n_fields, dims)
    if texts:
        return texts[0], False
    is_named = head is not None and head[0].lower() in LABEL_NAMES
    return (0, True) if is_named else (None, False)


def _is_row_count(rows: Sequence[Row], n_fields: int, head: Row | None) -> bool:
    """Tell whether the first column numbers the rows, as in what pandas and data sets save."""
    if head is None or head[0].lower() not in LABEL_NAMES:
        return False
    return all(_WHOLE.fullmatch(_bare(row[0])) for row in rows[1:] if len(row) == n_fields)


def _labels_are_quoted(lines: Sequence[bytes], layout: Layout) -> bool:
    """Tell whether every label stands in quotes, so that they are no part of it."""
    cells = layout.cells
    label = cells.label if isinstance(cells, Columns) else None
    if label is None:
        return False
    rows = [line.split(b"\t") for line in lines[layout.has_head :]]
    found = [row[label] for row in rows if len(row) > label]
    return all(map(is_in_quotes, found))


def _notes(cells: Columns, head: Row | None, comma: bool) -> tuple[str, ...]:
    notes = [NAMES_NOTE] * (head is not None) + [COMMA_NOTE] * comma
    texts = [i for i in cells.left_out if i != 0 or cells.label in (0, None)]
    names = [_name(i, head) for i in texts]
    if names:
        shown = ", ".join(names[:_MOST_NAMED]) + (" ..." if len(names) > _MOST_NAMED else "")
        notes.append(f"Columns of text besides the labels were left out: {shown}.")
    return tuple(notes)


def _name(column: int, head: Row | None) -> str:
    name = head[column].decode("utf-8", "replace") if head else ""
    return name or str(column + 1)
