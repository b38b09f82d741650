"""Rows that look as if training hardly touched them: candidates, nothing more.

After Land and Bartolo 2024, "Fishing for Magikarp" (arXiv 2405.05417): rows close to the mean of
rows that are known to be unused. Low values are suspicious.
"""

import re
from dataclasses import dataclass

import numpy as np

from embedscope.errors import EmbedscopeError
from embedscope.geometry.rows import RowSource, TableLike, as_rows, part_of
from embedscope.geometry.spaces import fit_space, in_space
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Ints
from embedscope.tokenizers.base import Tokenizer

_RESERVED = re.compile(rb"<\|?(reserved|unused|extra_id|dummy)[^>]*>|\[unused\d+\]")
_NEVER_IN_UTF8 = {0xC0, 0xC1, *range(0xF5, 0x100)}


@dataclass(frozen=True, eq=False)
class Undertrained:
    """Indicators (V,) of rows being untrained, low is suspicious; NaN for rows not finite.

    ``cosine`` (I1): cosine distance to the mean of the ``unused`` rows; ``centred`` (I2): the
    same with the table's mean subtracted; ``without_top`` (I3): and the first component removed;
    ``distance`` (I4): Euclidean distance to that mean.
    """

    cosine: Doubles
    centred: Doubles
    without_top: Doubles
    distance: Doubles
    unused: Ints


def unused_ids(tokenizer: Tokenizer, n_rows: int) -> Ints:
    """Return the ids below ``n_rows`` that no text can give: padding, reserved, dead bytes."""
    return np.array([i for i in range(n_rows) if _is_unused(tokenizer.token_bytes(i))], np.int64)


def _is_unused(data: bytes | None) -> bool:
    if data is None:
        return True
    if len(data) == 1:
        return data[0] in _NEVER_IN_UTF8
    return data[:1] in b"<[" and _RESERVED.fullmatch(data) is not None


def undertrained(table: TableLike, unused: Ints, progress: Progress = SILENT) -> Undertrained:
    """Return the indicators of all rows of ``table`` (V, D), given ids known to be ``unused``."""
    source = as_rows(table)
    if not len(unused):
        raise EmbedscopeError("No row is known to be unused, so there is nothing to compare with.")
    indicators = []
    for number, n_removed in enumerate((None, 0, 1)):
        part = part_of(progress, number, 3)
        space = None if n_removed is None else fit_space(source, n_removed, part)
        indicators.append(_to_mean(in_space(source, space), unused, part))
    (cosine, distance), (centred, _), (without_top, _) = indicators
    return Undertrained(cosine, centred, without_top, distance, unused)


def _to_mean(source: RowSource, unused: Ints, progress: Progress) -> tuple[Doubles, Doubles]:
    """Return cosine distance 1 - a.b / max(|a||b|, 1e-6) and Euclidean distance (V,), each."""
    rows = source.exact_rows(unused).astype(np.float64)
    goal = rows[np.isfinite(rows).all(axis=1)].mean(axis=0)
    cosine, distance = np.full((2, source.shape[0]), np.nan)
    for start, block in source.blocks(progress=progress):
        wide, here = block.astype(np.float64), slice(start, start + len(block))
        wide[~np.isfinite(wide).all(axis=1)] = np.nan
        size = np.linalg.norm(wide, axis=1) * np.linalg.norm(goal)
        cosine[here] = 1 - np.vecdot(wide, goal) / np.maximum(size, 1e-6)
        distance[here] = np.linalg.norm(wide - goal, axis=1)
    return cosine, distance


def candidates(indicator: Doubles, judged: Ints, percentile: float = 2.0) -> Ints:
    """Return ids among ``judged`` with an ``indicator`` below its percentile there, lowest first.

    Judge ordinary tokens only (no padding, special or partial ones), as the authors do.
    """
    values = indicator[judged]
    good = judged[np.isfinite(values)]
    if not len(good):
        return good
    low = good[indicator[good] <= np.percentile(indicator[good], percentile)]
    return low[np.argsort(indicator[low], kind="stable")]
