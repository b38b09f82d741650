"""Where the columns of the journey lie."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF

TEXT, TOKENS, IDS, ROWS, POINTS = 150.0, 104.0, 58.0, 230.0, 330.0
TABLE, READABLE_CELL = 116.0, 56.0
GAPS = (44.0, 26.0, 46.0, 56.0, 48.0)  # after text, tokens, ids, table, rows


@dataclass(frozen=True)
class Stages:
    """A rectangle for each column, all of the same height."""

    text: QRectF
    tokens: QRectF
    ids: QRectF
    table: QRectF
    rows: QRectF
    points: QRectF


def lay_out_stages(
    body: QRectF, table_cells: float, head_room: float, *, points: bool = True
) -> Stages:
    """Return the columns in ``body``, narrower or wider in proportion.

    ``table_cells`` cells of the table are to be readable (0: it is a picture), ``head_room`` lies
    to its left. Without ``points`` the last column has no width.
    """
    table = max(table_cells * READABLE_CELL, TABLE)
    columns = (TEXT, TOKENS, IDS, table, ROWS, POINTS if points else 0.0)
    gaps = (*GAPS[:2], GAPS[2] + head_room, GAPS[3], GAPS[4] if points else 0.0)
    share = max(body.width() - sum(gaps), 1.0) / sum(columns)
    rects = []
    x = body.x()
    for width, gap in zip(columns, (*gaps, 0.0), strict=True):
        rects.append(QRectF(x, body.y(), width * share, body.height()))
        x += width * share + gap
    return Stages(*rects)
