"""word2vec's binary files: read in place, only their words are gathered when they are opened."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import Contents, Loaded, Tensor, TensorInfo
from embedscope.readers.text.decimals import is_number
from embedscope.readers.text.kept import (
    Found,
    GetCache,
    Made,
    TableCache,
    default_cache,
    kept_or_made,
)
from embedscope.readers.text.rows import Rows
from embedscope.readers.text.spaced import SpacedSource, rows_within
from embedscope.readers.text.streams import MAGIC_BYTES, first_bytes, packing, raw_pieces
from embedscope.readers.text.vectors import NAME
from embedscope.readers.text.word2vec_scan import Batch, Header, Scan, parse_header
from embedscope.readers.text.words import WordCollector
from embedscope.readers.text.words_file import Entry
from embedscope.tables.base import Ints
from embedscope.tables.file_bytes import FileBytes
from embedscope.tokenizers.words import word_list

_HEAD_BYTES = 64
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r"))
_READING = "word2vec binary"
_LARGE = 1 << 27  # smaller files are gone through in no time
_UNPACKED_SHARE = 1.3  # packing saves little on numbers in binary


def sniff(head: bytes, path: Path) -> bool:
    """Tell by the header and by what follows it being no text."""
    header = parse_header(head)
    if header is None or header.stop == len(head):
        return False
    rest = head[header.stop :]
    if is_number(rest.split(b"\n")[0].rstrip().rsplit(b" ")[-1]) and b"\n" in rest:
        return False
    return len(rest.translate(None, _CONTROLS)) < len(rest) or _is_whole(head, header, path)


def _is_whole(head: bytes, header: Header, path: Path) -> bool:
    """Tell whether a small file, all of which is in ``head``, consists of rows in binary."""
    try:
        return sum(len(batch.words) for batch in Scan(path, header).batches(iter([head]))) > 0
    except FileError:
        return False


def read(path: Path, progress: Progress, get_cache: GetCache = default_cache) -> Contents:
    """Return the one table of the file."""
    header = parse_header(first_bytes(path, _HEAD_BYTES))
    if header is None:
        raise FileError(path, "is no word2vec file: its first line is not rows and dims")
    file = FileBytes(path)
    kind = packing(file.read(0, MAGIC_BYTES))
    reader = _Word2vec(file, header, progress)
    found = reader.unpacked(get_cache()) if kind else reader.in_place(get_cache())
    n_rows, n_dims = found.source.shape
    info = TensorInfo(NAME, (n_rows, n_dims), "f32", found.source.n_bytes)
    words = found.words or ()
    return Contents(
        format=f"word2vec binary ({kind})" if kind else "word2vec binary",
        tensors=(Tensor(info, lambda _progress: Loaded(found.source)),),
        tokenizer=word_list(str(path), words, folds=found.facts["folds"]),
        vocab_size=n_rows,
        notes=tuple(found.facts["notes"]),
    )


class _Word2vec:
    """One file on its way to a table."""

    def __init__(self, file: FileBytes, header: Header, progress: Progress) -> None:
        self._file = file
        self._header = header
        self._progress = progress

    def unpacked(self, cache: TableCache | None) -> Found:
        """Return the rows of a packed file, which are copied out of it."""
        n_bytes = int(_UNPACKED_SHARE * self._file.size)
        return kept_or_made(self._file.path, _READING, n_bytes, self._copied, cache)

    def in_place(self, cache: TableCache | None) -> Found:
        """Return the rows where they are; only the words are kept, which tell the places."""
        if cache is None or self._file.size < _LARGE:
            return self._scanned()[0]
        try:
            key = cache.key(self._file.path, _READING)
            found = self._kept(cache.load(key))
            if found is None:
                found, is_regular = self._scanned()
                entry = Entry(found.source.shape, found.words, found.facts)
                if is_regular:
                    cache.save(key, entry)
        except OSError:  # no cache, then
            return self._scanned()[0]
        return found

    def _kept(self, entry: Entry | None) -> Found | None:
        """Return the rows that the kept words tell the places of."""
        if entry is None or entry.words is None or entry.shape[1] != self._header.n_dims:
            return None
        step = self._header.row_bytes + bool(entry.facts.get("ends_rows"))
        n = np.arange(entry.shape[0])
        starts = self._header.stop + entry.words.ends + (n + 1) + n * step
        if starts[-1] + self._header.row_bytes > self._file.size:
            return None
        return Found(self._source(starts), entry.words, entry.facts)

    def _scanned(self) -> tuple[Found, bool]:
        """Return the rows found by going through the file, and whether they lie regularly."""
        scan, words = Scan(self._file.path, self._header), WordCollector()
        starts = [batch.starts + batch.offset for batch in self._batches(scan, words)]
        packed, facts = _made(scan, words)
        return Found(self._source(np.concatenate(starts)), packed, facts), scan.is_regular

    def _copied(self, rows: Rows) -> Made:
        """Put all rows into ``rows``."""
        scan, words = Scan(self._file.path, self._header), WordCollector()
        for batch in self._batches(scan, words):
            data = np.frombuffer(batch.data, np.uint8)
            rows.add(rows_within(data, batch.starts, self._header.n_dims))
        return _made(scan, words)

    def _batches(self, scan: Scan, words: WordCollector) -> Iterator[Batch]:
        with closing(raw_pieces(self._file.path, self._progress)) as pieces:
            for batch in scan.batches(pieces):
                words.add(batch.words)
                yield batch

    def _source(self, starts: Ints) -> SpacedSource:
        return SpacedSource(self._file, starts, self._header.n_dims)


def _made(scan: Scan, collected: WordCollector) -> Made:
    words = collected.finish()
    notes = [*scan.notes(), *collected.notes()]
    return words, {"folds": not words.has_capitals, "notes": notes, "ends_rows": scan.ends_rows}
