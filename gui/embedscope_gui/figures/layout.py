"""From the size that was asked for to the size that is drawn."""

from dataclasses import dataclass

from embedscope.errors import EmbedscopeError
from embedscope_gui.figures.figure import ANY_ROOM, Size
from embedscope_gui.figures.fonts import SMALL_PX

SMALLEST_ZOOM = 0.8  # below, text would be too small to read: the figure gets less room instead
SLIDE = 16 / 9  # width over height
SMALLEST_SHARE = 1 / 54  # of a slide's height: 20 of 1080 pixels, which the last row can read
LARGEST_SIDE_PX = 32_000
LARGEST_AREA_PX = 200_000_000  # 800 MB


@dataclass(frozen=True)
class Layout:
    """A picture of ``pixels`` whose content is laid out in ``room`` and drawn ``zoom`` as large.

    A picture larger than the figure's natural size is a larger figure, strokes and text
    included; only the shape that was asked for changes the room.
    """

    size: Size  # logical pixels of the picture
    scale: float  # pixels of a PNG per logical pixel
    natural: Size
    least: Size = ANY_ROOM
    readable: float = 0.0  # zoom at which the smallest text can be read on a slide

    @property
    def zoom(self) -> float:
        """How much larger than normal everything is drawn.

        A figure that can do with less room has larger text where it would else be too small.
        """
        fits = min(self.size.width / self.least.width, self.size.height / self.least.height)
        return max(self._usual, min(self.readable, fits)) if self.least > ANY_ROOM else self._usual

    @property
    def _usual(self) -> float:
        across = self.size.width / self.natural.width
        down = self.size.height / self.natural.height
        if min(across, down) >= 1:
            return min(across, down)
        # A smaller picture has less room before its text gets too small to read; then it shrinks.
        readable = max(min(across, 1.0), SMALLEST_ZOOM)
        fits = min(self.size.width / self.least.width, self.size.height / self.least.height)
        return min(readable, fits)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height that the figure is painted into, before the zoom."""
        return self.size.width / self.zoom, self.size.height / self.zoom

    @property
    def pixels(self) -> Size:
        """Whole pixels of a PNG."""
        return Size(round(self.size.width * self.scale), round(self.size.height * self.scale))


def lay_out(
    natural: Size,
    width: float | None = None,
    height: float | None = None,
    scale: float = 1.0,
    least: Size = ANY_ROOM,
) -> Layout:
    """Return the layout for an asked size; a side not given follows from the other.

    Raises EmbedscopeError, in one sentence, for a size that no picture can have.
    """
    asked = _asked_size(natural, width, height)
    _check(*asked, scale)
    size = Size(round(asked[0]), round(asked[1]))
    whole_slide = width is not None and height is not None and size != natural
    readable = min(size.height, size.width / SLIDE) * SMALLEST_SHARE / SMALL_PX
    layout = Layout(size, scale, natural, least, readable if whole_slide else 0.0)
    _check_pixels(layout.pixels)
    return layout


def _asked_size(natural: Size, width: float | None, height: float | None) -> tuple[float, float]:
    if width is None and height is None:
        return natural
    if width is None:
        return natural.width * (height or 0) / natural.height, height or 0
    if height is None:
        return width, natural.height * width / natural.width
    return width, height


def _check(width: float, height: float, scale: float) -> None:
    for what, value in (("width", width), ("height", height)):
        if not 1 <= value <= LARGEST_SIDE_PX:
            raise EmbedscopeError(
                f"A picture cannot have a {what} of {value:,.10g} pixels; "
                f"choose 1 to {LARGEST_SIDE_PX:,}."
            )
    if not 0.01 <= scale <= 100:
        raise EmbedscopeError(f"A picture cannot have the scale {scale:g}; choose 0.01 to 100.")


def _check_pixels(pixels: Size) -> None:
    width, height = pixels
    if min(pixels) < 1 or max(pixels) > LARGEST_SIDE_PX or width * height > LARGEST_AREA_PX:
        raise EmbedscopeError(
            f"A picture of {width:,} x {height:,} pixels cannot be made; "
            f"choose another size or scale ({LARGEST_AREA_PX // 1_000_000} million pixels at most)."
        )
