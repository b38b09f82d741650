"""From a session to the work it needs: one request per channel whose inputs changed.

A request holds every input it needs, so it may run on any thread; its ``key`` names those
inputs, so that equal keys mean that nothing has to be computed again.
"""

import os
from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from embedscope.geometry.stats import row_stats
from embedscope.heatmap.cache import PyramidCache, load_or_build
from embedscope.heatmap.colormap import COLORMAPS, colourise
from embedscope.heatmap.levels import Levels, robust_levels, table_levels
from embedscope.heatmap.pyramid import Pyramid
from embedscope.heatmap.reduction import UNSIGNED, Reduction
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import Progress
from embedscope.session.geometry_channels import CHANNELS as GEOMETRY
from embedscope.session.request import Builder, Key, Request
from embedscope.session.results import PictureResult, Results, SearchResult
from embedscope.session.session import Session, ThemeName
from embedscope.session.text import look_up_text
from embedscope.tables.table import Table
from embedscope.tokenizers.search import VocabularyIndex

QUICK_CHARACTERS = 20_000
QUICK_CELLS = 200_000
DIRECT_CELLS = 8_000_000  # what is drawn from the table itself, without a pyramid
SEQUENTIAL = "blue-sand"
CACHE = None if os.environ.get("EMBEDSCOPE_CACHE") == "off" else PyramidCache()


class Look(NamedTuple):
    """How a picture pools and colours."""

    reduction: Reduction
    colormap: str
    theme: ThemeName
    found_levels: bool  # not set by the user


def look_of(session: Session) -> Look:
    """Return how pictures of ``session`` pool and colour."""
    return Look(session.reduction, session.colormap, session.theme, session.levels is None)


def plan(session: Session, results: Results, keys: Mapping[str, Key]) -> Iterator[Request | str]:
    """Yield a Request for each channel that is out of date, or its name where inputs are gone.

    ``keys`` holds the key last requested for every channel that has a value or is at work.
    """
    for channel, build in CHANNELS.items():
        request = build(session, results)
        if request is None:
            if channel in keys:
                yield channel
        elif keys.get(channel) != request.key:
            yield request


def _text(session: Session, results: Results) -> Request | None:
    text, tokenizer, table, specials = (
        session.text,
        session.tokenizer,
        session.table,
        session.specials,
    )
    if tokenizer is None or table is None:
        return None
    before = results.text
    return Request(
        "text",
        (text, tokenizer, specials, table),
        lambda progress: look_up_text(text, tokenizer, specials, table, progress, before),
        quick=len(text) <= QUICK_CHARACTERS,
        lane="view",
    )


def _levels(session: Session, _results: Results) -> Request | None:
    table = session.table
    if table is None:
        return None
    find = partial(table_levels, table)
    return Request("levels", (table,), find, lane="view")


def _pyramid(session: Session, _results: Results) -> Request | None:
    table = session.table
    if table is None or table.n_rows * table.n_dims <= DIRECT_CELLS:
        return None
    return Request("pyramid", (table,), partial(load_or_build, table, CACHE), lane="slow")


def _stats(session: Session, _results: Results) -> Request | None:
    table = session.table
    if table is None:
        return None
    return Request("stats", (table,), partial(row_stats, table), lane="slow")


def shown_table(session: Session, results: Results) -> Table | None:
    """Return the table that the heatmap shows: the whole one or the looked-up rows."""
    if session.mode == "whole":
        return session.table
    return results.text.looked_up if results.text is not None else None


def _picture(session: Session, results: Results) -> Request | None:
    table, viewport = shown_table(session, results), session.viewport
    wanted = session.levels or results.levels
    levels = wanted.with_scale(session.scale) if wanted is not None else None
    if table is None or viewport is None or levels is None or 0 in table.shape:
        return None
    pyramid = results.pyramid if session.mode == "whole" else None
    if pyramid is not None and pyramid.shape != table.shape:
        pyramid = None  # the former table's, until the new one's is built
    look = look_of(session)
    return Request(
        "picture",
        (table, viewport, levels, pyramid, look),
        lambda progress: draw(table, viewport, levels, look, pyramid, progress),
        quick=table.n_rows * table.n_dims <= QUICK_CELLS,
        lane="view",
    )


def _sharp(session: Session, results: Results) -> Request | None:
    """Ask for the exact picture of a view whose quick one is coarser or sampled."""
    quick, pyramid = results.picture, results.pyramid
    if quick is None or quick.picture.sharp or quick.table is not shown_table(session, results):
        return None
    if session.mode == "whole" and pyramid is None:
        return None  # the pyramid on its way gives the exact picture sooner
    look = look_of(session)
    used = pyramid if session.mode == "whole" else None
    return Request(
        "sharp",
        (quick, used),
        lambda progress: draw(
            quick.table, quick.viewport, quick.levels, look, used, progress, exact=True
        ),
        lane="view",
    )


def draw(
    table: Table,
    viewport: Viewport,
    levels: Levels,
    look: Look,
    pyramid: Pyramid | None,
    progress: Progress,
    *,
    exact: bool = False,
) -> PictureResult:
    """Return the picture of ``viewport`` in a frame's time, or ``exact`` however long it takes."""
    picture = render(table, viewport, look.reduction, pyramid, progress, exact=exact)
    colormap = COLORMAPS[look.colormap]
    if look.reduction in UNSIGNED and look.found_levels:
        levels = robust_levels(picture.values, symmetric=False).with_scale(levels.scale)
    one_sided = look.found_levels and not levels.symmetric and not levels.constant
    if one_sided and colormap.kind == "diverging":  # its neutral would not be at 0
        colormap = COLORMAPS[SEQUENTIAL]
    image = colourise(picture.values, levels, colormap, look.theme)
    return PictureResult(picture, image, levels, colormap, table, viewport)


def _vocabulary(session: Session, _results: Results) -> Request | None:
    tokenizer, table = session.tokenizer, session.table
    if tokenizer is None or table is None or not session.query:
        return None
    n_rows = table.n_rows
    return Request(
        "vocabulary", (tokenizer, n_rows), lambda _progress: VocabularyIndex(tokenizer, n_rows)
    )


def _search(session: Session, results: Results) -> Request | None:
    query, vocabulary = session.query, results.vocabulary
    if not query or vocabulary is None:
        return None
    return Request(
        "search",
        (query, vocabulary),
        lambda progress: SearchResult(query, vocabulary.find(query, progress)),
        lane="view",
    )


CHANNELS: Mapping[str, Builder] = {
    "text": _text,
    "levels": _levels,
    "picture": _picture,
    "sharp": _sharp,
    "vocabulary": _vocabulary,
    "search": _search,
    "stats": _stats,
    "pyramid": _pyramid,
    **GEOMETRY,
}
