"""From results to what the panes show: labels, facts, marks and sentences; no Qt here."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from embedscope.errors import EmbedscopeError
from embedscope.heatmap.reasons import row_reasons
from embedscope.heatmap.survey import Survey
from embedscope.numerals import format_value
from embedscope.session.belonging import rows_with_token
from embedscope.session.plan import shown_table
from embedscope.session.results import Results
from embedscope.session.session import Session
from embedscope.session.text import TextResult
from embedscope.tables.base import Floats, Ints
from embedscope.tables.table import Table
from embedscope.tokenizers.base import NO_ID, Tokenizer, TokenKind
from embedscope.tokenizers.labels import row_name
from embedscope.tokenizers.remarks import remark as token_remark
from embedscope.tokenizers.visible import hex_bytes, visible
from embedscope_gui.inspector.facts import TokenFacts
from embedscope_gui.memory import bytes_text, resident_bytes
from embedscope_gui.text.tokens_view import TokensView
from embedscope_gui.vectors.points_view import PointsView, no_points

ALL_POINTS = 2_000  # up to here every token is a point of its own, so that repeats are counted
NAMED_ROWS = 5_000  # lit rows up to which each has its name at the margin of the table
SMALL_TABLE = 64  # rows up to which arrows from the origin help more than they hide


def token_label(tokenizer: Tokenizer, row: int) -> str:
    """Return how row ``row`` is called: its token made visible, or "id 10 (no token)"."""
    return row_name(tokenizer, row)


def row_label(tokenizer: Tokenizer, row: int) -> str:
    """Return "␣world 995", or "id 10 (no token)"; where tokens are ids, "id 995"."""
    name = row_name(tokenizer, row)
    if name == str(row):
        return f"id {row}"
    return name if tokenizer.token_bytes(row) is None else f"{name} {row}"


def margin_label(tokenizer: Tokenizer, row: int) -> str:
    """Return what stands beside the number of ``row``: its token, or "(no token)".

    That is nothing where the token is the number.
    """
    if tokenizer.token_bytes(row) is None:
        return "(no token)"
    name = row_name(tokenizer, row)
    return "" if name == str(row) else name


def row_labels(session: Session, results: Results) -> Callable[[int], str]:
    """Return what names a row of the table that the heatmap shows."""
    tokenizer, text = session.tokenizer, results.text
    if session.mode == "looked-up" and text is not None:
        return lambda row: position_label(text, row)
    return lambda row: margin_label(tokenizer, row) if tokenizer is not None else ""


def position_label(text: TextResult, position: int) -> str:
    """Return what names the token at ``position`` among the looked-up rows: "fox #2"."""
    shown = visible(text.encoding.token_bytes[position])
    if text.ids[position] == NO_ID:
        return f"{shown} (unknown)"
    number = str(text.ids[position])
    named = f"id {number}" if shown == number else f"{shown} #{number}"
    return named if text.has_row[position] else f"{named} (no row)"


def remark(text: TextResult, position: int) -> str:
    """Return what is special about one token, "" for most."""
    parts = [token_remark(text.encoding, position, text.tokenizer)]
    token_id = int(text.ids[position])
    if token_id >= text.table.n_rows:
        parts.insert(0, f"no row in this table ({text.table.n_rows:,} rows)")
    return "; ".join(part for part in parts if part)


def tokens_view(text: TextResult) -> TokensView:
    """Return what the text pane shows."""
    return TokensView(
        encoding=text.encoding,
        has_row=text.has_row,
        norms=text.norms,
        remark=lambda position: remark(text, position),
    )


def looked_up_rows(text: TextResult | None) -> Ints:
    """Return the distinct rows that the text uses, ascending."""
    return np.unique(text.ids[text.has_row]) if text is not None else np.empty(0, np.int64)


def lit_rows(session: Session, text: TextResult | None) -> Ints:
    """Return the rows that stand out in the whole table: those of the text, and marked ones."""
    if session.mode != "whole":
        return np.empty(0, np.int64)
    used, marked = looked_up_rows(text), session.marked
    return used if marked is None else np.union1d(used, marked.rows)


def lit_labels(tokenizer: Tokenizer, rows: Ints, text: TextResult | None) -> list[str]:
    """Return the labels (n,) of lit ``rows`` (n,); in a crowd of marked rows only the text's."""
    if len(rows) <= NAMED_ROWS:
        return [margin_label(tokenizer, row) for row in rows.tolist()]
    named = set(looked_up_rows(text).tolist())
    return [margin_label(tokenizer, row) if row in named else "" for row in rows.tolist()]


def facts(session: Session, results: Results) -> TokenFacts | None:
    """Return what the inspector says of the selected token or row."""
    text, tokenizer, table = results.text, session.tokenizer, session.table
    if text is None or tokenizer is None or table is None or text.table is not table:
        return None
    if session.selected is not None and session.selected < len(text.ids):
        found = _token_facts(text, session.selected)
    elif session.row is not None:
        found = _row_facts(table, tokenizer, session.row)
    else:
        return None
    return replace(found, notes=found.notes + _oddities(results.survey, table, found.row))


