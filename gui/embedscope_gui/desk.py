"""One window with everything behind it, put together."""

import sys
from dataclasses import dataclass

from PySide6 import __version__ as pyside_version
from PySide6.QtWidgets import QApplication

from embedscope.presets import PRESETS
from embedscope.tokenizers.registry import TOKENIZER_NAMES
from embedscope_gui import style
from embedscope_gui.controller import Controller
from embedscope_gui.geometry.commands import GeometryCommands
from embedscope_gui.main_window import MainWindow
from embedscope_gui.offscreen import choose_platform
from embedscope_gui.opener import Opener
from embedscope_gui.runner import Runner
from embedscope_gui.settings import Settings
from embedscope_gui.theme import ThemeName
from embedscope_gui.window_commands import WindowCommands
from embedscope_gui.window_screen import WindowScreen
from embedscope_gui.wiring import wire
from embedscope_gui.work import Runs


@dataclass(eq=False)
class Desk:
    """One window with everything behind it."""

    window: MainWindow
    controller: Controller
    opener: Opener
    runner: Runs
    commands: WindowCommands


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
    commands = WindowCommands(window, controller, opener, settings)
    GeometryCommands(window, controller, screen.geometry)
    if isinstance(used, Runner):
        used.progressed.connect(window.progress.report)
        used.ended.connect(window.progress.end)
        window.closed.connect(used.shut_down)
    return Desk(window, controller, opener, used, commands)
