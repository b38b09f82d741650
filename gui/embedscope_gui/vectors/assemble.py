"""From all that the vectors pane was told to what is to be seen."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from embedscope.geometry.splat import Colours
from embedscope.session.results import ColoursResult
from embedscope.tables.base import Floats, Ints
from embedscope_gui.theme import LIGHT, Theme
from embedscope_gui.vectors.colouring import Legend, colour_rows
from embedscope_gui.vectors.points_view import PointsView, no_points
from embedscope_gui.vectors.remarks import hint_text
from embedscope_gui.vectors.scene import LABELLED_ROWS, NO_TITLES, Content, Titles
from embedscope_gui.vectors.ties import Named, Spots, Ties

NAMED_MAX = 80  # rows besides the tokens that get a name where there is room
FEW = 0.5  # of all rows: fewer coloured ones would drown in a crowd of others


@dataclass(frozen=True, eq=False)
class Preview:
    """Points (V, 3) of a map that is still being made, NaN for rows that are not in it."""

    points: Floats
    titles: Titles
    caption: str = ""


@dataclass(frozen=True, eq=False)
class Shown:
    """All that the pane was told; ``near`` are the rows nearest to the chosen ``row``.

    ``axes`` is their kind; ``coming`` says that points will be there, before they are. ``rows``:
    those that a map holds, None: the cloud holds all. ``arrows`` and ``path``: None leaves it to
    the tokens.
    """

    cloud: Floats | None = None
    tokens: PointsView = field(default_factory=no_points)
    row: int | None = None
    titles: Titles = NO_TITLES
    axes: str = ""
    coming: bool = False
    colours: ColoursResult | None = None
    rows: Ints | None = None
    marked: Ints | None = None
    near: Ints | None = None
    arrows: bool | None = None
    path: bool | None = None
    with_cloud: bool = True
    with_ties: bool = False
    preview: Preview | None = None
    row_label: Callable[[int], str] = "row {:,}".format
    theme: Theme = LIGHT

    def row_name(self, row: int) -> str:
        """Return the label of a row without its number."""
        return self.row_label(row).rsplit(" ", 1)[0]


def assemble(shown: Shown, painted: tuple[Colours, Legend] | None) -> Content:
    """Return what is to be seen; ``painted`` are the colours of the rows and their legend."""
    if shown.preview is not None:
        points = shown.preview.points
        drawn = np.flatnonzero(np.isfinite(points).all(axis=1))
        named = named_rows(points, drawn, shown.row_name)
        return Content(cloud=points, titles=shown.preview.titles, named=named)
    cloud, tokens = shown.cloud if shown.with_cloud else None, _tokens(shown)
    hint = hint_text(shown.cloud, tokens, shown.axes, shown.titles, coming=shown.coming)
    if hint:
        empty = no_points().drawn(arrows=tokens.arrows, path=tokens.path)
        return Content(tokens=empty, titles=shown.titles, hint=hint)
    argb, legend = painted if painted is not None and cloud is not None else (None, None)
    spots = None if argb is None else _spots(shown, argb)
    return Content(
        cloud=cloud,
        tokens=tokens,
        titles=shown.titles,
        selected=tokens.selected,
        cloud_argb=argb,
        spots=spots,
        row_labels=_row_labels(shown, cloud),
        legend=legend,
        marked=shown.marked if shown.marked is not None and len(shown.marked) else None,
        ties=_ties(shown) if shown.with_ties else None,
        named=named_rows(cloud, _rows_to_name(shown), shown.row_name),
    )


def paint_rows(shown: Shown) -> tuple[Colours, Legend] | None:
    """Return colours of all rows with a legend, None while rows have one quiet colour."""
    colours, cloud = shown.colours, shown.cloud
    if colours is None or cloud is None or len(colours.values) != len(cloud):
        return None
    return None if colours.fault is not None else colour_rows(colours, shown.theme)


def _tokens(shown: Shown) -> PointsView:
    """Return the typed tokens as they are drawn, with the row that was chosen elsewhere."""
    view = shown.tokens
    arrows = view.arrows if shown.arrows is None else shown.arrows
    path = view.path if shown.path is None else shown.path
    view = view.drawn(arrows=arrows, path=path)
    row, cloud = shown.row, shown.cloud
    if row is None or cloud is None or view.selected is not None or not row < len(cloud):
        return view
    return view.with_row(row, cloud[row], shown.row_label(row))


def _spots(shown: Shown, argb: Colours) -> Spots | None:
    """Return the rows that have a colour of their own, where they are few."""
    if shown.colours is None:
        return None
    ids = np.flatnonzero(np.isfinite(shown.colours.values))
    return Spots(ids, argb[ids]) if len(ids) <= FEW * len(argb) else None


def _row_labels(shown: Shown, cloud: Floats | None) -> tuple[str, ...]:
    if cloud is None or len(cloud) > LABELLED_ROWS:
        return ()
    return tuple(shown.row_label(row) for row in range(len(cloud)))


def _rows_to_name(shown: Shown) -> Ints | None:
    """Return the rows of a map, or marked ones unless they are a crowd."""
    if shown.rows is not None:
        return shown.rows
    few = shown.marked is not None and len(shown.marked) <= NAMED_MAX
    return shown.marked if few else None


def named_rows(
    cloud: Floats | None, rows: Ints | None, label: Callable[[int], str]
) -> Named | None:
    """Return some of ``rows`` (n,) with their names: low ids, which often are common tokens."""
    if cloud is None or rows is None or len(cloud) <= LABELLED_ROWS:
        return None
    rows = rows[rows < len(cloud)][:NAMED_MAX]
    names = tuple(label(int(row)) for row in rows)
    return Named(cloud[rows], names) if len(rows) else None


def _ties(shown: Shown) -> Ties | None:
    """Return lines from the chosen row to those nearest to it, where all of them are drawn."""
    cloud, row, near = shown.cloud, shown.row, shown.near
    if cloud is None or row is None or near is None or row >= len(cloud):
        return None
    near = near[near < len(cloud)]
    near = near[np.isfinite(cloud[near]).all(axis=1)]
    names = tuple(shown.row_label(int(other)) for other in near)
    return Ties(cloud[row], cloud[near], names)
