"""Does this tokenizer belong to this table? Said plainly, never enforced."""

import os
from pathlib import Path

from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.registry import tokenizer_notes


def tokenizer_name(table: Table) -> str | None:
    """Return the name of the tokenizer that ``table`` was made with, or None where unknown."""
    known = table.tokenizer
    if isinstance(known, Path):
        return str(known.expanduser().absolute())  # as ``get_tokenizer`` names it
    return known.name if isinstance(known, Tokenizer) else known


def taken(table: Table, tokenizer: Tokenizer) -> str:
    """Return which tokenizer a table from a file brought along and how it reads texts, or ""."""
    known = table.tokenizer
    if known is None or _is_other(table, tokenizer) or tokenizer.name == "ids":
        return ""
    if table.is_tokenizer_chosen:  # which one is said where it is chosen again
        origin = ""
    elif isinstance(known, Tokenizer):
        origin = _origin_of_words(known, table.path)
    elif not isinstance(known, Path):
        return ""
    elif table.path is not None and known.absolute() == table.path.absolute():
        origin = f"The text is read with the vocabulary inside the file{_fit(table, tokenizer)}."
    else:
        place = _place(known, table.path)
        origin = f"The text is read with {place}{_fit(table, tokenizer)}."
    return " ".join(filter(None, (origin, *tokenizer_notes(tokenizer))))


def _origin_of_words(tokenizer: Tokenizer, table: Path | None) -> str:
    """Return where a list of words is from: the table's file, or another one beside it."""
    place = Path(tokenizer.name)
    if table is None or place.absolute() == table.absolute() or not place.exists():
        return "The words of the file are its tokens."
    return f"The text is read with {_place(place, table)}."


def _fit(table: Table, tokenizer: Tokenizer) -> str:
    """Return what speaks for a tokenizer; what speaks against it is said by ``remarks``."""
    equal = table.n_rows == tokenizer.size
    return f": a token for each of the {table.n_rows:,} rows" if equal else ""


def _place(tokenizer: Path, table: Path | None) -> str:
    """Return "tokenizer.json beside the table", or where else it was found."""
    folder = table.absolute().parent if table is not None else None
    if folder == tokenizer.absolute().parent:
        return f"{tokenizer.name} beside the table"
    if folder is None:
        return str(tokenizer)
    try:
        return os.path.relpath(tokenizer.absolute(), folder)
    except ValueError:  # another drive
        return str(tokenizer)


def same_ids(first: str, second: str) -> bool:
    """Tell whether two tokenizer names stand for the same ids (gpt2 and r50k_base do)."""
    alike = {"gpt2": "r50k_base"}
    return alike.get(first, first) == alike.get(second, second) or _same_place(first, second)


def _same_place(first: str, second: str) -> bool:
    """Tell whether two names are paths of one file, or of a file and the folder it is in."""
    one, other = Path(first), Path(second)
    if not (one.is_absolute() and other.is_absolute()):
        return False
    try:
        one, other = one.resolve(), other.resolve()
    except (OSError, RuntimeError):  # a loop of links
        return False
    return other in (one, one.parent) or other.parent == one


def remarks(table: Table, tokenizer: Tokenizer) -> tuple[str, ...]:
    """Return what a reader must know about this pair, most important first, a sentence each."""
    return tuple(part for part in (_origin(table, tokenizer), _sizes(table, tokenizer)) if part)


def is_mismatch(table: Table, tokenizer: Tokenizer) -> bool:
    """Tell whether the ids are known to be made for another table; a choice is no knowledge."""
    return not table.is_tokenizer_chosen and _is_other(table, tokenizer)


def _is_other(table: Table, tokenizer: Tokenizer) -> bool:
    """Tell whether texts are read with other ids than those named for the table."""
    owner = tokenizer_name(table)
    return owner is not None and tokenizer.name != "ids" and not same_ids(owner, tokenizer.name)


def looks_turned(table: Table, tokenizer: Tokenizer) -> bool:
    """Tell whether columns may be meant as rows: there are fewer rows, and not one a token."""
    return table.n_rows < table.n_dims and tokenizer.size != table.n_rows


def rows_with_token(table: Table, tokenizer: Tokenizer) -> int | None:
    """Return how many rows have a token, or None where this tokenizer may not be the table's."""
    owner = tokenizer_name(table)
    belongs = owner is not None and same_ids(owner, tokenizer.name)
    return min(table.n_rows, tokenizer.size) if belongs else None


def _origin(table: Table, tokenizer: Tokenizer) -> str:
    owner = tokenizer_name(table)
    if is_mismatch(table, tokenizer):
        return (
            f"These ids were made for another table: {table.name} belongs to {owner}, "
            f"the text is read with {tokenizer.name}, so the rows are not those of these words."
        )
    if tokenizer.name != "ids" and (owner is None or _is_other(table, tokenizer)):
        return (
            f"Nothing says which tokenizer {table.name} was made with; "
            f"ids are taken from {tokenizer.name}. "
            "Choose the tokenizer ids to name rows by their numbers."
        )
    return ""


def _sizes(table: Table, tokenizer: Tokenizer) -> str:
    return "" if tokenizer.name == "ids" else sizes_sentence(table.n_rows, tokenizer.size)


def sizes_sentence(rows: int, tokens: int) -> str:
    """Return "151,936 rows, 151,665 tokens: 271 rows have no token.", "" where they are equal."""
    if rows > tokens:
        return f"{rows:,} rows, {tokens:,} tokens: {_count(rows - tokens, 'row')} no token."
    if tokens > rows:
        return f"{rows:,} rows, {tokens:,} tokens: {_count(tokens - rows, 'token')} no row."
    return ""


def _count(number: int, what: str) -> str:
    return f"1 {what} has" if number == 1 else f"{number:,} {what}s have"
