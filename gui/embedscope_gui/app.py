"""Starts the program: the window first, then its table, so that something is seen at once."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer

from embedscope_gui import style
from embedscope_gui.application import application, first_theme
from embedscope_gui.faults import tell_faults
from embedscope_gui.first_size import first_size
from embedscope_gui.interrupts import Interrupts
from embedscope_gui.main_window import MainWindow
from embedscope_gui.offscreen import has_display
from embedscope_gui.settings import Settings
from embedscope_gui.sizes import draw_at

if TYPE_CHECKING:
    from embedscope.tokenizers.base import Specials
    from embedscope_gui.desk import Desk

PICTURE = "embedscope-window.png"


@dataclass(frozen=True)
class Start:
    """What to open at first; None: the default, or what was open last."""

    table: str | None = None
    text: str | None = None
    tokenizer: str | None = None
    tensor: str | None = None
    specials: "Specials" = "plain"
    lesson: str | None = None  # "NAME/STEP"; "": the list of lessons
    more: tuple[str, ...] = ()  # what is opened together with the table: a tokenizer, a text


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
    settings = Settings()
    draw_at(settings.size)
    app = application()
    style.apply(app, first_theme(settings))
    window = MainWindow(settings)
    if settings.bytes("geometry").isEmpty():
        window.resize(first_size(window.screen().availableSize()))
    timer = QTimer(window, singleShot=True, interval=0)
    kept: list[Desk] = []  # for as long as the program runs
    timer.timeout.connect(lambda: kept.append(furnish(window, settings, start)))
    FirstPaint(window, timer)
    window.show()
    interrupts = Interrupts(window)
    code = app.exec()
    interrupts.end()
    return interrupts.code or code


def furnish(window: MainWindow, settings: Settings, start: Start) -> "Desk":
    """Fill the window, which is on the screen by now, and open its first table."""
    from embedscope_gui.desk import build

    desk = build(settings, window=window)
    tell_faults(lambda sentence: window.notice.show_message(sentence, "error"))
    window.text.setFocus()
    open_first(desk, settings, start)
    return desk


def open_first(desk: "Desk", settings: Settings, start: Start) -> None:
    """Open what the command line says, else what was open last, else the default preset."""
    from embedscope.presets import DEFAULT_PRESET, PRESETS
    from embedscope_gui.opening import Wish, is_there

    last = settings.table
    if start.table is None and last and (last in PRESETS or is_there(last)):
        table = last
    else:
        table = start.table or DEFAULT_PRESET
    desk.controller.set_specials(start.specials)
    desk.commands.bring_back_look()
    own = settings.look.text if start.text is None and table == settings.look.table else ""
    text = own or start.text
    is_own = own not in ("", *(preset.text for preset in PRESETS.values()))  # none that stayed on
    wish = Wish(*("", text, start.tokenizer, start.tensor), asks="in doubt", is_own_text=is_own)
    wish = replace(wish, takes_text=start.table is not None)
    desk.opener.open_wish([table, *start.more], wish)
    if start.lesson is not None:
        desk.commands.begin_lesson(start.lesson)


def parse(argv: Sequence[str] | None) -> Start:
    """Return what the command line asks the window to open."""
    parser = argparse.ArgumentParser(prog="embedscope", description="Open the window.")
    parser.add_argument("table", nargs="?", help="preset name or path of a table")
    parser.add_argument("more", nargs="*", help="a tokenizer and a text to open with it")
    parser.add_argument("--text", help="text to look up")
    parser.add_argument("--tokenizer", help="name or path of a tokenizer")
    parser.add_argument("--tensor", help="which tensor of the file")
    parser.add_argument("--specials", choices=("plain", "special"), default="plain")
    parser.add_argument("--lesson", help="a lesson to begin, NAME or NAME/STEP; empty: the list")
    given = parser.parse_args(argv)
    return Start(
        *(given.table, given.text, given.tokenizer, given.tensor, given.specials, given.lesson),
        more=tuple(given.more),
    )


def _picture_instead(start: Start) -> int:
    from embedscope_gui.bringing import parts
    from embedscope_gui.window_picture import window_picture

    table, tokenizer, text = parts([*filter(None, (start.table, *start.more))])
    place = window_picture(
        *(Path(PICTURE), table),
        start.text if start.text is not None else text,
        start.tokenizer or tokenizer,
        specials=start.specials,
        tensor=start.tensor,
        lesson=start.lesson,
    )
    print(f"There is no display to open a window on; its picture is in {place.resolve()}")  # noqa: T201
    return 0
