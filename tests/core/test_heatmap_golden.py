"""Pictures kept as exact ARGB arrays in tests/golden: a changed colour is a decision, not a slip.

Run this file as a program to keep new ones.
"""

from pathlib import Path

import numpy as np
import pytest

from embedscope.heatmap.colormap import COLORMAPS, Theme, colourise
from embedscope.heatmap.levels import Scale, table_levels
from embedscope.heatmap.oklab import Argb
from embedscope.heatmap.reduction import Reduction
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from heatmap_cases import case_table

GOLDEN = Path(__file__).parents[1] / "golden" / "heatmap.npz"
Picture = tuple[str, str, Theme, Scale, Reduction, tuple[int, int]]
PICTURES: dict[str, Picture] = {
    "orientation": ("H04_orientation", "blue-red", "light", "linear", "magnitude", (50, 30)),
    "bad_light": ("N03_nan_inf", "blue-red", "light", "linear", "magnitude", (3, 6)),
    "bad_dark": ("N03_nan_inf", "purple-green", "dark", "linear", "max", (3, 3)),
    "signed_log": ("H08_signed", "blue-red", "dark", "signed-log", "magnitude", (3, 3)),
    "constant": ("N04a_constant", "blue-sand", "light", "linear", "mean", (2, 2)),
    "extremes": ("N13_extremes", "purple-green", "light", "linear", "min", (2, 2)),
    "dominant": ("N12_dominant_column", "greys", "dark", "linear", "rms", (16, 10)),
}


def draw(name: str) -> Argb:
    """Return the colours (h, w) of one of PICTURES."""
    case, colormap, theme, scale, reduction, (width, height) = PICTURES[name]
    table = case_table(f"{case}.npy")
    picture = render(table, Viewport.fit(table.shape, width, height), reduction)
    levels = table_levels(table).with_scale(scale)
    return colourise(picture.values, levels, COLORMAPS[colormap], theme)


def drawn() -> dict[str, Argb]:
    """Return every picture, and the colour maps themselves."""
    maps = {m.name: np.stack([m.lut, m.dark_lut]) for m in COLORMAPS.values()}
    return maps | {name: draw(name) for name in PICTURES}


@pytest.mark.parametrize("name", [*COLORMAPS, *PICTURES])
def test_a_picture_is_the_one_that_was_kept(name: str) -> None:
    with np.load(GOLDEN) as kept:
        np.testing.assert_array_equal(drawn()[name], kept[name])


def test_nothing_kept_is_left_over() -> None:
    with np.load(GOLDEN) as kept:
        assert set(kept.files) == set(drawn())


if __name__ == "__main__":
    np.savez_compressed(GOLDEN, allow_pickle=False, **drawn())
