"""The lines that lead from one stage of the journey to the next."""

from collections.abc import Sequence

from PySide6.QtGui import QPainterPath

from embedscope_gui.figures.canvas import Canvas, Point

HEAD = 6.0


def flow(canvas: Canvas, start: Point, end: Point, colour: str, width: float = 1.4) -> None:
    """Draw a curve that leaves ``start`` and reaches ``end`` level, with a small head."""
    (x0, y0), (x1, y1) = start, end
    bend = (x1 - HEAD - x0) * 0.5
    path = QPainterPath()
    path.moveTo(x0, y0)
    path.cubicTo(x0 + bend, y0, x1 - HEAD - bend, y1, x1 - HEAD + 1, y1)
    canvas.path(path, colour, width)
    canvas.polygon([(x1, y1), (x1 - HEAD, y1 - 3), (x1 - HEAD, y1 + 3)], colour)


def lane_arrow(canvas: Canvas, left: float, right: float, y: float, colour: str) -> None:
    """Draw a straight arrow along a lane, if there is room for one."""
    if right - left > HEAD:
        flow(canvas, (left, y), (right, y), colour, 1.2)


def spray(canvas: Canvas, start: Point, right: float, ys: Sequence[float]) -> None:
    """Draw a curve from one point to each of ``ys`` at ``right``."""
    for y in ys:
        flow(canvas, start, (right, y), canvas.theme.muted, 1.2)


def merge(canvas: Canvas, left: float, right: float, ys: Sequence[float], to: float) -> None:
    """Draw a brace from the lanes at ``left`` and one arrow from it to (``right``, ``to``)."""
    if not ys:
        return
    colour, spine = canvas.theme.muted, left + 10
    top, bottom = min(*ys, to), max(*ys, to)
    for y in ys:
        canvas.line((left, y), (spine, y), colour, 1.2)
    canvas.line((spine, top - 0.6), (spine, bottom + 0.6), colour, 1.2)
    flow(canvas, (spine, to), (right, to), colour, 1.6)
