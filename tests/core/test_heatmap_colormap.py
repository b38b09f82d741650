"""Colour maps: even lightness, an exact neutral, colours of their own for NaN and infinity."""

import numpy as np
import pytest

from embedscope.heatmap.cells import contrast
from embedscope.heatmap.colormap import (
    BAD_COLOURS,
    COLORMAPS,
    Colormap,
    Theme,
    colour_bar,
    colourise,
)
from embedscope.heatmap.levels import Levels
from embedscope.heatmap.oklab import (
    Argb,
    Doubles,
    argb_from_lab,
    lab_from_argb,
    lab_from_lch,
    linear_from_argb,
)

THEMES: tuple[Theme, ...] = ("light", "dark")
EVERY_LUT = [(m, theme) for m in COLORMAPS.values() for theme in THEMES]
DIVERGING = [(m, theme) for m, theme in EVERY_LUT if m.kind == "diverging"]
SEQUENTIAL = [(m, theme) for m, theme in EVERY_LUT if m.kind == "sequential"]


def lab_of(colormap: Colormap, theme: Theme) -> Doubles:
    return lab_from_argb(colormap.for_theme(theme).lut)


def test_oklab_gives_the_published_values_of_the_primaries() -> None:
    # Reference: the table of XYZ/sRGB examples in Ottosson 2020, to three decimals
    lab = lab_from_argb([0xFFFFFFFF, 0xFFFF0000, 0xFF00FF00, 0xFF0000FF])
    expected = [
        [1.0, 0.0, 0.0],
        [0.628, 0.225, 0.126],
        [0.866, -0.234, 0.179],
        [0.452, -0.032, -0.312],
    ]
    np.testing.assert_allclose(lab, expected, atol=6e-4)


def test_oklab_and_back_is_the_same_colour() -> None:
    argb = np.random.default_rng(0).integers(0, 1 << 24, 5000, dtype=np.uint32) | 0xFF000000
    np.testing.assert_array_equal(argb_from_lab(lab_from_argb(argb)), argb)


def test_hue_is_an_angle() -> None:
    np.testing.assert_allclose(lab_from_lch(0.5, 0.1, 90.0), [0.5, 0.0, 0.1], atol=1e-12)


def test_there_are_three_or_more_maps_of_both_kinds() -> None:
    assert [m.kind for m in COLORMAPS.values()].count("diverging") == 2
    assert [m.kind for m in COLORMAPS.values()].count("sequential") == 2


@pytest.mark.parametrize(("colormap", "theme"), EVERY_LUT)
def test_a_map_has_256_opaque_colours_that_nobody_can_change(
    colormap: Colormap, theme: Theme
) -> None:
    lut = colormap.for_theme(theme).lut
    assert lut.dtype == np.uint32
    assert lut.shape == (256,)
    assert np.all(lut >> 24 == 0xFF)
    with pytest.raises(ValueError, match="read-only"):
        lut[0] = 0


@pytest.mark.parametrize(("colormap", "theme"), DIVERGING)
def test_both_sides_of_a_diverging_map_are_equally_light(colormap: Colormap, theme: Theme) -> None:
    lab = lab_of(colormap, theme)
    np.testing.assert_allclose(lab[:, 0], lab[::-1, 0], atol=4e-3)  # 8-bit rounding
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    np.testing.assert_allclose(chroma, chroma[::-1], atol=6e-3)


@pytest.mark.parametrize(("colormap", "theme"), DIVERGING)
def test_the_neutral_is_a_grey_in_the_middle_next_to_the_ground(
    colormap: Colormap, theme: Theme
) -> None:
    lut = colormap.for_theme(theme).lut
    assert lut[127] == lut[128] == colormap.for_theme(theme).neutral
    lightness, a, b = lab_from_argb(lut[128])
    assert np.hypot(a, b) < 1e-3
    assert (lightness > 0.95) if theme == "light" else (lightness < 0.25)


@pytest.mark.parametrize(("colormap", "theme"), EVERY_LUT)
def test_steps_of_a_map_are_even(colormap: Colormap, theme: Theme) -> None:
    lab = lab_of(colormap, theme)
    eighths = lab[[0, 32, 64, 96, 127]] if colormap.kind == "diverging" else lab[::51]
    steps = np.linalg.norm(np.diff(eighths, axis=0), axis=1)
    if colormap.kind == "diverging":
        steps /= np.diff([0, 32, 64, 96, 127])
    assert steps.max() / steps.min() < 1.06


@pytest.mark.parametrize(("colormap", "theme"), SEQUENTIAL)
def test_a_sequential_map_moves_one_way_in_lightness_away_from_the_ground(
    colormap: Colormap, theme: Theme
) -> None:
    lightness = lab_of(colormap, theme)[::3, 0]
    sign = -1 if theme == "light" else 1
    assert np.all(sign * np.diff(lightness) > 0)


@pytest.mark.parametrize(("colormap", "theme"), EVERY_LUT)
@pytest.mark.parametrize("kind", BAD_COLOURS)
def test_colours_of_bad_values_are_far_from_every_colour_of_every_map(
    colormap: Colormap, theme: Theme, kind: str
) -> None:
    distance = np.linalg.norm(lab_of(colormap, theme) - lab_from_argb(BAD_COLOURS[kind]), axis=1)
    assert distance.min() > 0.1  # 20 times the step between neighbouring entries


