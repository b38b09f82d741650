"""The heatmap's part of the window's screen: pictures, strips and marks in the order on view."""

from collections.abc import Callable

import numpy as np

from embedscope.heatmap.arrangement import Arrangement
from embedscope.session.map_channels import shown_arrangement, shown_table
from embedscope.session.results import Results
from embedscope.session.session import Session
from embedscope.tables.base import Ints
from embedscope_gui import present
from embedscope_gui.heatmap.even_zoom import Spans
from embedscope_gui.heatmap.pane import HeatmapPane
from embedscope_gui.map_facts import MapFacts, map_facts, view_row


class MapScreen:
    """Shows sessions and results in ``pane``, whose rows and dims are places in an order."""

    def __init__(self, pane: HeatmapPane) -> None:
        self._pane = pane
        self._shown: tuple[object, ...] = ()  # table and mode that the pane was fitted to
        self._views: dict[str, Spans] = {}  # of modes that are not on view
        self._orders: tuple[object, ...] = ()
        self._told: dict[str, tuple[object, ...]] = {}
        self._facts: MapFacts | None = None

    def forget(self) -> None:
        """Show everything anew next time."""
        self._told.clear()

    def show_table(self, session: Session, results: Results, *, refit: bool) -> None:
        """Tell the pane its table; its window stays while only text or order change."""
        table, arrangement = shown_table(session, results), shown_arrangement(session, results)
        if table is None or arrangement is None:
            return
        pane = self._pane
        pane.set_value_reader(lambda row, dim: present.value_at(table, row, dim))
        key, orders = (session.table, session.mode), (arrangement.rows, arrangement.dims)
        same = key == self._shown and not refit
        if not same or orders != self._orders or session.mode == "looked-up":
            self.forget()  # another table has no marks yet
            self._keep_view(session)
            labels, missing = _labels(session, results, arrangement), _missing(session, results)
            pane.show_table(table.shape, labels, missing, keep_view=same)
            if not same and session.mode in self._views:
                pane.show_spans(self._views.pop(session.mode))
            _show_order(pane, session, arrangement)
        if same and orders != self._orders and session.row is not None:
            self.reveal(session, results)
        self._shown, self._orders = key, orders

    def show_picture(self, session: Session, results: Results) -> None:
        """Show the best picture that is there."""
        shown = results.best_picture
        if shown is None or shown.table is not shown_table(session, results):
            return
        self._pane.show_levels(shown.levels, shown.colormap)
        self._pane.show_picture(shown.picture, shown.image)
        self.show_strips(session, results)

    def show_strips(self, session: Session, results: Results) -> None:
        """Show norms beside and spreads under the picture on view."""
        facts = self._facts = map_facts(session, results, self._facts)
        best = results.best_picture
        if facts is None or best is None or best.table is not shown_table(session, results):
            return
        whole = session.mode == "whole"
        self._pane.show_columns(facts.column_ribbon(best.viewport) if whole else None, facts.reach)
        self._pane.show_ribbon(facts.row_ribbon(best.viewport) if whole else None)

    def show_state(self, session: Session, results: Results) -> None:
        """Show marks, hits and the dim that is looked at."""
        marked = (results.text, session.selected, session.row, session.mode, session.marked)
        self._if_new("marks", marked, lambda: self._show_marks(session, results))
        found = (results.search, results.text if session.mode == "looked-up" else None)
        self._if_new("hits", found, lambda: self._show_hits(session, results))
        self._if_new("dim", (session.dim,), lambda: self._show_dim(session, results))

    def reveal(self, session: Session, results: Results) -> None:
        """Bring the chosen row into view."""
        place = view_row(session, results)
        if place is not None:
            self._pane.reveal(place)

    def _keep_view(self, session: Session) -> None:
        """Keep the view of the mode that is left, for when it comes back; that of one table."""
        table, mode = self._shown or (None, "")
        if table is not session.table:
            self._views.clear()
        elif mode != session.mode:
            self._views[str(mode)] = self._pane.spans

    def _if_new(self, what: str, inputs: tuple[object, ...], show: Callable[[], None]) -> None:
        if self._told.get(what) != inputs:
            self._told[what] = inputs
            show()

    def _show_marks(self, session: Session, results: Results) -> None:
        text, tokenizer = results.text, session.tokenizer
        arrangement = shown_arrangement(session, results)
        if text is None or tokenizer is None or arrangement is None:
            return
        rows = present.lit_rows(session, text)
        labels = present.lit_labels(tokenizer, rows, text)
        apart = _places(arrangement, np.setdiff1d(rows, present.looked_up_rows(text)))
        self._pane.show_marks(_places(arrangement, rows), labels, view_row(session, results), apart)

    def _show_hits(self, session: Session, results: Results) -> None:
        arrangement, search = shown_arrangement(session, results), results.search
        hits = np.zeros(0, np.int64) if search is None else search.hits
        if session.mode == "looked-up":
            ids = results.text.ids if results.text is not None else hits[:0]
            self._pane.show_hits(np.flatnonzero(np.isin(ids, hits)))
        elif arrangement is not None:
            self._pane.show_hits(_places(arrangement, hits))

    def _show_dim(self, session: Session, results: Results) -> None:
        arrangement, dim = shown_arrangement(session, results), session.dim
        place = None if arrangement is None or dim is None else arrangement.dim_position(dim)
        self._pane.show_chosen_dim(place)


def _places(arrangement: Arrangement, rows: Ints) -> Ints:
    """Return where each of ``rows`` (n,) of the table stands."""
    return rows if arrangement.rows is None else arrangement.rows.positions[rows]


def _labels(session: Session, results: Results, arrangement: Arrangement) -> Callable[[int], str]:
    """Return what names the row at a place of the heatmap."""
    labels = present.row_labels(session, results)
    if session.mode == "looked-up" or arrangement.rows is None:
        return labels
    return lambda place: labels(arrangement.row_id(place))


def _missing(session: Session, results: Results) -> Ints | None:
    """Return the places of looked-up tokens without a row."""
    text = results.text
    return np.flatnonzero(~text.has_row) if session.mode == "looked-up" and text else None


def _show_order(pane: HeatmapPane, session: Session, arrangement: Arrangement) -> None:
    """Say in which order rows and dims stand; looked-up rows stand in that of the text."""
    keys = str(session.order.rows), str(session.order.dims)
    if session.mode == "looked-up":
        arrangement = Arrangement(arrangement.table, None, arrangement.dims)
    pane.show_order(arrangement.words, arrangement.row_id, arrangement.dim_id, keys=keys)
