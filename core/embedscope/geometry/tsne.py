"""t-SNE of a selection of rows: exact, seeded, with a picture to show while it runs."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from embedscope.errors import EmbedscopeError
from embedscope.geometry.affinity import joint_probabilities, squared_distances
from embedscope.geometry.descent import Descent
from embedscope.geometry.moments import LeftOut, finite_blocks
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.rows import TableLike, as_rows
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints

MOST_POINTS = 1500
"""Work grows with the square of the points: so many take some ten seconds."""

LEAST_POINTS = 3
CAUTION = "distances between groups mean little"


@dataclass(frozen=True, eq=False)
class Tsne:
    """Coordinates ``points`` (n, k), NaN for rows not finite, and how they were made."""

    points: Floats
    perplexity: float
    seed: int
    n_steps: int
    divergence: float
    note: str = ""

    @property
    def caption(self) -> str:
        """Words for the picture: method, perplexity, seed, and what not to read into it."""
        return f"t-SNE, perplexity {self.perplexity:g}, seed {self.seed}; {CAUTION}."


def fit_tsne(
    table: TableLike,
    perplexity: float = 30.0,
    seed: int = 0,
    n_components: int = 2,
    n_steps: int = 750,
    on_step: Callable[[int, Floats], None] | None = None,
    progress: Progress = SILENT,
) -> Tsne:
    """Return the t-SNE of ``table`` (n, D), at most 1,500 rows (give a selection by ``gather``).

    Starts from the principal components with a little seeded noise: the same seed gives the
    same picture. ``on_step`` gets the step and the points so far. A perplexity that is too large
    for so few rows is lowered, with a note.
    """
    source = as_rows(table)
    n_rows = source.shape[0]
    if n_rows > MOST_POINTS:
        problem = f"Exact t-SNE takes up to {MOST_POINTS} rows, these are {n_rows}: select fewer."
        raise EmbedscopeError(problem)
    left_out = LeftOut()
    blocks = [b.astype(np.float64) for b in finite_blocks(source, left_out, progress)]
    rows, canvas = np.concatenate(blocks), Canvas(n_rows, n_components, left_out.positions())
    note = _why_not(rows)
    if note:
        return Tsne(canvas.points, perplexity, seed, 0, 0.0, note)
    used = lowered(perplexity, len(rows))
    joint = joint_probabilities(squared_distances(rows), used)
    descent = Descent(joint, _start(rows, n_components, seed))
    for step in range(n_steps):
        progress.step(step / n_steps, f"t-SNE step {step} of {n_steps}")
        descent.move(step)
        if on_step is not None:
            on_step(step, canvas.with_points(descent.points).copy())
    points = canvas.with_points(descent.points)
    if used < perplexity:
        note = f"Perplexity lowered from {perplexity:g} to {used:g}: there are {len(rows)} rows."
    return Tsne(points, used, seed, n_steps, descent.divergence(), note)


class Canvas:
    """Coordinates of n rows, of which those at ``left_out`` stay NaN."""

    def __init__(self, n_rows: int, n_components: int, left_out: Ints) -> None:
        self.points = np.zeros((n_rows, n_components), np.float32)
        self.points[left_out] = np.nan
        self._shown = np.flatnonzero(np.isfinite(self.points[:, 0]))

    def with_points(self, points: Floats | Doubles) -> Floats:
        """Return all coordinates with those of the finite rows put in."""
        self.points[self._shown] = points
        return self.points


def lowered(perplexity: float, n_rows: int) -> float:
    """Return ``perplexity``, or the largest that ``n_rows`` allow: a third of the others."""
    return max(min(perplexity, (n_rows - 1) // 3), 1.0)


def _why_not(rows: Doubles) -> str:
    """Return why no picture can be made, or ""."""
    n_rows = len(rows)
    if n_rows < LEAST_POINTS:
        return f"t-SNE needs {LEAST_POINTS} rows or more and there {_are(n_rows)}."
    if (rows == rows[0]).all():
        return "All rows are equal: t-SNE has nothing to arrange."
    return ""


def _are(n_rows: int) -> str:
    return "is 1" if n_rows == 1 else f"are {n_rows}" if n_rows else "is none"


def _start(rows: Doubles, n_components: int, seed: int) -> Floats:
    """Return the first principal components, small, and noise that parts equal rows."""
    start = fit_pca(rows, n_components).transform(rows).astype(np.float64)
    start *= 1e-4 / start[:, 0].std()
    start += np.random.default_rng(seed).normal(0, 1e-5, start.shape)
    return start.astype(np.float32)
