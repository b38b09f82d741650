"""A window for tests that open files: work done at once, or on threads as in the program."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QMimeData, QPoint, QSettings, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication
from safetensors.numpy import save_file

from embedscope_gui.application import application
from embedscope_gui.chooser.dialog import TensorChooser
from embedscope_gui.desk import Desk, build
from embedscope_gui.settings import Settings
from embedscope_gui.work import InlineRunner, Runs

CASES = Path(__file__).parent / "cases" / "files"


def settle() -> None:
    """Let queued events happen."""
    for _ in range(6):
        QApplication.processEvents()


def settings_in(folder: Path) -> Settings:
    """Return the settings kept in ``folder``, read anew."""
    return Settings(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))


def make_desk(folder: Path, runner: Runs | None = None, table: str = "book-6x3") -> Desk:
    """Return a shown window with a preset open."""
    application()
    desk = build(settings_in(folder), runner, "light")
    desk.window.resize(1200, 800)
    desk.window.show()
    if isinstance(runner, InlineRunner):
        desk.controller.open_table(table)
    settle()
    return desk


def forget_files(folder: Path) -> None:
    """Remove what was chosen for files from the settings in ``folder``."""
    store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    store.remove("files")
    store.sync()


def close(desk: Desk) -> None:
    """Take a window away at once, so that later ones are not slowed by its widgets."""
    desk.window.close()
    desk.window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    settle()


def start_over(desk: Desk, folder: Path) -> Desk:
    """Return the window as it is at first, with the book's preset open."""
    forget_files(folder)
    if is_asking(desk):
        chooser_of(desk).reject()
    desk.controller.open_table("book-6x3", text="fox jumps over dog")
    desk.controller.set_mode("whole")
    settle()
    return desk


def drop(desk: Desk, *paths: Path) -> None:
    """Drop ``paths`` on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    desk.window.dropEvent(
        QDropEvent(
            QPoint(5, 5),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )
    settle()


def is_asking(desk: Desk) -> bool:
    """Tell whether the dialog that asks for a tensor is open."""
    return any(found.isVisible() for found in desk.window.findChildren(TensorChooser))


def chooser_of(desk: Desk) -> TensorChooser:
    """Return the dialog that asks for a tensor."""
    found = [item for item in desk.window.findChildren(TensorChooser) if item.isVisible()]
    assert len(found) == 1
    return found[0]


def values(n_rows: int, n_dims: int) -> NDArray[np.float32]:
    """Return a table (n_rows, n_dims) whose value at (r, c) is 10 r + c."""
    rows = 10 * np.arange(n_rows)[:, None] + np.arange(n_dims)
    return np.ascontiguousarray(rows, np.float32)


def model_file(path: Path, **tensors: NDArray[np.float32]) -> Path:
    """Write a safetensors file; "__" in names stands for a dot."""
    named = {name.replace("__", "."): np.ascontiguousarray(v) for name, v in tensors.items()}
    path.parent.mkdir(exist_ok=True, parents=True)
    save_file(named, path)
    return path
