"""Finds the orders of rows and dims that a session asks for."""

from dataclasses import dataclass, replace

import numpy as np

from embedscope.geometry.parallel import for_each_block
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.rows import rows_for
from embedscope.geometry.stats import RowFlag
from embedscope.heatmap.arrangement import Arrangement
from embedscope.heatmap.grid import spread_rows
from embedscope.heatmap.order import (
    Order,
    order_by,
    order_by_angle,
    order_by_similarity,
    order_by_text,
)
from embedscope.heatmap.survey import Survey
from embedscope.progress import Progress
from embedscope.session.session import OrderChoice
from embedscope.tables.base import BLOCK_VALUES, Floats, Ints
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.visible import visible

_AXES_ROWS = 512
"""Rows, spread over the table, whose principal axes put similar rows, or dims, together."""
_ALIKE = "likeness"


@dataclass(frozen=True, eq=False)
class Known:
    """What orders are found from."""

    table: Table
    survey: Survey
    tokenizer: Tokenizer


def arrange(known: Known, choice: OrderChoice, progress: Progress) -> Arrangement:
    """Return the table of ``known`` in the chosen orders."""
    axes = None
    if choice.rows == "likeness" or choice.dims == "likeness":
        axes = _main_axes(known, progress)
    rows = _row_order(known, choice, axes, progress)
    return Arrangement(known.table, rows, _dim_order(known, choice, axes))


def _row_order(
    known: Known, choice: OrderChoice, axes: Floats | None, progress: Progress
) -> Order | None:
    table = known.table
    if choice.rows == "norm":
        return order_by(known.survey.rows.norm, "norm, shortest first")
    if choice.rows == "token":
        tokens = [known.tokenizer.token_bytes(row) for row in range(table.n_rows)]
        return order_by_text(tokens)
    if choice.rows == "similarity" and choice.like is not None and choice.like < table.n_rows:
        title = f"similarity to {_named(known.tokenizer, choice.like)}"
        return replace(order_by_similarity(table, choice.like, progress), title=title)
    if choice.rows == "likeness" and axes is not None:
        return order_by_angle(_on_axes(table, axes, progress), _ALIKE)
    return None


def _dim_order(known: Known, choice: OrderChoice, axes: Floats | None) -> Order | None:
    if choice.dims == "variance":
        spread = known.survey.columns.spread
        return order_by(spread, "variance, largest first", descending=True)
    if choice.dims == "likeness" and axes is not None:
        return order_by_angle(axes.T, _ALIKE)
    return None


def _named(tokenizer: Tokenizer, row: int) -> str:
    data = tokenizer.token_bytes(row)
    return f"row {row}" if data is None else f"{visible(data)} {row}"


def _main_axes(known: Known, progress: Progress) -> Floats:
    """Return the two main axes (2, D) of some rows spread over the table."""
    progress.step(0.0, "finding what is alike")
    ids = _sound_rows(known)
    axes = fit_pca(known.table, 2, rows=ids[spread_rows(len(ids), _AXES_ROWS)], progress=progress)
    found: Floats = axes.components.astype(np.float32)
    return found


def _sound_rows(known: Known) -> Ints:
    """Return the rows that are finite and not zero."""
    odd = np.uint8(RowFlag.ZERO | RowFlag.NONFINITE)
    return np.flatnonzero(known.survey.rows.flags & odd == 0)


def _on_axes(table: Table, axes: Floats, progress: Progress) -> Floats:
    """Return where all rows lie on ``axes`` (2, D), from their mean: (V, 2)."""
    points = np.empty((table.n_rows, len(axes)), np.float32)

    def take(start: int, block: Floats) -> None:
        with np.errstate(all="ignore"):
            points[start : start + len(block)] = block @ axes.T

    for_each_block(table, table.n_rows, rows_for(table, BLOCK_VALUES), take, progress)
    finite = np.isfinite(points).all(axis=1)
    middle = points[finite].mean(axis=0) if finite.any() else np.zeros(2, np.float32)
    centred: Floats = points - middle
    return centred
