"""A step of a lesson as a figure: its title and text, and below them what it shows."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.lesson import Lesson, Step, StepState
from embedscope.lessons.loading import find_step
from embedscope.lessons.view import view_of
from embedscope.presets import DEFAULT_PRESET, PRESETS
from embedscope.progress import SILENT, Progress
from embedscope.session.session import AxesChoice
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Figure, Size, least_size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, elided, text_width, wrapped
from embedscope_gui.figures.kinds import SHOWS_POINTS, build_figure
from embedscope_gui.figures.subject import Source, Subject, View, make_subject, suitable_axes
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.registry import step_kind
from embedscope_gui.lessons.filled import fill_step
from embedscope_gui.lessons.prose import paragraphs
from embedscope_gui.theme import Theme

MARGIN, GAP = 32.0, 20.0
TITLE_PX, TEXT_PX, LINE = 20, BODY_PX + 1, 22.0
LEAST_WIDTH, WIDEST_TEXT = 720, 720.0
MOST_LINES = 30


@dataclass(frozen=True, eq=False)
class StepFigure:
    """``lesson`` is a line over the ``heading``; ``inner`` None: only words."""

    lesson: str
    heading: str
    text: str
    inner: Figure | None = None
    inset: float = 0.0  # what the inner figure lacks of the margins of the words
    listing: str = ""  # lines; two blanks or more part their columns

    @property
    def title(self) -> str:
        """The title of the file."""
        return f"{self.lesson}: {self.heading}"

    @cached_property
    def natural_size(self) -> Size:
        """The inner figure's own size below the words."""
        inner = self.inner.natural_size if self.inner is not None else Size(0, 0)
        width = max(inner.width + int(2 * self.inset), LEAST_WIDTH)
        gap = GAP if self.inner is not None else 0.0
        return Size(width, int(self._head(width) + gap + inner.height + MARGIN / 2))

    @property
    def least_size(self) -> Size:
        """Words can be wrapped, the inner figure needs its room."""
        if self.inner is None:
            return Size(320, int(self._head(320) + MARGIN))
        inner = least_size(self.inner)
        width = max(inner.width + int(2 * self.inset), 480)
        return Size(width, int(self._head(width) + GAP + max(inner.height, 120) + MARGIN / 2))

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the words, and the inner figure in the room that is left."""
        canvas = Canvas(painter, theme)
        canvas.text(MARGIN, MARGIN + 6, self.lesson, Ink(SMALL_PX + 1, theme.accent, True))
        y = MARGIN + 32
        for line in self._heading_lines(width):
            canvas.text(MARGIN, y, line, Ink(TITLE_PX, bold=True))
            y += TITLE_PX + 6
        y += 4
        for line in self._text_lines(width):
            canvas.text(MARGIN, y, line, Ink(TEXT_PX))
            y += LINE
        self._paint_listing(canvas, y + GAP / 2, width)
        top = self._head(width) + GAP
        if self.inner is None or height - top < 1:
            return
        room = QRectF(self.inset, top, width - 2 * self.inset, height - top - MARGIN / 4)
        self._paint_inner(painter, room, theme)

    def _paint_listing(self, canvas: Canvas, y: float, width: float) -> None:
        """Paint the lines of the listing in columns, those that are too long shortened."""
        rows, x = self._cells, MARGIN + GAP / 2
        for column in range(max(map(len, rows), default=0)):
            cells = [row[column] if column < len(row) else "" for row in rows]
            room = max(width - MARGIN - x, 1.0)
            for line, cell in enumerate(cells):
                canvas.text(x, y + line * LINE, elided(cell, room, TEXT_PX), Ink(TEXT_PX))
            x += max(text_width(cell, TEXT_PX) for cell in cells) + GAP

    @property
    def _cells(self) -> list[list[str]]:
        lines = self.listing.splitlines()[:MOST_LINES]
        return [re.split(r"\s{2,}", line.rstrip()) for line in lines if line.strip()]

    def _paint_inner(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint the inner figure into ``rect``, smaller where it has too little room."""
        if self.inner is None:
            return
        least = least_size(self.inner)
        zoom = min(1.0, rect.width() / least.width, rect.height() / least.height)
        painter.save()
        painter.translate(rect.topLeft())
        painter.scale(zoom, zoom)
        self.inner.paint(painter, rect.width() / zoom, rect.height() / zoom, theme)
        painter.restore()

    def _head(self, width: float) -> float:
        """Return how far down the words reach."""
        title = len(self._heading_lines(width)) * (TITLE_PX + 6)
        listing = len(self._cells) * LINE + GAP / 2 if self.listing else 0.0
        return MARGIN + 20 + title + len(self._text_lines(width)) * LINE + listing

    def _heading_lines(self, width: float) -> list[str]:
        return wrapped(self.heading, max(width - 2 * MARGIN, 1), TITLE_PX, 3, True)

    def _text_lines(self, width: float) -> list[str]:
        room = min(max(width - 2 * MARGIN, 1), WIDEST_TEXT)
        lines: list[str] = []
        for part in paragraphs(self.text):
            lines += wrapped(part, room, TEXT_PX, MOST_LINES)
        return lines


