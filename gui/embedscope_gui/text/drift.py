"""How far a document has moved away from the text whose tokens are known."""

from collections.abc import Callable
from dataclasses import dataclass

from embedscope_gui.text.document_text import utf16_length


@dataclass(frozen=True, slots=True)
class Drift:
    """``[start, old_stop)`` of the known text became ``[start, new_stop)``; UTF-16 places.

    Everything before is as it was, everything after is the same text, moved by ``shift``.
    """

    start: int
    old_stop: int
    new_stop: int

    @property
    def shift(self) -> int:
        """How far the text after the edit has moved."""
        return self.new_stop - self.old_stop

    def edited(self, position: int, removed: int, added: int) -> "Drift":
        """Return the one stretch that covers this drift and a further edit."""
        stop = max(self.new_stop, position + removed)
        return Drift(min(self.start, position), stop - self.shift, stop + added - removed)

    def moved(self, place: int) -> int | None:
        """Return where what began at a place of the known text is now, None if edited away."""
        if place >= self.old_stop:
            return place + self.shift
        return place if place <= self.start else None

    def span_moved(self, span: tuple[int, int]) -> tuple[int, int] | None:
        """Return where a stretch of the known text is now, None if it was edited."""
        start, stop = span
        if stop <= self.start:
            return span
        return (start + self.shift, stop + self.shift) if start >= self.old_stop else None


def drift_of_edit(position: int, removed: int, added: int) -> Drift:
    """Return the drift after one edit."""
    return Drift(position, position + removed, position + added)


def drift_between(old: str, new: str) -> Drift | None:
    """Return the drift from ``old`` to ``new`` as one stretch, None if they are equal."""
    if old == new:
        return None
    room = min(len(old), len(new))
    head = _equal(room, lambda low, high: old[low:high] == new[low:high])
    tail = _equal(
        room - head,
        lambda low, high: (
            old[len(old) - high : len(old) - low] == new[len(new) - high : len(new) - low]
        ),
    )
    start = utf16_length(old[:head])
    return Drift(
        start,
        start + utf16_length(old[head : len(old) - tail]),
        start + utf16_length(new[head : len(new) - tail]),
    )


def _equal(room: int, same: Callable[[int, int], bool]) -> int:
    """Return how far two texts are the same, at most ``room``; compares each part once."""
    low, high = 0, room
    while low < high:
        middle = (low + high + 1) // 2
        if same(low, middle):
            low = middle
        else:
            high = middle - 1
    return low
