"""The live state that the words of a lesson are computed from."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from embedscope.errors import EmbedscopeError
from embedscope.geometry.neighbours import Neighbours, neighbours
from embedscope.geometry.stats import RowStats, row_stats
from embedscope.lessons.centring import Centring, centring
from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.kept import PerTable, kept
from embedscope.lessons.lesson import Lesson, Step, StepState
from embedscope.lessons.scores import (
    NO_ROWS,
    Disagreement,
    TopLists,
    most_disagreeing_pair,
    top_lists,
)
from embedscope.lessons.training.point import TrainingPoint, finished_run
from embedscope.presets import DEFAULT_PRESET, PRESETS
from embedscope.progress import SILENT, Progress
from embedscope.session.belonging import rows_with_token
from embedscope.session.nearest import Place, Query, find_nearest
from embedscope.session.session import Metric, NearestWish
from embedscope.session.text import TextResult, look_up_text
from embedscope.tables.base import Floats, Ints
from embedscope.tables.table import Table
from embedscope.tokenizers.base import NO_ID, Tokenizer
from embedscope.tokenizers.labels import rows_with_a_token, rows_without_token
from embedscope.tokenizers.registry import get_tokenizer
from embedscope.tokenizers.visible import visible

_LONGEST = 24  # characters of a token in a sentence
_CANDIDATES = 200  # tokens of the text that a pair is looked for among
_stats_of = PerTable(row_stats)


def _find_centring(table: Table, progress: Progress, tokenizer: Tokenizer | None) -> Centring:
    """Return what centring does to the rows that ``tokenizer`` has a token for, None: to all."""
    ids = None if tokenizer is None else rows_with_a_token(tokenizer, table.n_rows)
    ids = ids if ids is None or len(ids) > 1 else None  # no pair: of all rows, then
    return centring(table, _stats_of(table, progress), progress, ids)


_centring_of = PerTable(_find_centring)


@dataclass(frozen=True, eq=False)
class LessonView:
    """One text in one table as it is shown now; answers are kept as long as the view.

    Threads may share a view: each answer is computed once. ``progress`` stops what is slow.

    ``selected`` is a position in the token list, ``row`` a row chosen by its number. ``stats``
    saves a pass over the table; ``training`` is the run that is shown (else words speak of the
    finished run on the given text).
    """

    text: TextResult
    selected: int | None = None
    row: int | None = None
    metric: Metric = "cosine"
    stats: RowStats | None = None
    training: TrainingPoint | None = None
    progress: Progress = SILENT

    @property
    def table(self) -> Table:
        """The table looked into."""
        return self.text.table

    @property
    def tokenizer(self) -> Tokenizer:
        """What cut the text."""
        return self.text.tokenizer

    @property
    def ids(self) -> Ints:
        """Token ids (n,)."""
        return self.text.ids

    @kept
    def with_row(self) -> Ints:
        """Return the positions of the tokens that have a row, ascending."""
        return np.flatnonzero(self.text.has_row)

    @kept
    def position(self) -> int | None:
        """Return the chosen token: the selected one, else the first with a row, else the first."""
        if self.selected is not None and 0 <= self.selected < len(self.ids):
            return self.selected
        if len(self.with_row):
            return int(self.with_row[0])
        return 0 if len(self.ids) else None

    @kept
    def chosen_row(self) -> int | None:
        """Return the row spoken of: chosen by number, or that of the chosen token."""
        if self.row is not None and 0 <= self.row < self.table.n_rows:
            return self.row
        if self.position is None or not self.text.has_row[self.position]:
            return None
        return int(self.ids[self.position])

    @kept
    def pair(self) -> tuple[int, int] | None:
        """Return the chosen row and the next other row of the text (after the end: the first)."""
        first = self.chosen_row
        if first is None:
            return None
        start = -1 if self.row is not None or self.position is None else self.position
        after = self.with_row > start
        in_order = np.concatenate([self.with_row[after], self.with_row[~after]])
        others = self.ids[in_order]
        others = others[others != first]
        return (first, int(others[0])) if len(others) else None

    @kept
    def row_stats(self) -> RowStats:
        """Return the length of every row; may read the whole table."""
        return self.stats or _stats_of(self.table, self.progress)

    @kept
    def nearest(self) -> Neighbours | None:
        """Return the rows nearest to the chosen one by cosine; reads the whole table."""
        if self.chosen_row is None:
            return None
        return neighbours(self.table, self.chosen_row, 10, progress=self.progress)

    @kept
    def nearest_words(self) -> list[tuple[int, float]] | None:
        """Return rows and cosines of other words, as the list of nearest rows ranks them."""
        if self.chosen_row is None:
            return None
        place = Place(self.table, self.tokenizer)
        query = Query(row=self.chosen_row)
        listed = find_nearest(query, place, NearestWish(), "cosine", self.progress)
        return list(zip(listed.found.ids.tolist(), listed.found.scores.tolist(), strict=True))

    @kept
    def top_lists(self) -> TopLists | None:
        """Return the nearest rows by both scores; reads the whole table."""
        return self.top_lists_of(10)

    def top_lists_of(self, k: int) -> TopLists | None:
        """Return the ``k`` nearest rows by both scores, of those that the inspector lists."""
        row, stats = self.chosen_row, self.row_stats
        if row is None:
            return None
        left_out = NO_ROWS
        if rows_with_token(self.table, self.tokenizer) is not None:
            left_out = rows_without_token(self.tokenizer, self.table.n_rows)
        return top_lists(self.table, row, k, stats, self.progress, left_out)

    @kept
    def disagreement(self) -> Disagreement | None:
        """Return the pair ranked most differently, among the text's rows and both top lists."""
        entries = () if self.top_lists is None else (*self.top_lists.cosine, *self.top_lists.dot)
        own = self.ids[self.with_row[:_CANDIDATES]].tolist()
        return most_disagreeing_pair(self.table, [*own, *(entry.row for entry in entries)])

    @kept
    def centring(self) -> Centring:
        """Return what taking the mean row away does; reads the whole table several times.

        It is of the rows that the list of nearest rows is of: not of padding.
        """
        belongs = rows_with_token(self.table, self.tokenizer) is not None
        return _centring_of(self.table, self.progress, self.tokenizer if belongs else None)

    def label(self, position: int) -> str:
        """Return the token at ``position`` in quotation marks, with every blank visible."""
        return f"“{visible(self.text.encoding.token_bytes[position], _LONGEST)}”"

    def row_label(self, row: int) -> str:
        """Return the token that row ``row`` belongs to in quotation marks, or "row 3"."""
        data = self.tokenizer.token_bytes(row)
        return f"row {row}" if data is None else f"“{visible(data, _LONGEST)}”"

    def is_known(self, position: int) -> bool:
        """Tell whether the token at ``position`` has an id at all."""
        return int(self.ids[position]) != NO_ID

    def values(self, row: int) -> Floats:
        """Return row ``row`` (D,)."""
        values: Floats = self.table.rows([row])[0]
        return values


