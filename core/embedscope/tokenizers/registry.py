"""Tokenizers by name or path."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

from embedscope.errors import UnknownNameError
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.bpe import BpeTokenizer
from embedscope.tokenizers.encodings import ENCODINGS
from embedscope.tokenizers.id_list import IdListTokenizer
from embedscope.tokenizers.rank_files import bundled_ranks
from embedscope.tokenizers.splittings import SPLITTINGS
from embedscope.tokenizers.words import BOOK_WORDS, CAT_WORDS


def _bundled(name: str) -> Tokenizer:
    spec = ENCODINGS[name]
    load = partial(bundled_ranks, spec.vocabulary)
    return BpeTokenizer(name, load, SPLITTINGS[spec.splitting], spec.specials, spec.size)


_MAKERS: Mapping[str, Callable[[], Tokenizer]] = {
    **{name: partial(_bundled, name) for name in ENCODINGS},
    "ids": IdListTokenizer,
    "book-words": lambda: BOOK_WORDS,
    "cat-words": lambda: CAT_WORDS,
}
TOKENIZER_NAMES: tuple[str, ...] = tuple(_MAKERS)


def get_tokenizer(name_or_path: str | Path) -> Tokenizer:
    """Return the tokenizer of this name (one object per name), or of the file at this path.

    UnknownNameError where there is no such name.
    """
    name = str(name_or_path)
    if name in _MAKERS:
        return _named(name)
    raise UnknownNameError(
        f'No tokenizer is called "{name}"; choose one of {", ".join(TOKENIZER_NAMES)}, '
        f"or give the path of a tokenizer file."
    )


@cache
def _named(name: str) -> Tokenizer:
    return _MAKERS[name]()
