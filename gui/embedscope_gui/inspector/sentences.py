"""What the inspector says of a token, in words and numbers; no Qt here."""

import re
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from embedscope.numerals import format_value
from embedscope.ordinals import ordinal
from embedscope.tokenizers.base import NO_ID
from embedscope.tokenizers.remarks import brief
from embedscope_gui.inspector.facts import TokenFacts

_LAST_ZEROS = re.compile(r"(\.[0-9]*?)0+(?=[,\]])")
ODD, INPUT = "Odd:", "Input embedding:"
STATS = ("norm", "mean", "min", "max")
SHOWN_VALUES = 64  # of a lookup that is spelled out; more than any screen is wide


def row_sentence(facts: TokenFacts) -> str:
    """Return "id 5 → row 5, the sixth of 6 rows"."""
    rows = f"{facts.n_rows:,} {'row' if facts.n_rows == 1 else 'rows'}"
    if facts.id == NO_ID:
        return "no id, so no row"
    if facts.row is None:
        return f"id {facts.id} → no row: the table has {rows}, 0 to {facts.n_rows - 1}"
    return f"id {facts.id} → row {facts.row}, the {ordinal(facts.row + 1)} of {rows}"


def short_row_sentences(facts: TokenFacts) -> tuple[str, ...]:
    """Return "id 995 → row 995, the 996th of 51,864" and "id 995 → row 995 of 51,864"."""
    if facts.row is None:
        n_rows = f"{facts.n_rows:,}"
        return () if facts.id == NO_ID else (f"id {facts.id} → no row: there are {n_rows}",)
    place = f"id {facts.id} → row {facts.row}"
    rows = f"of {facts.n_rows:,}"
    return f"{place}, the {ordinal(facts.row + 1)} {rows}", f"{place} {rows}"


def short_lookup_text(facts: TokenFacts) -> str:
    """Return "table[1] = [0, 0.7, -0.4, 0.1]": no zeros at the ends of the decimals."""
    return _LAST_ZEROS.sub(lambda point: point[1].rstrip("."), lookup_text(facts))


def notes_text(facts: TokenFacts) -> str:
    """Return all there is to say of a token."""
    return " ".join(facts.notes)


def short_notes_text(facts: TokenFacts) -> str:
    """Return remarks without what explains them; what is odd about a row is told whole."""
    return " ".join(
        note if note.startswith(ODD) else f"{brief(note).rstrip('.')}." for note in facts.notes
    )


def brief_notes_text(facts: TokenFacts) -> str:
    """Return remarks without what explains them, nor what takes other words to be understood."""
    plain = [note for note in facts.notes if not note.startswith((ODD, INPUT))]
    return " ".join(f"{brief(note).rstrip('.')}." for note in plain)


def bytes_text(facts: TokenFacts) -> str:
    """Return "6 bytes"."""
    n_bytes = len(facts.hex.split())
    return f"{n_bytes:,} {'byte' if n_bytes == 1 else 'bytes'}" if n_bytes else ""


def lookup_text(facts: TokenFacts) -> str:
    """Return "table[5] = [-2.8400, -0.7849, -1.4096]", or that there is nothing to look up."""
    if facts.row is None or facts.values is None:
        return "nothing to look up"
    shown = [format_value(float(value)) for value in facts.values[:SHOWN_VALUES]]
    rest = ["…"] if len(facts.values) > SHOWN_VALUES else []
    return f"table[{facts.row}] = [{', '.join(shown + rest)}]"


def stats_text(facts: TokenFacts, names: Collection[str] = STATS) -> str:
    """Return "norm 3.2659 · mean -1.6782 · min -2.8400 · max -0.7849", or some of these."""
    if facts.values is None:
        return ""
    numbers = zip(STATS, (facts.norm, facts.mean, facts.low, facts.high), strict=True)
    return " · ".join(f"{name} {format_value(value)}" for name, value in numbers if name in names)


def values_title(values: NDArray[np.floating] | None) -> str:
    """Return "384 values", and how many of them cannot be drawn."""
    if values is None:
        return ""
    n_odd = int(np.count_nonzero(~np.isfinite(values)))
    odd = f", {n_odd:,} not finite" if n_odd else ""
    return f"{len(values):,} {'value' if len(values) == 1 else 'values'}{odd}"


def exact_text(values: NDArray[np.floating]) -> str:
    """Return "[0.3374, -0.1778]": the shortest decimals that give back the same numbers."""
    return f"[{', '.join(map(str, values))}]"


def exact_lines(values: NDArray[np.floating]) -> str:
    """Return the same numbers, one a line, as a spreadsheet takes them."""
    return "\n".join(map(str, values))
