"""Colours of all rows by a number each, and the legend that explains them; no Qt here."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.shading import mix
from embedscope.geometry.splat import Colours
from embedscope.heatmap.colormap import COLORMAPS
from embedscope.heatmap.oklab import argb_from_lab, lab_from_lch
from embedscope.numerals import format_value
from embedscope.session.results import ColoursResult
from embedscope_gui.theme import Theme, ThemeName

SEQUENTIAL, DIVERGING = "blue-sand", "blue-red"
FAINT_END = 0.22  # of a map: nearer to the ground points would not be seen
MIDDLE = 0.28  # of a diverging map, likewise, on both sides of 0
TAIL = 0.01  # of the values at each end, which share the end's colour
_HUES = (255.0, 50.0, 150.0, 325.0, 95.0, 20.0, 205.0, 290.0, 120.0)
_LIGHTNESS = {"light": (0.52, 0.62), "dark": (0.78, 0.66)}
_CHROMA = 0.14
_GREY_NAMES = frozenset({"no token", "other script", "no letter"})


@dataclass(frozen=True, eq=False)
class Legend:
    """What colours mean: swatches (name, 0xffrrggbb), or a strip of colours between two numbers."""

    title: str
    swatches: tuple[tuple[str, int], ...] = ()
    strip: tuple[int, ...] = ()
    low: str = ""
    high: str = ""


def colour_rows(result: ColoursResult, theme: Theme) -> tuple[Colours, Legend]:
    """Return ARGB (V,) of all rows and the legend; rows without a number are faint."""
    known = np.isfinite(result.values)
    faint = mix(np.array([_argb(theme.cloud)], np.uint32), _argb(theme.surface), _HALF)[0]
    colours = np.full(len(result.values), faint, np.uint32)
    if result.names:
        return _by_name(result, known, colours, theme)
    low, high = _ends(result, known)
    lut = strip(theme.name, diverging=result.diverging)
    with np.errstate(invalid="ignore"):
        share = (result.values[known] - low) / ((high - low) or 1.0)
    colours[known] = lut[np.clip(share * (len(lut) - 1), 0, len(lut) - 1).astype(np.int64)]
    few = tuple(int(c) for c in lut[:: max(len(lut) // 32, 1)])
    return colours, Legend(result.title, (), few, _number(low), _number(high))


_HALF = np.array([128], np.uint32)


def _by_name(
    result: ColoursResult, known: NDArray[np.bool_], colours: Colours, theme: Theme
) -> tuple[Colours, Legend]:
    palette = categories(result.names, theme)
    places = result.values[known].astype(np.int64)
    colours[known] = np.array(palette, np.uint32)[places]
    present = np.bincount(places, minlength=len(palette)) > 0
    shown = zip(result.names, palette, present, strict=True)
    return colours, Legend(result.title, tuple((n, c) for n, c, there in shown if there))


def categories(names: tuple[str, ...], theme: Theme) -> tuple[int, ...]:
    """Return a colour for each name; what is nothing in particular is grey."""
    colours = palette(theme.name)
    return tuple(
        _argb(theme.cloud) if name in _GREY_NAMES else colours[place % len(colours)]
        for place, name in enumerate(names)
    )


@cache
def palette(theme: ThemeName) -> tuple[int, ...]:
    """Return nine colours of different hue, lighter and darker ones in turn."""
    light = np.array([_LIGHTNESS[theme][place % 2] for place in range(len(_HUES))])
    return tuple(argb_from_lab(lab_from_lch(light, _CHROMA, _HUES)).tolist())


@cache
def strip(theme: ThemeName, *, diverging: bool) -> Colours:
    """Return the colours (n,) from low to high that can be seen on the theme's ground."""
    lut = COLORMAPS[DIVERGING if diverging else SEQUENTIAL].for_theme(theme).lut
    if not diverging:
        return lut[int(FAINT_END * len(lut)) :]
    side = int((1 - MIDDLE) * len(lut) / 2)
    return np.concatenate([lut[:side], lut[len(lut) - side :]])


def _ends(result: ColoursResult, known: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the numbers at both ends of the strip; 0 is in the middle of a diverging one."""
    values = result.values[known]
    if not len(values):
        return 0.0, 1.0
    low, high = (float(v) for v in np.quantile(values, [TAIL, 1 - TAIL]))
    if result.diverging:
        largest = max(abs(low), abs(high))
        return -largest, largest
    if result.span is not None:
        return result.span
    if low == high:
        low, high = float(values.min()), float(values.max())
    return low, high


def _number(value: float) -> str:
    whole = value.is_integer() and abs(value) < 1e9
    return f"{int(value):,}" if whole else format_value(value)


def _argb(name: str) -> int:
    return 0xFF000000 | int(name[1:], 16)
