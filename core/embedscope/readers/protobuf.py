"""Walking through protocol buffer messages field by field, without their schema compiled."""

from collections.abc import Iterator
from dataclasses import dataclass

from embedscope.readers.cursor import Cursor

_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5


@dataclass(frozen=True)
class Field:
    """One field; a number has its ``value``, bytes lie at ``start..stop`` of the file."""

    number: int
    value: int
    start: int
    stop: int


def fields(cursor: Cursor, stop: int) -> Iterator[Field]:
    """Yield the fields up to byte ``stop``; FileError when one does not fit.

    After a field of bytes the cursor stands at its start: read or ignore it, the walk goes on
    behind it.
    """
    while cursor.position < stop:
        tag = varint(cursor)
        number, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            yield Field(number, varint(cursor), 0, 0)
        elif wire == _BYTES:
            length = varint(cursor)
            start = cursor.position
            if number == 0 or length > stop - start:
                raise cursor.cut_short()
            yield Field(number, 0, start, start + length)
            cursor.skip(start + length - cursor.position)
        elif wire in (_EIGHT, _FOUR):
            cursor.skip(8 if wire == _EIGHT else 4)
        else:
            raise cursor.cut_short()


def varint(cursor: Cursor) -> int:
    """Return a number of 7 bits a byte, the lowest first; the 8th bit says that more follow."""
    value = 0
    for shift in range(0, 70, 7):
        byte = cursor.take(1)[0]
        value |= (byte & 127) << shift
        if byte < 128:
            return value
    raise cursor.cut_short()


def packed_varints(cursor: Cursor, stop: int) -> Iterator[int]:
    """Yield numbers packed one behind the other up to byte ``stop``."""
    while cursor.position < stop:
        yield varint(cursor)


def text(cursor: Cursor, field: Field, limit: int = 1 << 16) -> str:
    """Return the text of a field, cut to ``limit`` bytes."""
    return cursor.take(min(limit, field.stop - field.start)).decode("utf-8", "replace")
