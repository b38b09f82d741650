"""Coordinates of points as a CSV file: to go on with elsewhere, or to come back to."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from embedscope.errors import FileError
from embedscope.numerals import shortest
from embedscope.saving import write_aside
from embedscope.tables.base import Floats, Ints

_CAPTION = "# "


@dataclass(frozen=True, eq=False)
class Coordinates:
    """``points`` (n, k) of rows ``ids`` (n,), on axes with ``titles`` (k,), and their caption."""

    ids: Ints
    points: Floats
    titles: tuple[str, ...]
    caption: str = ""


def save_coordinates(path: str | Path, coordinates: Coordinates) -> None:
    """Write ``coordinates`` as CSV in UTF-8: id and one column an axis, empty where not finite.

    Numbers are the shortest that give back the same float32. FileError if it cannot be written.
    """
    text = io.StringIO(newline="")
    if coordinates.caption:
        text.write(_CAPTION + " ".join(coordinates.caption.split()) + "\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", *(" ".join(title.split()) for title in coordinates.titles)])
    for row, point in zip(coordinates.ids.tolist(), coordinates.points, strict=True):
        finite = np.isfinite(point)
        texts = shortest(point)
        writer.writerow([row, *(t if ok else "" for t, ok in zip(texts, finite, strict=True))])
    write_aside(path, text.getvalue().encode())


def load_coordinates(path: str | Path) -> Coordinates:
    """Return what ``save_coordinates`` wrote; FileError names the line that does not fit."""
    place = Path(path)
    try:
        text = place.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(place, f"cannot be read as text ({error})") from error
    caption = ""
    if text.startswith(_CAPTION):
        caption, _, text = text[len(_CAPTION) :].partition("\n")
    rows = _numbered_rows(place, text, 1 + bool(caption))
    _, titles = next(rows, (1, [""]))
    if titles[0] != "id" or len(titles) < 2:
        raise FileError(place, 'holds no coordinates: the first line should be "id" and the axes')
    ids, points = [], []
    for line, row in rows:
        if len(row) != len(titles):
            problem = f"line {line} has {len(row)} columns, not {len(titles)}"
            raise FileError(place, problem)
        try:
            ids.append(np.int64(row[0]))
            points.append([float(x) if x else np.nan for x in row[1:]])
        except (ValueError, OverflowError):
            raise FileError(place, f"line {line} is not an id and numbers") from None
    with np.errstate(over="ignore"):
        array = np.array(points).astype(np.float32).reshape(len(ids), len(titles) - 1)
    return Coordinates(np.array(ids, np.int64), array, tuple(titles[1:]), caption)


def _numbered_rows(place: Path, text: str, first: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the cells of each row that is not empty."""
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        for row in reader:
            if row:
                yield reader.line_num - 1 + first, row
    except csv.Error as error:
        raise FileError(place, f"line {reader.line_num - 1 + first} is no CSV ({error})") from error
