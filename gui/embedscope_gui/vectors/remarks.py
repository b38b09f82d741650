"""The sentences of the vectors pane: what is left out, and what would fill it."""

from collections.abc import Mapping, Sequence

from embedscope.geometry.projection import EMPTY
from embedscope.tables.base import Floats
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.scene import Content, Titles, left_out

NOT_FINITE = "NaN or infinity"


def caption_text(caption: str, lost: Sequence[str]) -> str:
    """Return ``caption`` and the sentences about what is not drawn."""
    return " · ".join(part for part in (caption, *lost) if part)


def lost_sentence(points: Floats | None, n_axes: int, what: str, why: str = NOT_FINITE) -> str:
    """Return "3 of 6 rows are not drawn: NaN or infinity" or ""; ``points`` (n, axes)."""
    n_lost = len(left_out(points, n_axes))
    if points is None or not n_lost:
        return ""
    are = "is" if n_lost == 1 else "are"
    return f"{n_lost:,} of {len(points):,} {what}s {are} not drawn: {why}"


TYPE = "Type a word: its tokens appear here as points."
COMING = "The tokens appear here as points as soon as the axes are found."
NO_AXES: Mapping[str, str] = {
    "pca-tokens": "Type two different words: the axes go where their rows differ most.",
    "expressions": "Write an expression above: it becomes an axis.",
}


def hint_text(
    cloud: Floats | None, tokens: PointsView, axes: str, titles: Titles, *, coming: bool
) -> str:
    """Return what would fill an empty picture, or "".

    ``axes``: of what kind they are; ``coming``: points are on their way.
    """
    if cloud is None and not len(tokens.points):
        return COMING if coming else TYPE
    carries_nothing = all(title.endswith(EMPTY) for title in titles)
    return NO_AXES.get(axes, "") if carries_nothing else ""


def description(content: Content) -> str:
    """Return in words what is drawn, for people who do not see it."""
    if content.is_empty:
        return content.hint
    n_tokens = len(content.tokens.points)
    parts = [f"{n_tokens:,} token{'' if n_tokens == 1 else 's'}"]
    if content.cloud is not None:
        parts.append(f"over {len(content.cloud):,} rows")
    titles = [title for title in content.titles if title]
    if titles:
        parts.append("on " + ", ".join(titles))
    if content.legend is not None:
        parts.append(f"coloured by {content.legend.title}")
    return " ".join(parts)
