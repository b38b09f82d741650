"""Connects what the user does with what is computed and shown; no Qt here.

Every user action changes the session once; ``_refresh`` then asks for whatever is out of date,
and each result that arrives is shown and may make further work possible.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path

import numpy as np

from embedscope.errors import EmbedscopeError
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import Progress
from embedscope.session.map_channels import shown_arrangement
from embedscope.session.plan import plan
from embedscope.session.request import Key, Request
from embedscope.session.results import Results
from embedscope.session.session import (
    NATURAL,
    AxesKind,
    Metric,
    Mode,
    Session,
    ThemeName,
    suitable_axes,
)
from embedscope.session.store import Store
from embedscope.session.text import TextResult
from embedscope.tokenizers.base import Specials
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.kept import KeptSession
from embedscope_gui.map_facts import view_row
from embedscope_gui.opening import Opened, fitting, load_table, may_replace_text
from embedscope_gui.screen import Screen
from embedscope_gui.work import Done, Run, Runs


class Controller:
    """Owns the session and its results; told of user actions, tells the screen."""

    def __init__(self, screen: Screen, runner: Runs, theme: ThemeName = "light") -> None:
        self._screen = screen
        self._runner = runner
        self.store = Store(Session(theme=theme))
        self.results = Results()
        self.table_name = ""
        self._keys: dict[str, Key] = {}  # last asked for
        self._answered: dict[str, Key] = {}  # of the results that are there
        self._given_text = ""  # the preset's, while the user has not typed
        self.follows = True  # bring a chosen row into view
        self._walked: TextResult | None = None  # the text in which a token was chosen last
        self._cancelled: set[str] = set()
        self._hit = 0
        self._refreshing = False
        self._stale = False
        self._watchers: list[Callable[[], None]] = []
        self.store.subscribe(lambda _old, _new: self._refresh())

    @property
    def session(self) -> Session:
        """What the user asked for."""
        return self.store.session

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call ``watcher()`` whenever session or results have changed and are shown."""
        self._watchers.append(watcher)

    # opening

    def open_table(
        self,
        name: str | Path,
        text: str | None = None,
        tokenizer: str | None = None,
        tensor: str | None = None,
    ) -> None:
        """Open a preset or a file; what was open stays until the new table is there."""
        current = self.session.tokenizer

        def load(progress: Progress) -> Opened:
            return load_table(str(name), text, tokenizer, tensor, current, progress)

        self.run_aside("open", load, self.take)

    def open_tokenizer(self, name: str | Path) -> None:
        """Read the text with another tokenizer; whether it belongs to the table is said."""
        self.run_aside(
            "open tokenizer",
            lambda _progress: get_tokenizer(name),
            lambda tokenizer: self._use(tokenizer=tokenizer),
        )

    def take(self, opened: Opened) -> None:
        """Show a table that was opened; its text comes with it unless the user typed one.

        The first token is chosen: an inspector at work says what it is for.
        """
        if opened.text is not None and may_replace_text(opened, self.session, self._given_text):
            self._given_text = "" if opened.is_own_text else opened.text
            self.show_opened(opened, text=opened.text, selected=0)
        else:
            self.show_opened(opened, selected=0)

    def show_opened(self, opened: Opened, **changes: object) -> None:
        """Show a table that is there already, with other ``changes`` of the session at once."""
        self.table_name = opened.name
        self._screen.show_opened(opened.name, opened.table)
        if isinstance(text := changes.get("text"), str):
            self._screen.show_text(text)
        self.results = Results()
        self._keys.clear()
        afresh: dict[str, object] = {
            "table": opened.table,
            "tokenizer": opened.tokenizer,
            "selected": None,
            "row": None,
            "viewport": None,
            "levels": None,
            "order": NATURAL,
            "dim": None,
            "axes": suitable_axes(opened.table),
            "marked": None,
            "nearest": replace(self.session.nearest, query="row"),
        }
        self._use(**{**afresh, **changes})

    def _use(self, **changes: object) -> None:
        self.store.update(**fitting(changes, self.session.table))
        table, tokenizer = self.session.table, self.session.tokenizer
        if table is not None and tokenizer is not None:
            self._screen.show_pair(table, tokenizer)

    def change(self, **changes: object) -> None:
        """Make several changes of the session at once, as if the user had made them together."""
        if isinstance(text := changes.get("text"), str):
            self._screen.show_text(text)
        if changes.get("mode", self.session.mode) == self.session.mode:
            self._use(**changes)
        else:
            self._use(viewport=None, **changes)
            self._screen.show_shown_table(self.session, self.results)

    def keep(self) -> KeptSession:
        """Return everything that ``bring_back`` needs."""
        answered = {c: key for c, key in self._keys.items() if self._answered.get(c) == key}
        named = (self.table_name, self._given_text)
        return KeptSession(self.session, self.results, answered, *named, self._hit)

    def bring_back(self, kept: KeptSession) -> None:
        """Show what was kept, without computing it again; the theme is the present one."""
        for channel in self._keys:
            self._runner.cancel(channel)
        session = replace(kept.session, theme=self.session.theme)
        self.table_name, self._given_text = kept.table_name, kept.given_text
        self.results, self._keys = kept.results, dict(kept.keys)
        self._answered, self._hit = dict(kept.keys), kept.hit
        if session.table is not None:
            self._screen.show_opened(kept.table_name, session.table)
        self._screen.show_text(session.text)
        self._use(**{field.name: getattr(session, field.name) for field in fields(session)})
        if self._keys.get("text") == self._answered.get("text"):  # no reading is on its way
            self._keep_selection()
        self._screen.show_everything(self.session, self.results)

    # what the user does

    def set_text(self, text: str) -> None:
        """Take the text as edited."""
        self.store.update(text=text)

    def select(self, position: int) -> None:
        """Choose the token at ``position``; -1: none."""
        text = self.results.text
        if text is None or not 0 <= position < len(text.ids):
            self.store.update(selected=None, row=None)
            return
        row = int(text.ids[position]) if text.has_row[position] else None
        self.store.update(selected=position, row=row, dim=None)
        if self.follows and text is self._walked:  # the first choice after an edit is the caret's
            self._screen.reveal_row(self.view_row())
        self._walked = text

    def choose_row(self, row: int) -> None:
        """Choose a row of the table; its first token in the text, if any, is chosen with it."""
        text = self.results.text
        found = np.flatnonzero(text.ids == row) if text is not None else np.empty(0, np.int64)
        self.store.update(selected=int(found[0]) if len(found) else None, row=row, dim=None)
        self._screen.reveal_row(self.view_row())

    def click_row(self, view_row: int) -> None:
        """Choose what a clicked row of the heatmap stands for: a table row or a token."""
        arrangement = shown_arrangement(self.session, self.results)
        if self.session.mode == "looked-up":
            self.select(view_row)
        elif arrangement is not None:
            self.choose_row(arrangement.row_id(view_row))

    def view_row(self) -> int | None:
        """Return the row that the heatmap shows for the selection."""
        return view_row(self.session, self.results)

    def set_specials(self, specials: Specials) -> None:
        """Read special-token text as text or as special tokens."""
        self.store.update(specials=specials)

    def set_mode(self, mode: Mode) -> None:
        """Show the whole table or the looked-up rows."""
        self.store.update(mode=mode, viewport=None)
        self._screen.show_shown_table(self.session, self.results)

    def set_viewport(self, viewport: Viewport) -> None:
        """Draw another part of the table."""
        self.store.update(viewport=viewport)

    def set_axes(self, kind: AxesKind) -> None:
        """Choose what the points are drawn on."""
        self.store.update(axes=replace(self.session.axes, kind=kind))

    def set_dims(self, dims: Sequence[int]) -> None:
        """Choose the three dims to draw on."""
        x, y, z = (int(dim) for dim in dims)
        self.store.update(axes=replace(self.session.axes, kind="dims", dims=(x, y, z)))

    def set_metric(self, metric: Metric) -> None:
        """Score neighbours another way."""
        self.store.update(metric=metric)

    def set_theme(self, theme: ThemeName) -> None:
        """Colour pictures for another theme."""
        self.store.update(theme=theme)

    def search(self, query: str) -> None:
        """Find a token or an id among all rows."""
        self._hit = 0
        self.store.update(query=query)

    def step_search(self, step: int) -> None:
        """Go to the next or the previous hit, round and round."""
        search = self.results.search
        if search is None or not len(search.hits):
            return
        self._hit = (self._hit + step) % len(search.hits)
        self._show_hit()

    def step_token(self, step: int) -> None:
        """Choose the next or the previous token, round and round."""
        text = self.results.text
        if text is None or not len(text.ids):
            return
        here = self.session.selected
        start = -1 if here is None and step > 0 else 0 if here is None else here
        self.select((start + step) % len(text.ids))

    def run_aside(
        self, channel: str, run: Run, done: Done, failed: Callable[[str], object] = str
    ) -> None:
        """Do work that is not part of the session; ``failed(sentence)`` follows a fault, told."""
        request = Request(channel, (channel,), run)
        self._runner.submit(request, done, lambda error: failed(self._failed(channel, error)))

    def cancel(self, channel: str) -> None:
        """Stop long work; what was shown before stays."""
        self._cancelled.add(channel)
        self._runner.cancel(channel)

    def ask_again(self, channel: str) -> None:
        """Do work that was cancelled after all."""
        if channel in self._cancelled:
            self._cancelled.discard(channel)
            self._keys.pop(channel, None)
            self._refresh()

    # results

    def _refresh(self) -> None:
        """Ask for everything that is out of date, anew whenever an answer came at once."""
        self._stale = True
        if self._refreshing:
            return
        self._refreshing = True
        try:
            while self._stale:
                self._stale = False
                self._ask()
        finally:
            self._refreshing = False
        self._screen.show_state(self.session, self.results)
        for watcher in self._watchers:
            watcher()

    def _ask(self) -> None:
        for item in plan(self.session, self.results, dict(self._keys)):
            if isinstance(item, str):
                self._drop(item)
            else:
                self._keys[item.channel] = item.key
                self._submit(item)
            if self._stale:
                return

    def _submit(self, request: Request) -> None:
        def done(result: object) -> None:
            if self._keys.get(request.channel) == request.key:
                self._answered[request.channel] = request.key
                self._arrived(request.channel, result)

        self._runner.submit(request, done, lambda error: self._failed(request.channel, error))

    def _drop(self, channel: str) -> None:
        self._runner.cancel(channel)
        del self._keys[channel]
        self._arrived(channel, None)

    def _arrived(self, channel: str, result: object) -> None:
        self.results = self.results.having(channel, result)
        if channel == "text":
            self._keep_selection()
        self._screen.show_result(channel, self.session, self.results)
        if channel == "search" and result is not None:
            self._show_hit()
        self._refresh()

    def _keep_selection(self) -> None:
        """Keep the selected position in the new text, or give it up beyond its end."""
        text, position = self.results.text, self.session.selected
        if text is None or position is None:
            return
        if position >= len(text.ids):
            self.store.update(selected=None, row=None)
        else:
            row = int(text.ids[position]) if text.has_row[position] else None
            self.store.update(row=row)

    def _show_hit(self) -> None:
        search = self.results.search
        n_hits = 0 if search is None else len(search.hits)
        self._hit = min(self._hit, max(n_hits - 1, 0))  # another table may have fewer
        self._screen.show_search(n_hits, self._hit)
        if search is not None and n_hits and search.query == self.session.query:
            self.choose_row(int(search.hits[self._hit]))

    def _failed(self, channel: str, error: Exception) -> str:
        """Tell a fault and return the sentence."""
        is_told = isinstance(error, EmbedscopeError | OSError | MemoryError)
        own = str(error) or type(error).__name__
        sentence = own if is_told else f"{channel}: {type(error).__name__}: {error}"
        self._screen.show_error(sentence, channel)
        return sentence
