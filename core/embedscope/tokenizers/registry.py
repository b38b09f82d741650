"""Tokenizers by name or path."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
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
    """Return the tokenizer of this name, or in the file or folder at this path.

    Asked again, the same object; a changed file is read anew. UnknownNameError where there is
    neither, FileError and MissingLibraryError as ``open_tokenizer`` raises them.
    """
    name = str(name_or_path)
    if name in _MAKERS:
        return _named(name)
    try:
        path = Path(name or "\0").expanduser().absolute()
        state = path.stat()
    except (OSError, ValueError, RuntimeError) as fault:  # ValueError: a NUL in the name
        raise UnknownNameError(
            f'There is no tokenizer and no file called "{name}"; choose one of '
            f"{', '.join(TOKENIZER_NAMES)}, or give the path of a tokenizer file."
        ) from fault
    return _opened(path, state.st_mtime_ns, state.st_size)


@cache
def _named(name: str) -> Tokenizer:
    return _MAKERS[name]()


@lru_cache(maxsize=8)
def _opened(path: Path, _changed_ns: int, _n_bytes: int) -> Tokenizer:
    from embedscope.tokenizers.from_file import open_tokenizer  # start-up pays only for names

    return open_tokenizer(path, str(path))


def tokenizer_notes(tokenizer: Tokenizer) -> tuple[str, ...]:
    """Return sentences on how this tokenizer reads texts that a user should know of."""
    notes: tuple[str, ...] = getattr(tokenizer, "notes", ())
    return notes
