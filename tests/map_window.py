"""A window with a table in which rows, dims and cells are odd, for tests of its heatmap."""

from pathlib import Path

import numpy as np
from PySide6.QtGui import QAction, QColor, QImage
from pytestqt.qtbot import QtBot

from embedscope.session.map_channels import shown_arrangement, shown_table
from embedscope.session.session import NATURAL
from embedscope.tables.base import Floats
from embedscope_gui.desk import Desk

ROWS, DIMS = 3000, 64
ZERO, BAD, TWINS, HOT, LARGE = 700, 1900, (100, 2500), (1200, 40), 7


def odd_values() -> Floats:
    """Return normal numbers with a zero row, a NaN, equal rows, a hot cell and a large dim."""
    values = np.random.default_rng(3).normal(size=(ROWS, DIMS)).astype(np.float32)
    values[:, LARGE] += 9
    values[HOT] = 90
    values[TWINS[1]] = values[TWINS[0]]
    values[BAD, 3] = np.nan
    values[ZERO] = 0
    return values


def odd_file(folder: Path) -> Path:
    """Write them as a file."""
    path = folder / "odd.npy"
    np.save(path, odd_values())
    return path


def reset(desk: Desk, qtbot: QtBot) -> None:
    """Show the whole table as it is at first."""
    desk.controller.store.update(
        order=NATURAL,
        dim=None,
        query="",
        row=None,
        selected=None,
        levels=None,
        reduction="magnitude",
        text="the is the",
    )
    if desk.controller.session.mode != "whole":
        desk.controller.set_mode("whole")
    desk.window.heatmap.fit()
    drawn(desk, qtbot)


def drawn(desk: Desk, qtbot: QtBot) -> None:
    """Wait until what is asked for is on view."""

    def is_drawn() -> bool:
        session, results = desk.controller.session, desk.controller.results
        shown, view = results.best_picture, desk.window.heatmap.view
        is_ordered = (results.arrangement is None) == (session.order == NATURAL)
        if shown is None or not is_ordered or shown.table is not shown_table(session, results):
            return False
        same_bins = view.scene.picture is shown.picture
        return same_bins and shown.viewport == view.viewport()

    qtbot.waitUntil(is_drawn, timeout=10_000)


def trigger(desk: Desk, name: str) -> None:
    """Choose a command of the window."""
    action = desk.window.findChild(QAction, name)
    assert action is not None, name
    action.trigger()


def said(desk: Desk) -> str:
    """Return the line under the map."""
    return desk.window.heatmap.footer.readout.text()


def row_at(desk: Desk, place: int) -> int:
    """Return the row of the table that stands at a place of the map."""
    arrangement = shown_arrangement(desk.controller.session, desk.controller.results)
    assert arrangement is not None
    return arrangement.row_id(place)


def map_image(desk: Desk) -> QImage:
    """Return the pixels of the map and its margins."""
    image: QImage = desk.window.heatmap.view.grab().toImage()
    return image


def colours_in(image: QImage, left: float, top: float, right: float, bottom: float) -> set[str]:
    """Return the names of all colours in a box of ``image``."""
    return {
        QColor(image.pixelColor(x, y)).name()
        for x in range(int(left), int(right))
        for y in range(int(top), int(bottom))
    }
