"""The looked-up rows of a text as a CSV, JSON, NPY or NPZ file."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from embedscope.errors import EmbedscopeError
from embedscope.export.document import lookup_json
from embedscope.export.tokens import ExportedToken, exported_tokens
from embedscope.numerals import shortest
from embedscope.progress import SILENT, Progress
from embedscope.saving import with_ending, written_aside
from embedscope.session.text import TextResult


def save_rows(
    result: TextResult, path: str | Path, kind: str | None = None, progress: Progress = SILENT
) -> Path:
    """Write the looked-up rows and return where: ``path`` with the ending of ``kind``.

    ``kind`` is one of EXPORT_FORMATS, or None to go by the ending of ``path``. Raises
    EmbedscopeError for a text without tokens, an unknown kind, or a place that cannot be written.
    """
    kind = kind or _kind_of(Path(path))
    if kind not in EXPORT_FORMATS:
        raise EmbedscopeError(f'"{kind}" is not a data format; choose {_choices()}.')
    if not len(result.ids):
        raise EmbedscopeError("The text is empty: there are no looked-up rows to save.")
    place = with_ending(path, kind)
    with written_aside(place) as file:
        EXPORT_FORMATS[kind](result, file, progress)
    return place


def _kind_of(path: Path) -> str:
    ending = path.suffix[1:].lower()
    if ending not in EXPORT_FORMATS:
        raise EmbedscopeError(
            f"{path.name}: the ending does not name a data format; end the name in {_choices()}."
        )
    return ending


def _choices() -> str:
    *some, last = EXPORT_FORMATS
    return f"{', '.join(some)} or {last}"


def _write_csv(result: TextResult, file: BinaryIO, progress: Progress) -> None:
    """Write one line a token: what it is, then its numbers; empty cells where there is no row."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text)  # CR LF: only then is a lone CR in a token quoted
    dims = [f"dim_{dim}" for dim in range(result.table.n_dims)]
    head = ["position", "token", "bytes", "id", "row", "char_start", "char_end"]
    writer.writerow([*head, *dims])
    writer.writerows(_csv_lines(result, progress))
    text.detach()


def _csv_lines(result: TextResult, progress: Progress) -> Iterator[list[str | int | None]]:
    blank: list[str | int | None] = [""] * result.table.n_dims
    for token in exported_tokens(result, progress):
        numbers = blank if token.values is None else shortest(token.values)
        yield [*_csv_head(token), *numbers]


def _csv_head(token: ExportedToken) -> list[str | int | None]:
    return [
        token.position,
        token.text,
        token.data.hex(),
        token.token_id,
        token.row,
        token.char_start,
        token.char_end,
    ]


def _write_json(result: TextResult, file: BinaryIO, progress: Progress) -> None:
    for part in lookup_json(result, progress):
        file.write(part.encode("utf-8"))


def _write_npy(result: TextResult, file: BinaryIO, progress: Progress) -> None:
    """Write the rows (n, D) in text order; a token without a row gives a row of NaN."""
    np.lib.format.write_array(file, _rows(result, progress), allow_pickle=False)


def _write_npz(result: TextResult, file: BinaryIO, progress: Progress) -> None:
    """Write ``rows`` (n, D), ``ids`` (n,), ``tokens`` (n,) text and ``bytes`` (n,) in hex."""
    data = [bytes(part) for part in result.encoding.token_bytes]
    texts = [part.decode("utf-8", errors="backslashreplace") for part in data]
    np.savez(
        file,
        allow_pickle=False,
        rows=_rows(result, progress),
        ids=result.ids,
        tokens=np.array(texts),
        bytes=np.array([part.hex() for part in data]),
    )


def _rows(result: TextResult, progress: Progress) -> NDArray[np.float32] | NDArray[np.float64]:
    """Return the exact rows (n, D), NaN where the table has none."""
    exact = result.table.exact_rows(result.ids[result.has_row])
    progress.step(0.5, "Writing rows")
    if result.has_row.all():
        return exact
    rows = np.full((len(result.ids), result.table.n_dims), np.nan, exact.dtype)
    rows[result.has_row] = exact
    return rows


EXPORT_FORMATS: Mapping[str, Callable[[TextResult, BinaryIO, Progress], None]] = {
    "csv": _write_csv,
    "json": _write_json,
    "npy": _write_npy,
    "npz": _write_npz,
}
"""Writers by name, which is also the ending of the file."""
