"""The parts of figures: sizes, split characters, what is left out, labels, words."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from embedscope.errors import EmbedscopeError, UnknownNameError
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.pyramid import build_pyramid
from embedscope.presets import PRESETS
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.figures.canvas import Canvas, readable
from embedscope_gui.figures.choice import ends_and, kept, leading, with_gaps
from embedscope_gui.figures.figure import Size, least_size
from embedscope_gui.figures.fonts import elided, text_width, wrapped
from embedscope_gui.figures.formats import figure_image
from embedscope_gui.figures.kinds import KINDS, SHOWS_POINTS, build_figure
from embedscope_gui.figures.layout import lay_out
from embedscope_gui.figures.matrix import paint_cells
from embedscope_gui.figures.numbers import cell_texts
from embedscope_gui.figures.split import SplitCharacter, split_characters
from embedscope_gui.figures.spread import spread
from embedscope_gui.figures.subject import Source, Subject, View, make_subject
from embedscope_gui.theme import LIGHT
from figure_helpers import SVG, look, pixels_of, preset_subject, subject_of, svg_root, svg_texts

pytestmark = pytest.mark.usefixtures("qapp")
LONG = "The quick brown fox jumps over the lazy dog. " * 400


def plain(subject_text: str, tokenizer: str = "gpt2", view: View | None = None) -> Subject:
    return subject_of("minilm-gpt2-64d", subject_text, tokenizer, view, points=False)


# sizes


def test_a_larger_picture_is_a_larger_figure() -> None:
    layout = lay_out(Size(900, 600), 2700)
    assert layout.size == (2700, 1800)
    assert layout.zoom == 3
    assert layout.room == (900, 600)


def test_a_picture_of_another_shape_gives_the_figure_more_room() -> None:
    layout = lay_out(Size(900, 600), 1800, 600)
    assert (layout.zoom, layout.room) == (1, (1800, 600))
    layout = lay_out(Size(900, 600), 900, 300)
    assert (layout.zoom, layout.room) == (1, (900, 300))


@given(st.integers(2, 4000), st.integers(2, 4000), st.floats(0.5, 2))
def test_room_times_zoom_is_the_size(width: int, height: int, scale: float) -> None:
    layout = lay_out(Size(900, 600), width, height, scale)
    assert layout.room[0] * layout.zoom == pytest.approx(width)
    assert layout.pixels == (round(width * scale), round(height * scale))
    assert layout.zoom >= 0.8


# words and labels


@given(st.text())
def test_readable_text_is_one_printable_line(text: str) -> None:
    shown = readable(text)
    assert all(char.isprintable() or char in "\u3000\u200d" for char in shown)
    assert readable(shown) == shown


def test_joiners_stay_between_emoji_only() -> None:
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    assert readable(f"a {family}") == f"a {family}"
    assert readable("\u2764\ufe0f\u200d\U0001f525") == "\u2764\ufe0f\u200d\U0001f525"
    assert readable("a\u200db\u200d") == "a\\u200db\\u200d"
    assert readable("\u200d\U0001f469\u200d") == "\\u200d\U0001f469\\u200d"


@pytest.mark.parametrize(
    "unit", ["\u200d", "你好，世界", "\x00", "word "], ids=["a", "b", "c", "d"]
)
def test_the_text_of_a_journey_stays_in_its_box(unit: str) -> None:
    preset = PRESETS["book-6x3"]
    tokenizer = get_tokenizer(preset.tokenizer)
    subject = make_subject(Source(preset.make(), tokenizer, 40 * unit))
    figure = build_figure("pipeline", subject)
    pixels = pixels_of(figure_image(figure, look(figure)))
    below_the_titles = pixels[120:, :30]  # left of the box, whose text is centred
    assert (below_the_titles[..., :3] == 255).all()
    assert (pixels[120:, 40:180, :3] != 255).any()


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp"))))
@example("\ufeff")
@example("\ufeffone two three four five six")
@example("\ufffe\ufeffone")
def test_wrapped_lines_hold_the_text_and_fit(text: str) -> None:
    lines = wrapped(text, 120, 13, 1000)
    assert "".join("".join(lines).split()) == "".join(text.lstrip("\ufeff\ufffe").split())
    assert all(text_width(line, 13) <= 121 or len(line) <= 2 for line in lines)


def test_a_wrapped_text_that_goes_on_ends_in_dots() -> None:
    lines = wrapped("one two three four five six seven", 60, 13, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert wrapped("one", 60, 13, 2) == ["one"]
    assert wrapped("", 60, 13, 2) in ([], [""])


def test_elided_text_fits() -> None:
    assert elided("short", 200, 13) == "short"
    cut = elided("a" * 5000, 100, 13)
    assert cut.endswith("…")
    assert text_width(cut, 13) <= 100


@given(
    st.lists(st.floats(0, 100), max_size=10).map(sorted),
)
def test_spread_labels_keep_apart_and_inside(wanted: list[float]) -> None:
    places = spread(wanted, 10, 0, 100)
    assert len(places) == len(wanted)
    assert all(b - a >= 10 - 1e-9 for a, b in pairwise(places))
    assert all(-1e-9 <= place <= 100 + 1e-9 for place in places)


def test_labels_with_room_stay_where_they_are() -> None:
    assert spread([10, 40, 90], 10, 0, 100) == [10, 40, 90]


def test_numbers_have_four_decimals_where_that_suits_them() -> None:
    block = np.array([[-1.3095, 0.00004], [-0.00001, 12.5]], np.float32)
    assert cell_texts(block) == [["-1.3095", "0.0000"], ["0.0000", "12.5000"]]
    assert cell_texts(np.array([[2e-5]], np.float32)) == [["2.000e-05"]]
    assert cell_texts(np.array([[np.nan, 1]], np.float32)) == [["nan", "1.0"]]


# what is left out


@given(st.sets(st.integers(0, 49)), st.integers(50, 60))
def test_gaps_stand_exactly_where_something_is_left_out(chosen: set[int], size: int) -> None:
    indices = with_gaps(chosen, size)
    assert kept(indices) == sorted(chosen)
    filled: list[int] = []
    for place, index in enumerate(indices):
        if index is not None:
            filled.append(index)
            continue
        following = [i for i in indices[place + 1 :] if i is not None][:1] or [size]
        start = filled[-1] + 1 if filled else 0
        assert start < following[0]
        filled.extend(range(start, following[0]))
    assert filled == list(range(size))


def test_small_matrices_are_whole_and_large_ones_keep_their_ends() -> None:
    assert ends_and([2], 4, 10) == [0, 1, 2, 3]
    assert ends_and([7, 3], 20, 10) == [0, None, 3, None, 7, None, 19]
    assert leading(3, 5) == [0, 1, 2]
    assert leading(9, 5) == [0, 1, 2, 3, None, 8]


def test_T03_tokens_that_share_a_character_are_found() -> None:
    encoding = get_tokenizer("gpt2").encode("\U0001f469\u200d\U0001f680\U0001f389")
    assert split_characters(encoding, 100) == [
        SplitCharacter(0, 1, "\U0001f469"),
        SplitCharacter(2, 3, "\u200d"),
        SplitCharacter(4, 6, "\U0001f680"),
        SplitCharacter(7, 9, "\U0001f389"),
    ]
    assert split_characters(get_tokenizer("gpt2").encode("plain text"), 100) == []


def test_T03_figures_show_each_tokens_bytes_and_the_character() -> None:
    texts = svg_texts(svg_root("tokens", plain("a 😀")))
    assert {"a", "␣\\xf0\\x9f\\x98", "\\x80", "😀"} <= set(texts)


def test_long_texts_say_how_much_is_left_out() -> None:
    subject = plain(LONG)
    figure = build_figure("tokens", subject)
    texts = svg_texts(svg_root("tokens", subject))
    note = next(text for text in texts if "more token" in text)
    drawn = sum(text.isdigit() for text in texts)
    assert note == f"… {subject.n_tokens - drawn:,} more tokens"
    assert figure.natural_size.height <= 1201
    texts = svg_texts(svg_root("lookup", subject))
    assert any(text.startswith("… ") and text.endswith("more tokens") for text in texts)


def test_a_low_picture_has_fewer_tokens_and_still_says_so() -> None:
    subject = plain("one two three four five six seven eight nine ten eleven twelve " * 4)
    texts = svg_texts(svg_root("tokens", subject, width=400, height=180))
    drawn = sum(text.isdigit() for text in texts)
    assert 0 < drawn < subject.n_tokens
    assert f"… {subject.n_tokens - drawn:,} more tokens" in texts


def test_chips_of_tokens_keep_apart_and_inside() -> None:
    root = svg_root("tokens", plain("Hello naïve 😀 world שלום 12345 日本 " * 6))
    lines: dict[float, list[tuple[float, float]]] = {}
    for path in root.iter(f"{SVG}path"):
        places = np.array(re.findall(r"([\d.]+),([\d.]+)", str(path.get("d"))), float)
        lines.setdefault(places[:, 1].min(), []).append((places[:, 0].min(), places[:, 0].max()))
    assert len(lines) >= 4
    for chips in lines.values():
        assert all(right < left for (_, right), (left, _) in pairwise(sorted(chips)))
        assert min(chips)[0] >= 32
        assert max(chips)[1] <= float(str(root.get("width"))) - 32


# kinds


def test_the_product_names_what_it_leaves_out_and_is_exact() -> None:
    texts = svg_texts(svg_root("onehot", preset_subject("whisper-tiny.en")))
    words = " ".join(texts)
    assert "4 × 51,864 × 384 = 79,663,104" in words
    assert "5 of 51,864 ids" in words
    assert "5 of 384 dims" in words
    assert texts.count("1") == 4
    assert "15496" in texts


def test_the_product_of_a_small_table_is_whole() -> None:
    texts = svg_texts(svg_root("onehot", preset_subject("book-6x3")))
    assert not any("Drawn:" in text for text in texts)
    assert texts.count("1.2753") == 2  # in the table and in the product
    assert [text for text in texts if text in ("0", "1")].count("1") >= 4


def test_the_journey_shows_every_stage() -> None:
    texts = svg_texts(svg_root("pipeline", preset_subject("book-6x3")))
    for stage in ("Text", "Tokens", "Ids", "Table", "Rows", "Points"):
        assert stage in texts
    assert {"fox jumps", "over dog"} <= set(texts)
    assert [text for text in texts if text in ("fox", "jumps", "over", "dog")][:4] == [
        "fox",
        "jumps",
        "over",
        "dog",
    ]
    assert {"1.2753", "-2.8400", "dim 0 →", "↑ dim 1"} <= set(texts)


def test_the_table_names_the_looked_up_rows_wherever_they_lie() -> None:
    texts = svg_texts(svg_root("table", preset_subject("whisper-tiny.en")))
    assert {"Hello", ",", "␣world", "!", "15496", "11", "995", "0", "row", "dim"} <= set(texts)
    assert any(text.startswith("1 cell = ") and "largest magnitude" in text for text in texts)


def test_T21_tokens_without_a_row_are_named_in_figures() -> None:
    subject = subject_of("T21_small_table.npy", "hello !a")
    assert "no row in this table (100 rows)" in svg_texts(svg_root("lookup", subject))
    assert svg_texts(svg_root("tokens", subject)).count("no row") == 2
    assert svg_texts(svg_root("pipeline", subject)).count("no row in this table") == 2


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_text_without_any_row_still_gives_a_figure(kind: str) -> None:
    subject = subject_of("T21_small_table.npy", "hello")
    assert svg_root(kind, subject).tag.endswith("svg")


def test_T20_an_empty_text_is_told_where_it_leaves_nothing() -> None:
    subject = subject_of("T21_small_table.npy", "")
    for kind in KINDS:
        if kind in ("table", "vectors2d", "vectors3d"):
            assert "nan" not in " ".join(svg_texts(svg_root(kind, subject))).lower().split()
        else:
            with pytest.raises(EmbedscopeError, match="The text is empty"):
                build_figure(kind, subject)


def test_unknown_kinds_are_told() -> None:
    with pytest.raises(UnknownNameError, match="pipeline, tokens"):
        build_figure("pie", preset_subject("book-6x3"))


def test_subjects_compute_points_only_where_they_are_drawn() -> None:
    preset = PRESETS["book-6x3"]
    source = Source(preset.make(), get_tokenizer("book-words"), "fox")
    assert make_subject(source, points=False).space is None
    with pytest.raises(EmbedscopeError, match="no points to draw yet"):
        svg_root("vectors2d", make_subject(source, points=False))
    assert {"vectors2d", "vectors3d", "pipeline"} == SHOWS_POINTS


@pytest.mark.parametrize("kind", list(KINDS))
def test_tables_of_one_row_and_one_dim_and_of_bad_numbers(kind: str) -> None:
    for rows in ([[0.0]], [[np.nan, np.inf], [3e38, -3e38]]):
        table = Table.from_array(np.array(rows, np.float32))
        subject = make_subject(Source(table, get_tokenizer("ids"), "0 0"))
        figure = build_figure(kind, subject)
        assert pixels_of(figure_image(figure, look(figure))).std() > 0


def test_the_selected_token_has_the_accent_everywhere() -> None:
    view = View(selected=1)
    subject = subject_of("book-6x3", "fox dog", "book-words", view)
    for kind in ("tokens", "lookup", "pipeline", "vectors2d"):
        fills = {element.get("fill") for element in svg_root(kind, subject).iter()}
        assert LIGHT.accent in fills
        plain_view = subject_of("book-6x3", "fox dog", "book-words")
        fills = {element.get("fill") for element in svg_root(kind, plain_view).iter()}
        assert LIGHT.accent not in fills


@pytest.mark.parametrize("kind", list(KINDS))
def test_small_pictures_shrink_a_figure_and_cut_nothing(kind: str) -> None:
    figure = build_figure(kind, preset_subject("book-6x3"))
    for width, height in ((480, 320), (90, 50), (1, 1)):
        layout = look(figure, width=width, height=height).layout
        least = least_size(figure)
        assert layout.room[0] >= least.width - 1e-6
        assert layout.room[1] >= least.height - 1e-6
        assert figure_image(figure, look(figure, width=width, height=height)).width() == width
    assert least_size(figure) <= figure.natural_size or kind == "tokens"


def test_reductions_that_are_no_values_have_colours_of_their_own() -> None:
    ranges = subject_of("minilm-gpt2-64d", "king", view=View(reduction="range"))
    texts = svg_texts(svg_root("table", ranges))
    assert any("range (maximum - minimum)" in text for text in texts)
    bar = texts[texts.index("value") + 1]
    assert not bar.startswith("-")
    assert "largest magnitude" in " ".join(svg_texts(svg_root("pipeline", ranges)))


def test_a_pyramid_gives_the_same_picture_of_a_table() -> None:
    subject = preset_subject("minilm-gpt2-64d")
    pyramid = build_pyramid(subject.table)
    quick = replace(subject, pyramid=pyramid, _pictures={})
    slow, fast = (s.picture(64, 250, "magnitude") for s in (subject, quick))
    assert fast.rect == slow.rect
    np.testing.assert_array_equal(fast.values, _coarser(slow, fast.rows_per_px))


def _coarser(picture: Picture, rows_per_px: int) -> NDArray[np.float32]:
    """Return ``picture`` with bins of a multiple of its rows: of each the largest magnitude."""
    step, left = divmod(rows_per_px, picture.rows_per_px)
    assert left == 0
    groups = np.split(picture.values, range(step, len(picture.values), step))
    return np.array([g[np.abs(g).argmax(axis=0), np.arange(g.shape[1])] for g in groups])


@pytest.mark.parametrize(
    ("table", "text", "row"), [("book-6x3", "4 1", 4), ("minilm-gpt2-64d", "995", 995)]
)
def test_a_number_that_is_its_own_token_is_written_once(table: str, text: str, row: int) -> None:
    texts = svg_texts(svg_root("table", subject_of(table, text, "ids")))
    assert texts.count(str(row)) == 1


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_cells_fill_their_place_on_a_screen_with_a_scale_of_its_own(ratio: float) -> None:
    image = QImage(round(120 * ratio), round(80 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0xFFFFFF)
    argb = np.array([[0xFF112233, 0xFF445566], [0xFF778899, 0xFFAABBCC]], np.uint32)
    with QPainter(image) as painter:
        painter.scale(2.0, 2.0)
        paint_cells(Canvas(painter, LIGHT), QRectF(20, 10, 20, 16), argb)
    pixels = pixels_of(image)
    at = [round(side * 2 * ratio) for side in (20, 10, 40, 26)]
    inside = np.zeros(pixels.shape[:2], bool)
    inside[at[1] : at[3], at[0] : at[2]] = True
    drawn = (pixels[..., :3] != 255).any(axis=2)
    np.testing.assert_array_equal(drawn, inside)
