"""The rows next to a row by number, against the rows next to it by vector."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.neighbours import Neighbours, neighbours
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Ints
from embedscope.tables.table import Table


@dataclass(frozen=True, eq=False)
class ByIdAndVector:
    """``ids`` (m,) around ``row``, ascending and without it, with their ``cosines`` (m,) to it.

    ``nearest``: the same number of rows by cosine, over the whole table. NaN: no direction.
    """

    row: int
    ids: Ints
    cosines: Doubles
    nearest: Neighbours


def by_id_and_vector(
    table: Table, row: int, each_side: int = 4, progress: Progress = SILENT
) -> ByIdAndVector:
    """Return the ``each_side`` rows before and after ``row`` of ``table`` (V, D), and its nearest.

    At the ends of the table there are fewer by number; MissingRowError for a row it lacks.
    """
    around = np.arange(max(row - each_side, 0), min(row + each_side + 1, table.n_rows))
    around = around[around != row]
    nearest = neighbours(table, row, 2 * each_side, progress=progress)
    return ByIdAndVector(row, around, cosines_to(table, row, around), nearest)


def cosines_to(table: Table, row: int, ids: Ints) -> Doubles:
    """Return the cosine (n,) of row ``row`` with each of rows ``ids`` (n,), NaN for zero rows."""
    one = table.exact_rows([row])[0].astype(np.float64)
    others = table.exact_rows(ids).astype(np.float64)
    with np.errstate(all="ignore"):
        found: Doubles = np.vecdot(others, one) / (
            np.linalg.norm(others, axis=1) * np.linalg.norm(one)
        )
    return found
