"""Painting in the theme's colours, with text that is placed the same way in every format."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal, NamedTuple

from PySide6.QtCore import QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPen,
    QPolygonF,
)
from PySide6.QtSvg import QSvgGenerator

from embedscope_gui.figures.fonts import BODY_PX, elided, font, metrics, text_width
from embedscope_gui.theme import Theme

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]

LARGEST_SCALE = 8.0


class Label(NamedTuple):
    """A text whose place in an SVG is given by its start, middle or end."""

    text: str
    anchor: Anchor


class Ink(NamedTuple):
    """How a text looks; no colour is the theme's text colour."""

    px: int = BODY_PX
    colour: str = ""
    bold: bool = False


BODY = Ink()
JOINER, FIRST_SYMBOL = "\u200d", "\u2190"


class FigurePdf(QPdfWriter):
    """A page that knows how many values a logical pixel of its pictures should have."""

    def __init__(self, device: QIODevice, raster_scale: float) -> None:
        super().__init__(device)
        self.raster_scale = raster_scale


class FigureSvg(QSvgGenerator):
    """Collects the texts of a figure: they are put in whole afterwards (Qt cuts them up)."""

    def __init__(self, raster_scale: float = 1.0) -> None:
        super().__init__(QSvgGenerator.SvgVersion.Svg11)  # Tiny 1.2 knows no clipping
        self.raster_scale = raster_scale
        self.labels: list[Label] = []

    def stand_in(self, label: Label) -> str:
        """Return letters to draw in place of ``label``."""
        self.labels.append(label)
        return f"LABEL{len(self.labels) - 1}LABEL"


@dataclass(frozen=True)
class Canvas:
    """A painter with a theme; colours are "#rrggbb", lengths logical pixels."""

    painter: QPainter
    theme: Theme

    @property
    def scale(self) -> float:
        """Values per logical pixel that a picture drawn now should have, alike in all formats."""
        device = self.painter.device()
        if isinstance(device, FigureSvg | FigurePdf):
            return min(max(device.raster_scale, 1.0), LARGEST_SCALE)
        transform = self.painter.deviceTransform()
        return min(max(sqrt(abs(transform.determinant())), 1.0), LARGEST_SCALE)

    @property
    def is_vector(self) -> bool:
        """True for SVG and PDF."""
        kind = self.painter.paintEngine().type()
        return bool(kind in (kind.SVG, kind.Pdf))

    def text(
        self,
        x: float,
        baseline: float,
        text: str,
        ink: Ink = BODY,
        anchor: Anchor = "start",
        room: float | None = None,
    ) -> float:
        """Draw one line, cut to ``room`` if given; return its width."""
        text = readable(text)
        text = text if room is None else elided(text, room, ink.px, ink.bold)
        width = text_width(text, ink.px, ink.bold)
        self.painter.setFont(font(ink.px, ink.bold))
        self.painter.setPen(QColor(ink.colour or self.theme.text))
        self.painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        device = self.painter.device()
        if isinstance(device, FigureSvg):
            self.painter.drawText(QPointF(x, baseline), device.stand_in(Label(text, anchor)))
        else:
            before = {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            self.painter.drawText(QPointF(x - before, baseline), text)
        return width

    def centred(self, rect: QRectF, text: str, ink: Ink = BODY) -> None:
        """Draw one line in the middle of ``rect``, cut to its width."""
        baseline = rect.center().y() + metrics(ink.px, ink.bold).capHeight() / 2
        self.text(rect.center().x(), baseline, text, ink, "middle", rect.width())

    def upright(self, x: float, y: float, text: str, ink: Ink = BODY) -> None:
        """Draw one line that runs upwards, its middle at (x, y)."""
        self.painter.save()
        self.painter.translate(x, y)
        self.painter.rotate(-90)
        self.text(0, metrics(ink.px, ink.bold).capHeight() / 2, text, ink, "middle")
        self.painter.restore()

    def box(
        self,
        rect: QRectF,
        fill: str | QColor | None = None,
        line: str | None = None,
        *,
        radius: float = 0.0,
        width: float = 1.0,
        dashed: bool = False,
    ) -> None:
        """Draw a rectangle, filled, outlined or both."""
        self.painter.setBrush(QBrush(QColor(fill)) if fill else QBrush(Qt.BrushStyle.NoBrush))
        self._set_pen(line, width, dashed=dashed)
        if radius:
            self.painter.drawRoundedRect(rect, radius, radius)
        else:
            self.painter.drawRect(rect)

    def line(
        self, start: Point, end: Point, colour: str, width: float = 1.0, *, dashed: bool = False
    ) -> None:
        """Draw a straight line."""
        self._set_pen(colour, width, dashed=dashed)
        self.painter.drawLine(QPointF(*start), QPointF(*end))

    def path(self, path: QPainterPath, colour: str, width: float = 1.0) -> None:
        """Draw a curve."""
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self._set_pen(colour, width)
        self.painter.drawPath(path)

    def polygon(self, points: Sequence[Point], fill: str) -> None:
        """Fill a polygon."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(fill))
        self.painter.drawPolygon(QPolygonF([QPointF(*point) for point in points]))

    def dot(self, x: float, y: float, radius: float, fill: str, ring: str | None = None) -> None:
        """Fill a disc, with a ring round it if wanted."""
        self._set_pen(ring, 1.5)
        self.painter.setBrush(QColor(fill))
        self.painter.drawEllipse(QPointF(x, y), radius, radius)

    def arrow(self, start: Point, end: Point, colour: str, width: float = 1.5) -> None:
        """Draw a straight arrow that ends in a small filled head."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = sqrt(dx * dx + dy * dy) or 1.0
        ux, uy = dx / length, dy / length
        head = min(3.0 + 2.5 * width, length)
        base = (end[0] - ux * head, end[1] - uy * head)
        half = head * 0.45
        self.line(start, (base[0] + ux, base[1] + uy), colour, width)
        left = (base[0] - uy * half, base[1] + ux * half)
        right = (base[0] + uy * half, base[1] - ux * half)
        self.polygon([end, left, right], colour)

    def _set_pen(self, colour: str | None, width: float, *, dashed: bool = False) -> None:
        if not colour:
            self.painter.setPen(Qt.PenStyle.NoPen)
            return
        pen = QPen(QColor(colour), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if dashed:
            pen.setDashPattern([3.0, 3.0])
        self.painter.setPen(pen)


def readable(text: str) -> str:
    """Return ``text`` as one line that every format can hold: breaks and controls made visible.

    Joiners between emoji stay: they make one picture of several.
    """
    parts = (char if char.isprintable() else _escape(char) for char in text)
    if JOINER not in text:
        return "".join(parts)
    around = zip(" " + text, parts, text[1:] + " ", strict=False)
    return "".join(
        JOINER if part == _escape(JOINER) and _is_symbol(before) and _is_symbol(after) else part
        for before, part, after in around
    )


def _is_symbol(char: str) -> bool:
    return char >= FIRST_SYMBOL and char.isprintable()


def _escape(char: str) -> str:
    code = ord(char)
    if char == "\n":
        return "⏎"
    if char == "\u3000":
        return char
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
