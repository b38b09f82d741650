"""Maps of a selection of rows by t-SNE: what is wished, and making it; no Qt here."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from embedscope.geometry.coordinates import Coordinates
from embedscope.geometry.large_tsne import fit_large_tsne
from embedscope.geometry.tsne import CAUTION, MOST_POINTS, Tsne, fit_tsne
from embedscope.progress import Progress
from embedscope.tables.base import Floats, Ints
from embedscope.tables.table import Table
from embedscope_gui.vectors.assemble import Preview

TITLES = ("t-SNE 1", "t-SNE 2")
PREVIEW_EVERY = 10  # steps


@dataclass(frozen=True, eq=False)
class MapWish:
    """The ``rows`` (n,) to arrange; ``watch`` is given the picture so far, from another thread."""

    rows: Ints
    perplexity: float = 30.0
    seed: int = 0
    watch: Callable[[Preview], None] | None = None


def make_map(table: Table, wish: MapWish, progress: Progress) -> Coordinates:
    """Return the t-SNE of some rows of ``table`` (V, D), exact up to 1,500 of them."""
    rows = np.unique(wish.rows)

    so_far = f"t-SNE so far, perplexity {wish.perplexity:g}, seed {wish.seed}; {CAUTION}."

    def on_step(step: int, points: Floats) -> None:
        if wish.watch is not None and step % PREVIEW_EVERY == 0:
            wish.watch(Preview(spread_out(points, rows, table.n_rows), (*TITLES, ""), so_far))

    chosen = table.gather(rows)
    if len(rows) <= MOST_POINTS:
        found = fit_tsne(chosen, wish.perplexity, wish.seed, on_step=on_step, progress=progress)
    else:
        found = fit_large_tsne(
            chosen, wish.perplexity, wish.seed, on_step=on_step, progress=progress
        )
    return Coordinates(rows, found.points, TITLES, _caption(found))


def _caption(found: Tsne) -> str:
    """Return method, perplexity, seed and caution, or why there is no picture."""
    if not found.n_steps:
        return found.note
    return " ".join(part for part in (found.caption, found.note) if part)


def spread_out(points: Floats, rows: Ints, n_rows: int) -> Floats:
    """Return ``points`` (n, 2) of ``rows`` (n,) as a cloud (V, 3), NaN for all other rows."""
    cloud = np.full((n_rows, 3), np.nan, np.float32)
    cloud[rows, :2] = points
    cloud[rows, 2] = np.where(np.isfinite(points).all(axis=1), 0, np.nan)
    return cloud
