"""What the keys do to a view: pure functions of its two spans."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt

from embedscope_gui.heatmap.even_zoom import Spans, factors, readable
from embedscope_gui.heatmap.span import Span

ZOOM_STEP = 1 / 1.5
Chosen = tuple[int | None, int | None]  # row, dim
_Move = Callable[[Span], Span]


def step(span: Span) -> float:
    """Return how many cells an arrow key moves: an eighth of the view, at least one."""
    return max(1.0, span.length / 8)


def page(span: Span) -> float:
    """Return how many cells a page is: the view less a cell or a tenth, to keep one's place."""
    return max(1.0, span.length - max(1.0, span.length / 10))


_Key = Qt.Key
_ALONG_COLS: Mapping[int, _Move] = {
    _Key.Key_Left: lambda cols: cols.panned(-step(cols)),
    _Key.Key_Right: lambda cols: cols.panned(step(cols)),
}
_ALONG_ROWS: Mapping[int, _Move] = {
    _Key.Key_Up: lambda rows: rows.panned(-step(rows)),
    _Key.Key_Down: lambda rows: rows.panned(step(rows)),
}
_JUMPS: Mapping[int, _Move] = {
    _Key.Key_PageUp: lambda span: span.panned(-page(span)),
    _Key.Key_PageDown: lambda span: span.panned(page(span)),
    _Key.Key_Home: lambda span: span.panned(-span.low),
    _Key.Key_End: lambda span: span.panned(span.size - span.high),
}
_ZOOM: Mapping[int, float] = {
    _Key.Key_Plus: ZOOM_STEP,
    _Key.Key_Equal: ZOOM_STEP,
    _Key.Key_Minus: 1 / ZOOM_STEP,
    _Key.Key_Underscore: 1 / ZOOM_STEP,
}
_FIT = (_Key.Key_F, _Key.Key_R)


def after_key(
    spans: Spans, key: int, chosen: Chosen, *, sideways: bool, size_px: tuple[float, float]
) -> Spans | None:
    """Return the spans after ``key``, or None if the key means nothing here.

    Zooming keeps the row ``chosen`` in place if it is in view; ``sideways`` (Shift) turns Home,
    End and the page keys to the dims; ``size_px`` is (height, width) of the map.
    """
    rows, cols = spans
    if key == _Key.Key_N:
        return readable(spans, (_row_in_use(rows, chosen[0]), _middle_of(chosen[1])), size_px)
    if key in _FIT:
        return Span.whole(rows.size), Span.whole(cols.size)
    if key in _ZOOM:
        return zoomed(spans, _ZOOM[key], chosen[0], size_px)
    return _moved(spans, key, sideways=sideways)


def _moved(spans: Spans, key: int, *, sideways: bool) -> Spans | None:
    """Return the spans moved by an arrow, a page or to an end; None for other keys."""
    rows, cols = spans
    if key in _ALONG_ROWS:
        return _ALONG_ROWS[key](rows), cols
    if key in _ALONG_COLS:
        return rows, _ALONG_COLS[key](cols)
    if key in _JUMPS:
        jump = _JUMPS[key]
        return (rows, jump(cols)) if sideways else (jump(rows), cols)
    return None


def zoomed(spans: Spans, factor: float, chosen: int | None, size_px: tuple[float, float]) -> Spans:
    """Return the spans zoomed about row ``chosen`` if it is in view, else about the middle."""
    rows, cols = spans
    by_rows, by_cols = factors(rows, cols, factor, size_px)
    about = _row_in_use(rows, chosen)
    return rows.zoomed(by_rows, about), cols.zoomed(by_cols, (cols.low + cols.high) / 2)


def _row_in_use(rows: Span, chosen: int | None) -> float:
    """Return the middle of row ``chosen`` if it is in view, else of the view."""
    if chosen is not None and rows.low <= chosen + 0.5 < rows.high:
        return chosen + 0.5
    return (rows.low + rows.high) / 2


def _middle_of(dim: int | None) -> float | None:
    return None if dim is None else dim + 0.5
