"""From what is known of a dim to what the inspector shows; no Qt here."""

import numpy as np

from embedscope.heatmap.columns import ColumnStats
from embedscope.heatmap.dims import DimFacts
from embedscope.heatmap.reasons import dim_reasons
from embedscope.numerals import format_value
from embedscope.session.results import Results
from embedscope.session.session import Session
from embedscope.tables.base import Ints
from embedscope_gui import present
from embedscope_gui.inspector.dim_view import EXTREMES, DimView
from embedscope_gui.inspector.facts import NeighboursView


def dim_view(session: Session, results: Results) -> DimView | None:
    """Return what the inspector says of the dim that is looked at, None if it is none."""
    table, dim, tokenizer = session.table, session.dim, session.tokenizer
    if table is None or dim is None or tokenizer is None or dim >= table.n_dims:
        return None
    full, survey = results.dim_facts, results.survey
    if full is not None and (full.dim != dim or len(full.values) != table.n_rows):
        full = None
    if survey is not None and survey.shape != table.shape:
        survey = None
    notes = () if survey is None else tuple(_sentence(r) for r in dim_reasons(survey, dim))
    return DimView(
        dim,
        table.n_dims,
        _facts(dim, full, None if survey is None else survey.columns),
        None if full is None else full.values,
        None if full is None else _extremes(session, full),
        lambda row: present.token_label(tokenizer, row),
        notes,
    )


def _sentence(reason: str) -> str:
    return f"Odd: {reason}."


def _facts(dim: int, full: DimFacts | None, stats: ColumnStats | None) -> tuple[str, ...]:
    """Return lines of facts, from the survey of all dims until the dim itself has been read."""
    lines = []
    if full is not None:
        lines.append(_line(("mean", full.mean), ("std", full.spread), ("kurtosis", full.kurtosis)))
    elif stats is not None:
        lines.append(_line(("mean", float(stats.mean[dim])), ("std", float(stats.spread[dim]))))
    if stats is not None:
        lines.append(_line(("min", float(stats.low[dim])), ("max", float(stats.high[dim]))))
        if stats.n_bad[dim]:
            lines.append(f"{int(stats.n_bad[dim]):,} of its values NaN or infinite")
    return tuple(lines)


def _line(*facts: tuple[str, float]) -> str:
    return " · ".join(f"{name} {format_value(value)}" for name, value in facts)


def _extremes(session: Session, full: DimFacts) -> NeighboursView:
    """Return the rows with the largest and the smallest values, largest first."""
    rows = _largest_first(full)
    tokenizer = session.tokenizer
    labels = [present.token_label(tokenizer, int(row)) if tokenizer else "" for row in rows]
    caption = "largest values, then the smallest"
    return NeighboursView(EXTREMES, rows, labels, full.values[rows].astype(np.float64), caption)


def _largest_first(full: DimFacts) -> Ints:
    both = np.union1d(full.highest, full.lowest)
    order = np.argsort(-full.values[both].astype(np.float64), kind="stable")
    found: Ints = both[order]
    return found
