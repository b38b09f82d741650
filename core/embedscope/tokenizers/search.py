"""Find rows by the text, the bytes or the id of their token."""

import re
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
import regex
from numpy.typing import NDArray

from embedscope.errors import EmbedscopeError
from embedscope.progress import SILENT, Progress
from embedscope.tokenizers.base import Ints, Tokenizer
from embedscope.tokenizers.spans import sanitise

_GAP = "\ud800"  # stands between tokens; no token can hold it, and casefold leaves it alone
_MARKS = str.maketrans({"␣": " ", "⏎": "\n", "⇥": "\t", "␍": "\r"})
_ID = re.compile(r"(?:#|id:)?\s*([0-9]{1,18})")
_HEX = re.compile(r"0x((?:\s*[0-9a-f]{2})+)", re.IGNORECASE)
_ESCAPE = re.compile(rb"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))")  # in labels
_QUOTED = re.compile(r'"(.+)"', re.DOTALL)
_REGEX_SECONDS = 3.0
_MAX_CODE = 0x10FFFF
_BLOCK = 5_000
_MISS = 9


class PatternError(EmbedscopeError):
    """A pattern that cannot be used; ``brief`` says it in a few words."""

    def __init__(self, sentence: str, brief: str) -> None:
        super().__init__(sentence)
        self.brief = brief


class Found(NamedTuple):
    """What a query hits, best first; where that is nothing, why, in a few words and in full.

    ``is_fault``: the query cannot be answered as it is.
    """

    hits: Ints
    brief: str = ""
    why: str = ""
    is_fault: bool = False


class _Units(NamedTuple):
    """Tokens laid end to end; token i is ``codes[starts[i] : starts[i] + lengths[i]]``."""

    codes: NDArray[np.uint32] | NDArray[np.uint8]
    starts: Ints
    lengths: Ints

    def find(self, query: NDArray[np.uint32] | NDArray[np.uint8]) -> tuple[Ints, Ints]:
        """Return token and place in it for every place where ``query`` lies inside a token."""
        last = len(self.codes) - len(query)
        at = np.flatnonzero(self.codes[: max(0, last + 1)] == query[0])
        for step, code in enumerate(query[1:], 1):
            at = at[self.codes[at + step] == code]
        token = np.searchsorted(self.starts, at, "right") - 1
        place = at - self.starts[token]
        inside = place + len(query) <= self.lengths[token]
        return token[inside], place[inside]


