"""Figures on a slide: text that can be read, and a sheet that is used."""

import numpy as np
import pytest
from PySide6.QtGui import QColor

from embedscope_gui.figures.figure import Figure, Size, least_size
from embedscope_gui.figures.fonts import SMALL_PX
from embedscope_gui.figures.formats import figure_image
from embedscope_gui.figures.kinds import build_figure
from embedscope_gui.figures.layout import lay_out
from embedscope_gui.theme import LIGHT
from figure_helpers import look, pixels_of, subject_of, svg_root, svg_texts

pytestmark = pytest.mark.usefixtures("qapp")
SLIDE = {"width": 1920, "height": 1080}
TWELVE = "The quick brown fox jumps over the lazy dog and on and"


def figure_of(kind: str, text: str = TWELVE) -> Figure:
    return build_figure(kind, subject_of("minilm-gpt2-64d", text))


@pytest.mark.parametrize(
    ("kind", "least_px"),
    [("pipeline", 19.5), ("table", 20), ("lookup", 20), ("vectors2d", 20), ("onehot", 18)],
)
def test_the_smallest_text_of_a_slide_can_be_read(kind: str, least_px: float) -> None:
    figure = figure_of(kind)
    layout = lay_out(figure.natural_size, 1920, 1080, least=least_size(figure))
    assert layout.zoom * SMALL_PX >= least_px - 0.01
    assert layout.room[0] >= least_size(figure).width - 1e-6
    assert layout.room[1] >= least_size(figure).height - 1e-6


def test_only_a_sheet_of_a_chosen_shape_has_larger_text() -> None:
    natural, least = Size(1320, 700), Size(660, 350)
    assert lay_out(natural, least=least).zoom == 1
    assert lay_out(natural, 1320, 700, least=least).zoom == 1
    assert lay_out(natural, 1980, least=least).zoom == 1.5
    assert lay_out(natural, 1320, 742.5, least=least).zoom == pytest.approx(742 / 54 / SMALL_PX)
    assert lay_out(natural, 5000, 600, least=least).zoom < 1.02  # low: not larger than it can be


@pytest.mark.parametrize("text", ["Hello, world!", TWELVE, TWELVE * 8])
def test_the_tokens_fill_their_sheet(text: str) -> None:
    figure = figure_of("tokens", text)
    pixels = pixels_of(figure_image(figure, look(figure, **SLIDE)))
    shade = QColor(LIGHT.surface)
    ground = (shade.blue(), shade.green(), shade.red())
    used = np.flatnonzero((pixels[160:, :, :3] != ground).any(axis=(1, 2))) + 160
    chips = np.flatnonzero((pixels[160:, :, :3] != ground).any(axis=(0, 2)))
    assert abs((used[0] - 160) - (1080 - used[-1])) < 280  # much the same free above and below
    assert used[-1] - used[0] > 0.3 * 1080
    assert chips[-1] - chips[0] > 0.7 * 1920


def test_one_hot_says_what_is_drawn_of_many_tokens() -> None:
    words = " ".join(svg_texts(svg_root("onehot", subject_of("minilm-gpt2-64d", TWELVE))))
    assert "Drawn: 6 of 12 tokens, 8 of 50,257 ids" in words
    assert words.count("6 more") == 1
    assert "those of these tokens, the first, the last" in words
    few = " ".join(svg_texts(svg_root("onehot", subject_of("minilm-gpt2-64d", "The fox"))))
    assert "of 2 tokens" not in few
    assert "4 of 50,257 ids (those of the tokens, the first, the last)" in few
