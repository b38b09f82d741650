"""Why a row or a dim is odd, in words."""

import numpy as np

from embedscope.heatmap.picture import counted
from embedscope.heatmap.survey import Survey
from embedscope.numerals import format_value
from embedscope.tables.base import Doubles


def row_reasons(survey: Survey, row: int) -> tuple[str, ...]:
    """Return phrases that follow "row 995: ", the worst first, () for an ordinary row."""
    return tuple(_row_reason(survey, row, kind) for kind in survey.odd_rows.kinds_of(row))


def _row_reason(survey: Survey, row: int, kind: str) -> str:
    norm = float(survey.rows.norm[row])
    if kind == "hot":
        value = format_value(float(survey.peak[row]))
        return f"one number as large as {value} is far beyond the others"
    if kind in ("long", "short"):
        usual = _median(survey.rows.norm)
        return f"norm {format_value(norm)}, {_times(norm, usual)} the median"
    if kind == "duplicate":
        return _equal(survey, row)
    return {
        "zero": "all its numbers are 0",
        "not finite": "it holds NaN or infinity",
        "constant": "one number repeated",
    }[kind]


def _equal(survey: Survey, row: int) -> str:
    """Return which rows have the same numbers."""
    first = int(survey.first[row]) if survey.first[row] >= 0 else row
    group = np.append(first, np.flatnonzero(survey.first == first))
    others = group[group != row].tolist()
    named = ", ".join(map(str, others[:3]))
    if len(others) == 1:
        return f"the same numbers as row {named}"
    tail = f" and {len(others) - 3:,} more" if len(others) > 3 else ""
    return f"the same numbers as rows {named}{tail}"


def dim_reasons(survey: Survey, dim: int) -> tuple[str, ...]:
    """Return phrases that follow "dim 7: ", the worst first, () for an ordinary dim."""
    return tuple(_dim_reason(survey, dim, kind) for kind in survey.odd_dims.kinds_of(dim))


def _dim_reason(survey: Survey, dim: int, kind: str) -> str:
    stats = survey.columns
    size = float(stats.size[dim])
    if kind == "not finite":
        return f"{counted(int(stats.n_bad[dim]), 'value')} NaN or infinite"
    if kind == "constant":
        return f"{format_value(float(stats.low[dim]))} in every row"
    if kind == "zero":
        return "0 in every row"
    if kind == "hot":
        low, high = float(stats.low[dim]), float(stats.high[dim])
        value = format_value(high if high >= -low else low)
        return f"one value of {value}, in row {int(stats.peak_row[dim])}, is far beyond the others"
    usual = _median(stats.size)
    return f"typical size {format_value(size)}, {_times(size, usual)} that of the middle dim"


def _median(sizes: Doubles) -> float:
    finite = sizes[np.isfinite(sizes)]
    return float(np.median(finite)) if len(finite) else 0.0


def _times(value: float, usual: float) -> str:
    """Return "3.2 times" or "1/40 of"."""
    if usual <= 0:
        return "unlike"
    if value >= usual:
        return f"{value / usual:,.1f} times"
    return f"1/{usual / value:,.0f} of" if value > 0 else "0 times"
