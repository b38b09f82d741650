"""Byte-pair encodings through tiktoken, with exact spans and without its crashes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType

import numpy as np

from embedscope.tokenizers.base import Encoding, Ints, Specials
from embedscope.tokenizers.native import NativeBpe
from embedscope.tokenizers.pieces import Run, encoding_of_runs
from embedscope.tokenizers.rank_files import Ranks
from embedscope.tokenizers.spans import sanitise
from embedscope.tokenizers.specials import SpecialFinder
from embedscope.tokenizers.splittings import Splitting


class BpeTokenizer:
    """One tiktoken encoding; its ranks are read when they are first needed."""

    def __init__(
        self,
        name: str,
        load_ranks: Callable[[], Ranks],
        splitting: Splitting,
        specials: Mapping[str, int],
        size: int | None = None,
        *,
        notes: tuple[str, ...] = (),
    ) -> None:
        """``size`` may be given so that asking for it does not load the ranks."""
        self.name = name
        self.notes = notes
        self._load_ranks = load_ranks
        self._splitting = splitting
        self.special_tokens: Mapping[str, int] = MappingProxyType(dict(specials))
        self._finder = SpecialFinder(self.special_tokens)
        self._known_size = size

    def __repr__(self) -> str:
        return f"BpeTokenizer({self.name!r})"

    @property
    def size(self) -> int:
        """Largest id + 1."""
        return self._known_size or 1 + max(self._bytes_by_id)

    @cached_property
    def ranks(self) -> Ranks:
        """Token bytes to id; shared, not to be changed."""
        return self._load_ranks()

    @cached_property
    def _bytes_by_id(self) -> dict[int, bytes]:
        by_id = dict(zip(self.ranks.values(), self.ranks, strict=True))
        for text, token_id in self.special_tokens.items():
            by_id.setdefault(token_id, text.encode())
        return by_id

    @cached_property
    def _lengths(self) -> Ints:
        """The number of bytes of each id (size,), 0 where there is no token."""
        lengths = np.zeros(self.size, np.int64)
        lengths[list(self._bytes_by_id)] = list(map(len, self._bytes_by_id.values()))
        return lengths

    @cached_property
    def _native(self) -> NativeBpe:
        return NativeBpe(self.ranks, self._splitting)

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of one token, or None where the id has no token."""
        return self._bytes_by_id.get(token_id)

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the joined bytes of ``ids``; ids without a token give nothing."""
        return b"".join(self._bytes_by_id.get(int(token_id), b"") for token_id in ids)

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:
        """Return the tokens of ``text``; never raises for any str (faults become notes)."""
        text, notes = sanitise(text)
        faults: list[str] = []
        runs = list(self._runs(text, specials, faults))
        return encoding_of_runs(text, runs, (*notes, *faults))

    def _runs(self, text: str, specials: Specials, faults: list[str]) -> Iterator[Run]:
        for start, stop, special_id in self._finder.stretches(text, specials):
            if special_id is not None:
                yield Run.special(special_id, text[start:stop])
            else:
                ids = self._native.ids(text[start:stop], start, faults)
                yield Run.of(ids, self._lengths[ids])

    def cuts_before_blanks(self, specials: Specials) -> bool:
        """Tell whether a text may be cut before the first of some blanks with the ids unchanged."""
        return specials == "plain" or not any(" " in text for text in self.special_tokens)
