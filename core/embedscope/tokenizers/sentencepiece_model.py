"""SentencePiece's .model files through the library ``sentencepiece``, imported only here."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from embedscope.errors import FileError, MissingLibraryError
from embedscope.tokenizers.base import Encoding, Specials, TokenKind
from embedscope.tokenizers.offsets import Found, encoding_of_found, pairs
from embedscope.tokenizers.piece_types import BLANK, BLANK_NOTE, piece_bytes
from embedscope.tokenizers.pieces import encoding_of_unread
from embedscope.tokenizers.spans import sanitise
from embedscope.tokenizers.specials import SpecialFinder, Stretch

if TYPE_CHECKING:
    import sentencepiece


class SentencePieceTokenizer:
    """A SentencePiece model; a blank that it puts before the text belongs to the first token."""

    def __init__(self, name: str, native: "sentencepiece.SentencePieceProcessor") -> None:
        self.name = name
        self._native = native
        self.size = int(native.get_piece_size())
        pieces = [native.id_to_piece(i) for i in range(self.size)]
        self._bytes = [piece_bytes(piece) for piece in pieces]
        self._is_byte = np.array([native.is_byte(i) for i in range(self.size)], bool)
        control = {pieces[i]: i for i in range(self.size) if native.is_control(i)}
        self.special_tokens: Mapping[str, int] = MappingProxyType(control)
        self._finder = SpecialFinder(control)
        self._unknown_id = int(native.unk_id())

    def __repr__(self) -> str:
        return f"SentencePieceTokenizer({self.name!r}, size={self.size})"

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of one token, or None where the id has no token."""
        return self._bytes[token_id] if 0 <= token_id < self.size else None

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the text of ``ids`` in bytes; ids without a token give nothing."""
        known = [int(token_id) for token_id in ids if 0 <= token_id < self.size]
        return b"".join(self._bytes[token_id] for token_id in known).removeprefix(b" ")

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:
        """Return the tokens of ``text``; never raises for any str (faults become notes)."""
        text, notes = sanitise(text)
        if BLANK in text:
            text, notes = text.replace(BLANK, " "), (*notes, BLANK_NOTE)
        stretches = self._finder.stretches(text, specials)
        try:
            parts = [self._part(text, stretch) for stretch in stretches]
        except (RuntimeError, ValueError) as fault:  # of a damaged model
            return encoding_of_unread(text, notes, fault)
        found = Found(
            np.concatenate([np.zeros(0, np.int64), *(part.ids for part in parts)]),
            np.concatenate([np.zeros(0, np.uint8), *(part.kinds for part in parts)]),
            np.concatenate([np.zeros((0, 2), np.int64), *(part.char_spans for part in parts)]),
            [token for part in parts for token in part.token_bytes],
        )
        return encoding_of_found(text, found, notes)

    def _part(self, text: str, part: Stretch) -> Found:
        stretch = text[part.start : part.stop]
        if part.token_id is not None:
            kinds = np.array([TokenKind.SPECIAL], np.uint8)
            span = np.array([[part.start, part.stop]])
            return Found(np.array([part.token_id]), kinds, span, [stretch.encode()])
        native = self._native.encode_as_offset_mapping(stretch)
        ids = np.array(native["ids"], np.int64)
        spans = pairs(native["offsets"])
        # of the bytes of one character, all but the last come without a place
        spans[:, 1] += self._is_byte[ids] & (spans[:, 0] == spans[:, 1])
        unknown = ids == self._unknown_id
        shown = [self._bytes[token_id] for token_id in native["ids"]]
        for place in np.flatnonzero(unknown).tolist():
            shown[place] = stretch[slice(*spans[place].tolist())].encode()
        kinds = np.where(unknown, TokenKind.UNKNOWN, TokenKind.PLAIN).astype(np.uint8)
        return Found(ids, kinds, spans + part.start, shown)


def open_sentencepiece(path: Path, name: str) -> SentencePieceTokenizer:
    """Return the tokenizer in a .model file; FileError or MissingLibraryError."""
    try:
        import sentencepiece
    except ImportError as fault:
        raise MissingLibraryError(
            f'{path.name} needs the library sentencepiece: pip install "embedscope[spm]"'
        ) from fault
    try:
        native = sentencepiece.SentencePieceProcessor(model_proto=path.read_bytes())
        return SentencePieceTokenizer(name, native)
    except OSError as fault:
        raise FileError(path, f"cannot be read ({fault.strerror or fault})") from fault
    except (RuntimeError, ValueError) as fault:
        raise FileError(path, "is no SentencePiece model, or an incomplete one") from fault
