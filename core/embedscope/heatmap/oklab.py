"""OKLab, a colour space in which equal distances look equal.

Matrices: Bjorn Ottosson, "A perceptual color space for image processing" (2020),
https://bottosson.github.io/posts/oklab/; sRGB transfer function: IEC 61966-2-1.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Doubles = NDArray[np.float64]
Argb = NDArray[np.uint32]

_LMS_FROM_RGB = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_LAB_FROM_LMS = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_RGB_FROM_LMS = np.linalg.inv(_LMS_FROM_RGB)
_LMS_FROM_LAB = np.linalg.inv(_LAB_FROM_LMS)


def lab_from_lch(lightness: ArrayLike, chroma: ArrayLike, hue_degrees: ArrayLike) -> Doubles:
    """Return OKLab (..., 3) of lightness 0..1, chroma and hue angle, broadcast together."""
    light, c, hue = np.broadcast_arrays(
        np.asarray(lightness, float), np.asarray(chroma, float), np.radians(hue_degrees)
    )
    return np.stack([light, c * np.cos(hue), c * np.sin(hue)], axis=-1)


def linear_from_lab(lab: Doubles) -> Doubles:
    """Return linear-light sRGB (..., 3); values outside 0..1 are colours no screen shows."""
    linear: Doubles = ((lab @ _LMS_FROM_LAB.T) ** 3) @ _RGB_FROM_LMS.T
    return linear


def argb_from_lab(lab: Doubles) -> Argb:
    """Return opaque 0xAARRGGBB (...,) of OKLab (..., 3), channels clipped to the screen's."""
    linear = np.clip(linear_from_lab(lab), 0.0, 1.0)
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    red, green, blue = np.moveaxis(np.rint(srgb * 255).astype(np.uint32), -1, 0)
    argb: Argb = np.uint32(0xFF000000) | (red << 16) | (green << 8) | blue
    return argb


def linear_from_argb(argb: ArrayLike) -> Doubles:
    """Return linear-light sRGB (..., 3) of 0xAARRGGBB (...,), ignoring alpha."""
    packed = np.asarray(argb, np.uint32)
    srgb = np.stack([(packed >> shift) & 0xFF for shift in (16, 8, 0)], axis=-1) / 255.0
    linear: Doubles = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return linear


def lab_from_argb(argb: ArrayLike) -> Doubles:
    """Return OKLab (..., 3) of 0xAARRGGBB (...,), ignoring alpha."""
    lab: Doubles = np.cbrt(linear_from_argb(argb) @ _LMS_FROM_RGB.T) @ _LAB_FROM_LMS.T
    return lab
