"""The sentences of the vectors pane: what is left out, and what would fill it."""

from embedscope.tables.base import Floats
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.scene import left_out


def caption_text(caption: str, cloud: Floats | None, tokens: PointsView, n_axes: int) -> str:
    """Return ``caption`` and how many rows and tokens are not drawn, being not finite."""
    parts = [caption] if caption else []
    if "not drawn" not in caption:
        parts += _lost(cloud, n_axes, "row")
    parts += _lost(tokens.points, n_axes, "token")
    return " · ".join(parts)


def _lost(points: Floats | None, n_axes: int, what: str) -> list[str]:
    n_lost = len(left_out(points, n_axes))
    if points is None or not n_lost:
        return []
    are = "is" if n_lost == 1 else "are"
    return [f"{n_lost:,} of {len(points):,} {what}s {are} not drawn: NaN or infinity"]


def hint_text(cloud: Floats | None, tokens: PointsView) -> str:
    """Return what would fill an empty picture, or ""."""
    if cloud is None and not len(tokens.points):
        return "Type a word: its tokens appear here as points."
    return ""
