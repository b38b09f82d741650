"""Starts the program: the window first, then its table, so that something is seen at once."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from embedscope.presets import DEFAULT_PRESET, PRESETS
from embedscope.tokenizers.base import Specials
from embedscope.tokenizers.registry import TOKENIZER_NAMES
from embedscope_gui import style
from embedscope_gui.controller import Controller
from embedscope_gui.geometry.commands import GeometryCommands
from embedscope_gui.main_window import MainWindow
from embedscope_gui.offscreen import choose_platform, has_display
from embedscope_gui.opener import Opener
from embedscope_gui.opening import Wish
from embedscope_gui.runner import Runner
from embedscope_gui.settings import Settings
from embedscope_gui.theme import ThemeName
from embedscope_gui.window_commands import WindowCommands
from embedscope_gui.window_screen import WindowScreen
from embedscope_gui.wiring import wire
from embedscope_gui.work import Runs

PICTURE = "embedscope-window.png"


@dataclass(frozen=True)
class Start:
    """What to open at first; None: the default, or what was open last."""

    table: str | None = None
    text: str | None = None
    tokenizer: str | None = None
    tensor: str | None = None
    specials: Specials = "plain"


@dataclass(eq=False)
class Desk:
    """One window with everything behind it."""

    window: MainWindow
    controller: Controller
    opener: Opener
    runner: Runs


def application() -> QApplication:
    """Return the one QApplication, made on first use; stops on versions known to crash."""
    refuse_broken_qt()
    choose_platform()
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    app = QApplication(["embedscope"])
    app.setApplicationName("embedscope")
    app.setDesktopFileName("embedscope")
    app.setStyle("Fusion")
    app.setWindowIcon(style.app_icon())
    return app


def refuse_broken_qt() -> None:
    """Stop where PySide6 is known to corrupt reference counts and to abort after a while."""
    if broken_qt(pyside_version, sys.version_info[:2]):
        sys.exit(
            f"PySide6 {pyside_version} crashes on Python 3.11; "
            'install an older one: pip install "PySide6-Essentials<6.12".'
        )


def broken_qt(pyside: str, python: tuple[int, int]) -> bool:
    """Tell whether this PySide6 loses references to None on this Python."""
    major, minor = (int(part) for part in pyside.split(".")[:2])
    return (major, minor) >= (6, 12) and python < (3, 12)


def build(settings: Settings, runner: Runs | None = None, theme: ThemeName | None = None) -> Desk:
    """Return a window, not yet shown, with its controller; ``theme`` None follows settings."""
    app = application()
    wish = settings.theme
    name = theme or (style.system_theme() if wish == "system" else wish)
    look = style.apply(app, name)
    window = MainWindow(settings)
    window.top_bar.show_tables([(p.name, p.title) for p in PRESETS.values()], settings.recent)
    window.top_bar.show_tokenizers(TOKENIZER_NAMES)
    used: Runs = runner if runner is not None else Runner(window)
    screen = WindowScreen(window)
    controller = Controller(screen, used, name)
    opener = Opener(controller, screen, settings)
    window.set_theme(look)
    wire(window, controller, opener)
    WindowCommands(window, controller, opener, settings)
    GeometryCommands(window, controller, screen.geometry)
    if isinstance(used, Runner):
        used.progressed.connect(window.progress.report)
        used.ended.connect(window.progress.end)
        window.closed.connect(used.shut_down)
    return Desk(window, controller, opener, used)


class FirstPaint(QObject):
    """Calls ``then`` once, after ``window`` was painted for the first time."""

    def __init__(self, window: MainWindow, then: QTimer) -> None:
        super().__init__(window)
        self._then = then
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the paint event."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            self._then.start()
        return False


def main(argv: list[str] | None = None) -> int:
    """Open the window (or, without a display, write its picture) and return the exit code."""
    start = parse(argv)
    if not has_display():
        return _picture_instead(start)
    app = application()
    settings = Settings()
    desk = build(settings)
    timer = QTimer(desk.window, singleShot=True, interval=0)
    timer.timeout.connect(lambda: open_first(desk, settings, start))
    FirstPaint(desk.window, timer)
    desk.window.show()
    desk.window.text.setFocus()
    return app.exec()


def open_first(desk: Desk, settings: Settings, start: Start) -> None:
    """Open what the command line says, else what was open last, else the default preset."""
    last = settings.table
    if start.table is None and last and (last in PRESETS or Path(last).exists()):
        table = last
    else:
        table = start.table or DEFAULT_PRESET
    desk.controller.set_specials(start.specials)
    wish = Wish("", start.text, start.tokenizer, start.tensor, asks="in doubt")
    desk.opener.open_wish([table], wish)


def parse(argv: Sequence[str] | None) -> Start:
    """Return what the command line asks the window to open."""
    parser = argparse.ArgumentParser(prog="embedscope", description="Open the window.")
    parser.add_argument("table", nargs="?", help="preset name or path of a table")
    parser.add_argument("--text", help="text to look up")
    parser.add_argument("--tokenizer", help="name or path of a tokenizer")
    parser.add_argument("--tensor", help="which tensor of the file")
    parser.add_argument("--specials", choices=("plain", "special"), default="plain")
    given = parser.parse_args(argv)
    return Start(given.table, given.text, given.tokenizer, given.tensor, given.specials)


def _picture_instead(start: Start) -> int:
    from embedscope_gui.window_picture import window_picture

    place = window_picture(
        *(Path(PICTURE), start.table, start.text, start.tokenizer),
        specials=start.specials,
        tensor=start.tensor,
    )
    print(f"There is no display to open a window on; its picture is in {place.resolve()}")  # noqa: T201
    return 0
