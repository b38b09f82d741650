"""What may become of a trained table: the open table, or a file."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton, QWidget

from embedscope.lessons.training.result import trained_table
from embedscope.lessons.training.saving import TABLE_FORMATS, save_table, save_words
from embedscope.lessons.training.trainer import Trainer
from embedscope.progress import Progress
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope_gui.controller import Controller
from embedscope_gui.opening import Opened

TITLES = {"safetensors": "Save as .sa&fetensors…", "npy": "Save as .&npy…"}


def kept(trainer: Trainer, n_steps: int) -> Opened:
    """Return the table after ``n_steps`` steps, to be opened, with a line of its own text."""
    table = trained_table(trainer, n_steps)
    tokenizer = table.tokenizer
    assert isinstance(tokenizer, Tokenizer)
    return Opened(table.name, table, tokenizer, " ".join(trainer.line(1)))


class KeepButton(QToolButton):
    """A menu: ``openRequested`` and ``saveRequested(kind)``."""

    openRequested = Signal()
    saveRequested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("trainingKeep")
        self.setText("Keep ▾")
        self.setAccessibleName("Keep")
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.setToolTip("Open the trained table in this window, or save it")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.addAction("&Open as the table", self.openRequested.emit)
        for kind in TABLE_FORMATS:
            menu.addAction(TITLES[kind], partial(self.saveRequested.emit, kind))
        self.setMenu(menu)


def ask_place(kind: str, widget: QWidget) -> str:
    """Ask where to save a table as ``kind``; "" where the user gives up."""
    name = f"trained.{kind}"
    path, _ = QFileDialog.getSaveFileName(widget, "Save the trained table", name, f"*.{kind}")
    return path


def save(
    table: Table, path: str, kind: str, controller: Controller, say: Callable[[str], object]
) -> None:
    """Write the table and its words, and ``say`` where they are."""

    def write(progress: Progress) -> tuple[Path, Path | None]:
        place = save_table(table, path, kind, progress)
        return place, save_words(table, place)

    def done(places: tuple[Path, Path | None]) -> None:
        words = f" with its words in {places[1].name}" if places[1] is not None else ""
        say(f"Saved {places[0]}{words}")

    controller.run_aside("export", write, done)
