"""Columns of text that may be numbers, or a label and a number, which another sign parts.

Then the sign at hand is not what parts the columns, or not the only one: such a text is better
refused than read with values in its labels. Quotes around a field say that it is one, and so does
the name of a column of words.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from embedscope.readers.text.decimals import is_number
from embedscope.readers.text.quotes import is_in_quotes

LABEL_NAMES = frozenset({
    b"", b"id", b"ids", b"index", b"token", b"tokens", b"token_id", b"word", b"words", b"label",
    b"labels", b"name", b"unnamed: 0",
})  # fmt: skip
_OPENED = re.compile(rb" *[\[({]+ *[-+]?[0-9.][^\[({]*")  # the first of a list of numbers
_CLOSED = re.compile(rb"[^\])}]*[0-9.] *[\])}]+ *")
_OTHER_SIGNS = re.compile(rb"[ \t;]+")
_STRONG_SIGNS = (b"\t", b";")  # no decimal sign, and rarely in a word

Row = list[bytes]


def is_doubtful(
    rows: Sequence[Row], texts: Sequence[int], head: Row | None, separator: bytes, *, comma: bool
) -> bool:
    """Tell whether one of the columns ``texts`` seems to hold values besides or instead of text."""
    is_named = head is not None and bool(texts) and head[texts[0]].lower() in LABEL_NAMES
    columns = [[row[i] for row in rows] for i in texts[is_named:]]
    if any(all(map(_is_several, fields)) for fields in columns):
        return True
    if any(_hold_values(fields, separator, comma=comma) for fields in columns):
        return True
    return _is_bracketed(columns)


def _is_several(field: bytes) -> bool:
    """Tell whether a field is several numbers, so that another sign parts the columns."""
    parts = _OTHER_SIGNS.split(field.strip(b" "))
    return len(parts) > 1 and all(map(is_number, parts))


def _hold_values(fields: Collection[bytes], separator: bytes, *, comma: bool) -> bool:
    """Tell whether all fields begin, or all end, in a number that another sign parts off."""
    others = [sign for sign in _STRONG_SIGNS if separator not in (sign, b"\t")]
    return any(
        all(
            not is_in_quotes(field)
            and sign in field
            and is_number(_part(field, sign, i), comma=comma)
            for field in fields
        )
        for sign in others
        for i in (0, -1)
    )


def _part(field: bytes, sign: bytes, i: int) -> bytes:
    return field.split(sign)[i].strip(b" ")


def _is_bracketed(columns: Sequence[Iterable[bytes]]) -> bool:
    """Tell whether a list of numbers is opened in one column and closed in a later one."""
    opened = [i for i, fields in enumerate(columns) if all(map(_OPENED.fullmatch, fields))]
    closed = [i for i, fields in enumerate(columns) if all(map(_CLOSED.fullmatch, fields))]
    return bool(opened and closed) and opened[0] < closed[-1]
