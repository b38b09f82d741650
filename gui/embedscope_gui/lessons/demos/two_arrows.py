"""Two tokens as arrows with their true lengths and the true angle between them."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QComboBox, QPushButton

from embedscope.lessons.demos import TwoArrowsDemo
from embedscope.lessons.scores import (
    Disagreement,
    PairScores,
    most_disagreeing_pair,
    pair_scores,
)
from embedscope.lessons.view import LessonView
from embedscope.ordinals import ordinal
from embedscope.progress import Progress
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX
from embedscope_gui.lessons.demos.base import DemoWidget, Given
from embedscope_gui.lessons.demos.kind import DemoKind
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.sheet import area, paint_remark, signed, token_name
from embedscope_gui.theme import Theme
from embedscope_gui.widgets.pane import plain_label

FACTS = 236.0  # room of the numbers beside the picture
LINE = 24.0
PLANE = "Any two rows lie in one plane. This is theirs, with true lengths and angle."
SHORT = 4  # dims of a row whose length is computed in front of the learner
MOST_CHOICES = 64
"""Different tokens of the text that can be chosen."""


@dataclass(frozen=True, eq=False)
class Rows:
    """The different rows (n,) of the text, and the two that the lesson speaks of."""

    rows: tuple[int, ...]
    pair: tuple[int, int] | None
    remark: str = ""  # why these two


@dataclass(frozen=True, eq=False)
class TwoArrowsFigure:
    """The plane that both arrows lie in: the first points to the right."""

    scores: PairScores
    given: Given[Rows]
    remark: str = ""

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"“{self._name(self.scores.first)}” and “{self._name(self.scores.second)}” as arrows"

    @property
    def natural_size(self) -> Size:
        """Arrows and numbers beside each other."""
        return Size(640, 300)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(520, 220)

    def _name(self, row: int) -> str:
        return token_name(self.given.subject, row)

    def caption(self) -> str:
        """Say what plane it is, how lengths of short rows are computed, and why these two."""
        return "\n".join(filter(None, (PLANE, *self._lengths(), self.remark)))

    def _lengths(self) -> tuple[str, ...]:
        """Return how the lengths come about, for rows short enough."""
        table, scores = self.given.view.table, self.scores
        if table.shape[1] > SHORT or not math.isfinite(scores.cosine):
            return ()
        pair = scores.first, scores.second
        rows = table.exact_rows(pair).tolist()
        both = zip(pair, rows, (scores.first_length, scores.second_length), strict=True)
        return tuple(f"Length of {_sum(self._name(row), one, all_)}" for row, one, all_ in both)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint arrows and angle, and what they amount to."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.caption())
        picture = QRectF(room.x(), room.y(), room.width() - FACTS - 16, room.height())
        if math.isfinite(self.scores.cosine):
            self._paint_arrows(canvas, picture)
        else:
            canvas.centred(picture, "A row of zeros has no direction.", Ink(BODY_PX, theme.muted))
        self._paint_facts(canvas, QRectF(picture.right() + 16, room.y(), FACTS, room.height()))
        paint_remark(canvas, height, lines)

    def _paint_arrows(self, canvas: Canvas, room: QRectF) -> None:
        theme, scores = canvas.theme, self.scores
        angle, tips = math.radians(scores.angle_degrees), scores.arrows
        low = min(0.0, tips[1][0])
        wide = max(tips[0][0], tips[1][0]) - low or 1.0
        high = tips[1][1] or 1e-9
        scale = min((room.width() - 130) / wide, (room.height() - 60) / high)
        left = room.x() + 55 - low * scale + max(room.width() - 130 - wide * scale, 0) / 2
        base = room.y() + 30 + high * scale + max(room.height() - 60 - high * scale, 0) / 2
        origin = (left, base)

        def at(x: float, y: float) -> tuple[float, float]:
            return left + x * scale, base - y * scale

        shadow = tips[1][0]
        self._paint_angle(canvas, origin, angle, 0.3 * scale * min(scores.first_length, wide))
        canvas.arrow(origin, at(*tips[0]), theme.accent, 2.5)
        canvas.arrow(origin, at(*tips[1]), theme.marks, 2.5)
        x, y = at(*tips[0])
        canvas.text(x, y + 24, self._name(scores.first), Ink(BODY_PX, theme.accent, True), "middle")
        x, y = at(*tips[1])
        anchor = "end" if shadow < 0 else "middle"
        canvas.text(x, y - 8, self._name(scores.second), Ink(BODY_PX, theme.marks, True), anchor)  # type: ignore[arg-type]

    def _paint_angle(
        self, canvas: Canvas, origin: tuple[float, float], angle: float, radius: float
    ) -> None:
        radius = min(max(radius, 18.0), 46.0)
        path = QPainterPath()
        box = QRectF(origin[0] - radius, origin[1] - radius, 2 * radius, 2 * radius)
        path.arcMoveTo(box, 0)
        path.arcTo(box, 0, math.degrees(angle))
        canvas.path(path, canvas.theme.muted, 1.2)
        x, y = _polar(radius + 16, angle / 2)
        text = f"{math.degrees(angle):.0f}°"
        canvas.text(
            origin[0] + x, origin[1] - y + 4, text, Ink(SMALL_PX, canvas.theme.muted), "middle"
        )

    def _paint_facts(self, canvas: Canvas, rect: QRectF) -> None:
        scores, theme = self.scores, canvas.theme
        lines = (
            (f"length of “{self._name(scores.first)}”", signed(scores.first_length), theme.accent),
            (f"length of “{self._name(scores.second)}”", signed(scores.second_length), theme.marks),
            ("angle between them", f"{scores.angle_degrees:.1f}°", theme.text),
            ("cosine", signed(scores.cosine), theme.text),
            ("dot product", signed(scores.dot), theme.text),
        )
        y = rect.center().y() - len(lines) * LINE / 2
        for number, (what, value, colour) in enumerate(lines):
            base = y + number * LINE + 16
            canvas.text(rect.x(), base, what, Ink(BODY_PX, theme.muted), room=rect.width() - 80)
            canvas.text(rect.right(), base, value, Ink(BODY_PX, colour, number >= 3), "end")
            if number == 2:
                canvas.line((rect.x(), base + 8), (rect.right(), base + 8), theme.line)


def _sum(name: str, row: list[float], length: float) -> str:
    """Return “the” = √(0.3² + 0.1²) = 0.3162, with ≈ where four digits do not say all."""
    told = [round(value, 4) for value in row]
    squares = " + ".join(f"({one:g})²" if one < 0 else f"{one:g}²" for one in told)
    is_exact = max(abs(one - value) for one, value in zip(told, row, strict=True)) < 1e-6
    return f"“{name}” {'=' if is_exact else '≈'} √({squares}) = {signed(length)}"


def _polar(radius: float, angle: float) -> tuple[float, float]:
    return radius * math.cos(angle), radius * math.sin(angle)


def find(demo: TwoArrowsDemo, view: LessonView, _progress: Progress) -> Rows:
    """Return the different rows of the text and the pair that the lesson speaks of."""
    rows = dict.fromkeys(view.ids[view.with_row].tolist()[:MOST_CHOICES])
    if demo.pair == "disagreeing" and view.disagreement is not None:
        found = view.disagreement
        both = (found.scores.first, found.scores.second)
        return Rows(tuple(dict.fromkeys((*rows, *both))), both, _ranks(found))
    return Rows(tuple(dict.fromkeys((*(view.pair or ()), *rows))), view.pair)


def _ranks(found: Disagreement) -> str:
    return (
        f"Of {found.n_pairs:,} pairs this one is the {ordinal(found.cosine_rank)} by cosine and "
        f"the {ordinal(found.dot_rank)} by dot product."
    )


def figure_at(given: Given[Rows], pair: tuple[int, int] | None, remark: str = "") -> Figure:
    """Return the figure of two rows, None: that there are not two."""
    if pair is None:
        return Nothing("Type two different words that have a row: they are drawn as arrows here.")
    return TwoArrowsFigure(pair_scores(given.view.table, *pair), given, remark)


def figure(_demo: TwoArrowsDemo, given: Given[Rows]) -> Figure:
    """Return the figure of the pair that the lesson speaks of."""
    return figure_at(given, given.found.pair, given.found.remark)


class TwoArrowsWidget(DemoWidget[Rows]):
    """Two tokens of the text are chosen, or found: those on which the two scores disagree."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = _box("arrowFirst", "First token"), _box("arrowSecond", "Second")
        self.find_button = QPushButton("Find the pair that disagrees &most")
        self.find_button.setObjectName("arrowFind")
        self.find_button.setToolTip(
            "Of all pairs of tokens in the text, the one whose place differs most when pairs are "
            "ranked by cosine and by dot product"
        )
        self._remark = ""
        for widget in (self.first, plain_label("and"), self.second, self.find_button):
            self.controls.addWidget(widget)
        self.controls.addStretch(1)
        self.first.activated.connect(self._on_chosen)
        self.second.activated.connect(self._on_chosen)
        self.find_button.clicked.connect(self.find_disagreement)

    def show_given(self, given: Given[Rows]) -> None:
        """Offer the tokens of the text; what was chosen stays while it is among them."""
        old = self._pair()
        chosen_anew = self.given is None or self.given.found.pair != given.found.pair
        for box in (self.first, self.second):
            box.clear()
            for row in given.found.rows:
                box.addItem(token_name(given.subject, row), row)
        pair = given.found.pair
        self._remark = given.found.remark if chosen_anew else self._remark
        if not chosen_anew and old is not None and set(old) <= set(given.found.rows):
            pair = old
        self._choose(pair)
        super().show_given(given)

    def figure_of(self, given: Given[Rows]) -> Figure:
        """Return the two arrows chosen."""
        return figure_at(given, self._pair(), self._remark)

    def find_disagreement(self) -> None:
        """Choose the pair on which the scores disagree most, and say so."""
        if self.given is None:
            return
        found = most_disagreeing_pair(self.given.view.table, self.given.found.rows)
        if found is None:
            self._remark = "Both scores put the pairs of this text in the same order."
        else:
            self._choose((found.scores.first, found.scores.second))
            self._remark = _ranks(found)
        self.redraw()

    def spoken(self) -> str:
        """Return both scores in words."""
        figure = self.view.figure
        if not isinstance(figure, TwoArrowsFigure):
            return ""
        scores = figure.scores
        return (
            f"Angle {scores.angle_degrees:.1f} degrees, cosine {signed(scores.cosine)}, "
            f"dot product {signed(scores.dot)}. {self._remark}"
        ).strip()

    def _pair(self) -> tuple[int, int] | None:
        first, second = self.first.currentData(), self.second.currentData()
        return None if first is None or second is None or first == second else (first, second)

    def _choose(self, pair: tuple[int, int] | None) -> None:
        for box, row in zip((self.first, self.second), pair or (None, None), strict=True):
            box.setCurrentIndex(box.findData(row) if row is not None else -1)
            box.setEnabled(pair is not None)
        self.find_button.setEnabled(pair is not None and self.first.count() > 2)

    def _on_chosen(self) -> None:
        self._remark = ""
        self.redraw()


def _box(name: str, title: str) -> QComboBox:
    box = QComboBox()
    box.setObjectName(name)
    box.setAccessibleName(title)
    box.setMinimumContentsLength(8)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return box


KIND = DemoKind(find, figure, lambda _demo, _controller: TwoArrowsWidget(), slow=True)
