"""From lists of neighbours to what the inspector shows and files hold; no Qt here."""

from pathlib import Path

import numpy as np

from embedscope.export.lists import save_csv
from embedscope.geometry.variants import Family
from embedscope.numerals import shortest
from embedscope.session.nearest import leaves_out, n_left_out
from embedscope.session.results import NeighboursResult, Results
from embedscope.session.session import NearestWish, Session
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.labels import row_name
from embedscope_gui.inspector.facts import NeighboursView

PAIR_DIGITS = 3


def neighbours_view(session: Session, results: Results) -> NeighboursView | None:
    """Return the list of nearest rows, or None while there is none."""
    result, tokenizer = results.neighbours, session.tokenizer
    if result is None or tokenizer is None:
        return None
    found, own = result.found, result.own
    ids, scores = found.ids, found.scores
    if own is not None:
        ids, scores = np.append(own.id, ids), np.append(own.score, scores)
    return NeighboursView(
        metric=found.metric,
        rows=ids,
        labels=tuple(row_name(tokenizer, int(row)) for row in ids),
        scores=scores,
        caption="" if result.fault else _caption(result, results, session),
        short_captions=() if result.fault else _short_captions(result, results, session),
        forms=_forms(result, tokenizer),
        n_own=int(own is not None),
        fault=result.fault,
        empty=_why_empty(result, session),
    )


def _why_empty(result: NeighboursResult, session: Session) -> str:
    """Return why a list that was made holds nothing, "" of others."""
    if len(result.found) or result.own is not None:
        return ""
    if result.found.note:
        return result.found.note
    return f"There is no other row{' with a token' if _n_left_out(session, result.wish) else ''}."


def space_name(removed: int | None) -> str:
    """Return what was done to the rows before they were compared."""
    if removed is None:
        return "original space"
    if removed == 0:
        return "mean subtracted"
    first = "first component" if removed == 1 else f"first {removed} components"
    return f"mean and {first} removed"


def _caption(result: NeighboursResult, results: Results, session: Session) -> str:
    found, wish = result.found, result.wish
    parts = [f"near {result.of}"] if result.row is None else []
    if not len(found):  # the list says why
        return "".join(parts)
    others = "other row" if result.row is not None else "row"
    which = f"all {found.n_compared:,} {others}s" if found.n_compared != 1 else f"the one {others}"
    if _n_left_out(session, wish):
        which += " that has a token" if found.n_compared == 1 else " that have a token"
    parts.append(f"{found.metric}, {space_name(wish.removed)}, {which}")
    parts.append(_pair_words(result, results, session))
    caption = " · ".join(part for part in parts if part)
    return f"{caption}. {found.note}" if found.note else caption


def _short_captions(
    result: NeighboursResult, results: Results, session: Session
) -> tuple[str, ...]:
    """Return the caption without what the boxes beside it say, then without the note's reason."""
    found, wish, pair = result.found, result.wish, _random_pair(result, results, session)
    parts = [f"near {result.of}"] if result.row is None else []
    parts += [space_name(wish.removed)] if wish.removed is not None else []
    rows = "1 row" if found.n_compared == 1 else f"{found.n_compared:,} rows"
    parts.append(f"{rows} with a token" if _n_left_out(session, wish) else rows)
    parts += [f"random pair {pair}"] if pair else []
    head = " · ".join(parts)
    notes = (found.note, found.note.partition(":")[0]) if found.note else ()
    return tuple(f"{head} · {note}" for note in notes) or (head,)


def _n_left_out(session: Session, wish: NearestWish) -> int:
    table, tokenizer = session.table, session.tokenizer
    return 0 if table is None or tokenizer is None else n_left_out(wish, table, tokenizer)


def _pair_words(result: NeighboursResult, results: Results, session: Session) -> str:
    pair = _random_pair(result, results, session)
    return f"two random rows: {pair} on average" if pair else ""


def _random_pair(result: NeighboursResult, results: Results, session: Session) -> str:
    """Return the cosine that others have to be compared with, "" where that is not known.

    It is of the rows that the list is of.
    """
    pairs, table, tokenizer = results.pairs, session.table, session.tokenizer
    if pairs is None or table is None or tokenizer is None or result.found.metric != "cosine":
        return ""
    asked = result.wish.removed, leaves_out(result.wish, table, tokenizer)
    if asked != (pairs.removed, pairs.only_tokens) or not np.isfinite(pairs.mean_cosine):
        return ""
    return f"{round(pairs.mean_cosine, PAIR_DIGITS) + 0.0:.{PAIR_DIGITS}f}"  # not "-0.000"


def _forms(result: NeighboursResult, tokenizer: Tokenizer) -> tuple[tuple[str, ...], ...]:
    """Return the other forms that each entry stands for."""
    if result.families is None:
        return ()
    families: tuple[Family, ...] = result.families
    if result.own is not None:
        families = (result.own, *families)
    return tuple(_names(family.members[1:], tokenizer) for family in families)


def _names(rows: tuple[int, ...], tokenizer: Tokenizer) -> tuple[str, ...]:
    return tuple(row_name(tokenizer, row) for row in rows)


def save_neighbours(path: str | Path, result: NeighboursResult, tokenizer: Tokenizer) -> Path:
    """Write the list as CSV in UTF-8: rank, token, id, score, and how many forms it stands for."""
    found = result.found
    sizes = [len(family.members) for family in result.families or ()] or [1] * len(found)
    rows = zip(found.ids.tolist(), shortest(found.scores), sizes, strict=True)
    lines = [(n, row_name(tokenizer, row), row, *rest) for n, (row, *rest) in enumerate(rows, 1)]
    return save_csv(path, ("rank", "token", "id", found.metric, "forms"), lines)
