"""The dialog that compares two lists: what it asks for is found beside the session."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from embedscope.errors import EmbedscopeError
from embedscope.presets import PRESETS
from embedscope.progress import Progress
from embedscope.session.session import Session
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.labels import row_name
from embedscope_gui.controller import Controller
from embedscope_gui.geometry.compare_dialog import THIS, CompareDialog, CompareWish, SideWish
from embedscope_gui.geometry.comparing import Comparison, Side, compare
from embedscope_gui.main_window import MainWindow
from embedscope_gui.opening import Opened, load_table
from embedscope_gui.theme import THEMES

CHANNEL = "compare"


class CompareCommands(QObject):
    """Keeps one dialog; while it is open it follows the row chosen in the window."""

    def __init__(self, window: MainWindow, controller: Controller) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._opened: dict[str, Opened] = {}  # other tables, as long as the window lives
        tables = [(preset.name, preset.title) for preset in PRESETS.values()]
        self.dialog = CompareDialog(tables, THEMES[controller.session.theme], window)
        self.dialog.wished.connect(self._on_wished)
        self.dialog.rowActivated.connect(controller.choose_row)
        self.dialog.fileRequested.connect(self._ask_file)
        controller.store.subscribe(self._on_session)

    def open(self) -> None:
        """Show the dialog."""
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self._ask(self.dialog.wish)

    def _on_wished(self, wish: CompareWish) -> None:
        self._ask(wish)

    def _on_session(self, old: Session, new: Session) -> None:
        if new.theme != old.theme:
            self.dialog.set_theme(THEMES[new.theme])
        if self.dialog.isHidden():
            return
        if (new.row, new.table, new.tokenizer) != (old.row, old.table, old.tokenizer):
            self._ask(self.dialog.wish)

    def _ask(self, wish: CompareWish) -> None:
        """Find both lists beside the session."""
        session = self._controller.session
        table, tokenizer, row = session.table, session.tokenizer, session.row
        if table is None or tokenizer is None or row is None:
            self.dialog.show_comparison("", None)
            return
        title = f"Near {row_name(tokenizer, row)}, row {row:,}"
        self.dialog.show_waiting(title)
        here = Opened("", table, tokenizer, None)

        def run(progress: Progress) -> Comparison | str:
            """Return both lists, or why there are none: that is said in the dialog."""
            try:
                first = self._side(wish.first, here, progress)
                second = self._side(wish.second, here, progress)
                return compare(row, first, second, wish.k, progress)
            except (EmbedscopeError, OSError) as fault:
                return str(fault)

        self._controller.run_aside(CHANNEL, run, lambda found: self._show(title, found))

    def _show(self, title: str, found: Comparison | str) -> None:
        if isinstance(found, str):
            self.dialog.show_comparison(title, None, found)
        else:
            self.dialog.show_comparison(title, found)

    def _side(self, wish: SideWish, here: Opened, progress: Progress) -> Side:
        """Return where a list is looked for; another table is read once."""
        used = here
        if wish.table != THIS:
            if wish.table not in self._opened:
                self._opened[wish.table] = _load(wish.table, here.tokenizer, progress)
            used = self._opened[wish.table]
        return Side(used.table, used.tokenizer, wish.metric, wish.removed)

    def _ask_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self.dialog, "Compare with another table")
        if path:
            self.dialog.second.show_table(path, Path(path).name)
            self._ask(self.dialog.wish)


def _load(name: str, current: Tokenizer, progress: Progress) -> Opened:
    return load_table(name, None, None, None, current, progress)
