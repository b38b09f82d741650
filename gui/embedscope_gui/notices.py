"""What the notice says of a table and the tokenizer that reads the text; no Qt here."""

from typing import NamedTuple

from embedscope.presets import PRESETS
from embedscope.session.belonging import is_mismatch, looks_turned, remarks, taken
from embedscope.tables.table import Table
from embedscope.tables.turned import asks_about_turning
from embedscope.tokenizers.base import Tokenizer

TURN = " If so, turn the table (Ctrl+Shift+R)."


class Notice(NamedTuple):
    """Sentences, whether they are a warning, and whether turning the table may help."""

    text: str
    is_warning: bool = False
    offers_turning: bool = False


def notice_of(table: Table, tokenizer: Tokenizer) -> Notice | None:
    """Return what must be known of this pair, the worst first; None: nothing."""
    is_wrong = is_mismatch(table, tokenizer)
    if table.name in PRESETS and not is_wrong:
        return None  # the presets' own peculiarities are told in their titles
    notes = [f"{note}{TURN}" if asks_about_turning(note) else note for note in table.notes]
    said = [*notes, taken(table, tokenizer)]
    about = remarks(table, tokenizer)
    said = [*about, *said] if is_wrong else [*said, *about]
    text = " ".join(sentence for sentence in said if sentence)
    return Notice(text, is_wrong, looks_turned(table, tokenizer)) if text else None
