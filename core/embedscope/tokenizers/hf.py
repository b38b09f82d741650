"""tokenizer.json through the library ``tokenizers``, which is imported only here."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embedscope.errors import FileError, MissingLibraryError
from embedscope.tokenizers.base import NO_ID, Encoding, Ints, Specials, TokenKind
from embedscope.tokenizers.byte_alphabet import bytes_of
from embedscope.tokenizers.hf_json import HfDescription, Json, Writing, describe
from embedscope.tokenizers.offsets import Found, encoding_of_found, pairs
from embedscope.tokenizers.panics import first_line, is_panic
from embedscope.tokenizers.piece_types import piece_bytes
from embedscope.tokenizers.pieces import encoding_of_unread
from embedscope.tokenizers.spans import sanitise

if TYPE_CHECKING:
    import tokenizers

_READ: Mapping[Writing, Callable[[str], bytes]] = {
    "bytes": bytes_of,
    "pieces": piece_bytes,
    "plain": str.encode,
}


class HfTokenizer:
    """A tokenizer of the ``tokenizers`` library, as its JSON file describes it."""

    def __init__(self, name: str, native: "tokenizers.Tokenizer", about: HfDescription) -> None:
        self.name = name
        self._native = native
        self._lock = Lock()  # how special text is read is a setting of the native object
        self._about = about
        vocabulary = native.get_vocab(with_added_tokens=True)
        self._stand_in = vocabulary.pop(about.stand_in) if about.stand_in else NO_ID
        self.size = 1 + max(vocabulary.values(), default=-1)
        self.special_tokens: Mapping[str, int] = MappingProxyType(about.special_tokens)
        self.continuing_prefix = about.continuing_prefix
        self.blank_starts_word = about.writing != "plain"
        unknown = about.unknown
        named = vocabulary.get(unknown, NO_ID) if isinstance(unknown, str) else NO_ID
        self._unknown_id = unknown if isinstance(unknown, int) else named
        read = _READ[about.writing]
        self._bytes = {token_id: read(token) for token, token_id in vocabulary.items()}
        self._bytes |= {i: text.encode() for text, i in about.added_tokens.items()}

    def __repr__(self) -> str:
        return f"HfTokenizer({self.name!r}, size={self.size})"

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of one token, or None where the id has no token."""
        return self._bytes.get(token_id)

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the text of ``ids`` in bytes; ids without a token give nothing."""
        known = [int(token_id) for token_id in ids if token_id in self._bytes]
        if self._about.writing == "bytes":
            return b"".join(map(self._bytes.__getitem__, known))
        return self._native.decode(known, skip_special_tokens=False).encode()

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:
        """Return the tokens of ``text``; never raises for any str (faults become notes)."""
        text, notes = sanitise(text)
        try:
            found = self._found(text, specials)
        except Exception as fault:  # noqa: BLE001 - the library raises bare Exceptions
            return encoding_of_unread(text, notes, fault)
        except BaseException as fault:
            if not is_panic(fault):
                raise
            return encoding_of_unread(text, notes, fault)
        return encoding_of_found(text, found, notes)

    def _found(self, text: str, specials: Specials) -> Found:
        with self._lock:
            self._native.encode_special_tokens = specials == "plain"
            # a batch of one: only for batches does the library let other threads run
            native = self._native.encode_batch([text])[0]
        ids = np.array(native.ids, np.int64)
        char_spans = pairs(native.offsets)
        ids[ids == self._stand_in] = NO_ID
        kinds = self._kinds(ids, native.sequence_ids)
        shown = [self._bytes.get(token_id, b"") for token_id in native.ids]
        for place in np.flatnonzero(kinds == TokenKind.UNKNOWN).tolist():
            start, stop = char_spans[place].tolist()
            shown[place] = text[start:stop].encode()
        return Found(ids, kinds, char_spans, shown)

    def _kinds(self, ids: Ints, sequence_ids: list[int | None]) -> NDArray[np.uint8]:
        """Return the kinds (n,): a token without a sequence was added by the tokenizer."""
        kinds = np.zeros(len(ids), np.uint8)
        kinds[np.isin(ids, list(self.special_tokens.values()))] = TokenKind.SPECIAL
        kinds[ids == self._unknown_id] = TokenKind.UNKNOWN
        added = np.fromiter((number is None for number in sequence_ids), bool, len(ids))
        kinds[added] = TokenKind.ADDED
        return kinds


def open_tokenizer_json(path: Path, root: Json, name: str) -> HfTokenizer:
    """Return the tokenizer in a tokenizer.json (``root``); FileError or MissingLibraryError."""
    about = describe(path, root)
    try:
        import tokenizers
    except ImportError as fault:
        raise MissingLibraryError(
            f'{path.name} needs the library tokenizers: pip install "embedscope[hf]"'
        ) from fault
    try:
        return HfTokenizer(name, tokenizers.Tokenizer.from_str(about.text), about)
    except Exception as fault:
        raise FileError(path, _unusable(fault)) from fault
    except BaseException as fault:
        if not is_panic(fault):
            raise
        raise FileError(path, _unusable(fault)) from fault


def _unusable(fault: BaseException) -> str:
    return f"is no tokenizer that can be used ({first_line(fault)}); save it again, or take another"
