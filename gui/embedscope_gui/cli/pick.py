"""The table and the tokenizer that a command names."""

import argparse
import shlex
from pathlib import Path

from embedscope.presets import PRESETS
from embedscope.readers import open_table
from embedscope.readers.choose import TURN_MARK
from embedscope.tables.table import Table
from embedscope.tables.turned import asks_about_turning
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.headed import without_header
from embedscope.tokenizers.registry import get_tokenizer, tokenizer_notes
from embedscope_gui.cli.output import clear_progress, note, progress_line

FALLBACK_TOKENIZER = "gpt2"
FALLBACK_TEXT = "Hello, world!"


def chosen_table(given: argparse.Namespace) -> Table:
    """Open the table that ``--table`` and ``--tensor`` name; its notes go to stderr."""
    table = open_table(given.table, given.tensor, progress_line())
    clear_progress()
    for sentence in table.notes:
        note(f"{table.name}: {with_remedy(sentence, table.tensor)}")
    return table


def with_remedy(sentence: str, tensor: str | None) -> str:
    """Return a note on a table with what to type, where it asks whether ``tensor`` is turned."""
    if tensor is None or not asks_about_turning(sentence):
        return sentence
    return f"{sentence} If so: --tensor {shlex.quote(tensor + TURN_MARK)}"


def chosen_tokenizer(given: argparse.Namespace, table: Table) -> Tokenizer:
    """Return what ``--tokenizer`` names, else the table's own, else gpt2 with a note."""
    if given.tokenizer is not None:
        return _named(given.tokenizer, table)
    own = table.tokenizer
    if own is None:
        note(
            f"{table.name} does not say which tokenizer it was made with; {FALLBACK_TOKENIZER} "
            f"is used, --tokenizer chooses another."
        )
        return get_tokenizer(FALLBACK_TOKENIZER)
    return get_tokenizer(own) if isinstance(own, (str, Path)) else own


def _named(name: str, table: Table) -> Tokenizer:
    """Return the tokenizer that was asked for; labels with a header are those below it."""
    asked = get_tokenizer(name)
    fitting = without_header(asked, table.n_rows)
    if fitting is not asked:
        note(f"{Path(name).name}: {tokenizer_notes(fitting)[0]}")
    return fitting


def chosen_text(given: argparse.Namespace) -> str:
    """Return ``--text``, else the preset's own text."""
    if given.text is not None:
        return str(given.text)
    preset = PRESETS.get(given.table)
    return preset.text if preset else FALLBACK_TEXT
