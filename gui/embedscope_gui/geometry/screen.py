"""Shows lists of neighbours, axes, colours and marks in the window's panes."""

from collections.abc import Callable

import numpy as np

from embedscope.geometry.agreement import Agreement
from embedscope.geometry.projection import EMPTY
from embedscope.session.nearest import folds, leaves_out
from embedscope.session.results import AgreementResult, Results
from embedscope.session.session import Session
from embedscope_gui import present
from embedscope_gui.geometry.control import axes_of_map
from embedscope_gui.geometry.nearest_view import neighbours_view, space_name
from embedscope_gui.main_window import MainWindow
from embedscope_gui.vectors.assemble import Preview
from embedscope_gui.vectors.axes_chooser import AxesChoices
from embedscope_gui.vectors.judged import NOT_JUDGED, Judged


class GeometryScreen:
    """The part of the window's screen that geometry is shown on."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._session, self._results = Session(), Results()
        self._told: dict[str, tuple[object, ...]] = {}
        self._shows: dict[str, Callable[[], None]] = {
            "space": self._show_space,
            "neighbours": self._show_neighbours,
            "pairs": self._show_neighbours,
            "agreement": self._show_agreement,
            "colours": self._show_colours,
        }

    def show_result(self, channel: str, session: Session, results: Results) -> None:
        """Show what arrived."""
        self._session, self._results = session, results
        show = self._shows.get(channel)
        if show is not None:
            show()

    def show_state(self, session: Session, results: Results) -> None:
        """Show what is wished of neighbours, colours, axes and marks."""
        self._session, self._results = session, results
        wish, marked = session.nearest, session.marked
        asked = (wish, session.metric, session.row, session.table, session.tokenizer)
        self._if_new("asked", asked, self._expect_neighbours)
        self._if_new("wish", (wish, session.tokenizer, session.table), self._show_wish)
        self._if_new("colouring", (session.colouring, results.colours), self._show_colours)
        self._if_new("axes", (session.axes,), self._show_choices)
        coming = session.table is not None or bool(session.text)
        self._if_new("coming", (coming,), lambda: self._window.vectors.show_coming(coming))
        rows = None if marked is None else marked.rows
        self._if_new("marked", (marked,), lambda: self._window.vectors.show_marked(rows))
        self._if_new("marked text", (marked, results.text), self._show_marked_text)

    def show_everything(self, session: Session, results: Results) -> None:
        """Show all results anew, whatever was shown before."""
        self._session, self._results = session, results
        self._told.clear()
        for show in dict.fromkeys(self._shows.values()):
            show()

    def show_points(self, session: Session, results: Results) -> None:
        """Show the typed tokens on the axes in use."""
        self._session, self._results = session, results
        self._window.vectors.show_tokens(present.points_view(session, results))

    def show_preview(self, preview: Preview | None) -> None:
        """Show a map that is being made; None: the picture of before."""
        self._window.vectors.show_preview(preview)

    def show_plane(self) -> None:
        """Bring the picture on two axes to the front."""
        self._window.vectors.show_dimensions(2)

    def say(self, sentence: str) -> None:
        """Tell something in the notice."""
        self._window.notice.show_message(sentence)

    def _if_new(self, what: str, inputs: tuple[object, ...], show: Callable[[], None]) -> None:
        if self._told.get(what) != inputs:
            self._told[what] = inputs
            show()

    def _show_marked_text(self) -> None:
        """Underline the tokens of the text whose rows are marked."""
        text, marked = self._results.text, self._session.marked
        if text is None or marked is None or text.table is not self._session.table:
            self._window.text.show_marked(None)
        else:
            self._window.text.show_marked(np.isin(text.ids, marked.rows) & text.has_row)

    def _expect_neighbours(self) -> None:
        """Wait for another list, unless the one on view is of this row already."""
        result, wish = self._results.neighbours, self._session.nearest
        if result is None or (result.row, result.wish) != (self._session.row, wish):
            self._window.inspector.expect_neighbours()

    def show_stopped(self) -> None:
        """Say that neighbours are not looked for any more."""
        self._window.inspector.show_stopped()

    def _show_wish(self) -> None:
        session = self._session
        tokenizer, table, wish = session.tokenizer, session.table, session.nearest
        folding = folds(wish, tokenizer) if tokenizer is not None else False
        only = table is not None and tokenizer is not None and leaves_out(wish, table, tokenizer)
        n_dims = table.n_dims if table is not None else 0
        self._window.inspector.show_wish(wish, folds=folding, only=only, n_dims=n_dims)

    def _show_neighbours(self) -> None:
        view, result = neighbours_view(self._session, self._results), self._results.neighbours
        self._window.inspector.show_neighbours(view)
        near = None if result is None or result.row is None else result.found.ids
        self._window.vectors.show_near(near)

    def _show_space(self) -> None:
        space, vectors = self._results.space, self._window.vectors
        if space is None:
            vectors.show_cloud(None)
            return
        x, y, z = (*space.basis.titles, EMPTY, EMPTY, EMPTY)[:3]
        vectors.show_axes((x, y, z), self._choices())
        vectors.show_cloud(space.cloud, space.rows)
        vectors.show_caption(space.note)
        self._show_agreement()
        vectors.show_faults(space.faults)
        self.show_points(self._session, self._results)

    def _show_choices(self) -> None:
        """Show which axes are wished; the points on them may still be on their way."""
        self._window.vectors.show_choices(self._choices())

    def _choices(self) -> AxesChoices:
        axes, table = self._session.axes, self._session.table
        n_dims = table.n_dims if table is not None else 0
        return AxesChoices(
            n_dims,
            axes.kind,
            axes.dims,
            expressions=axes.expressions,
            map_title=axes_of_map(axes),
        )

    def _show_agreement(self) -> None:
        """Say how far the picture can be believed, unless that is known of another one only."""
        found, vectors = self._results.agreement, self._window.vectors
        if found is None or found.space is not self._results.space:
            vectors.show_agreement(NOT_JUDGED, NOT_JUDGED)
            return
        how = f"{found.metric}, {space_name(found.removed)}"
        parts = (found.on_plane, found.in_space)
        vectors.show_agreement(*(judged(part, found, how) for part in parts))

    def _show_colours(self) -> None:
        self._window.vectors.show_colours(self._session.colouring, self._results.colours)


def judged(found: Agreement, whole: AgreementResult, how: str) -> Judged:
    """Return what is said of the picture and of each judged row."""
    has_any = (found.true_ids >= 0).any(axis=1)
    if not has_any.any() or found.n_points <= found.k + 1:
        return NOT_JUDGED
    drawn = whole.space.rows
    ids = found.ids if drawn is None else drawn[found.ids]
    kept = dict(zip(ids[has_any].tolist(), found.kept[has_any].tolist(), strict=True))
    return Judged(believed(found.only(whole.sample), how), kept, found.k)


def believed(found: Agreement, how: str) -> str:
    """Return "This picture keeps 1.3 of a row's 10 nearest rows (...) near it: the mean of ..."."""
    if not np.isfinite(found.mean) or found.n_points <= found.k + 1:
        return ""
    n_judged = len(found.ids)
    whose = f"all {n_judged:,} rows" if n_judged == found.n_points else f"{n_judged:,} random rows"
    kept = "less than 0.1" if 0 < found.mean < 0.05 else f"{found.mean:.1f}"
    near = f"keeps {kept} of a row's {found.k} nearest rows ({how}) near it"
    return f"This picture {near}: the mean of {whose}."