def lesson_figure(
    path: str,
    text: str | None = None,
    colormap: str | None = None,
    progress: Progress = SILENT,
) -> StepFigure:
    """Return the figure of "NAME/STEP", with its own text or ``text``.

    Raises UnknownNameError for a lesson or a step that does not exist.
    """
    lesson, step = find_step(path)
    if text is not None:
        lesson, step = _with_text(lesson, step, text)
    view = view_of(lesson, step, progress)
    words = fill_step(step, view)
    subject = lesson_subject(lesson.state_at(step), step, colormap, progress)
    figure = step_figure(lesson, step, words.text, _inner(step, Given(None, view, subject)))
    return replace(figure, listing=words.listing)


def step_figure(lesson: Lesson, step: Step, text: str, inner: Figure | None) -> StepFigure:
    """Return the figure of ``step`` with ``text`` as filled and what it shows."""
    inset = 0.0 if step_kind(step) is None else MARGIN / 2  # panes' figures have wide margins
    return StepFigure(lesson_line(lesson), step.title, text, inner, inset)


def lesson_line(lesson: Lesson) -> str:
    """Return "2  Looking up a row"."""
    return f"{lesson.number}  {lesson.title}"


def _with_text(lesson: Lesson, step: Step, text: str) -> tuple[Lesson, Step]:
    """Return lesson and step with another text in that step, and no token chosen in it."""
    state = replace(step.state, text=text, selected=None, row=None)
    other = replace(step, state=state)
    steps = tuple(other if one is step else one for one in lesson.steps)
    return replace(lesson, steps=steps), other


def lesson_subject(
    state: StepState, step: Step, colormap: str | None, progress: Progress
) -> Subject:
    """Return what the figures of ``step`` are drawn from."""
    preset = PRESETS[state.preset or DEFAULT_PRESET]
    table = preset.make()
    usual = suitable_axes(table)
    axes = AxesChoice(state.axes or usual.kind, state.dims or usual.dims)
    text = preset.text if state.text is None else state.text
    tokenizer = get_tokenizer(state.tokenizer or preset.tokenizer)
    source = Source(table, tokenizer, text, state.specials or "plain")
    view = View(selected=state.selected, axes=axes)
    view = view if colormap is None else replace(view, colormap=colormap)
    return make_subject(source, view, points=step.figure in SHOWS_POINTS, progress=progress)


def _inner(step: Step, given: Given[None]) -> Figure | None:
    """Return what ``step`` shows, None where it shows only panes."""
    kind = step_kind(step)
    if kind is not None:
        found = kind.find(step.demo, given.view, given.view.progress)
        return kind.figure(step.demo, Given(found, given.view, given.subject))
    return pane_figure(step, given.subject)


def pane_figure(step: Step, subject: Subject) -> Figure | None:
    """Return the figure of the panes that ``step`` names, None where it names none."""
    if step.figure is None:
        return None
    if not subject.n_tokens:
        return Nothing("The text is empty.")
    return build_figure(step.figure, subject)
