"""What the controller needs of a window; no Qt here, so that tests can give it another one."""

from typing import Protocol

from embedscope.session.results import Results
from embedscope.session.session import Session
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer


class Screen(Protocol):
    """Shows sessions and results; calls nothing back while it does."""

    def show_opened(self, name: str, table: Table) -> None:
        """Name the table that was opened under ``name`` (preset or path)."""
        ...

    def show_pair(self, table: Table, tokenizer: Tokenizer) -> None:
        """Say what must be known of these two together."""
        ...

    def show_text(self, text: str) -> None:
        """Replace the text in the editor."""
        ...

    def show_shown_table(self, session: Session, results: Results) -> None:
        """Fit the heatmap to the table it shows now, whole or looked-up."""
        ...

    def show_result(self, channel: str, session: Session, results: Results) -> None:
        """Show the result of ``channel``, which is new in ``results`` or was taken out."""
        ...

    def show_state(self, session: Session, results: Results) -> None:
        """Show all choices of ``session`` as they stand."""
        ...

    def show_everything(self, session: Session, results: Results) -> None:
        """Show all results anew: they are those of a session that was put aside before."""
        ...

    def show_search(self, n_hits: int, index: int) -> None:
        """Say how many hits there are and which one is current."""
        ...

    def reveal_row(self, view_row: int | None) -> None:
        """Scroll the heatmap to a row if it is outside the view."""
        ...

    def show_error(self, sentence: str, channel: str = "") -> None:
        """Tell a fault in one sentence."""
        ...