def _oddities(survey: Survey | None, table: Table, row: int | None) -> tuple[str, ...]:
    """Return sentences that say what is odd about a row, once all rows are known."""
    if row is None or survey is None or survey.shape != table.shape:
        return ()
    return tuple(f"Odd: {reason}." for reason in row_reasons(survey, row))


def _is_output(table: Table) -> bool:
    """Tell whether a table is a model's output matrix; those of presets are not."""
    if table.tensor is None:
        return False
    from embedscope.readers.names import Part, part  # loaded by now: the table is from a file

    return part(table.tensor) is Part.OUTPUT


def _token_facts(text: TextResult, position: int) -> TokenFacts:
    data = text.encoding.token_bytes[position]
    token_id = int(text.ids[position])
    has_row = bool(text.has_row[position])
    notes = tuple(part for part in (remark(text, position),) if part)
    is_plain = text.encoding.kinds[position] == TokenKind.PLAIN
    if is_plain and has_row and not _is_output(text.table):
        notes += ("Input embedding: the same row in every context.",)
    return _facts(text.table, position, data, token_id, token_id if has_row else None, notes)


def _row_facts(table: Table, tokenizer: Tokenizer, row: int) -> TokenFacts:
    data = tokenizer.token_bytes(row)
    notes = ("Not in the text.",) if data is not None else ("No token has this id.",)
    return _facts(table, None, data, row, row, notes, row_name(tokenizer, row))


def _facts(
    table: Table,
    position: int | None,
    data: bytes | None,
    token_id: int,
    row: int | None,
    notes: tuple[str, ...],
    label: str | None = None,
) -> TokenFacts:
    values, faults = _values(table, row)
    with np.errstate(all="ignore"):  # NaN rows are shown as they are
        wide = values.astype(np.float64) if values is not None else np.array([np.nan])
        norm, mean = float(np.sqrt(wide @ wide)), float(wide.mean())
        low, high = float(wide.min()), float(wide.max())
    return TokenFacts(
        position=position,
        label=label if label is not None else visible(data or b""),
        text=(data or b"").decode("utf-8", "backslashreplace"),
        hex=hex_bytes(data or b""),
        id=token_id,
        row=row,
        n_rows=table.n_rows,
        table_name=table.name,
        values=values,
        norm=norm,
        mean=mean,
        low=low,
        high=high,
        notes=notes + faults,
    )


def _values(table: Table, row: int | None) -> tuple[Floats | None, tuple[str, ...]]:
    """Return the values (D,) of ``row``, or why a file that was open cannot be read any more."""
    if row is None:
        return None, ()
    try:
        return table.rows([row])[0], ()
    except EmbedscopeError as fault:
        return None, (str(fault),)


def points_view(session: Session, results: Results) -> PointsView:
    """Return the typed tokens (and a row chosen elsewhere) on the axes in use."""
    text, space, tokenizer = results.text, results.space, session.tokenizer
    if text is None or space is None or tokenizer is None or text.table is not session.table:
        return no_points()
    positions = np.flatnonzero(text.has_row)
    if len(positions) > ALL_POINTS:
        _, first = np.unique(text.ids[positions], return_index=True)
        positions = positions[np.sort(first)]
    rows = text.ids[positions]
    if len(space.cloud) != session.table.n_rows:
        return no_points()
    return PointsView(
        points=space.cloud[rows],
        labels=[token_label(tokenizer, int(row)) for row in rows],
        positions=positions.astype(np.int64),
        selected=session.selected,
        arrows=session.table.n_rows <= SMALL_TABLE,
        rows=rows,
    )


def status(session: Session, results: Results) -> str:
    """Return the status line: text, table, picture."""
    parts = []
    if results.text is not None:
        encoding = results.text.encoding
        parts.append(_plural(len(encoding), "token"))
        parts.append(_plural(len(encoding.text), "character"))
        parts.append(_plural(len(encoding.text.encode()), "byte"))
    if session.table is not None:
        rows, dims = session.table.shape
        without = _rows_without_token(session)
        size = bytes_text(session.table.n_bytes)
        parts.append(f"{rows:,} x {dims:,} {session.table.dtype}, {size}{without}")
    best = results.best_picture
    if best is not None and best.table is shown_table(session, results):
        parts.append(best.picture.caption)
    used = resident_bytes()
    if used is not None and session.table is not None:
        parts.append(f"{bytes_text(used)} of memory in use")
    return " · ".join(parts)


def _rows_without_token(session: Session) -> str:
    table, tokenizer = session.table, session.tokenizer
    if table is None or tokenizer is None:
        return ""
    known = rows_with_token(table, tokenizer)
    n_rest = 0 if known is None else table.n_rows - known
    return f" ({_plural(n_rest, 'row')} without a token)" if n_rest else ""


def _plural(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def value_at(table: Table, row: int, dim: int) -> float:
    """Return one stored value, read from the table itself; EmbedscopeError if it has none."""
    if not 0 <= dim < table.n_dims:
        raise EmbedscopeError(f"there is no dim {dim}")
    return float(table.exact_rows([row])[0, dim])


def value_text(value: float) -> str:
    """Return a value as the read-out prints it."""
    return format_value(value)
