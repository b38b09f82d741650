"""What the user does with orders, odd rows and dims; no Qt here."""

from dataclasses import replace
from typing import Protocol

from embedscope.heatmap.arrangement import Arrangement
from embedscope.heatmap.levels import Scale
from embedscope.heatmap.odd import Odd
from embedscope.heatmap.reasons import dim_reasons, row_reasons
from embedscope.heatmap.reduction import Reduction, scaled
from embedscope.heatmap.survey import Survey
from embedscope.session.map_channels import shown_arrangement
from embedscope.session.session import NATURAL, DimOrderKind, OrderChoice, RowOrderKind
from embedscope.tables.table import Table
from embedscope_gui import present
from embedscope_gui.controller import Controller

WAIT = "All rows are still being read; try again in a moment."
NO_ROW = "Choose a row first: click one in the table, or a token in the text."
NOTHING = "Nothing is odd about any {}."


class Map(Protocol):
    """What is needed of the heatmap pane."""

    def say(self, sentence: str) -> None:
        """Say something in passing."""
        ...

    def reveal_dim(self, dim: int) -> None:
        """Bring the dim at a place into view."""
        ...


class MapControl:
    """Turns what people do in the heatmap into changes of the session of ``controller``."""

    def __init__(self, controller: Controller, pane: Map) -> None:
        self._controller = controller
        self._pane = pane
        self._before: list[tuple[Table | None, OrderChoice]] = []

    # colours

    def set_reduction(self, reduction: Reduction) -> None:
        """Pool cells another way."""
        self._controller.store.update(reduction=reduction)

    def set_colormap(self, name: str) -> None:
        """Use another colour map."""
        self._controller.store.update(colormap=name)

    def set_scale(self, scale: Scale) -> None:
        """Linear or signed-log colours."""
        self._controller.store.update(scale=scale)

    def set_levels(self, low: float, high: float) -> None:
        """Set the ends of the colour scale, for what the heatmap shows now."""
        session, results = self._controller.session, self._controller.results
        base, what = session.chosen_levels or results.levels, scaled(session.reduction)
        if base is not None and low < high:
            levels = replace(base, low=low, high=high, constant=False, left_out=())
            self._controller.store.update(levels=levels, levels_of=what)

    def auto_levels(self) -> None:
        """Find the ends of the colour scale from the table again."""
        self._controller.store.update(levels=None)

    # orders

    def set_row_order(self, kind: RowOrderKind) -> None:
        """Put the rows into another order; "similarity" is that to the chosen row."""
        session = self._controller.session
        like = session.row if kind == "similarity" else None
        if kind == "similarity" and like is None:
            self._pane.say(NO_ROW)
            return
        self._change(replace(session.order, rows=kind, like=like))

    def set_dim_order(self, kind: DimOrderKind) -> None:
        """Put the dims into another order."""
        self._change(replace(self._controller.session.order, dims=kind))

    def undo_order(self) -> None:
        """Go back to the order before."""
        table, before = self._before.pop() if self._before else (None, NATURAL)
        if table is not self._controller.session.table:
            self._before, before = [], NATURAL  # of a table that was open before
        self._controller.store.update(order=before)

    def _change(self, order: OrderChoice) -> None:
        session = self._controller.session
        if order != session.order:
            self._before.append((session.table, session.order))
            self._controller.ask_again("survey")
            self._controller.store.update(order=order)

    # odd rows and dims

    def walk_rows(self, step: int) -> None:
        """Choose the next (+1) or previous (-1) odd row and say why it is odd."""
        known = self._known()
        if known is None:
            return
        survey, arrangement = known
        positions = None if arrangement.rows is None else arrangement.rows.positions
        odd, here = survey.odd_rows, self._controller.session.row
        place = odd.step(here, step, positions)
        if place is None:
            self._pane.say(NOTHING.format("row"))
            return
        row = int(odd.walk(positions)[place])
        if self._controller.session.mode != "whole":
            self._controller.set_mode("whole")
        self._controller.choose_row(row)
        tokenizer = self._controller.session.tokenizer
        label = present.token_label(tokenizer, row) if tokenizer is not None else ""
        self._say(f"row {row} {label}", "row", odd, place, row_reasons(survey, row))

    def walk_dims(self, step: int) -> None:
        """Look at the next (+1) or previous (-1) odd dim and say why it is odd."""
        known = self._known()
        if known is None:
            return
        survey, arrangement = known
        positions = None if arrangement.dims is None else arrangement.dims.positions
        odd, here = survey.odd_dims, self._controller.session.dim
        place = odd.step(here, step, positions)
        if place is None:
            self._pane.say(NOTHING.format("dim"))
            return
        dim = int(odd.walk(positions)[place])
        self.look_at_dim(dim)
        self._say(f"dim {dim}", "dim", odd, place, dim_reasons(survey, dim))

    def _say(self, name: str, what: str, odd: Odd, place: int, reasons: tuple[str, ...]) -> None:
        count = f"odd {what} {place + 1:,} of {len(odd.ids):,}"
        self._pane.say(f"{name} · {count}: {'; '.join(reasons)}")

    def _known(self) -> tuple[Survey, Arrangement] | None:
        """Return what is known of all rows and dims; says so while it is being found."""
        session, results = self._controller.session, self._controller.results
        arrangement, survey = shown_arrangement(session, results), results.survey
        if arrangement is None or survey is None or survey.shape != arrangement.table.shape:
            self._controller.ask_again("survey")
            self._pane.say(WAIT)
            return None
        return survey, arrangement

    # dims

    def look_at_place(self, place: int | None) -> None:
        """Look at the dim that stands at ``place`` of the heatmap."""
        arrangement = shown_arrangement(self._controller.session, self._controller.results)
        if arrangement is not None and place is not None and 0 <= place < arrangement.table.n_dims:
            self.look_at_dim(arrangement.dim_id(place))

    def look_at_dim(self, dim: int) -> None:
        """Show ``dim`` in the inspector and in the heatmap."""
        self._controller.store.update(dim=dim)
        arrangement = shown_arrangement(self._controller.session, self._controller.results)
        if arrangement is not None:
            self._pane.reveal_dim(arrangement.dim_position(dim))

    def leave_dim(self) -> None:
        """Look at the row again."""
        self._controller.store.update(dim=None)
