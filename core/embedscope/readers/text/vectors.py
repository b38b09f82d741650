"""Word vectors and tables of numbers written as text, packed or not.

word2vec text and fastText's .vec (a header "V D", a word and D numbers a line), GloVe (no header),
CSV and TSV (labels and names of columns at will), plain matrices.
"""

from pathlib import Path

from embedscope.progress import Progress
from embedscope.readers.base import AnyTokenizer, Contents, Loaded, Tensor, TensorInfo
from embedscope.readers.text.kept import (
    Found,
    GetCache,
    Made,
    TableCache,
    default_cache,
    kept_or_made,
)
from embedscope.readers.text.labels import labels_beside
from embedscope.readers.text.layout import Reading
from embedscope.readers.text.parse import Parsed, parse
from embedscope.readers.text.rows import Rows
from embedscope.readers.text.streams import MAGIC_BYTES, is_utf16, packing
from embedscope.readers.text.words_file import Facts
from embedscope.tables.file_bytes import FileBytes
from embedscope.tokenizers.words import word_list

NAME = "vectors"
"""What the table of a text file is called."""

_PACKED_SHARE = 1.3  # of numbers, a packed text is smaller than they are
_PLAIN_SHARE = 0.45


def sniff(head: bytes, path: Path) -> bool:  # noqa: ARG001 - endings of such files vary
    """Tell any text; whether there is a table in it shows later."""
    return is_utf16(head) or b"\0" not in head


def read(path: Path, progress: Progress, get_cache: GetCache = default_cache) -> Contents:
    """Return the table in a text: read whole, or from the cache where it was read before."""
    found = table_of(path, Reading.LIKELY, get_cache(), progress)
    facts, shape = found.facts, found.source.shape
    tokenizer, about_labels = labels_of(path, found)
    notes = (*facts["notes"], *about_labels)
    others = [_other(path, get_cache, *other) for other in facts["others"]]
    if others:  # what is said about one reading need not be true of another
        shown, own = tuple(facts["choices"]), notes
    else:
        shown, own = notes, ()
    main = Tensor(_info(NAME, shape), lambda _progress: Loaded(found.source, notes=own))
    return Contents(
        format=facts["format"],
        tensors=(main, *others),
        tokenizer=tokenizer,
        vocab_size=shape[0] if found.words else None,
        likely=frozenset({NAME}),
        notes=shown,
    )


def table_of(path: Path, reading: Reading, cache: TableCache | None, progress: Progress) -> Found:
    """Return what ``reading`` makes of a text."""
    file = FileBytes(path)
    kind = packing(file.read(0, MAGIC_BYTES))

    def make(rows: Rows) -> Made:
        parsed = parse(path, reading, rows, progress)
        return parsed.words, _facts(parsed, kind)

    n_bytes = int(file.size * (_PACKED_SHARE if kind else _PLAIN_SHARE))
    return kept_or_made(path, reading.value, n_bytes, make, cache)


def labels_of(path: Path, found: Found) -> tuple[AnyTokenizer, tuple[str, ...]]:
    """Return the words of a table, its own or those of a file beside it, and a remark on these."""
    if found.words is None:
        return labels_beside(path, found.source.shape[0])
    return word_list(str(path), found.words, folds=found.facts["folds"]), ()


def _facts(parsed: Parsed, kind: str) -> Facts:
    layout, n_rows = parsed.layout, parsed.n_rows
    return {
        "format": f"{layout.format} ({kind})" if kind else layout.format,
        "notes": list(parsed.notes),
        "folds": parsed.words is not None and not parsed.words.has_capitals,
        "choices": [
            f'"{NAME}" {other.likely}; {other.otherwise}, open "{_name(other.reading)}".'
            for other, _ in parsed.others
        ],
        "others": [
            [other.reading.value, n_rows + (other.reading is Reading.NO_HEADER), known.cells.n_dims]
            for other, known in parsed.others
        ],
    }


def _other(path: Path, get_cache: GetCache, reading: str, n_rows: int, n_dims: int) -> Tensor:
    """Return the same text read in another way, when that is asked for."""

    def load(progress: Progress) -> Loaded:
        found = table_of(path, Reading(reading), get_cache(), progress)
        tokenizer, notes = labels_of(path, found)
        return Loaded(found.source, tokenizer or "ids", (*found.facts["notes"], *notes))

    return Tensor(_info(_name(Reading(reading)), (n_rows, n_dims)), load)


def _name(reading: Reading) -> str:
    return f"{NAME}, {reading.value}"


def _info(name: str, shape: tuple[int, int]) -> TensorInfo:
    return TensorInfo(name, shape, "f32", 4 * shape[0] * shape[1])
