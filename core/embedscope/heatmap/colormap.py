"""Colour maps made from a few OKLab numbers, and the colouring of values with them.

Every map is a straight line (or two that meet at the neutral) in OKLab, so equal steps look
equal. Diverging maps have the same lightness and chroma at equal distance on both sides; their
hue pairs (blue/red, purple/green) stay apart for red-green colour blindness.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from embedscope.heatmap.levels import Levels
from embedscope.heatmap.oklab import Argb, Doubles, argb_from_lab, lab_from_lch

Theme = Literal["light", "dark"]
Kind = Literal["diverging", "sequential"]
N_COLOURS = 256

BAD_COLOURS: Mapping[str, int] = MappingProxyType(
    {"nan": 0xFFFF2BD6, "+inf": 0xFFFFE500, "-inf": 0xFF00E5FF}
)
"""ARGB of cells that hold no finite number: magenta, yellow, cyan; on no map, in both themes."""


@dataclass(frozen=True, eq=False)
class Colormap:
    """256 colours from the low end to the high end; ``lut`` and ``dark_lut`` are ARGB (256,).

    In a diverging map entries 127 and 128 are the neutral, and 127 - i mirrors 128 + i.
    """

    name: str
    title: str
    kind: Kind
    lut: Argb = field(repr=False)
    dark_lut: Argb = field(repr=False)

    def for_theme(self, theme: Theme) -> "Colormap":
        """Return the map whose ``lut`` suits a light or a dark window."""
        return self if theme == "light" else replace(self, lut=self.dark_lut)

    @property
    def neutral(self) -> int:
        """ARGB of 0 in a diverging map, of the low end in a sequential one."""
        return int(self.lut[N_COLOURS // 2 if self.kind == "diverging" else 0])


def _frozen(argb: Argb) -> Argb:
    """Return ``argb`` made read-only, so that no one can spoil a shared map."""
    argb.flags.writeable = False
    return argb


def _diverging(neutral: float, end: float, chroma: float, hues: tuple[float, float]) -> Argb:
    """Return (256,) ARGB: hue ``hues[0]`` at lightness ``end``, neutral grey, hue ``hues[1]``."""
    step = np.arange(N_COLOURS // 2) / (N_COLOURS // 2 - 1)
    light = neutral + (end - neutral) * step
    low, high = (argb_from_lab(lab_from_lch(light, chroma * step, hue)) for hue in hues)
    return _frozen(np.concatenate([low[::-1], high]))


def _line(start: Doubles, stop: Doubles) -> Argb:
    """Return (256,) ARGB on the straight line between two OKLab colours (3,)."""
    step = np.arange(N_COLOURS)[:, None] / (N_COLOURS - 1)
    return _frozen(argb_from_lab(start + (stop - start) * step))


def _diverging_map(name: str, title: str, hues: tuple[float, float], chroma: float) -> Colormap:
    """Return a diverging map: paper white to deep ends, and near black to bright ends."""
    light = _diverging(0.97, 0.50, chroma, hues)
    dark = _diverging(0.23, 0.72, chroma, hues)
    return Colormap(name, title, "diverging", light, dark)


def _sequential_map(name: str, title: str, deep: Doubles, pale: Doubles) -> Colormap:
    """Return a sequential map: small values near the window's ground, large ones far from it."""
    return Colormap(name, title, "sequential", _line(pale, deep), _line(deep, pale))


_MAPS = (
    _diverging_map("blue-red", "blue – red", (258.0, 27.0), 0.145),
    _diverging_map("purple-green", "purple – green", (310.0, 145.0), 0.14),
    _sequential_map(
        "blue-sand", "blue – sand", lab_from_lch(0.25, 0.09, 262.0), lab_from_lch(0.96, 0.06, 95.0)
    ),
    _sequential_map("greys", "greys", lab_from_lch(0.18, 0.0, 0.0), lab_from_lch(0.98, 0.0, 0.0)),
)
COLORMAPS: Mapping[str, Colormap] = MappingProxyType({m.name: m for m in _MAPS})
DEFAULT_COLORMAP = "blue-red"
DEFAULT_SEQUENTIAL = "blue-sand"


def colourise(
    values: NDArray[np.float32], levels: Levels, colormap: Colormap, theme: Theme = "light"
) -> Argb:
    """Return ARGB (h, w) of ``values`` (h, w); outside the levels the end colours, bad ones apart.

    With symmetric levels 0 is exactly the neutral colour.
    """
    lut = colormap.for_theme(theme).lut
    bad = ~np.isfinite(values)
    if not bad.any():
        return lut[_indices(values, levels)]
    argb = lut[_indices(np.where(bad, np.float32(0), values), levels)]
    argb[np.isnan(values)] = BAD_COLOURS["nan"]
    argb[values == np.inf] = BAD_COLOURS["+inf"]
    argb[values == -np.inf] = BAD_COLOURS["-inf"]
    return argb


def _indices(values: NDArray[np.float32], levels: Levels) -> NDArray[np.uint8]:
    """Return the entry 0..255 of the map for finite ``values``."""
    scaled = levels.position(values)
    scaled *= N_COLOURS
    np.minimum(scaled, N_COLOURS - 1, out=scaled)
    return scaled.astype(np.uint8)


def colour_bar(colormap: Colormap, n_px: int, theme: Theme = "light") -> Argb:
    """Return ARGB (n_px,) of the whole map, the low end first; it fits any levels and scale."""
    return colormap.for_theme(theme).lut[np.arange(n_px) * N_COLOURS // max(n_px, 1)]
