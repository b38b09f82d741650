"""Figures in files: every kind and preset in SVG and PDF, odd names, odd sizes, faults."""

import re
import struct
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QColorSpace, QImage, QPainter
from PySide6.QtWidgets import QApplication

from embedscope.errors import EmbedscopeError, FileError
from embedscope.presets import PRESETS
from embedscope_gui.figures.canvas import Canvas
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.formats import figure_image, png_bytes, svg_bytes
from embedscope_gui.figures.kinds import KINDS, build_figure
from embedscope_gui.figures.save import SaveOptions, save_figure
from embedscope_gui.figures.subject import Subject
from embedscope_gui.theme import THEMES, Theme
from figure_helpers import (
    SVG,
    drawn_svg,
    look,
    pdf_data,
    pdf_streams,
    pdf_texts,
    pixels_of,
    preset_subject,
    subject_of,
    svg_root,
    svg_texts,
)

pytestmark = pytest.mark.usefixtures("qapp")
NASTY = "a\0b\x01\x1f<b>x</b> & &amp; ]]> \ufffe\u2028\u202e\ud800 😀\u200d--\x85\n\t"


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("kind", list(KINDS))
def test_X03_every_svg_has_size_view_box_and_plain_colours(kind: str, preset: str) -> None:
    subject = preset_subject(preset)
    size = build_figure(kind, subject).natural_size
    root = svg_root(kind, subject)
    assert root.tag == f"{SVG}svg"
    assert (root.get("width"), root.get("height")) == (str(size.width), str(size.height))
    assert root.get("viewBox") == f"0 0 {size.width} {size.height}"
    ground = next(root.iter(f"{SVG}rect"))
    assert ground.get("fill") == THEMES["light"].surface
    for element in root.iter():
        for name in ("fill", "stroke"):
            colour = element.get(name, "none")
            assert colour in ("none", "black") or (len(colour) == 7 and colour[0] == "#")
    assert subject.table.name in "".join(svg_texts(root)) or kind == "tokens"


@pytest.mark.parametrize("preset", ["whisper-tiny.en", "book-6x3"])
@pytest.mark.parametrize("kind", list(KINDS))
def test_X02_pdf_pictures_are_kept_without_loss_and_text_stays_text(kind: str, preset: str) -> None:
    data = pdf_data(kind, preset_subject(preset))
    assert data.startswith(b"%PDF-1.")
    assert b"DCTDecode" not in data
    texts = pdf_texts(data)
    figure = build_figure(kind, preset_subject(preset))
    assert figure.title in [text.replace("\t", " ") for text in texts]


def test_X02_small_tables_are_rectangles_of_the_screen_colour_in_all_formats() -> None:
    subject = subject_of("H04_orientation.npy", "0 1 2", "ids")
    figure = build_figure("lookup", subject)
    size = figure.natural_size
    seen = pixels_of(figure_image(figure, look(figure)))[..., :3]
    again = drawn_svg(svg_bytes(figure, look(figure)), *size)[..., :3]
    centres = _cell_centres(svg_root("lookup", subject))
    assert len(centres) == 15
    page = next(stream for stream in pdf_streams(pdf_data("lookup", subject)) if b"BT\n" in stream)
    for x, y, fill in centres:
        colour = QColor(fill)
        # Beside the printed number.
        for pixel in (seen[y - 12, x - 30], again[y - 12, x - 30]):
            expected = (colour.blue(), colour.green(), colour.red())
            assert np.abs(pixel.astype(int) - expected).max() <= 2
        numbers = " ".join(f"{part / 255:.9g}"[:7] for part in (colour.red(),))
        assert numbers.encode() in page


def _cell_centres(root: ET.Element) -> list[tuple[int, int, str]]:
    """Return middle and colour of the cells of a lookup figure: its large rectangles."""
    found = []
    for rect in root.iter(f"{SVG}rect"):
        x, y, width, height = (float(rect.get(n, "0")) for n in ("x", "y", "width", "height"))
        if 60 < width < 400 and 20 < height < 60 and rect.get("fill", "none") != "none":
            found.append((round(x + width / 2), round(y + height / 2), str(rect.get("fill"))))
    return found


