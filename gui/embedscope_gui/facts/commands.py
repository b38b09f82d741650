"""The window with row facts: found beside the session, linked with what is chosen and marked."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from embedscope.progress import Progress
from embedscope.session.row_table import RowTable, add_mean_cosine, add_reach, row_table
from embedscope.session.session import Session
from embedscope_gui.controller import Controller
from embedscope_gui.facts.dialog import FactsDialog
from embedscope_gui.facts.listing import save_facts
from embedscope_gui.geometry.control import GeometryControl
from embedscope_gui.main_window import MainWindow
from embedscope_gui.theme import THEMES

FACTS, REACH, CLOSENESS = "row facts", "tokens read back", "mean cosine"  # channels


class FactsCommands(QObject):
    """Keeps one dialog; while it is open it shows the window's table."""

    def __init__(
        self, window: MainWindow, controller: Controller, control: GeometryControl
    ) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self.dialog = FactsDialog(THEMES[controller.session.theme], window)
        self.dialog.rowActivated.connect(controller.choose_row)
        self.dialog.marked.connect(control.mark)
        self.dialog.saveRequested.connect(self.ask_file)
        self.dialog.meanCosineRequested.connect(self.find_mean_cosine)
        controller.store.subscribe(self._on_session)

    def open(self) -> None:
        """Show the dialog."""
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self._show_marked(self._controller.session)
        self._ask()
        self.dialog.show_row(self._controller.session.row)

    def _on_session(self, old: Session, new: Session) -> None:
        if new.theme != old.theme:
            self.dialog.set_theme(THEMES[new.theme])
        if self.dialog.isHidden():
            return
        if (new.table, new.tokenizer) != (old.table, old.tokenizer):
            self._ask()
        if new.marked is not old.marked:
            self._show_marked(new)
        if new.row != old.row:
            self.dialog.show_row(new.row)

    def _show_marked(self, session: Session) -> None:
        self.dialog.show_marked(None if session.marked is None else session.marked.rows)

    def _ask(self) -> None:
        """Find the facts, unless they are those of this table and tokenizer already."""
        session, results = self._controller.session, self._controller.results
        table, tokenizer, rows = session.table, session.tokenizer, self.dialog.rows
        if table is None or tokenizer is None:
            return
        if rows is not None and rows.table is table and rows.tokenizer is tokenizer:
            return
        self.dialog.show_rows(None)
        stats = results.stats
        known = stats if stats is not None and len(stats.norm) == table.n_rows else None
        self._controller.run_aside(
            FACTS, lambda progress: row_table(table, tokenizer, known, progress), self._show_first
        )

    def _show_first(self, rows: RowTable) -> None:
        """Show what is known, and read every token back meanwhile."""
        if not self._is_current(rows):
            return
        self.dialog.show_rows(rows)
        self.dialog.show_row(self._controller.session.row)
        self._controller.run_aside(REACH, lambda progress: add_reach(rows, progress), self._show)

    def find_mean_cosine(self) -> None:
        """Compare every row with all others."""
        rows, stats = self.dialog.rows, self._controller.results.stats
        if rows is None:
            return
        known = stats if stats is not None and len(stats.norm) == rows.table.n_rows else None
        self._controller.run_aside(
            CLOSENESS, lambda progress: add_mean_cosine(rows, known, progress), self._show
        )

    def _show(self, found: RowTable) -> None:
        """Show what was found besides, with what was found in the meantime."""
        rows = self.dialog.rows
        if rows is not None and self._is_current(found):
            self.dialog.show_rows(rows.merged(found))

    def _is_current(self, rows: RowTable) -> bool:
        session = self._controller.session
        return rows.table is session.table and rows.tokenizer is session.tokenizer

    def ask_file(self) -> None:
        """Ask where to save the rows that are listed."""
        rows, ids = self.dialog.rows, self.dialog.ids
        if rows is None:
            return
        path, _ = QFileDialog.getSaveFileName(
            self.dialog, "Save row facts", "rows.csv", "CSV (*.csv)"
        )

        def write(progress: Progress) -> Path:
            return save_facts(path, rows, ids, progress)

        if path:
            self._controller.run_aside(
                "export", write, lambda place: self._window.notice.tell_done(f"Saved {place}")
            )
