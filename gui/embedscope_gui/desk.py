"""One window with everything behind it, put together."""

from dataclasses import dataclass

from embedscope.presets import PRESETS
from embedscope.tokenizers.registry import TOKENIZER_NAMES
from embedscope_gui import style
from embedscope_gui.application import application, first_theme
from embedscope_gui.controller import Controller
from embedscope_gui.geometry.commands import GeometryCommands
from embedscope_gui.main_window import MainWindow
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


def build(
    settings: Settings,
    runner: Runs | None = None,
    theme: ThemeName | None = None,
    window: MainWindow | None = None,
) -> Desk:
    """Return a furnished window (``window``, or a new one that is not shown) with its controller.

    ``theme`` None follows ``settings``.
    """
    name = theme or first_theme(settings)
    look = style.apply(application(), name)
    window = window if window is not None else MainWindow(settings)
    window.furnish()
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
        screen.show_in_pauses()
    return Desk(window, controller, opener, used, commands)
