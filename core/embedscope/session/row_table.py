"""Everything known of every row, for one list over the vocabulary that can be sorted."""

from dataclasses import dataclass, field, replace
from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.crowding import crowding
from embedscope.geometry.duplicates import duplicate_of
from embedscope.geometry.facts import RowFacts, row_facts
from embedscope.geometry.rows import part_of
from embedscope.geometry.stats import RowFlag, RowStats, row_stats
from embedscope.progress import SILENT, Progress
from embedscope.session.belonging import rows_with_token
from embedscope.tables.base import Doubles, Ints
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.classes import TOKEN_CLASSES, TokenClass, token_classes
from embedscope.tokenizers.reach import unreachable

NEAR = 10
"""How many nearest rows the mean cosine is taken over."""


class Remark(IntFlag):
    """What is odd about one row or its token; ``REMARK_NAMES`` says it in words."""

    ZERO = 1
    NONFINITE = 2
    CONSTANT = 4
    DUPLICATE = 8
    NO_TOKEN = 16
    FRAGMENT = 32
    UNREACHABLE = 64


REMARK_NAMES = {
    Remark.ZERO: "all zeros",
    Remark.NONFINITE: "NaN or infinity",
    Remark.CONSTANT: "one number repeated",
    Remark.DUPLICATE: "duplicate",
    Remark.NO_TOKEN: "beyond the tokenizer",
    Remark.FRAGMENT: "part of UTF-8",
    Remark.UNREACHABLE: "unreachable",
}


@dataclass(frozen=True, eq=False)
class RowTable:
    """Facts of the V rows of ``table``; ``mean_cosine`` and what cannot be reached come later.

    ``duplicate_of`` (V,) is the first row with the same numbers or -1; ``remarks`` (V,) of
    Remark; ``classes`` (V,) places in TOKEN_CLASSES.
    """

    table: Table
    tokenizer: Tokenizer
    facts: RowFacts
    remarks: NDArray[np.uint8]
    duplicate_of: Ints
    classes: NDArray[np.uint8]
    mean_cosine: Doubles | None = None
    knows_reach: bool = False
    columns: dict[str, NDArray[np.generic]] = field(init=False)

    def __post_init__(self) -> None:
        facts, n_rows = self.facts, self.table.n_rows
        columns: dict[str, NDArray[np.generic]] = {
            "id": np.arange(n_rows),
            "norm": facts.norm,
            "centre distance": facts.centre_distance,
            "centre cosine": facts.centre_cosine,
            "mean": facts.mean,
            "deviation": facts.deviation,
            "largest dim": facts.top_dim,
            "dims in use": facts.participation,
        }
        if self.mean_cosine is not None:
            columns[f"mean cosine to {NEAR}"] = self.mean_cosine
        object.__setattr__(self, "columns", columns)

    def with_remark(self, remark: Remark) -> Ints:
        """Return the ids (n,) of all rows that carry ``remark``."""
        return np.flatnonzero(self.remarks & np.uint8(remark))

    def with_reach(self, lost: NDArray[np.bool_]) -> "RowTable":
        """Return this with tokens marked that no text gives, ``lost`` (V,)."""
        remarks = self.remarks | np.where(lost, np.uint8(Remark.UNREACHABLE), np.uint8(0))
        return replace(self, remarks=remarks, knows_reach=True)

    def merged(self, other: "RowTable") -> "RowTable":
        """Return this with what ``other``, of the same rows, knows besides."""
        mean_cosine = self.mean_cosine if other.mean_cosine is None else other.mean_cosine
        remarks = self.remarks | other.remarks
        knows_reach = self.knows_reach or other.knows_reach
        return replace(self, remarks=remarks, mean_cosine=mean_cosine, knows_reach=knows_reach)


def row_table(
    table: Table,
    tokenizer: Tokenizer,
    stats: RowStats | None = None,
    progress: Progress = SILENT,
) -> RowTable:
    """Return the facts of all rows of ``table`` (V, D) that a few passes give."""
    n_tokens = rows_with_token(table, tokenizer)
    facts = row_facts(table, n_tokens, part_of(progress, 0, 3))
    twins = duplicate_of(table, part_of(progress, 1, 3))
    classes = token_classes(tokenizer, table.n_rows, part_of(progress, 2, 3))
    flags = (stats or row_stats(table, progress)).flags
    remarks = flags & np.uint8(RowFlag.ZERO | RowFlag.NONFINITE | RowFlag.CONSTANT)
    for remark, carries in (
        (Remark.DUPLICATE, has_twin(twins)),
        (Remark.NO_TOKEN, classes == TOKEN_CLASSES.index(TokenClass.NO_TOKEN)),
        (Remark.FRAGMENT, classes == TOKEN_CLASSES.index(TokenClass.FRAGMENT)),
    ):
        remarks = remarks | np.where(carries, np.uint8(remark), np.uint8(0))
    return RowTable(table, tokenizer, facts, remarks.astype(np.uint8), twins, classes)


def has_twin(duplicate: Ints) -> NDArray[np.bool_]:
    """Return which rows (V,) hold the same numbers as another one, the first of them included."""
    twin = duplicate >= 0
    twin[duplicate[twin]] = True
    return twin


def add_reach(rows: RowTable, progress: Progress = SILENT) -> RowTable:
    """Return ``rows`` with the tokens marked that no text gives; every token is read back."""
    return rows.with_reach(unreachable(rows.tokenizer, rows.table.n_rows, progress))


def add_mean_cosine(
    rows: RowTable, stats: RowStats | None = None, progress: Progress = SILENT
) -> RowTable:
    """Return ``rows`` with the mean cosine of each to its ten nearest; minutes for many rows."""
    found = crowding(rows.table, k=NEAR, stats=stats, progress=progress)
    return replace(rows, mean_cosine=found.mean_cosine)
