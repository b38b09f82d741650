"""What plane and space share as widgets: painting a scene, looking at and choosing its points."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from embedscope.geometry.pick import pick, points_inside
from embedscope.tables.base import Floats, Ints
from embedscope_gui.theme import Theme
from embedscope_gui.vectors.gestures import Drawing, GestureWidget
from embedscope_gui.vectors.hover import cloud_lines, token_lines
from embedscope_gui.vectors.judged import NOT_JUDGED
from embedscope_gui.vectors.marked_note import MarkedNote
from embedscope_gui.vectors.overlay import paint_outline
from embedscope_gui.vectors.paint_content import PaintCache
from embedscope_gui.vectors.points_view import NOT_IN_TEXT, Marks
from embedscope_gui.vectors.scene import Content, Hover, Scene2D, Scene3D

SceneT = TypeVar("SceneT", Scene2D, Scene3D)
RowLabel = Callable[[int], str]
SETTLE_MS = 140  # after the last movement the picture is made in full
PICK_PX = 7.0
CORNERS_MAX = 200  # of a lasso


class PointCanvas(GestureWidget, Generic[SceneT]):
    """Shows one scene; subclasses say how it is painted, moved, zoomed and fitted."""

    tokenClicked = Signal(int)  # text position
    rowClicked = Signal(int)
    rowHovered = Signal(int)  # -1 when there is none
    rowsMarked = Signal(object, bool)  # rows (n,) of the cloud; besides those marked already?
    drawingChanged = Signal(str)  # what the next drag draws, "": nothing

    def __init__(self, scene: SceneT, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene: SceneT = scene
        self.theme = theme
        self.cache = PaintCache()
        self.row_label: RowLabel = "row {:,}".format
        self.judged = NOT_JUDGED
        self.marked_note = MarkedNote(self)
        self.marked_note.set_theme(theme)
        self.marked_note.clicked.connect(self.unmark)
        self.wants_fit = True  # at the next painting, when all parts of the news have come
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._on_settled)

    # What subclasses say

    @abstractmethod
    def paint_scene(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the scene."""

    @abstractmethod
    def cloud_px(self) -> tuple[Floats, Floats, Floats | None] | None:
        """Return x, y and depth of the cloud's points in pixels, or None without a cloud."""

    @abstractmethod
    def marks(self) -> Marks:
        """Return the places of the tokens on the axes in view."""

    # What the pane tells

    def show_content(self, content: Content) -> None:
        """Show other points; what the pointer rests on stays if they are the same."""
        old = self.scene.content
        moved = content.tokens.positions is not old.tokens.positions
        if moved or content.cloud is not old.cloud:
            self.point(None)
        if content.marked is not old.marked:
            self.marked_note.show_count(0 if content.marked is None else len(content.marked))
        self.scene = replace(self.scene, content=content)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in another theme."""
        self.theme = theme
        self.marked_note.set_theme(theme)
        self.update()

    # Painting

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(420, 420)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint background and scene."""
        self.fit_if_wanted()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self.theme.surface))
            self.paint_scene(painter, QRectF(self.rect()))
            outline = np.array([(at.x(), at.y()) for at in self.outline]).reshape(-1, 2)
            paint_outline(painter, outline, self.theme)
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QColor(self.theme.accent))
                painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw coarsely while the size changes."""
        super().resizeEvent(event)
        if self.isVisible():
            self.in_motion()

    def fit_if_wanted(self) -> None:
        """Fit what has not been seen yet; later news leave the view alone."""
        if self.wants_fit and not self.scene.content.is_empty:
            self.fit()

    def in_motion(self) -> None:
        """Repaint, coarsely until nothing has moved for a moment."""
        self.cache.cloud.moving = True
        self._settle.start()
        self.update()

    def moved(self) -> None:
        """Repaint after a move by the user."""
        self.wants_fit = False
        super().moved()
        self.in_motion()

    def reset(self) -> None:
        """Fit; a view that turns goes back to its first side too."""
        self.fit()

    def _on_settled(self) -> None:
        self.cache.cloud.moving = False
        self.update()

    # Looking and choosing

    def mark_at(self, at: QPointF) -> int | None:
        """Return the place of tokens at a pixel."""
        layout = self.cache.layout
        if layout is None or layout.marks is not self.marks():
            return None
        return layout.hit(at.x(), at.y())

    def row_at(self, at: QPointF) -> int | None:
        """Return the row of the cloud at a pixel: the nearest one in front."""
        px = self.cloud_px()
        return None if px is None else pick(*px, at.x(), at.y(), radius_px=PICK_PX)

    def is_free(self, at: QPointF) -> bool:
        """Tell whether there is no token at a pixel."""
        return self.mark_at(at) is None

    def point(self, at: QPointF | None) -> None:
        """Look at what is at a pixel: a place of tokens first, else a row of the cloud."""
        mark = None if at is None else self.mark_at(at)
        row = None if at is None or mark is not None else self.row_at(at)
        old = self.scene.hover
        if (old.mark, old.row) == (mark, row):
            return
        before = self._row_of(old)
        self.scene = replace(self.scene, hover=Hover(mark, row, self._lines(mark, row)))
        free = mark is None and row is None
        self.setCursor(Qt.CursorShape.ArrowCursor if free else Qt.CursorShape.PointingHandCursor)
        self.update()
        now = self._row_of(self.scene.hover)
        if now != before:
            self.rowHovered.emit(-1 if now is None else now)

    def _lines(self, mark: int | None, row: int | None) -> tuple[str, ...]:
        """Return what is said about a place or a row."""
        cloud, marks = self.scene.content.cloud, self.marks()
        said: tuple[str, ...]
        if mark is not None:
            said = token_lines(cloud, marks, mark, self.row_label)
        elif row is not None and cloud is not None:
            said = cloud_lines(cloud[:, : marks.points.shape[1]], row, self.row_label)
        else:
            return ()
        pointed = self._row_of(Hover(mark, row))
        note = "" if pointed is None else self.judged.note(pointed)
        return (*said, note) if note else said

    def _row_of(self, hover: Hover) -> int | None:
        """Return the table row that the pointer rests on, where it is known."""
        marks = self.marks()
        rows = marks.view.rows
        if hover.mark is None or rows is None or hover.mark >= len(marks):
            return hover.row
        return int(rows[marks.at(hover.mark)[0]])

    def click(self, at: QPointF) -> None:
        """Choose the token, else the row, at a pixel."""
        mark = self.mark_at(at)
        position = None if mark is None else self._next_at(mark)
        row = self.row_at(at) if position is None else self._row_of(Hover(mark))
        if position is not None and position != NOT_IN_TEXT:
            self.tokenClicked.emit(position)
        elif row is not None:
            self.rowClicked.emit(row)

    def draw(self, what: Drawing) -> None:
        """Let the next drag draw ``what``."""
        super().draw(what)
        self.drawingChanged.emit(what)

    def enclose(self, outline: Sequence[QPointF], *, add: bool) -> None:
        """Mark the rows of the cloud that are seen inside ``outline``."""
        px = self.cloud_px()
        if px is None:
            return
        step = max(len(outline) // CORNERS_MAX, 1)
        corners = np.array([(at.x(), at.y()) for at in outline[::step]])
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        x, y, _ = px
        with np.errstate(invalid="ignore"):
            near = np.flatnonzero((x >= left) & (x <= right) & (y >= top) & (y <= bottom))
        self.rowsMarked.emit(near[points_inside(x[near], y[near], corners)], add)

    def unmark(self) -> None:
        """Mark no rows any more."""
        self.rowsMarked.emit(np.zeros(0, np.int64), False)

    def _next_at(self, mark: int) -> int:
        """Return the text position at a place; of several the one after the selected one."""
        marks = self.marks()
        here: Ints = marks.view.positions[marks.at(mark)]
        found = np.flatnonzero(here == self.scene.content.selected)
        return int(here[(found[0] + 1) % len(here)] if len(found) else here[0])

    def walk(self, step: int) -> None:
        """Choose the next or previous token in text order."""
        positions, now = np.sort(self.scene.content.tokens.positions), self.scene.content.selected
        positions = positions[positions != NOT_IN_TEXT]
        if now is None or now == NOT_IN_TEXT:
            index = 0 if step > 0 else len(positions) - 1
        elif step > 0:
            index = int(np.searchsorted(positions, now, "right"))
        else:
            index = int(np.searchsorted(positions, now, "left")) - 1
        if 0 <= index < len(positions):
            self.tokenClicked.emit(int(positions[index]))
