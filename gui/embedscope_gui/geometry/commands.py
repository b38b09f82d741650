"""Signals and dialogs of geometry: what is asked in the panes and menus goes to its control."""

from collections.abc import Callable
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from embedscope.tables.base import Ints
from embedscope_gui.controller import Controller
from embedscope_gui.geometry.control import GeometryControl
from embedscope_gui.geometry.nearest_view import save_neighbours
from embedscope_gui.geometry.screen import GeometryScreen
from embedscope_gui.main_window import MainWindow
from embedscope_gui.vectors.assemble import Preview

if TYPE_CHECKING:
    from embedscope_gui.facts.commands import FactsCommands
    from embedscope_gui.geometry.compare_commands import CompareCommands

CSV = "CSV (*.csv)"
LARGE_SAMPLES = (5_000, 20_000, 50_000)  # by openTSNE, where it is installed


class GeometryCommands(QObject):
    """Belongs to the window; ``control`` changes the session, ``screen`` shows it."""

    _previewed = Signal(object, object)  # from the thread that makes a map

    def __init__(self, window: MainWindow, controller: Controller, screen: GeometryScreen) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self.control = GeometryControl(controller, screen)
        self._previewed.connect(self.control.preview, Qt.ConnectionType.QueuedConnection)
        self._connect_panes()
        self._connect_actions()

    def _connect_panes(self) -> None:
        inspector, vectors, control = self._window.inspector, self._window.vectors, self.control
        inspector.nearestChanged.connect(control.set_nearest)
        inspector.saveListRequested.connect(self.ask_list)
        inspector.compareRequested.connect(self.compare)
        inspector.set_completion(control.complete)
        vectors.axesChanged.connect(control.set_axes)
        vectors.expressionsChanged.connect(control.set_expressions)
        vectors.colouringChanged.connect(control.set_colouring)
        vectors.rowsMarked.connect(control.mark)
        vectors.mapRequested.connect(self.ask_map)
        vectors.saveMapRequested.connect(self.ask_save_map)
        vectors.loadMapRequested.connect(self.ask_load_map)
        vectors.set_completion(control.complete)
        self._window.progress.cancelled.connect(control.on_cancelled)

    def _connect_actions(self) -> None:
        slots: dict[str, Callable[[], object]] = {
            "actionRowBack": self.control.back,
            "actionRowForward": self.control.forward,
            "actionRowFacts": self.show_facts,
            "actionCompareLists": self.compare,
            "actionSaveList": self.ask_list,
            "actionMap": self.ask_map,
            "actionSaveMap": self.ask_save_map,
            "actionLoadMap": self.ask_load_map,
        }
        for name, slot in slots.items():
            self._window.actions_.on(name, slot)

    @cached_property
    def comparing(self) -> "CompareCommands":
        """The commands of that dialog, imported when first used: start-up waits for nothing."""
        from embedscope_gui.geometry.compare_commands import CompareCommands

        return CompareCommands(self._window, self._controller)

    @cached_property
    def facts(self) -> "FactsCommands":
        """The commands of the list of row facts, likewise."""
        from embedscope_gui.facts.commands import FactsCommands

        return FactsCommands(self._window, self._controller, self.control)

    # lists

    def ask_list(self) -> None:
        """Ask where to save the list of nearest rows."""
        result, tokenizer = self._controller.results.neighbours, self._controller.session.tokenizer
        if result is None or tokenizer is None or not len(result.found):
            self._say("There is no list to save yet: choose a token or a row first.")
            return
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Save the nearest rows", "neighbours.csv", CSV
        )
        if path:
            self.control.run_aside(
                "export",
                lambda _progress: save_neighbours(path, result, tokenizer),
                lambda place: self._say(f"Saved {place}"),
            )

    def compare(self) -> None:
        """Open the dialog with two lists side by side; it stays and follows the chosen row."""
        self.comparing.open()

    def show_facts(self) -> None:
        """Open the list of facts about all rows; it stays and follows the chosen row."""
        self.facts.open()

    # maps

    def ask_map(self) -> None:
        """Ask for perplexity and seed, and arrange the marked rows or those of the text."""
        from embedscope_gui.geometry.map_dialog import MapDialog  # start-up does without

        choices, samples = self._selections(), self._samples()
        offered = [(name, len(rows)) for name, rows in choices]
        if not offered and not samples:
            self._say("t-SNE needs some rows: open a table first.")
            return
        sampled = [("A sample of all rows", size) for size in samples]
        dialog = MapDialog([*offered, *sampled], self._window)

        def start() -> None:
            place, how = dialog.selection, (dialog.perplexity, dialog.seed)
            if place < len(choices):
                self.make_map(choices[place][1], *how)
            else:
                self.make_map(self._typed(), *how, n_sampled=samples[place - len(choices)])

        dialog.accepted.connect(start)
        dialog.open()

    def _samples(self) -> tuple[int, ...]:
        """Return the sizes of samples that can be arranged."""
        from embedscope.geometry.tsne import MOST_POINTS

        table = self._controller.session.table
        n_rows = 0 if table is None else table.n_rows
        sizes = [min(n_rows, MOST_POINTS)]
        if find_spec("openTSNE") is not None:
            sizes += [min(n_rows, size) for size in LARGE_SAMPLES]
        return tuple(size for size in dict.fromkeys(sizes) if size)

    def make_map(
        self, rows: Ints, perplexity: float = 30.0, seed: int = 0, n_sampled: int = 0
    ) -> None:
        """Arrange ``rows`` (n,), or these among a sample of ``n_sampled``, by t-SNE, watched."""
        from embedscope_gui.geometry.maps import MapWish

        wish: list[MapWish] = []

        def watch(preview: Preview) -> None:
            self._previewed.emit(wish[0], preview)

        wish.append(MapWish(rows, perplexity, seed, watch, n_sampled))
        self.control.make_map(wish[0])

    def _selections(self) -> list[tuple[str, Ints]]:
        """Return the selections of rows that can be arranged, the likeliest first."""
        session, results = self._controller.session, self._controller.results
        found: list[tuple[str, Ints]] = []
        if session.marked is not None:
            found.append(("The marked rows", session.marked.rows))
        typed = self._typed()
        if len(typed):
            found.append(("The rows of the text", typed))
        near = results.neighbours
        if near is not None and len(near.found):
            own = [] if near.row is None else [near.row]
            found.append(("The listed nearest rows", np.union1d(near.found.ids, own).astype(int)))
        return found

    def _typed(self) -> Ints:
        """Return the rows (n,) of the text, ascending."""
        text = self._controller.results.text
        if text is None or text.table is not self._controller.session.table:
            return np.zeros(0, np.int64)
        return np.unique(text.ids[text.has_row])

    def ask_save_map(self) -> None:
        """Ask where to save the coordinates of the points."""
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Save coordinates", "coordinates.csv", CSV
        )
        if path:
            self.control.save_map(path)

    def ask_load_map(self) -> None:
        """Ask for saved coordinates and draw the rows there."""
        path, _ = QFileDialog.getOpenFileName(self._window, "Load coordinates", "", CSV)
        if path:
            self.control.load_map(path)

    def _say(self, sentence: str) -> None:
        self._window.notice.tell_done(sentence)
