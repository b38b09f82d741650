"""Lists as CSV: neighbours, facts of rows."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from embedscope.saving import write_aside


def save_csv(path: str | Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    """Write ``heads`` and ``rows`` as CSV in UTF-8, whole or not at all; raises FileError."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    place = Path(path)
    write_aside(place, text.getvalue().encode())
    return place