def test_H04_rows_run_down_and_dims_across_in_saved_figures() -> None:
    texts = svg_texts(svg_root("lookup", subject_of("H04_orientation.npy", "0 1 2", "ids")))
    numbers = [text for text in texts if text.endswith(".0000")]
    rows = [[10.0 * row + dim for dim in range(5)] for row in range(3)]
    assert [float(number) for number in numbers] == [value for row in rows for value in row]


class HalfVeil:
    """Half transparent red over black."""

    title = "veil"
    natural_size = Size(60, 40)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        canvas = Canvas(painter, theme)
        canvas.box(QRectF(0, 0, width, height / 2), "#000000")
        veil = QColor("#ff0000")
        veil.setAlphaF(0.5)
        canvas.box(QRectF(10, 10, 40, 20), veil)


def test_X09_svg_keeps_opacity_and_looks_like_the_png() -> None:
    figure = HalfVeil()
    data = svg_bytes(figure, look(figure))
    opacity = [e.get("fill-opacity") for e in ET.fromstring(data).iter() if e.get("fill-opacity")]
    assert [float(str(value)) for value in opacity] == [pytest.approx(0.5, abs=0.01)]
    png, svg = pixels_of(figure_image(figure, look(figure))), drawn_svg(data, 60, 40)
    assert np.abs(png.astype(int) - svg).max() <= 2
    assert abs(int(png[15, 30, 2]) - 128) <= 1
    assert abs(int(png[25, 30, 1]) - 127) <= 1


def test_X10_other_scripts_and_odd_names(tmp_path: Path) -> None:
    subject = subject_of("minilm-gpt2-64d", "שלום 😀", "o200k_base", points=False)
    figure = build_figure("tokens", subject)
    place = save_figure(figure, tmp_path / "a--b ü 漢", kind="svg")
    assert place.name == "a--b ü 漢.svg"
    root = ET.fromstring(place.read_bytes().decode("utf-8"))
    texts = svg_texts(root)
    assert "“שלום 😀” in o200k_base tokens" in texts
    assert {"שלום", "␣😀"} <= set(texts)
    assert save_figure(figure, tmp_path / "x").name == "x.png"
    assert save_figure(figure, tmp_path / "x.v2").name == "x.v2.png"


@cache
def nasty() -> Subject:
    return subject_of("T21_small_table.npy", NASTY)


@pytest.mark.parametrize("kind", list(KINDS))
def test_T19_any_text_gives_valid_xml_with_its_characters(kind: str) -> None:
    subject = nasty()
    texts = svg_texts(svg_root(kind, subject))
    if kind in ("tokens", "lookup", "pipeline"):
        assert "\\x00" in texts
        assert "<" in texts
    assert pdf_data(kind, subject).startswith(b"%PDF")


@pytest.mark.parametrize("tail", ["<b>x</b> & &amp; &lt;"])
def test_T19_markup_is_shown_literally(tail: str) -> None:
    texts = svg_texts(svg_root("tokens", subject_of("minilm-gpt2-64d", tail, points=False)))
    assert f"“{tail}” in gpt2 tokens" in texts


def test_X06_files_have_the_asked_size_in_whole_pixels(tmp_path: Path) -> None:
    figure = build_figure("tokens", preset_subject("book-6x3"))
    options = SaveOptions(1001, 333.4, 1.25)
    image = QImage(str(save_figure(figure, tmp_path / "x.png", options)))
    assert (image.width(), image.height()) == (1251, 416)
    root = ET.fromstring(save_figure(figure, tmp_path / "x.svg", options).read_bytes())
    assert (root.get("width"), root.get("height")) == ("1001", "333")
    page = save_figure(figure, tmp_path / "x.pdf", options).read_bytes()
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)", page)
    assert box
    assert [float(side) for side in box.groups()] == [751, 250]  # pages are whole points


@pytest.mark.parametrize("bad", [(0, 100), (100, 0), (-5, 100), (float("nan"), 5), (50_000, 9)])
def test_X06_impossible_sizes_are_told_and_leave_no_file(
    bad: tuple[float, float], tmp_path: Path
) -> None:
    figure = build_figure("tokens", preset_subject("book-6x3"))
    for ending in ("png", "svg", "pdf"):
        with pytest.raises(EmbedscopeError, match="A picture cannot have a"):
            save_figure(figure, tmp_path / f"x.{ending}", SaveOptions(*bad))
    with pytest.raises(EmbedscopeError, match="cannot be made"):
        save_figure(figure, tmp_path / "x.png", SaveOptions(9000, 9000, 10))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["vectors2d", "vectors3d", "table", "lookup"])
