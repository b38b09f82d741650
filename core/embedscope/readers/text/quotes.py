"""Quoted fields, as spreadsheets write them: separators and line ends inside, quotes doubled.

Quotes count as such only where the line comes out right with them. A lone quote is a word like any
other and never swallows the lines behind it.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from embedscope.readers.text.blocks import Block
from embedscope.readers.text.decimals import PAD_BYTES
from embedscope.tables.base import Ints

QUOTE = b'"'
_CODE = ord(QUOTE)
_MAX_LINES = 100  # of one field
_MAX_CARRIED = 1 << 20  # bytes


def split_fields(line: bytes, separator: bytes, *, is_quoted: bool) -> list[bytes]:
    """Return the fields of a line, as they are written."""
    parts = line.split(separator)
    if not is_quoted or line.count(QUOTE) % 2 or QUOTE not in line:
        return parts
    fields: list[bytes] = []
    is_open = False
    for part in parts:
        if is_open:
            fields[-1] += separator + part
        else:
            fields.append(part)
        is_open ^= part.count(QUOTE) % 2 == 1
    return fields


def is_in_quotes(field: bytes) -> bool:
    """Tell whether quotes enclose a field."""
    return len(field) > 1 and field.startswith(QUOTE) and field.endswith(QUOTE)


def unquoted(field: bytes) -> bytes:
    """Return what a field means."""
    if not is_in_quotes(field):
        return field
    return field[1:-1].replace(QUOTE * 2, QUOTE)


def outside_quotes(block: Block, separators: Ints, n_fields: int) -> Ints:
    """Return those places of ``separators`` (line ends among them) that are not inside quotes.

    Lines that have ``n_fields`` only without regard to quotes are taken so.
    """
    quotes = np.flatnonzero(block.codes == _CODE)
    if not len(quotes):
        return separators
    line = np.searchsorted(block.line_ends, separators)
    n_before = np.searchsorted(quotes, block.line_starts)
    n_in_line = np.searchsorted(quotes, block.line_ends) - n_before
    is_inside = (np.searchsorted(quotes, separators) - n_before[line]) % 2 == 1
    n_plain = np.bincount(line, minlength=len(n_before))
    n_quoted = n_plain - np.bincount(line, is_inside, len(n_before)).astype(np.int64)
    is_plain = (n_in_line % 2 == 1) | ((n_quoted != n_fields) & (n_plain == n_fields))
    kept: Ints = separators[~is_inside | is_plain[line]]
    return kept


def with_whole_fields(blocks: Iterable[Block], separator: bytes, n_fields: int) -> Iterator[Block]:
    """Yield the same text in blocks whose lines hold whole fields, line ends in them included."""
    rest: Block | None = None
    for block in blocks:
        whole, rest = _parted(_behind(rest, block), separator, n_fields)
        if whole.data:
            yield whole
    if rest is not None:
        yield rest


def _behind(rest: Block | None, block: Block) -> Block:
    """Return ``block`` with what was left of the one before."""
    if rest is None:
        return block
    return replace(block, data=rest.data + block.data, first_line=rest.first_line)


def _parted(block: Block, separator: bytes, n_fields: int) -> tuple[Block, Block | None]:
    """Return the block with its fields made whole, and what must wait for the next block."""
    odd = _odd_lines(block)
    inner: list[Ints] = []
    while odd:
        first = odd.popleft()
        if block.line(first).count(separator) + 1 == n_fields:
            continue  # a lone quote
        if not odd:
            return _cut_before(block, first, inner)
        text = block.padded[block.line_starts[first] : block.text_ends[odd[0]]]
        n_found = len(split_fields(text, separator, is_quoted=True))
        if odd[0] - first <= _MAX_LINES and n_found == n_fields:
            inner.append(block.line_ends[first : odd.popleft()])
    return _joined(block, inner), None


def _odd_lines(block: Block) -> deque[int]:
    """Return the lines with an odd number of quotes."""
    quotes = np.flatnonzero(block.codes == _CODE)
    n_upto = np.searchsorted(quotes, block.line_ends)
    return deque(np.flatnonzero(np.diff(n_upto, prepend=0) % 2).tolist())


def _cut_before(block: Block, line: int, inner: list[Ints]) -> tuple[Block, Block | None]:
    """Part a block whose last field goes on in the next one, unless that field is too long."""
    place = int(block.line_starts[line])
    start = place - PAD_BYTES
    rest = Block(block.data[start:], block.line_number(place), block.is_cut)
    if len(rest.data) > _MAX_CARRIED:
        return _joined(block, inner), None
    return _joined(replace(block, data=block.data[:start], is_cut=False), inner), rest


def _joined(block: Block, inner: list[Ints]) -> Block:
    return replace(block, inner_ends=np.concatenate(inner)) if inner else block
