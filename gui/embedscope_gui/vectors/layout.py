"""Where the tokens' dots and labels are on the picture; painting and picking share it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt

from embedscope.geometry.placement import Obstacles, place_labels
from embedscope.tables.base import Ints
from embedscope_gui.theme import TEXT_PX
from embedscope_gui.vectors.brush import DOT_PX, LABEL_MAX_PX, LABEL_PAD_PX, font, metrics
from embedscope_gui.vectors.glyphs import with_glyphs
from embedscope_gui.vectors.points_view import Marks

LABELS_MAX = 120
PX_PER_LABEL = 4500.0  # square pixels of the plot for each label: a small one stays quiet
LINES_MAX = 40  # arrows, and parts of a path, that labels keep clear of: more is a thicket
LED_ROWS = 24  # rows besides the tokens whose names may stand apart, joined by a line
LABEL_GAP_PX = DOT_PX + 2.0
REACH_PX = 9.0
Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class LabelBox:
    """A label that found room, of the point ``at``; ``mark`` None for a row that no token uses."""

    mark: int | None
    text: str
    rect: QRectF
    at: tuple[float, float]
    has_leader: bool = False


@dataclass(eq=False)
class LabelMemory:
    """Where labels were last, by token, so that they stay put while the view turns."""

    slots: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class TokenLayout:
    """Places in pixels: ``xy`` (m, 2) held inside the plot, ``outside`` (m,), ``seen`` (m,)."""

    marks: Marks
    xy: Doubles
    outside: NDArray[np.bool_]
    seen: Bools  # False: behind the eye or not finite
    depth: NDArray[np.float32] | None
    chosen: int | None  # the selected place
    labels: tuple[LabelBox, ...]

    def order(self) -> list[int]:
        """Return the places to paint, far to near, the selected one last."""
        shown = np.flatnonzero(self.seen)
        if self.depth is not None:
            shown = shown[np.argsort(-self.depth[shown], kind="stable")]
        found: list[int] = shown.tolist()
        if self.chosen in found:
            found.remove(self.chosen)
            found.append(self.chosen)
        return found

    def hit(self, x_px: float, y_px: float) -> int | None:
        """Return the place whose dot or label is at a pixel, or None: the nearest in front."""
        for label in reversed(self.labels):
            if label.mark is not None and label.rect.contains(x_px, y_px):
                return label.mark
        if not len(self.xy):
            return None
        gap = np.hypot(self.xy[:, 0] - x_px, self.xy[:, 1] - y_px)
        near = np.flatnonzero(self.seen & (gap <= REACH_PX))
        if not len(near):
            return None
        over = np.maximum(gap[near], DOT_PX)  # on the dot is on the dot: the one in front counts
        rank = np.zeros(len(near)) if self.depth is None else self.depth[near]
        first = near != self.chosen
        return int(near[np.lexsort((first, rank, over))[0]])


@dataclass(frozen=True, eq=False)
class Extra:
    """Rows of a small cloud that are named too: their pixels (k, 2) and names."""

    xy: Doubles
    texts: tuple[str, ...]


NO_EXTRA = Extra(np.empty((0, 2)), ())


@dataclass(frozen=True, eq=False)
class Places:
    """Tokens in pixels before labels are set: ``xy`` (m, 2), ``depth`` (m,) where there is one.

    ``origin`` (2,) is where arrows start: their labels then go beyond the tips. ``path`` (n, 2)
    is the line in text order, ``drops`` (k, 4) are other lines; labels keep clear of all of them,
    and of texts that are ``written`` already.
    """

    marks: Marks
    xy: Doubles
    depth: NDArray[np.float32] | None = None
    origin: Doubles | None = None
    path: Doubles | None = None
    drops: Doubles | None = None
    written: Sequence[QRectF] = ()

    def around(self) -> Obstacles:
        """Return what labels keep clear of besides dots."""
        drops = np.empty((0, 4)) if self.drops is None else self.drops
        rects = [(r.left(), r.top(), r.right(), r.bottom()) for r in self.written]
        return Obstacles(np.vstack([self.lines(), drops]), np.reshape(rects, (-1, 4)))

    def lines(self) -> Doubles:
        """Return what is drawn between dots, (k, 4): x0, y0, x1, y1 in pixels."""
        path = np.empty((0, 2)) if self.path is None else self.path
        along = np.hstack([path[:-1], path[1:]])
        if self.origin is None:
            return along
        tips = np.asarray(self.xy, np.float64)[:LINES_MAX]
        return np.vstack([np.hstack([np.broadcast_to(self.origin, tips.shape), tips]), along])


def lay_out(
    places: Places,
    plot: QRectF,
    selected: int | None,
    extra: Extra = NO_EXTRA,
    memory: LabelMemory | None = None,
) -> TokenLayout:
    """Return dots and labels inside ``plot``; tokens out of view are held at its edge."""
    seen: Bools = np.asarray(np.isfinite(places.xy).all(axis=1))
    xy = np.where(seen[:, None], places.xy, np.nan)
    low = np.array([plot.left(), plot.top()])
    high = np.array([plot.right(), plot.bottom()])
    outside: Bools = seen & ((xy < low) | (xy > high)).any(axis=1)
    xy = np.clip(xy, low, high)
    chosen = places.marks.of_position(selected)
    most = int(np.clip(plot.width() * plot.height() / PX_PER_LABEL, 6, LABELS_MAX))
    named = _named(seen & ~outside, chosen if chosen is not None and seen[chosen] else None, most)
    texts = [places.marks.label(int(mark), selected) for mark in named]
    labels = _Labels(named, texts, xy[named], extra)
    boxes = _boxes(labels, plot, places, memory)
    return TokenLayout(places.marks, xy, outside, seen, places.depth, chosen, boxes)


def _named(in_view: Bools, chosen: int | None, most: int) -> Ints:
    """Return the places to label, ``most`` at most: the chosen one first, then in text order."""
    named = np.flatnonzero(in_view)[:most]
    return named if chosen is None else np.concatenate([[chosen], named[named != chosen]])


@dataclass(frozen=True, eq=False)
class _Labels:
    """Labels to place: of the places ``named`` first, then of the ``extra`` rows."""

    named: Ints
    named_texts: list[str]
    named_xy: Doubles
    extra: Extra

    @property
    def anchors(self) -> Doubles:
        return np.concatenate([self.named_xy, self.extra.xy])

    @property
    def texts(self) -> list[str]:
        return [*self.named_texts, *self.extra.texts]

    @property
    def minor(self) -> Bools:
        """Rows of a crowd give way to the tokens and get no leader: it would be a thicket."""
        n_extra = len(self.extra.texts)
        return np.repeat([False, n_extra > LED_ROWS], [len(self.named), n_extra])


def _boxes(
    labels: _Labels, plot: QRectF, places: Places, memory: LabelMemory | None
) -> tuple[LabelBox, ...]:
    """Place labels of tokens first and of other rows in the room that is left."""
    measure, anchors = metrics(TEXT_PX), labels.anchors
    widest = min(LABEL_MAX_PX, plot.width() - 4 * LABEL_PAD_PX)
    shown = [with_glyphs(text, font(TEXT_PX)) for text in labels.texts]
    texts = [measure.elidedText(t, Qt.TextElideMode.ElideMiddle, widest) for t in shown]
    if not texts:
        return ()
    height = measure.height() + 2.0
    sizes = [(measure.horizontalAdvance(t) + 2 * LABEL_PAD_PX, height) for t in texts]
    keys = _keys(texts)
    placed = place_labels(
        anchors,
        sizes,
        (plot.left(), plot.top(), plot.right(), plot.bottom()),
        priority=-np.arange(len(texts)),
        gap=LABEL_GAP_PX,
        prefer=_preferred(keys, anchors, places.origin, memory),
        dot=DOT_PX,
        around=places.around(),
        minor=labels.minor,
    )
    if memory is not None:
        memory.slots = {k: int(s) for k, s in zip(keys, placed.slots, strict=True) if s >= 0}
    boxes = []
    for i in np.flatnonzero(~placed.hidden).tolist():
        left, top = placed.positions[i]
        at = float(anchors[i, 0]), float(anchors[i, 1])
        mark = int(labels.named[i]) if i < len(labels.named) else None
        boxes.append(
            LabelBox(mark, texts[i], QRectF(left, top, *sizes[i]), at, bool(placed.leaders[i]))
        )
    return tuple(boxes)


def _preferred(
    keys: list[str], anchors: Doubles, origin: Doubles | None, memory: LabelMemory | None
) -> Ints:
    """Return the slot each label would like: beyond the arrow's tip, or where it was last."""
    if origin is not None:
        way = anchors - origin
        # The core's first slots: right, left, above, below.
        flat = np.abs(way[:, 0]) >= 0.5 * np.abs(way[:, 1])
        side, upright = np.where(way[:, 0] >= 0, 0, 1), np.where(way[:, 1] <= 0, 2, 3)
        return np.where(flat, side, upright).astype(np.int64)
    slots = memory.slots if memory is not None else {}
    return np.array([slots.get(key, -1) for key in keys], np.int64)


def _keys(texts: list[str]) -> list[str]:
    """Return a key per label that survives typing: its text and which of that text it is."""
    met: dict[str, int] = {}
    keys = []
    for text in texts:
        met[text] = met.get(text, 0) + 1
        keys.append(f"{met[text]} {text}")
    return keys
