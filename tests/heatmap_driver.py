"""Answers a heatmap pane's requests for pictures at once, as the program does from a worker."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from pytestqt.qtbot import QtBot

from embedscope.heatmap.colormap import COLORMAPS, colourise
from embedscope.heatmap.levels import Levels, table_levels
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.table import Table
from embedscope_gui.heatmap.pane import HeatmapPane

MAP = COLORMAPS["blue-red"]
SIZE = (520, 480)

SIGNALS = (
    "modeChanged",
    "rowClicked",
    "searchEdited",
    "searchStepped",
    "levelsEdited",
    "levelsAutoRequested",
    "colormapChanged",
    "reductionChanged",
    "scaleChanged",
    "exportRequested",
)


class Driver:
    """A pane with a table; ``viewports`` are the requests so far, ``pictures`` the answers."""

    def __init__(self, pane: HeatmapPane, table: Table, levels: Levels | None = None) -> None:
        self.pane = pane
        self.table = table
        self.levels = levels or table_levels(table)
        self.viewports: list[Viewport] = []
        self.pictures: list[Picture] = []
        self.answers = True
        pane.viewportChanged.connect(self.answer)
        pane.set_value_reader(self.read)

    def read(self, row: int, dim: int) -> float:
        """Return a value of the table itself."""
        return float(self.table.rows([row])[0, dim])

    def answer(self, viewport: Viewport) -> None:
        """Render what was asked for."""
        self.viewports.append(viewport)
        if self.answers:
            picture = render(self.table, viewport, exact=True)
            self.pictures.append(picture)
            self.pane.show_picture(picture, colourise(picture.values, self.levels, MAP))

    def start(
        self,
        label: Callable[[int], str] = lambda _row: "",
        lit: Sequence[int] = (),
        selected: int | None = None,
    ) -> "Driver":
        """Show the table with some rows lit."""
        self.pane.show_table(self.table.shape, label)
        self.pane.show_levels(self.levels, MAP)
        self.pane.show_marks(np.array(lit, np.int64), [label(row) for row in lit], selected)
        return self


Drive = Callable[..., Driver]


def driving(qtbot: QtBot) -> Drive:
    """Return a function that shows a table in a new pane and waits for the first request."""

    def make(table: Table, size: tuple[int, int] = SIZE, **start: Any) -> Driver:
        pane = HeatmapPane()
        qtbot.addWidget(pane)
        pane.resize(*size)
        pane.show()
        driver = Driver(pane, table).start(**start)
        qtbot.waitUntil(lambda: len(driver.viewports) > 0)
        return driver

    return make


def heard(pane: HeatmapPane) -> list[tuple[object, ...]]:
    """Return a list that collects (signal, arguments) of everything people did."""
    told = []
    for name in SIGNALS:
        getattr(pane, name).connect(lambda *args, name=name: told.append((name, *args)))
    return told


def table_of(n_rows: int, n_dims: int) -> Table:
    """Return a table of small random numbers."""
    values = np.random.default_rng(0).normal(size=(n_rows, n_dims))
    return Table.from_array(values.astype(np.float32))
