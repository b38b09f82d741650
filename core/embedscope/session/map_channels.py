"""Requests for the heatmap: what is known of the table, its orders, levels and pictures."""

from functools import partial
from typing import NamedTuple

from embedscope.caching import caches_are_off
from embedscope.heatmap.arrangement import Arrangement
from embedscope.heatmap.cache import DIRECT_VALUES, SurveyCache, is_kept, survey_and_keep
from embedscope.heatmap.colormap import COLORMAPS, Colormap, colourise
from embedscope.heatmap.dims import dim_facts
from embedscope.heatmap.grain import Grain, grain_levels, grain_of, preview_levels
from embedscope.heatmap.levels import Levels, table_levels
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.pyramid import Pyramid, build_pyramid
from embedscope.heatmap.reduction import Reduction
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import Progress
from embedscope.session.arranging import Known, arrange
from embedscope.session.request import Builders, Request
from embedscope.session.results import ArrangedPyramid, KeptSurvey, PictureResult, Results
from embedscope.session.session import NATURAL, Session, ThemeName
from embedscope.tables.table import Table

QUICK_CELLS = 200_000
SEQUENTIAL = "blue-sand"
ARRANGED_BYTES = 40 << 20  # of a second pyramid, of the table in another order
CACHE = None if caches_are_off() else SurveyCache()


class Look(NamedTuple):
    """How a picture pools and colours."""

    reduction: Reduction
    colormap: str
    theme: ThemeName
    found_levels: bool  # not set by the user


def look_of(session: Session) -> Look:
    """Return how pictures of ``session`` pool and colour."""
    found = session.chosen_levels is None
    return Look(session.reduction, session.colormap, session.theme, found)


def shown_arrangement(session: Session, results: Results) -> Arrangement | None:
    """Return the orders in which the table stands, those of before until new ones are found."""
    arrangement = results.arrangement
    if arrangement is not None and arrangement.table is session.table:
        return arrangement
    return Arrangement(session.table) if session.table is not None else None


def shown_table(session: Session, results: Results) -> Table | None:
    """Return the table that the heatmap shows: the whole one or the looked-up rows, in order."""
    arrangement = shown_arrangement(session, results)
    if arrangement is None:
        return None
    if session.mode == "whole":
        return arrangement.arranged
    text = results.text
    if text is None or text.table is not arrangement.table:
        return None
    return arrangement.dims_only(text.looked_up)


def shown_pyramid(session: Session, results: Results) -> Pyramid | None:
    """Return the pyramid of the table that the heatmap shows, None where there is none (yet)."""
    if session.mode != "whole":
        return None
    arrangement, arranged = results.arrangement, results.arranged
    if arrangement is None or arrangement.table is not session.table:
        pyramid = results.pyramid
        fits = session.table is not None and pyramid and pyramid.shape == session.table.shape
        return pyramid if fits else None
    if arranged is None or arranged.table is not arrangement.arranged:
        return None
    return arranged.pyramid


def _levels(session: Session, _results: Results) -> Request | None:
    table = session.table
    if table is None:
        return None
    return Request("levels", (table,), partial(table_levels, table), lane="view")


def _kept(session: Session, _results: Results) -> Request | None:
    """Ask for the survey that was kept from before; it is there sooner than a picture."""
    table = session.table
    if table is None or CACHE is None or not is_kept(table):
        return None
    cache = CACHE
    return Request("kept", (table,), lambda _progress: KeptSurvey(table, cache.load(table)))


def _survey(session: Session, results: Results) -> Request | None:
    table, kept = session.table, results.kept
    if table is None:
        return None
    if CACHE is not None and is_kept(table):
        if kept is None or kept.table is not table:
            return None
        if kept.survey is not None:
            found = kept.survey
            return Request("survey", (table,), lambda _progress: found, quick=True)
    run = partial(survey_and_keep, table, CACHE)
    return Request("survey", (table,), run, quick=is_small(table), lane="slow")


def is_small(table: Table) -> bool:
    """Tell whether all rows are read in less than a frame."""
    return table.n_rows * table.n_dims <= QUICK_CELLS


def is_direct(table: Table) -> bool:
    """Tell whether ``table`` is drawn quickly enough without a pyramid."""
    return table.n_rows * table.n_dims <= DIRECT_VALUES


def _arrangement(session: Session, results: Results) -> Request | None:
    table, survey, tokenizer = session.table, results.survey, session.tokenizer
    if table is None or survey is None or tokenizer is None or session.order == NATURAL:
        return None
    if survey.shape != table.shape:
        return None
    known, order = Known(table, survey, tokenizer), session.order
    return Request(
        "arrangement",
        (table, order, tokenizer if order.rows == "token" else None),
        lambda progress: arrange(known, order, progress),
        quick=is_small(table),
    )


def _arranged(_session: Session, results: Results) -> Request | None:
    arrangement = results.arrangement
    if arrangement is None or arrangement.is_natural:
        return None
    table = arrangement.arranged
    if is_direct(table):
        return None
    return Request(
        "arranged",
        (table,),
        lambda progress: ArrangedPyramid(table, build_pyramid(table, progress, ARRANGED_BYTES)),
        lane="slow",
    )


