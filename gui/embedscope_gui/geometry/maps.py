"""Maps of a selection of rows by t-SNE: what is wished, and making it; no Qt here."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from embedscope.geometry.coordinates import Coordinates
from embedscope.geometry.large_tsne import fit_large_tsne, sample_rows
from embedscope.geometry.tsne import CAUTION, MOST_POINTS, Tsne, fit_tsne
from embedscope.progress import Progress
from embedscope.session.belonging import rows_with_token
from embedscope.tables.base import Floats, Ints
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.classes import token_classes
from embedscope_gui.vectors.assemble import Preview

TITLES = ("t-SNE 1", "t-SNE 2")
PREVIEW_EVERY = 10  # steps


@dataclass(frozen=True, eq=False)
class MapWish:
    """The ``rows`` (n,) to arrange; ``watch`` is given the picture so far, from another thread.

    ``n_sampled``: so many of all that have a token, every class of tokens with its share, the
    same for the same seed; ``rows``, the typed ones, are among them.
    """

    rows: Ints
    perplexity: float = 30.0
    seed: int = 0
    watch: Callable[[Preview], None] | None = None
    n_sampled: int = 0


def make_map(table: Table, tokenizer: Tokenizer, wish: MapWish, progress: Progress) -> Coordinates:
    """Return the t-SNE of some rows of ``table`` (V, D), exact up to 1,500 of them."""
    rows, sampled = np.unique(wish.rows), ""
    if wish.n_sampled:
        typed = _few(rows, wish.n_sampled // 2)
        rows = _sample(table, tokenizer, wish, typed, progress)
        besides = ", and the typed tokens" if len(typed) else ""
        sampled = f"A seeded sample, each class of tokens with its share{besides}."

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
    return Coordinates(rows, found.points, TITLES, _caption(found, sampled))


def _few(rows: Ints, most: int) -> Ints:
    """Return at most ``most`` of ``rows`` (n,) ascending, spread evenly over them."""
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).astype(np.int64)]


def _sample(
    table: Table, tokenizer: Tokenizer, wish: MapWish, typed: Ints, progress: Progress
) -> Ints:
    """Return the rows of the sample that is wished, ascending, with ``typed`` (n,) among them."""
    n_tokens = rows_with_token(table, tokenizer) or table.n_rows
    classes = token_classes(tokenizer, n_tokens, progress)
    others = np.setdiff1d(np.arange(n_tokens), typed)
    n_others = wish.n_sampled - len(typed)
    chosen = others[sample_rows(len(others), n_others, classes[others], wish.seed)]
    return np.union1d(typed, chosen).astype(np.int64)


def _caption(found: Tsne, sampled: str) -> str:
    """Return method, perplexity, seed and caution, or why there is no picture."""
    if not found.n_steps:
        return found.note
    return " ".join(part for part in (found.caption, found.note, sampled) if part)


def spread_out(points: Floats, rows: Ints, n_rows: int) -> Floats:
    """Return ``points`` (n, 2) of ``rows`` (n,) as a cloud (V, 3), NaN for all other rows."""
    cloud = np.full((n_rows, 3), np.nan, np.float32)
    cloud[rows, :2] = points
    cloud[rows, 2] = np.where(np.isfinite(points).all(axis=1), 0, np.nan)
    return cloud
