"""The one QApplication, made as the program needs it."""

import sys

from PySide6 import __version__ as pyside_version
from PySide6.QtWidgets import QApplication

from embedscope_gui import style
from embedscope_gui.memory import keep_ready
from embedscope_gui.offscreen import choose_platform
from embedscope_gui.settings import Settings
from embedscope_gui.theme import ThemeName


def application() -> QApplication:
    """Return the one QApplication, made on first use; stops on versions known to crash."""
    refuse_broken_qt()
    choose_platform()
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    keep_ready()
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


def first_theme(settings: Settings) -> ThemeName:
    """Return the theme that the user chose, or else the system's."""
    wish = settings.theme
    return style.system_theme() if wish == "system" else wish
