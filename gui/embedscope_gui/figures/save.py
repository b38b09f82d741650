"""Saving a figure: the whole file or none."""

from dataclasses import dataclass
from pathlib import Path

from embedscope.errors import EmbedscopeError
from embedscope.export import with_ending, write_aside
from embedscope_gui.figures.figure import Figure, least_size
from embedscope_gui.figures.formats import PICTURE_FORMATS, Look
from embedscope_gui.figures.layout import lay_out
from embedscope_gui.theme import THEMES, Theme

OTHER_PICTURES = frozenset(
    ("jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "eps", "ps", "emf", "wmf", "heic", "avif")
)
"""Endings that ask for what cannot be made; other endings are part of the name."""


@dataclass(frozen=True)
class SaveOptions:
    """How to save: size in logical pixels (None: the figure's own), PNG pixels per logical one."""

    width: float | None = None
    height: float | None = None
    scale: float = 1.0
    transparent: bool = False
    theme: Theme = THEMES["light"]


def save_figure(
    figure: Figure,
    path: str | Path,
    options: SaveOptions = SaveOptions(),
    kind: str | None = None,
) -> Path:
    """Write ``figure`` and return where: ``path``, with the ending of ``kind`` if that is missing.

    ``kind`` is png, svg or pdf; None goes by the ending, and means png where there is none.
    Raises EmbedscopeError for an unknown kind, an impossible size, a place that cannot be written.
    """
    kind = kind or picture_kind(Path(path))
    if kind not in PICTURE_FORMATS:
        raise EmbedscopeError(f'"{kind}" is not a picture format; choose png, svg or pdf.')
    place = with_ending(path, kind)
    write_aside(place, PICTURE_FORMATS[kind](figure, look_of(figure, options)))
    return place


def look_of(figure: Figure, options: SaveOptions) -> Look:
    """Return the look that ``options`` ask for; raises EmbedscopeError for impossible sizes."""
    layout = lay_out(
        figure.natural_size, options.width, options.height, options.scale, least_size(figure)
    )
    return Look(layout, options.theme, options.transparent)


def picture_kind(path: Path) -> str:
    """Return the format that the name asks for: its ending, or png where that names none."""
    ending = path.suffix[1:].lower()
    return ending if ending in PICTURE_FORMATS or ending in OTHER_PICTURES else "png"
