"""Shows sessions and results in the window's panes: the Screen of the real program."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from embedscope.presets import PRESETS
from embedscope.session.results import Results
from embedscope.session.session import Session
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope_gui import present
from embedscope_gui.geometry.screen import GeometryScreen
from embedscope_gui.main_window import MainWindow
from embedscope_gui.map_screen import MapScreen
from embedscope_gui.notices import notice_of
from embedscope_gui.opening import Doubt
from embedscope_gui.present_dim import dim_view
from embedscope_gui.widgets.lull import Lull
from embedscope_gui.widgets.notice import Kind

if TYPE_CHECKING:
    from embedscope_gui.chooser.dialog import TensorChooser

LONG_TEXT = 1_000  # tokens; what stands beside a shorter text costs little


class WindowScreen:
    """Fans results out to the panes; one method per kind of news."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._told: dict[str, tuple[object, ...]] = {}
        self._faults: dict[str, str] = {}
        self._lull: Lull | None = None
        self._late: dict[str, None] = {}  # channels whose results wait for a pause, in their order
        self._chooser: TensorChooser | None = None
        self.geometry = GeometryScreen(window)
        self._map = MapScreen(window.heatmap)
        self._session = Session()
        self._results = Results()
        self._shows: dict[str, Callable[[], None]] = {
            "text": self._show_beside_text,
            "picture": self._show_picture,
            "sharp": self._show_picture,
            "survey": self._show_survey,
            "arrangement": lambda: self._show_table(refit=False),
            "dim_facts": self._show_dim,
        }

    def show_in_pauses(self) -> None:
        """Let the panes beside a long text follow when the typing pauses."""
        panes = (self._window.heatmap, self._window.vectors, self._window.inspector)
        self._lull = Lull(panes, self._window)
        self._lull.ended.connect(self._catch_up)

    @property
    def _is_lull(self) -> bool:
        return self._lull is not None and self._lull.is_on

    def _catch_up(self) -> None:
        """Show all that has waited for the pause."""
        late, self._late = tuple(self._late), {}
        for channel in late:
            self._show(channel)
        self.show_state(self._session, self._results)

    # Screen

    def show_opened(self, name: str, table: Table) -> None:
        """Name the table in the chooser and the title; what was said of the one before goes."""
        title = name if name in PRESETS else table.name
        self._window.top_bar.show_table(name, title)
        tensor = f": {table.tensor}" if table.tensor and name not in PRESETS else ""
        self._window.setWindowTitle(f"{title}{tensor} - embedscope")
        self._window.notice.clear()

    def show_pair(self, table: Table, tokenizer: Tokenizer) -> None:
        """Say what must be known of this table with this tokenizer."""
        self._window.top_bar.show_tokenizer(tokenizer.name)
        self._window.vectors.set_row_label(lambda row: present.row_label(tokenizer, row))
        said = notice_of(table, tokenizer)
        if said is None:
            self._window.notice.clear()
            return
        remedy = self._window.actions_["actionTurnTable"] if said.offers_turning else None
        kind: Kind = "warning" if said.is_warning else "note"
        self._window.notice.show_message(said.text, kind, remedy)

    def ask_tensor(self, doubt: Doubt, answer: Callable[[str], None]) -> None:
        """Open the dialog that asks which tensor is the table."""
        from embedscope_gui.chooser.dialog import TensorChooser  # start-up does without

        if self._chooser is not None:
            self._chooser.reject()
        chooser = TensorChooser(doubt.question, doubt.candidates, doubt.shown, self._window)
        chooser.tensorChosen.connect(answer)
        chooser.finished.connect(self._forget_chooser)
        self._chooser = chooser
        chooser.open()

    def ask_consent(self, question: str, go_on: Callable[[], None]) -> None:
        """Ask a question below the menu bar's window; nothing happens until it is answered."""
        box = QMessageBox(QMessageBox.Icon.Question, "Unpack the table?", question)
        box.setParent(self._window, Qt.WindowType.Dialog)
        box.setObjectName("consentBox")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.addButton("Unpack", QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.accepted.connect(go_on)
        box.open()

    def _forget_chooser(self) -> None:
        self._chooser = None

    def show_text(self, text: str) -> None:
        """Replace the text in the editor."""
        self._window.text.show_text(text)

    def show_shown_table(self, session: Session, results: Results) -> None:
        """Let the heatmap show the whole table or the looked-up rows, fitted."""
        self._session, self._results = session, results
        self._show_table(refit=True)

    def show_result(self, channel: str, session: Session, results: Results) -> None:
        """Show what arrived."""
        self._session, self._results = session, results
        self._withdraw_fault(channel)
        if channel == "text":
            self._show_tokens()
        if self._is_lull:
            self._late[channel] = None
        else:
            self._show(channel)

    def _show(self, channel: str) -> None:
        show = self._shows.get(channel)
        if show is not None:
            show()
        self.geometry.show_result(channel, self._session, self._results)

    def show_state(self, session: Session, results: Results) -> None:
        """Show the choices and the selection everywhere."""
        self._session, self._results = session, results
        window = self._window
        text, selected = results.text, session.selected
        window.status_label.setText(present.status(session, results))
        self._if_new("specials", (session.specials,), self._show_specials)
        self._if_new("mode", (session.mode,), self._show_mode)
        self._if_new("editor", (text, selected), lambda: window.text.show_selected(selected))
        if self._is_lull:
            return
        self._if_new("points", (text, selected), lambda: window.vectors.show_selected(selected))
        self._if_new("row", (session.row,), lambda: window.vectors.show_row(session.row))
        facts = (text, selected, session.row, results.survey)
        self._if_new("facts", facts, self._show_facts)
        self._if_new("dim", (session.table, session.dim), self._show_dim)
        self._map.show_state(session, results)
        self.geometry.show_state(session, results)

    def show_everything(self, session: Session, results: Results) -> None:
        """Show all results anew, whatever was shown before."""
        self._session, self._results = session, results
        self._told.clear()
        self._map.forget()
        self._late.clear()
        self._show_tokens()
        self._show_table(refit=True)
        for show in dict.fromkeys(self._shows.values()):
            show()
        self.geometry.show_everything(session, results)
        self.show_state(session, results)

    def show_search(self, n_hits: int, index: int) -> None:
        """Show "3 of 12"."""
        found = self._results.search
        reason = (found.brief, found.why) if found is not None else ("", "")
        self._window.heatmap.show_search(n_hits, index, *reason)
        if found is not None and found.is_fault:
            self.show_error(found.why, "search")

    def reveal_row(self, view_row: int | None) -> None:
        """Scroll the heatmap to the row if it is outside."""
        if view_row is not None:
            self._window.heatmap.reveal(view_row)

    def show_error(self, sentence: str, channel: str = "") -> None:
        """Tell a fault in the notice, until the same ``channel`` of work has a result."""
        self._faults[channel] = sentence
        self._window.notice.show_message(sentence, "error")

    def _withdraw_fault(self, channel: str) -> None:
        """Take the notice of a fault away that is mended, unless it says something else by now."""
        sentence = self._faults.pop(channel, "")
        if sentence:
            self._window.notice.withdraw(sentence)

    def show_remark(self, sentence: str) -> None:
        """Tell what was done in the notice."""
        self._window.notice.show_message(sentence)

    def add_remark(self, sentence: str) -> None:
        """Tell what was done in the notice, before what is said already."""
        self._window.notice.add(sentence)

    def _if_new(self, what: str, inputs: tuple[object, ...], show: Callable[[], None]) -> None:
        """Call ``show`` unless it showed the same ``inputs`` last: painting costs most."""
        if self._told.get(what) != inputs:
            self._told[what] = inputs
            show()

    def _show_specials(self) -> None:
        self._window.top_bar.show_specials(self._session.specials)

    def _show_mode(self) -> None:
        mode = self._session.mode
        self._window.heatmap.show_mode(mode)
        action = "actionModeWhole" if mode == "whole" else "actionModeLookedUp"
        self._window.actions_[action].setChecked(True)

    def _show_facts(self) -> None:
        self._window.inspector.show_token(present.facts(self._session, self._results))

    # results

    def _show_tokens(self) -> None:
        text = self._results.text
        if text is None:
            return
        if self._lull is not None:
            follow = self._lull.wait if len(text.ids) >= LONG_TEXT else self._lull.end
            follow()
        self._window.text.show_tokens(present.tokens_view(text))

    def _show_beside_text(self) -> None:
        if self._results.text is not None:
            self._show_table(refit=False)
            self._show_points()

    def _show_table(self, refit: bool) -> None:
        self._map.show_table(self._session, self._results, refit=refit)

    def _show_picture(self) -> None:
        self._map.show_picture(self._session, self._results)

    def _show_survey(self) -> None:
        self._map.show_strips(self._session, self._results)
        self._show_dim()

    def _show_dim(self) -> None:
        self._window.inspector.show_dim(dim_view(self._session, self._results))

    def _show_points(self) -> None:
        self.geometry.show_points(self._session, self._results)