def test_colours_of_bad_values_are_far_from_each_other() -> None:
    lab = lab_from_argb(list(BAD_COLOURS.values()))
    assert min(np.linalg.norm(lab[i] - lab[j]) for i, j in ((0, 1), (0, 2), (1, 2))) > 0.25


def deuteranope(argb: Argb) -> Argb:
    """Colours as a person without M cones sees them: Vienot, Brettel & Mollon 1999."""
    lms_from_rgb = np.array(
        [[17.8824, 43.5161, 4.11935], [3.45565, 27.1554, 3.86714], [0.0299566, 0.184309, 1.46709]]
    )
    without_m = np.array([[1, 0, 0], [0.494207, 0, 1.24827], [0, 0, 1]])
    rgb = linear_from_argb(argb) @ lms_from_rgb.T @ without_m.T @ np.linalg.inv(lms_from_rgb).T
    rgb = np.clip(rgb, 0, 1)
    srgb = np.where(rgb <= 0.0031308, 12.92 * rgb, 1.055 * rgb ** (1 / 2.4) - 0.055)
    seen: Argb = np.rint(srgb * 255).astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    return seen


@pytest.mark.parametrize(("colormap", "theme"), DIVERGING)
def test_the_two_signs_stay_apart_for_red_green_blindness(colormap: Colormap, theme: Theme) -> None:
    lab = lab_from_argb(deuteranope(colormap.for_theme(theme).lut))
    quarter = np.linalg.norm(lab[:32] - lab[::-1][:32], axis=1)
    assert quarter.min() > 0.1


@pytest.mark.parametrize("theme", THEMES)
def test_zero_is_the_neutral_and_the_ends_are_the_ends(theme: Theme) -> None:
    colormap = COLORMAPS["blue-red"]
    lut = colormap.for_theme(theme).lut
    for high in (1e-40, 1e-6, 0.3374, 1.0, 52.0, 3e38):
        values = np.array([[-high, 0.0, -0.0, high, -3e38, 3e38]], np.float32)
        argb = colourise(values, Levels(-high, high), colormap, theme)
        expected = [lut[0], lut[128], lut[128], lut[255], lut[0], lut[255]]
        np.testing.assert_array_equal(argb, [expected])


def test_opposite_values_get_mirrored_colours() -> None:
    values = np.linspace(0.01, 1.2, 301, dtype=np.float32)[None]
    greys = COLORMAPS["greys"]
    position = {int(c): i for i, c in enumerate(greys.lut)}
    assert len(position) > 200
    indices = np.arange(256, dtype=np.uint32)
    ramp = Colormap("ramp", "ramp", "diverging", indices, indices)
    above = colourise(values, Levels(-1, 1), ramp).astype(int)
    below = colourise(-values, Levels(-1, 1), ramp).astype(int)
    assert np.abs(above + below - 255).max() <= 1  # exactly on a border both belong upwards
    assert np.count_nonzero(above + below != 255) < 5


@pytest.mark.parametrize("theme", THEMES)
def test_bad_values_get_their_own_colours(theme: Theme) -> None:
    values = np.array([[np.nan, np.inf, -np.inf, 0.0]], np.float32)
    argb = colourise(values, Levels(-1, 1), COLORMAPS["blue-red"], theme)
    neutral = COLORMAPS["blue-red"].for_theme(theme).neutral
    assert [int(c) for c in argb[0]] == [*BAD_COLOURS.values(), neutral]
    assert np.isnan(values[0, 0])  # the values are not touched


@pytest.mark.parametrize(("colormap", "theme"), EVERY_LUT)
def test_H11_the_bar_shows_the_whole_map_low_end_first(colormap: Colormap, theme: Theme) -> None:
    lut = colormap.for_theme(theme).lut
    np.testing.assert_array_equal(colour_bar(colormap, 256, theme), lut)
    np.testing.assert_array_equal(colour_bar(colormap, 512, theme), np.repeat(lut, 2))
    np.testing.assert_array_equal(colour_bar(colormap, 64, theme), lut[::4])
    # the colour of a value is the bar's colour at its position
    values = np.linspace(-1, 1, 101, dtype=np.float32)[None]
    position = Levels(-1, 1).position(values)[0]
    in_bar = lut[np.minimum(position * 256, 255).astype(int)]
    np.testing.assert_array_equal(colourise(values, Levels(-1, 1), colormap, theme)[0], in_bar)


def test_H11_the_ends_of_the_bar_are_the_levels_in_use() -> None:
    for levels in (Levels(-0.3, 0.3), Levels(0.0, 52.0), Levels(-2.0, 7.0)):
        assert (levels.value(0), levels.value(1)) == (levels.low, levels.high)
        log = levels.with_scale("signed-log")
        np.testing.assert_allclose([log.value(0), log.value(1)], [levels.low, levels.high])


def test_the_ends_of_maps_stand_out_from_the_neutral() -> None:
    for colormap, theme in EVERY_LUT:
        lut = colormap.for_theme(theme).lut
        middle = 128 if colormap.kind == "diverging" else 0
        assert contrast(int(lut[255]), int(lut[middle])) > 4.5