class VocabularyIndex:
    """The tokens of rows 0..n_rows - 1, made searchable when the first query comes."""

    def __init__(self, tokenizer: Tokenizer, n_rows: int) -> None:
        self._tokenizer = tokenizer
        self._n_rows = n_rows
        self._n_tokens = min(n_rows, tokenizer.size)

    def find(self, query: str, progress: Progress = SILENT) -> Ints:
        """Return all ids that ``query`` hits, best first, ties by id.

        Text: the token itself, the token after a blank, then both in any case, then tokens that
        begin with it, then tokens that hold it. ``123``: also row 123; ``#123`` or ``id:123``:
        only that. ``/pattern/``: a regular expression. ``0x20 77``: bytes; also with the escapes
        that labels show. ``"text"``: as expressions have it, also without the quotes.
        PatternError where a pattern is wrong or takes too long.
        """
        query = sanitise(query)[0]
        by_id = _ID.fullmatch(query.strip())
        if by_id and not query.strip().isdigit():
            return self._row(int(by_id[1]))
        if len(query) > 2 and query[0] == query[-1] == "/":
            return self._find_pattern(query[1:-1], progress)
        hits = self._find_text(query.translate(_MARKS), progress)
        if quoted := _QUOTED.fullmatch(query.strip()):
            hits = _first(hits, self._find_text(quoted[1].translate(_MARKS), progress))
        by_bytes = _HEX.fullmatch(query.strip())
        wanted = bytes.fromhex(by_bytes[1]) if by_bytes else _of_label(query)
        if wanted:
            hits = _first(self._find_bytes(wanted, progress), hits)
        return _first(self._row(int(by_id[1])), hits) if by_id else hits

    def answer(self, query: str, progress: Progress = SILENT) -> Found:
        """Return what ``query`` hits, or why that is nothing; a pattern's fault is a reason too."""
        try:
            hits = self.find(query, progress)
        except PatternError as fault:
            return Found(np.zeros(0, np.int64), fault.brief, str(fault), is_fault=True)
        return Found(hits) if len(hits) else Found(hits, *self._why_none(query.strip()))

    def _why_none(self, query: str) -> tuple[str, str]:
        if self._n_rows and (_ID.fullmatch(query) or not self._n_tokens):
            rows = f"rows 0 to {self._n_rows - 1:,}"
            what = (
                "The table has" if _ID.fullmatch(query) else "Rows have no tokens here; there are"
            )
            return rows, f"{what} {rows}."
        if query[:2].lower() == "0x" and not _HEX.fullmatch(query):
            return "no hex bytes", "Bytes are pairs of 0-9 and a-f, as in 0x20 77 6f."
        return "no hits", ""

    def _row(self, row: int) -> Ints:
        return np.array([row] if row < self._n_rows else [], np.int64)

    @cached_property
    def _tokens(self) -> list[bytes]:
        """The bytes of each token, empty where there is none."""
        return [self._tokenizer.token_bytes(i) or b"" for i in range(self._n_tokens)]

    @cached_property
    def _texts(self) -> list[str]:
        return [data.decode("utf-8", "surrogateescape") for data in self._tokens]

    @cached_property
    def _folded(self) -> _Units:
        """Texts without regard to case; folding may change lengths ("ß" becomes "ss")."""
        codes = _codes((_GAP.join(self._texts) + _GAP).casefold())
        stops = np.flatnonzero(codes == ord(_GAP))
        starts = np.append(0, stops[:-1] + 1)
        return _Units(codes, starts, stops - starts)

    @cached_property
    def _raw(self) -> _Units:
        lengths = np.array([len(data) for data in self._tokens], np.int64)
        codes = np.frombuffer(b"".join(self._tokens), np.uint8)
        return _Units(codes, np.cumsum(lengths) - lengths, lengths)

    def _find_text(self, query: str, progress: Progress) -> Ints:
        if not query or not self._n_tokens:
            return np.zeros(0, np.int64)
        progress.step(0.0, "searching the vocabulary")
        units, folded = self._folded, _codes(query.casefold())
        token, place = units.find(folded)
        after_blank = (place == 1) & (units.codes[units.starts[token]] == ord(" "))
        begins = (place == 0) | after_blank
        ends = place + len(folded) == units.lengths[token]
        rank = np.where(begins, np.where(ends, 2, 3), 4)
        for hit in np.flatnonzero(begins & ends).tolist():
            text = self._texts[token[hit]]
            rank[hit] = 0 if text == query else 1 if text == f" {query}" else 2
        return self._ranked(token, rank)

    def _find_bytes(self, query: bytes, progress: Progress) -> Ints:
        progress.step(0.0, "searching the vocabulary for bytes")
        if not self._n_tokens:
            return np.zeros(0, np.int64)
        units = self._raw
        token, place = units.find(np.frombuffer(query, np.uint8))
        whole = units.lengths[token] == len(query)
        return self._ranked(token, np.where(whole, 0, np.where(place == 0, 1, 2)))

    def _ranked(self, token: Ints, rank: Ints) -> Ints:
        """Return each hit token once, by its best rank, then by id."""
        best = np.full(self._n_tokens, _MISS)
        np.minimum.at(best, token, rank)
        hits = np.flatnonzero(best < _MISS)
        return hits[np.argsort(best[hits], kind="stable")]

    def _find_pattern(self, pattern: str, progress: Progress) -> Ints:
        search = _compile(pattern)
        hits: list[int] = []
        for start in range(0, self._n_tokens, _BLOCK):
            progress.step(start / self._n_tokens, "searching the vocabulary")
            block = enumerate(self._texts[start : start + _BLOCK], start)
            hits.extend(token_id for token_id, text in block if text and search(text))
        return np.array(hits, np.int64)


def _compile(pattern: str) -> Callable[[str], bool]:
    """Return a matcher that cannot run away: some patterns take ages on a row of equal signs."""
    try:
        compiled = regex.compile(pattern)
    except regex.error as fault:
        sentence = f"The pattern /{pattern}/ cannot be read: {fault}."
        raise PatternError(sentence, "wrong pattern") from fault

    def search(text: str) -> bool:
        try:
            return compiled.search(text, timeout=_REGEX_SECONDS) is not None
        except TimeoutError as fault:
            sentence = f"The pattern /{pattern}/ takes too long."
            raise PatternError(sentence, "pattern too slow") from fault

    return search


def _codes(text: str) -> NDArray[np.uint32]:
    """Return the code points of ``text`` (n,)."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _first(first: Ints, rest: Ints) -> Ints:
    """Return ``first``, then what of ``rest`` is not in it."""
    return np.concatenate([first, rest[~np.isin(rest, first)]])


def _of_label(label: str) -> bytes:
    r"""Return the bytes of a label such as "␣\xe6\xbc", empty if it holds no escapes."""
    marked = label.translate(_MARKS).encode()
    found, n_escapes = _ESCAPE.subn(_unescaped, marked)
    return found if n_escapes else b""


def _unescaped(escape: re.Match[bytes]) -> bytes:
    if escape[1]:
        return bytes.fromhex(escape[1].decode())
    code = int(escape[2] or escape[3], 16)
    return chr(code).encode("utf-8", "surrogatepass") if code <= _MAX_CODE else escape[0]
