"""What the user does with neighbours, axes, colours, marks and maps; no Qt here."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from embedscope.expressions.completion import Completions, complete
from embedscope.geometry.coordinates import Coordinates, load_coordinates, save_coordinates
from embedscope.progress import Progress
from embedscope.session.session import AxesChoice, AxesKind, Colouring, NearestWish, RowSet, Session
from embedscope.tables.base import Ints
from embedscope_gui.controller import Controller
from embedscope_gui.vectors.assemble import Preview

if TYPE_CHECKING:
    from embedscope_gui.geometry.maps import MapWish

MAP = "map"  # channel
FIRST_EXPRESSIONS = ("pc(1)", "pc(2)", "pc(3)")
LONGEST_WAY = 200  # rows to go back to


class MapScreen(Protocol):
    """Where a map is seen while it is being made, and where words about geometry go."""

    def show_preview(self, preview: Preview | None) -> None:
        """Show a map that is being made; None: the picture of before."""
        ...

    def show_stopped(self) -> None:
        """Say that neighbours are not looked for any more."""
        ...

    def show_plane(self) -> None:
        """Bring the picture on two axes to the front: maps have no third."""
        ...

    def say(self, sentence: str) -> None:
        """Tell that something was done, or why it was not."""
        ...


class GeometryControl:
    """Changes the session of ``controller``; maps are made beside it and then part of it."""

    def __init__(self, controller: Controller, screen: MapScreen) -> None:
        self._controller = controller
        self._screen = screen
        self._way: list[int] = []  # rows that were chosen, the present one last
        self._ahead: list[int] = []  # rows that were gone back from
        self._walking = False
        self._making: MapWish | None = None
        controller.store.subscribe(self._on_session)

    @property
    def _session(self) -> Session:
        return self._controller.session

    # neighbours

    def set_nearest(self, wish: NearestWish) -> None:
        """List other rows, near to something else, or in another space."""
        self._controller.store.update(nearest=wish)

    def complete(self, source: str, cursor: int) -> Completions:
        """Return what may come next in an expression; nothing until the vocabulary is read."""
        tokenizer, index = self._session.tokenizer, self._controller.results.vocabulary
        if tokenizer is None or index is None:
            return Completions(cursor, (), 0)
        return complete(source, cursor, tokenizer, index)

    # the way through the rows

    def back(self) -> None:
        """Choose the row again that was chosen before."""
        if len(self._way) > 1:
            self._ahead.append(self._way.pop())
            self._walk_to(self._way[-1])

    def forward(self) -> None:
        """Choose the row again that was gone back from."""
        if self._ahead:
            self._way.append(self._ahead.pop())
            self._walk_to(self._way[-1])

    def _walk_to(self, row: int) -> None:
        self._walking = True
        try:
            self._controller.choose_row(row)
        finally:
            self._walking = False

    def _on_session(self, old: Session, new: Session) -> None:
        if new.table is not old.table:
            self._way, self._ahead = [], []
        elif new.row is not None and new.row != old.row and not self._walking:
            self._way = [*self._way[-LONGEST_WAY:], new.row]
            self._ahead = []

    # axes and colours

    def set_axes(self, kind: AxesKind) -> None:
        """Choose what the points are drawn on; one's own axes begin with the components."""
        axes = replace(self._session.axes, kind=kind)
        if kind == "expressions" and not any(axes.expressions):
            axes = replace(axes, expressions=FIRST_EXPRESSIONS)
        self._controller.store.update(axes=axes)

    def set_expressions(self, sources: tuple[str, str, str]) -> None:
        """Choose expressions for the three axes."""
        axes = replace(self._session.axes, kind="expressions", expressions=sources)
        self._controller.store.update(axes=axes)

    def set_colouring(self, colouring: Colouring) -> None:
        """Choose what the colours of the rows tell."""
        self._controller.store.update(colouring=colouring)

    # marks

    def mark(self, rows: Ints, add: bool = False) -> None:
        """Mark ``rows`` (n,), alone or besides those that are marked already."""
        marked = self._session.marked
        if add and marked is not None:
            rows = np.union1d(marked.rows, rows)
        chosen = RowSet(np.unique(rows).astype(np.int64)) if len(rows) else None
        self._controller.store.update(marked=chosen)

    # maps

    def make_map(self, wish: "MapWish") -> None:
        """Arrange rows by t-SNE; the picture is live, and stays as it was if that is cancelled."""
        table, tokenizer = self._session.table, self._session.tokenizer
        if table is None or tokenizer is None:
            return

        def run(progress: Progress) -> Coordinates:
            from embedscope_gui.geometry.maps import make_map  # start-up does without

            return make_map(table, tokenizer, wish, progress)

        self._making = wish
        self._controller.run_aside(MAP, run, self.show_map, self._on_map_failed)

    def preview(self, wish: "MapWish", preview: Preview) -> None:
        """Show how far a map is, unless it is finished or was given up."""
        if wish is self._making:
            self._screen.show_preview(preview)

    def show_map(self, points: Coordinates) -> None:
        """Draw the rows at ``points``."""
        self._stop_preview()
        if points.points.shape[1] < 3:
            self._screen.show_plane()
        axes = replace(self._session.axes, kind="map", map=points)
        self._controller.store.update(axes=axes)

    def on_cancelled(self, channel: str) -> None:
        """Go back to the picture of before when a map was given up; say that a list was."""
        if channel == MAP:
            self._stop_preview()
        elif channel == "neighbours":
            self._screen.show_stopped()

    def _on_map_failed(self, _sentence: str) -> None:
        self._stop_preview()

    def _stop_preview(self) -> None:
        if self._making is not None:
            self._making = None
            self._screen.show_preview(None)

    def load_map(self, path: str | Path) -> None:
        """Draw the rows at coordinates from a file."""
        self._controller.run_aside(
            "coordinates", lambda _progress: load_coordinates(path), self.show_map
        )

    def save_map(self, path: str | Path) -> None:
        """Write where every row is drawn now."""
        space = self._controller.results.space
        if space is None:
            return
        points = drawn_points(space.cloud, space.rows, space.basis.titles, space.note)

        def write(_progress: Progress) -> Path:
            save_coordinates(path, points)
            return Path(path)

        self._controller.run_aside("coordinates", write, lambda p: self._screen.say(f"Saved {p}"))

    def run_aside(
        self, channel: str, run: Callable[[Progress], object], done: Callable[[object], None]
    ) -> None:
        """Do other work beside the session."""
        self._controller.run_aside(channel, run, done)


def drawn_points(
    cloud: np.ndarray, rows: Ints | None, titles: tuple[str, ...], caption: str
) -> Coordinates:
    """Return the points of ``cloud`` (V, k) that are drawn, on the axes that carry something."""
    ids = np.arange(len(cloud)) if rows is None else rows
    used = [axis for axis, title in enumerate(titles) if not title.endswith("(empty)")] or [0]
    return Coordinates(ids, cloud[ids][:, used], tuple(titles[axis] for axis in used), caption)


def axes_of_map(axes: AxesChoice) -> str:
    """Return how the chooser of axes calls the map, "" while there is none."""
    if axes.map is None:
        return ""
    return axes.map.titles[0].removesuffix(" 1") if axes.map.titles else "Coordinates"
