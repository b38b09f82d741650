"""What the colours of the points tell: a number for every row of the table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from embedscope.expressions.axes import expression_basis
from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.evaluate import Scope
from embedscope.geometry.projection import project_table
from embedscope.geometry.stats import RowStats
from embedscope.progress import SILENT, Progress
from embedscope.session.components import keep_components
from embedscope.session.nearest import within
from embedscope.session.results import AgreementResult, ColoursResult
from embedscope.session.session import Colouring, ColourKind
from embedscope.tables.base import Doubles
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.classes import TOKEN_CLASSES, token_classes
from embedscope.tokenizers.scripts import token_scripts


@dataclass(frozen=True, eq=False)
class Painted:
    """The rows to colour and what is known of them; parts that a colouring needs are there."""

    table: Table
    tokenizer: Tokenizer
    stats: RowStats | None = None
    scope: Scope | None = None
    agreement: AgreementResult | None = None


def row_colours(
    colouring: Colouring, painted: Painted, progress: Progress = SILENT
) -> ColoursResult | None:
    """Return the numbers (V,) behind the colours, None if there are none (yet)."""
    make = _MAKERS.get(colouring.kind)
    return None if make is None else make(colouring, painted, progress)


def _by_id(_colouring: Colouring, painted: Painted, _progress: Progress) -> ColoursResult:
    return ColoursResult("id", np.arange(painted.table.n_rows, dtype=np.float64))


def _by_norm(_colouring: Colouring, painted: Painted, _progress: Progress) -> ColoursResult | None:
    return None if painted.stats is None else ColoursResult("norm", painted.stats.norm)


def _by_class(_colouring: Colouring, painted: Painted, progress: Progress) -> ColoursResult:
    codes = token_classes(painted.tokenizer, painted.table.n_rows, progress)
    names = tuple(str(name) for name in TOKEN_CLASSES)
    return ColoursResult("token class", codes.astype(np.float64), names)


def _by_script(_colouring: Colouring, painted: Painted, progress: Progress) -> ColoursResult:
    places, names = token_scripts(painted.tokenizer, painted.table.n_rows, progress)
    return ColoursResult("script", places.astype(np.float64), names)


def _by_expression(
    colouring: Colouring, painted: Painted, progress: Progress
) -> ColoursResult | None:
    """Return the coordinate of each row along an expression."""
    source, scope = colouring.expression, painted.scope
    if scope is None or not source.strip():
        return None
    used = within(scope, None, progress)
    title = " ".join(source.split())
    try:
        basis = expression_basis([source], used)
    except ExpressionError as fault:
        return ColoursResult(title, np.full(painted.table.n_rows, np.nan), fault=fault)
    keep_components(painted.table, scope.n_fitted, used.pca)
    values = project_table(painted.table, basis, progress)[:, 0].astype(np.float64)
    return ColoursResult(title, values, diverging=_has_both_signs(values))


def _has_both_signs(values: Doubles) -> bool:
    finite = values[np.isfinite(values)]
    return bool(len(finite)) and float(finite.min()) < 0 < float(finite.max())


def _by_agreement(
    _colouring: Colouring, painted: Painted, _progress: Progress
) -> ColoursResult | None:
    """Return how many true neighbours of each judged row are near it on two axes."""
    found = painted.agreement
    if found is None:
        return None
    values, judged = np.full(painted.table.n_rows, np.nan), found.on_plane
    rows = found.space.rows
    ids = judged.ids if rows is None else rows[judged.ids]
    values[ids] = judged.kept
    return ColoursResult(
        f"nearest rows kept near, of {judged.k}", values, span=(0.0, float(judged.k))
    )


_MAKERS: Mapping[ColourKind, Callable[[Colouring, Painted, Progress], ColoursResult | None]] = {
    "id": _by_id,
    "norm": _by_norm,
    "class": _by_class,
    "script": _by_script,
    "expression": _by_expression,
    "agreement": _by_agreement,
}
