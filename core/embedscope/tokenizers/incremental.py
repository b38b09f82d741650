"""Encode an edited text again by encoding only what changed."""

import numpy as np

from embedscope.tokenizers.base import Encoding, Ints, Specials, Tokenizer
from embedscope.tokenizers.bpe import BpeTokenizer
from embedscope.tokenizers.spans import TokenBytes, sanitise

_WORTH_IT = 4_000  # characters; a shorter text is encoded whole in less than a millisecond
_REACH = 10_000  # characters searched for a place to cut


def encode_again(
    tokenizer: Tokenizer, text: str, old: Encoding, specials: Specials = "plain"
) -> Encoding:
    """Return what ``tokenizer.encode(text, specials)`` returns, mostly faster.

    ``old``: the encoding of an earlier text by the same tokenizer with the same ``specials``.
    """
    if len(text) < _WORTH_IT or old.notes or not isinstance(tokenizer, BpeTokenizer):
        return tokenizer.encode(text, specials)
    clean, notes = sanitise(text)
    start, stop = _changed(old.text, clean)
    if notes or (start, stop) == (0, len(clean)) or not tokenizer.cuts_before_blanks(specials):
        return tokenizer.encode(text, specials)
    middle = tokenizer.encode(clean[start:stop], specials)
    if middle.notes:
        return tokenizer.encode(text, specials)
    return _join(old, middle, clean, start, stop - (len(clean) - len(old.text)))


def _changed(old: str, new: str) -> tuple[int, int]:
    """Return a span of ``new`` that holds all that is not in ``old`` and may be cut out.

    The cuts lie before a blank that follows no blank: a piece of any of the splitting patterns
    ends there, and none of them looks past it.
    """
    prefix = _common(old, new, from_end=False)
    start = new.rfind(" ", max(0, prefix - _REACH), prefix)
    while start > 0 and new[start - 1].isspace():
        start = new.rfind(" ", max(0, prefix - _REACH), start)
    start = max(0, start)
    suffix = _common(old, new, from_end=True)  # may overlap the prefix, which does no harm
    first = max(start, len(new) - suffix) + 1
    stop = new.find(" ", first, first + _REACH)
    while stop > 0 and new[stop - 1].isspace():
        stop = new.find(" ", stop + 1, first + _REACH)
    return start, len(new) if stop < 0 else stop


def _common(old: str, new: str, *, from_end: bool) -> int:
    """Return how many characters ``old`` and ``new`` share at their start, or at their end."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        a, b = (len(old) - middle, len(new) - middle) if from_end else (low, low)
        if old[a : a + middle - low] == new[b : b + middle - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _join(old: Encoding, middle: Encoding, text: str, start: int, stop: int) -> Encoding:
    """Return ``old`` with its characters ``start..stop`` replaced by ``middle``."""
    first, last = np.searchsorted(old.char_spans[:, 0], (start, stop)).tolist()
    byte_spans = _splice(old.byte_spans, first, last, middle.byte_spans)
    return Encoding(
        text=text,
        ids=np.concatenate([old.ids[:first], middle.ids, old.ids[last:]]),
        byte_spans=byte_spans,
        char_spans=_splice(old.char_spans, first, last, middle.char_spans),
        utf16_spans=_splice(old.utf16_spans, first, last, middle.utf16_spans),
        kinds=np.concatenate([old.kinds[:first], middle.kinds, old.kinds[last:]]),
        token_bytes=TokenBytes(text.encode(), byte_spans),
    )


def _splice(old: Ints, first: int, last: int, middle: Ints) -> Ints:
    """Return spans ``old`` with ``old[first:last]`` replaced by ``middle``, the rest shifted."""
    start, stop = (int(old[n - 1, 1]) if n else 0 for n in (first, last))
    size = int(middle[-1, 1]) if len(middle) else 0
    return np.concatenate([old[:first], middle + start, old[last:] + (start + size - stop)])
