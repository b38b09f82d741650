"""Opening a table together with the tokenizer that belongs to it; no Qt here."""

from dataclasses import dataclass

from embedscope.presets import PRESETS, Preset
from embedscope.progress import Progress
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.registry import get_tokenizer


@dataclass(frozen=True, eq=False)
class Opened:
    """A table and tokenizer that were loaded together."""

    name: str
    table: Table
    tokenizer: Tokenizer
    text: str | None


def load_table(
    name: str,
    text: str | None,
    tokenizer: str | None,
    tensor: str | None,
    current: Tokenizer | None,
    progress: Progress,
) -> Opened:
    """Open the preset or file ``name`` with the tokenizer that belongs to it."""
    from embedscope.readers import open_table  # not before the window is seen

    preset = PRESETS.get(name)
    table = open_table(name, tensor=tensor, progress=progress)
    return Opened(
        name, table, _tokenizer_for(table, preset, tokenizer, current), text_for(preset, text)
    )


def text_for(preset: Preset | None, text: str | None) -> str | None:
    """Return the text to show with a table: the given one, the preset's, or None (keep)."""
    if text is not None:
        return text
    return preset.text if preset is not None else None


def _tokenizer_for(
    table: Table, preset: Preset | None, wanted: str | None, current: Tokenizer | None
) -> Tokenizer:
    """Return the wanted tokenizer, else the table's own, else the one in use."""
    if wanted is not None:
        return get_tokenizer(wanted)
    if preset is not None:
        return get_tokenizer(preset.tokenizer)
    if table.tokenizer is None:
        return current if current is not None else get_tokenizer("gpt2")
    own = table.tokenizer
    return own if isinstance(own, Tokenizer) else get_tokenizer(own)
