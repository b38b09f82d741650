"""The merges that built a token, as a tree from its bytes up."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from embedscope.lessons.ancestry import N_BYTES, Ancestry, ancestry
from embedscope.lessons.demos import MergeChainDemo
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope.tokenizers.base import NO_ID
from embedscope.tokenizers.merges import MergeTree, merge_tree
from embedscope.tokenizers.visible import visible
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, text_width
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind, following
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.sheet import area, paint_chip_box, paint_remark
from embedscope_gui.theme import Theme

LEAF, LEVEL, MOST_LEVEL = 66.0, 52.0, 66.0
CHIP_HEIGHT = 24.0
LONGEST = 24  # letters of a label


@dataclass(frozen=True, eq=False)
class Built:
    """A token, how it was merged, and what is said about it."""

    tree: MergeTree
    origin: Ancestry


Found = Built | None


@dataclass(frozen=True)
class Node:
    """A place in the tree: ``x`` in leaves from the left, ``level`` in merges from the bytes."""

    tree: MergeTree
    x: float
    level: int
    parts: tuple["Node", ...]

    def walk(self) -> Iterator["Node"]:
        """Give this node and all under it."""
        yield self
        for part in self.parts:
            yield from part.walk()


def placed(tree: MergeTree, left: float = 0.0) -> Node:
    """Return ``tree`` with its bytes side by side and each merge above the middle of its parts."""
    if not tree.parts:
        return Node(tree, left + 0.5, 0, ())
    parts = []
    for part in tree.parts:
        parts.append(placed(part, left))
        left += n_leaves(part)
    middle = (parts[0].x + parts[-1].x) / 2
    return Node(tree, middle, max(part.level for part in parts) + 1, tuple(parts))


def n_leaves(tree: MergeTree) -> int:
    """Return how many bytes (or parts that were never merged) are under ``tree``."""
    return sum(map(n_leaves, tree.parts)) if tree.parts else 1


def _bytes_of(tree: MergeTree) -> Iterator[MergeTree]:
    """Give the parts that were never merged, from the left."""
    if not tree.parts:
        yield tree
    for part in tree.parts:
        yield from _bytes_of(part)


@dataclass(frozen=True, eq=False)
class MergeChainFigure:
    """The token on top, its two parts under it, their parts, down to bytes."""

    built: Built

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"How {self._label(self.built.tree)} was merged"

    @cached_property
    def root(self) -> Node:
        """The tree with the places of its nodes."""
        return placed(self.built.tree)

    @property
    def natural_size(self) -> Size:
        """Room for each byte and each level."""
        leaves = n_leaves(self.built.tree)
        return Size(int(max(leaves * LEAF, 480)), int(self.root.level * LEVEL + 104))

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(max(int(n_leaves(self.built.tree) * 0.8 * LEAF), 320), self.natural_size.height)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the links, then the tokens over them."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        centres = self._centres(room)
        for node in self.root.walk():
            for part in node.parts:
                self._paint_link(canvas, centres[id(node)], centres[id(part)])
        for node in self.root.walk():
            self._paint_node(canvas, node, *centres[id(node)])
        paint_remark(canvas, height, lines)

    def _centres(self, room: QRectF) -> dict[int, tuple[float, float]]:
        leaves = n_leaves(self.built.tree)
        pitch = min(room.width() / leaves, LEAF * 1.7)
        step = min((room.height() - CHIP_HEIGHT - 16) / max(self.root.level, 1), MOST_LEVEL)
        left = room.center().x() - leaves * pitch / 2
        high = self.root.level * step
        bottom = room.center().y() + high / 2
        return {id(n): (left + n.x * pitch, bottom - n.level * step) for n in self.root.walk()}

    def _paint_link(
        self, canvas: Canvas, above: tuple[float, float], below: tuple[float, float]
    ) -> None:
        (x0, y0), (x1, y1) = above, below
        path = QPainterPath()
        path.moveTo(x1, y1 - CHIP_HEIGHT / 2)
        path.cubicTo(x1, (y0 + y1) / 2, x0, (y0 + y1) / 2 + 6, x0, y0 + CHIP_HEIGHT / 2 + 13)
        canvas.path(path, canvas.theme.muted, 1.2)

    def _paint_node(self, canvas: Canvas, node: Node, x: float, y: float) -> None:
        theme, label = canvas.theme, self._label(node.tree)
        width = max(text_width(label, BODY_PX) + 14, 26.0)
        box = QRectF(x - width / 2, y - CHIP_HEIGHT / 2, width, CHIP_HEIGHT)
        if node is self.root:
            paint_chip_box(canvas, box, label, theme.accent, theme.accent_text)
        else:
            ground = theme.window if not node.parts else theme.tokens[0]
            paint_chip_box(canvas, box, label, ground)
            if not node.parts:
                canvas.box(box.adjusted(0.5, 0.5, -0.5, -0.5), None, theme.line, radius=4.0)
        ink = Ink(SMALL_PX, theme.muted)
        canvas.text(x, box.bottom() + 12, self._known(node.tree), ink, "middle")

    def _known(self, tree: MergeTree) -> str:
        """Return "id 995 · merge 740", or the id alone."""
        if tree.token_id is None:
            return "no id"
        number = tree.token_id - N_BYTES + 1
        is_numbered = tree.parts and self.built.origin.number is not None
        return f"id {tree.token_id}" + (f" · merge {number:,}" if is_numbered else "")

    def remark(self) -> str:
        """Say that a byte's id is not the byte itself, with the first for which that is so."""
        for tree in _bytes_of(self.built.tree):
            if tree.token_id is not None and len(tree.data) == 1 and tree.data[0] != tree.token_id:
                name = visible(tree.data, LONGEST)
                return (
                    f"At the foot are single bytes. Their ids have an order of their own: "
                    f"“{name}” is byte {tree.data[0]}, with id {tree.token_id}."
                )
        return ""

    def _label(self, tree: MergeTree) -> str:
        return visible(tree.data, LONGEST)


def find(_demo: MergeChainDemo, view: LessonView, _progress: Progress) -> Found:
    """Return the merges of the chosen token, None where there is no token with an id."""
    token_id = view.chosen_row
    if token_id is None and view.position is not None and view.ids[view.position] != NO_ID:
        token_id = int(view.ids[view.position])
    if token_id is None or view.tokenizer.token_bytes(token_id) is None:
        return None
    return Built(merge_tree(view.tokenizer, token_id), ancestry(view.tokenizer, token_id))


def figure(_demo: MergeChainDemo, given: Given[Found]) -> Figure:
    """Return the tree, or why there is none."""
    if given.found is None:
        return Nothing("Choose a token: the merges that built it appear here.")
    if not given.found.tree.parts:
        return Nothing(f"“{given.found.origin.label}”: {given.found.origin.note}")
    return MergeChainFigure(given.found)


KIND = DemoKind(find, figure, following(figure))