def open_view(state: StepState, progress: Progress = SILENT) -> LessonView:
    """Return the view that ``state`` describes, its preset opened and its text read."""
    preset = PRESETS[state.preset or DEFAULT_PRESET]
    tokenizer = get_tokenizer(state.tokenizer or preset.tokenizer)
    text = preset.text if state.text is None else state.text
    table = _table(preset.name)
    looked_up = look_up_text(text, tokenizer, state.specials or "plain", table, progress)
    for name, value, size in (
        ("selected", state.selected, len(looked_up.ids)),
        ("row", state.row, table.n_rows),
    ):
        if value is not None and value >= size:
            raise EmbedscopeError(f"{name} = {value} is out of range: there are {size}")
    return LessonView(
        looked_up, state.selected, state.row, state.metric or "cosine", progress=progress
    )


def view_of(lesson: Lesson, step: Step, progress: Progress = SILENT) -> LessonView:
    """Return the view of a step as one meets it on the way from the lesson's first step."""
    view = open_view(lesson.state_at(step), progress)
    if not isinstance(step.demo, TrainingDemo):
        return view
    training = finished_run(step.demo, step.demo.shown)
    return LessonView(
        view.text, view.selected, view.row, view.metric, training=training, progress=progress
    )


@cache
def _table(preset: str) -> Table:
    return PRESETS[preset].make()
