"""Where tokens lie among the UTF-16 units of a document, also where they share a character."""

import numpy as np
from numpy.typing import NDArray

from embedscope.tokenizers.base import Encoding, Ints
from embedscope_gui.text.drift import Drift

Floats = NDArray[np.float64]
MAX_SHARING = 64  # tokens looked back over to find where a shared character begins


class TokenPlaces:
    """Finds the tokens of a stretch of text in O(log n), and their borders.

    Borders are fractions where a token ends inside a character: the first two of an emoji's
    four bytes end half way through it. So tokens that share a character lie side by side.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        spans = encoding.utf16_spans
        # Added tokens have empty spans anywhere; both columns must ascend to be searched.
        self._starts = _ascending(spans[:, 0])
        self._stops = _ascending(spans[:, 1])

    def __len__(self) -> int:
        return len(self._encoding)

    def span(self, position: int) -> tuple[int, int]:
        """Return the UTF-16 units touched by one token."""
        start, stop = self._encoding.utf16_spans[position].tolist()
        return start, stop

    def between(self, start: int, stop: int) -> tuple[int, int]:
        """Return the half-open range of tokens that touch ``[start, stop)``; none where empty."""
        first = int(np.searchsorted(self._stops, start, "right"))
        if stop <= start:
            return first, first
        last = int(np.searchsorted(self._starts, stop, "left"))
        return first, max(first, last)

    def at(self, place: int, *, before: bool = False) -> int | None:
        """Return the token after the caret at ``place`` (or ``before`` it), else the other one."""
        after = self._after(place)
        left = self._before(place)
        wanted, other = (left, after) if before else (after, left)
        return wanted if wanted is not None else other

    def borders(self, first: int, last: int) -> Floats:
        """Return start and stop (n, 2) of the tokens ``first`` to ``last``, exact to the byte."""
        spans = self._encoding.utf16_spans[first:last]
        chars = self._encoding.char_spans
        if last <= first or not self._shared(max(first - 1, 0), min(last + 1, len(self))):
            return spans.astype(np.float64)
        begin = first
        while begin > max(0, first - MAX_SHARING) and chars[begin - 1, 1] > chars[begin, 0]:
            begin -= 1
        return self._borders_by_byte(begin, first, last)

    def _shared(self, first: int, last: int) -> bool:
        chars = self._encoding.char_spans[first:last]
        return bool(np.any(chars[1:, 0] < chars[:-1, 1]))

    def _borders_by_byte(self, begin: int, first: int, last: int) -> Floats:
        """Count bytes from token ``begin``, which starts with a whole character."""
        encoding = self._encoding
        chars = encoding.char_spans
        touched = encoding.text[int(chars[begin, 0]) : int(chars[begin:last, 1].max())]
        codes = np.frombuffer(touched.encode("utf-32-le", "surrogatepass"), np.uint32)
        n_bytes = 1 + (codes >= 0x80) + (codes >= 0x800) + (codes >= 0x10000)
        n_units = 1 + (codes >= 0x10000)
        bytes_at = encoding.byte_spans[begin, 0] + np.append(0, np.cumsum(n_bytes))
        units_at = encoding.utf16_spans[begin, 0] + np.append(0, np.cumsum(n_units))
        borders: Floats = np.interp(encoding.byte_spans[first:last], bytes_at, units_at)
        return borders

    def _after(self, place: int) -> int | None:
        found = int(np.searchsorted(self._stops, place, "right"))
        return found if found < len(self) and self._starts[found] <= place else None

    def _before(self, place: int) -> int | None:
        found = int(np.searchsorted(self._starts, place, "left")) - 1
        return found if found >= 0 and self._stops[found] >= place else None


def pieces(start: int, stop: int, drift: Drift | None) -> list[tuple[int, int, int]]:
    """Return the known parts of ``[start, stop)`` now: (start, stop, shift), old places."""
    if drift is None:
        return [(start, stop, 0)]
    found = []
    if start < drift.start:
        found.append((start, min(stop, drift.start), 0))
    if stop > drift.new_stop:
        shift = drift.shift
        found.append((max(start, drift.new_stop) - shift, stop - shift, shift))
    return found


def _ascending(column: Ints) -> Ints:
    falls = len(column) > 1 and bool(np.any(column[1:] < column[:-1]))
    return np.maximum.accumulate(column) if falls else column
