"""The real window as a picture: for machines without a display, and for the README."""

import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from embedscope.errors import EmbedscopeError
from embedscope.presets import DEFAULT_PRESET
from embedscope.tokenizers.base import Specials
from embedscope_gui.application import application
from embedscope_gui.desk import Desk, build
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.save import SaveOptions, save_figure
from embedscope_gui.figures.widget_figure import WidgetFigure
from embedscope_gui.settings import Settings
from embedscope_gui.theme import THEMES, ThemeName
from embedscope_gui.work import InlineRunner

SIZE = Size(1440, 900)
ROUNDS = 8  # of events, until layouts and coalesced viewports have settled


def window_picture(  # noqa: PLR0913 - what the command line can say
    path: Path,
    table: str | None = None,
    text: str | None = None,
    tokenizer: str | None = None,
    *,
    width: int | None = None,
    height: int | None = None,
    scale: float = 1.0,
    theme: ThemeName = "light",
    specials: Specials = "plain",
    tensor: str | None = None,
    lesson: str | None = None,
) -> Path:
    """Write the window as ``path`` (PNG, SVG or PDF) at ``width`` x ``height`` logical pixels.

    Raises EmbedscopeError for a table that cannot be opened and for a size it cannot have.
    """
    if QApplication.instance() is None and scale != 1.0:
        os.environ["QT_SCALE_FACTOR"] = str(scale)  # real pixels, not enlarged ones
    with tempfile.TemporaryDirectory() as folder:
        size = Size(width or SIZE.width, height or SIZE.height)
        desk = open_desk(folder, theme, size)
        try:
            _check_size(desk, size)
            desk.controller.set_specials(specials)
            show_table(desk, table or DEFAULT_PRESET, text, tokenizer, tensor)
            if lesson is not None:
                desk.commands.begin_lesson(lesson)
            elif desk.controller.session.selected is None:
                desk.controller.select(0)  # as at the first start
            settle()
            options = SaveOptions(scale=scale, theme=THEMES[theme])
            return save_figure(WidgetFigure(desk.window, "embedscope"), path, options)
        finally:  # a window still open when Python ends takes the process down with it
            desk.window.close()
            desk.window.deleteLater()


def _check_size(desk: Desk, size: Size) -> None:
    """Raise EmbedscopeError if the window did not take the size."""
    least = desk.window.size()
    if (least.width(), least.height()) != (size.width, size.height):
        asked = f"{size.width:,} x {size.height:,}"
        problem = f"its smallest size is {least.width():,} x {least.height():,}"
        raise EmbedscopeError(f"The window cannot have {asked} pixels: {problem}.")


def open_desk(folder: str, theme: ThemeName, size: Size) -> Desk:
    """Return a shown window of ``size`` that works inline and remembers nothing."""
    application()
    store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
    desk = build(Settings(store), InlineRunner(), theme)
    desk.window.resize(size.width, size.height)
    desk.window.show()
    settle()
    return desk


def show_table(
    desk: Desk, table: str, text: str | None, tokenizer: str | None, tensor: str | None = None
) -> None:
    """Open ``table`` and wait until everything is drawn; raise what the window would only say."""
    desk.controller.open_table(table, text=text, tokenizer=tokenizer, tensor=tensor)
    settle()
    if desk.controller.session.table is None:
        raise EmbedscopeError(desk.window.notice.text or f"{table} could not be opened.")
    if desk.controller.session.selected is None:
        desk.controller.select(0)
    settle()


def settle() -> None:
    """Let layouts, timers of no length and paints happen."""
    for _ in range(ROUNDS):
        QApplication.processEvents()