@pytest.mark.parametrize("text", ["", "0 1"])
def test_X11_plots_of_nothing_and_of_images_are_written(
    kind: str, text: str, tmp_path: Path
) -> None:
    subject = subject_of("H04_orientation.npy", text, "ids")
    if kind == "lookup" and not text:
        with pytest.raises(EmbedscopeError, match="The text is empty"):
            build_figure(kind, subject)
        return
    place = save_figure(build_figure(kind, subject), tmp_path / "x.svg")
    assert ET.parse(place).getroot().tag == f"{SVG}svg"


class Broken:
    """Fails half way."""

    title = "broken"
    natural_size = Size(60, 40)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        Canvas(painter, theme).box(QRectF(0, 0, width, height), "#000000")
        raise EmbedscopeError("The points are gone.")


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_X11_a_failure_says_so_and_leaves_the_old_file(ending: str, tmp_path: Path) -> None:
    place = tmp_path / f"x.{ending}"
    place.write_bytes(b"old")
    with pytest.raises(EmbedscopeError, match="The points are gone"):
        save_figure(Broken(), place)
    assert place.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [place]


def test_places_that_cannot_be_written_and_other_formats_are_told(tmp_path: Path) -> None:
    figure = build_figure("tokens", preset_subject("book-6x3"))
    with pytest.raises(FileError, match="there is no folder"):
        save_figure(figure, tmp_path / "none" / "x.png")
    with pytest.raises(EmbedscopeError, match="choose png, svg or pdf"):
        save_figure(figure, tmp_path / "x.jpg")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_transparent_pictures_have_no_ground(theme: str) -> None:
    figure = build_figure("tokens", preset_subject("book-6x3"))
    options = {"theme": THEMES[theme], "transparent": True}  # type: ignore[index]
    pixels = pixels_of(figure_image(figure, look(figure, **options)))
    assert pixels[0, 0, 3] == pixels[-1, -1, 3] == 0
    assert pixels[..., 3].max() == 255
    svg = drawn_svg(svg_bytes(figure, look(figure, **options)), *figure.natural_size)
    assert svg[0, 0, 3] == 0
    opaque = pixels_of(figure_image(figure, look(figure, theme=THEMES[theme])))  # type: ignore[index]
    ground = QColor(THEMES[theme].surface)  # type: ignore[index]
    assert opaque[0, 0].tolist() == [ground.blue(), ground.green(), ground.red(), 255]


def test_pngs_are_tagged_as_srgb_with_their_resolution_and_never_differ() -> None:
    figure = build_figure("lookup", preset_subject("book-6x3"))
    data = png_bytes(figure, look(figure, scale=2))
    assert data == png_bytes(figure, look(figure, scale=2))
    image = QImage.fromData(data)
    assert image.colorSpace() == QColorSpace(QColorSpace.NamedColorSpace.SRgb)
    assert struct.unpack(">II", data[16:24]) == (image.width(), image.height())
    assert image.dotsPerMeterX() == round(192 / 0.0254)
    assert image.text("Title") == figure.title


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("preset", ["book-6x3", "minilm-gpt2-64d"])
def test_svg_and_png_show_the_same(kind: str, preset: str) -> None:
    figure = build_figure(kind, preset_subject(preset))
    size = figure.natural_size
    png = pixels_of(figure_image(figure, look(figure)))[..., :3].astype(int)
    svg = drawn_svg(svg_bytes(figure, look(figure)), *size)[..., :3].astype(int)
    # Coarse blocks: edges of letters and cells may differ by a fraction of a pixel.
    high, wide = size.height // 16, size.width // 16
    blocks = [
        image[: high * 16, : wide * 16].reshape(high, 16, wide, 16, 3).mean(axis=(1, 3))
        for image in (png, svg)
    ]
    gap = np.abs(blocks[0] - blocks[1]).max(axis=-1)
    assert gap.mean() < 3
    assert np.quantile(gap, 0.98) < 32


def test_the_application_is_there(qapp: QApplication) -> None:
    assert qapp is QApplication.instance()
