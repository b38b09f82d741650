"""t-SNE of more rows than the exact one takes, by openTSNE where that is installed."""

from collections.abc import Callable
from itertools import count
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from embedscope.errors import EmbedscopeError, MissingLibraryError
from embedscope.geometry.moments import LeftOut, finite_blocks
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.rows import RowSource, TableLike, as_rows, part_of
from embedscope.geometry.tsne import LEAST_POINTS, Canvas, Tsne, lowered
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints

MOST_POINTS = 50_000
"""Beyond, give a sample: ``sample_rows``."""

_DIMS = 50  # neighbours are sought among so many principal components
_CALLBACK_STEPS = 10


class _Embedding(Protocol):
    """What openTSNE returns: an array that knows its divergence."""

    kl_divergence: float

    def __array__(self) -> Doubles: ...


def sample_rows(
    n_rows: int, n_wanted: int, strata: NDArray[np.integer] | None = None, seed: int = 0
) -> Ints:
    """Return ``n_wanted`` of the ids below ``n_rows``, ascending, the same for the same seed.

    Every class in ``strata`` (n_rows,) keeps its share, and at least one row.
    """
    if n_wanted >= n_rows:
        return np.arange(n_rows)
    rng = np.random.default_rng(seed)
    classes = np.zeros(n_rows, np.int64) if strata is None else strata
    order = rng.permutation(n_rows)
    order = order[np.argsort(classes[order], kind="stable")]
    _, starts, counts = np.unique(classes[order], return_index=True, return_counts=True)
    # The place of each row in its class, spread over the class: the smallest ones are taken.
    place = (np.arange(n_rows) - np.repeat(starts, counts)) / np.repeat(counts, counts)
    return np.sort(order[np.argsort(place, kind="stable")[:n_wanted]])


def fit_large_tsne(
    table: TableLike,
    perplexity: float = 30.0,
    seed: int = 0,
    n_steps: int = 500,
    on_step: Callable[[int, Floats], None] | None = None,
    progress: Progress = SILENT,
) -> Tsne:
    """Return the t-SNE of ``table`` (n, D) of up to 50,000 rows, approximated by openTSNE.

    Rows are first projected to 50 principal components. As ``fit_tsne`` otherwise, but it can
    be cancelled only once the neighbours are known. MissingLibraryError without openTSNE.
    """
    source = as_rows(table)
    n_rows = source.shape[0]
    if n_rows > MOST_POINTS:
        problem = f"t-SNE takes up to {MOST_POINTS:,} rows, these are {n_rows:,}: take a sample."
        raise EmbedscopeError(problem)
    rows, left_out = _reduced(source, part_of(progress, 0, 10))
    canvas = Canvas(n_rows, 2, left_out)
    if len(rows) < LEAST_POINTS:
        note = f"t-SNE needs {LEAST_POINTS} rows or more and there are {len(rows)}."
        return Tsne(canvas.points, perplexity, seed, 0, 0.0, note)
    steps = count(_CALLBACK_STEPS, _CALLBACK_STEPS)  # openTSNE starts anew after exaggeration

    def watch(_step: int, _error: float, embedding: Doubles) -> bool:
        step = next(steps)
        progress.step(0.1 + 0.9 * step / n_steps, f"t-SNE step {step}")
        if on_step is not None:
            on_step(step, canvas.with_points(embedding).copy())
        return False

    used = lowered(perplexity, len(rows))
    progress.step(0.1, "looking for neighbours")
    embedding = _embed(rows, used, seed, n_steps, watch)
    points = canvas.with_points(np.asarray(embedding))
    note = "Made by openTSNE, which approximates."
    return Tsne(points, used, seed, n_steps, float(embedding.kl_divergence), note)


def _reduced(source: RowSource, progress: Progress) -> tuple[Floats, Ints]:
    """Return the finite rows on their first components (n, 50), and the positions left out."""
    left_out = LeftOut()
    if source.shape[1] <= _DIMS:
        blocks = [block.copy() for block in finite_blocks(source, left_out, progress)]
    else:
        pca = fit_pca(source, _DIMS, progress=progress)
        blocks = [pca.transform(block) for block in finite_blocks(source, left_out, progress)]
    return np.concatenate(blocks), left_out.positions()


def _embed(
    rows: Floats,
    perplexity: float,
    seed: int,
    n_steps: int,
    watch: Callable[[int, float, Doubles], bool],
) -> _Embedding:
    try:
        from openTSNE import TSNE
    except ImportError as error:
        needed = "t-SNE of more than 1,500 rows needs openTSNE: pip install 'embedscope[maps]'"
        raise MissingLibraryError(needed) from error
    early = min(250, n_steps // 2)
    maker = TSNE(
        perplexity=perplexity,
        early_exaggeration_iter=early,
        n_iter=n_steps - early,
        initialization="pca",
        random_state=seed,
        callbacks=watch,
        callbacks_every_iters=_CALLBACK_STEPS,
    )
    found: _Embedding = maker.fit(rows)
    return found