def _natural(session: Session, results: Results) -> Request | None:
    """Ask for the pyramid of the table's own order again, which another order has pushed out."""
    table, survey = session.table, results.survey
    if table is None or survey is None or survey.pyramid is not None or is_direct(table):
        return None
    if session.order != NATURAL or survey.shape != table.shape:
        return None
    return Request(
        "natural", (table,), lambda progress: _pyramid_again(table, progress), lane="slow"
    )


def _pyramid_again(table: Table, progress: Progress) -> ArrangedPyramid:
    """Return the pyramid of ``table`` from the cache, or built anew."""
    kept = CACHE.load(table) if CACHE is not None else None
    pyramid = kept.pyramid if kept is not None else None
    return ArrangedPyramid(table, pyramid or build_pyramid(table, progress))


def _dim(session: Session, _results: Results) -> Request | None:
    table, dim = session.table, session.dim
    if table is None or dim is None or not 0 <= dim < table.n_dims:
        return None
    return Request(
        "dim_facts",
        (table, dim),
        lambda progress: dim_facts(table, dim, progress=progress),
        quick=is_small(table),
    )


def _picture(session: Session, results: Results) -> Request | None:
    table, viewport = shown_table(session, results), session.viewport
    levels = _levels_in_order(session, results)
    if table is None or viewport is None or levels is None or 0 in table.shape:
        return None
    pyramid, look, before = shown_pyramid(session, results), look_of(session), results.picture
    return Request(
        "picture",
        (table, viewport, levels, pyramid, look),
        lambda progress: draw(table, viewport, levels, look, pyramid, progress, before),
        quick=is_small(table),
        lane="view",
    )


def _levels_in_order(session: Session, results: Results) -> Levels | None:
    """Return the levels of single values; the dims that they leave out are places on view."""
    levels = session.chosen_levels or results.levels
    arrangement = shown_arrangement(session, results)
    if levels is None or arrangement is None:
        return None
    return arrangement.placed(levels).with_scale(session.scale)


def _sharp(session: Session, results: Results) -> Request | None:
    """Ask for the exact picture of a view whose quick one is coarser or sampled."""
    quick, pyramid = results.picture, shown_pyramid(session, results)
    if quick is None or quick.picture.sharp or quick.table is not shown_table(session, results):
        return None
    if session.mode == "whole" and pyramid is None:
        return None  # the pyramid on its way gives the exact picture sooner
    return Request(
        "sharp", (quick, pyramid), lambda progress: sharpened(quick, pyramid, progress), lane="view"
    )


def draw(
    table: Table,
    viewport: Viewport,
    levels: Levels,
    look: Look,
    pyramid: Pyramid | None,
    progress: Progress,
    before: PictureResult | None = None,
) -> PictureResult:
    """Return the picture of ``viewport`` in a frame's time.

    Levels that are found suit what a pixel stands for; ``before`` saves finding them again.
    """
    picture = render(table, viewport, look.reduction, pyramid, progress)
    used, colormap = levels, COLORMAPS[look.colormap]
    if look.found_levels:
        kept = _kept_levels(before, table, _grain(table, viewport, picture), levels)
        used = _found_levels(table, viewport, picture, levels, pyramid) if kept is None else kept
        colormap = _suited(colormap, used)
    image = colourise(picture.values, used, colormap, look.theme)
    return PictureResult(picture, image, used, colormap, table, viewport, look.theme, levels)


def _grain(table: Table, viewport: Viewport, picture: Picture) -> tuple[Grain, bool]:
    """Return what levels are found for: the zoom; for a sampled picture itself (True)."""
    if picture.sampled:
        return Grain(*picture.grain), True
    return grain_of(table.shape, viewport, picture.reduction), False


def _found_levels(
    table: Table, viewport: Viewport, picture: Picture, base: Levels, pyramid: Pyramid | None
) -> Levels:
    """Return levels that suit what is in view, whatever the size of the window."""
    grain, is_sampled = _grain(table, viewport, picture)
    return (
        preview_levels(picture, base) if is_sampled else grain_levels(table, grain, base, pyramid)
    )


def _kept_levels(
    before: PictureResult | None, table: Table, grain: tuple[Grain, bool], base: Levels
) -> Levels | None:
    """Return the levels of the picture ``before`` if they are for the same grain of all this."""
    if before is None or before.table is not table or before.base != base:
        return None
    return before.levels if _grain(table, before.viewport, before.picture) == grain else None


def _suited(colormap: Colormap, levels: Levels) -> Colormap:
    """Return ``colormap``, or a sequential one where the neutral of a diverging one is not at 0."""
    one_sided = not levels.symmetric and not levels.constant
    return COLORMAPS[SEQUENTIAL] if one_sided and colormap.kind == "diverging" else colormap


def sharpened(quick: PictureResult, pyramid: Pyramid | None, progress: Progress) -> PictureResult:
    """Return the exact picture of the view of ``quick``, however long it takes."""
    picture = render(
        quick.table, quick.viewport, quick.picture.reduction, pyramid, progress, exact=True
    )
    image = colourise(picture.values, quick.levels, quick.colormap, quick.theme)
    return quick.with_picture(picture, image)


CHANNELS: Builders = {
    "levels": _levels,
    "picture": _picture,
    "sharp": _sharp,
    "kept": _kept,
    "survey": _survey,
    "arrangement": _arrangement,
    "arranged": _arranged,
    "natural": _natural,
    "dim_facts": _dim,
}
