"""Points in saved figures: in place at any size, all of them, nearer ones in front."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage

from embedscope_gui.figures.formats import figure_image
from embedscope_gui.figures.frame import HEAD, MARGIN
from embedscope_gui.figures.kinds import build_figure
from embedscope_gui.figures.vectors import VectorsFigure, filling, plane_of, points_view, space_of
from embedscope_gui.theme import LIGHT
from embedscope_gui.vectors.cloud import project_in
from figure_helpers import (
    FILES,
    SVG,
    blobs,
    look,
    pdf_data,
    pdf_texts,
    pixels_of,
    preset_subject,
    subject_of,
    svg_root,
    svg_texts,
)

pytestmark = pytest.mark.usefixtures("qapp")
DOT_RADIUS = 4.0


def dots(root: ET.Element) -> NDArray[np.float64]:
    """Return the centres (n, 2) of the tokens' dots, in drawing order (the cloud's are smaller)."""
    circles = [e for e in root.iter(f"{SVG}circle") if float(e.get("r", "0")) == DOT_RADIUS]
    return np.array([(float(e.get("cx", "0")), float(e.get("cy", "0"))) for e in circles])


def dot_pixels(image: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return where a picture (h, w, 4) has the very colour of the dots."""
    colour = QColor(LIGHT.marks)
    wanted = np.array([colour.blue(), colour.green(), colour.red()])
    found: NDArray[np.bool_] = np.abs(image[..., :3].astype(int) - wanted).max(axis=-1) < 8
    return found


def spread_out(points: NDArray[np.float64], gap: float) -> NDArray[np.float64]:
    """Return those of ``points`` with no other within ``gap``."""
    apart = np.linalg.norm(points[:, None] - points[None], axis=-1)
    kept: NDArray[np.float64] = points[(apart < gap).sum(axis=0) == 1]
    return kept


@pytest.mark.parametrize("width", [None, 3000])
def test_X04_marks_stay_on_their_points_at_any_size(width: int | None) -> None:
    figure = build_figure("vectors2d", blobs())
    zoom = (width or figure.natural_size.width) / figure.natural_size.width
    centres = dots(svg_root("vectors2d", blobs()))
    image = pixels_of(figure_image(figure, look(figure, width=width)))
    assert image.shape[1] == (width or figure.natural_size.width)
    mask = dot_pixels(image)
    alone = spread_out(centres, 14)
    assert len(alone) >= 5
    for x, y in alone * zoom:
        reach = round(7 * zoom)
        left, top = round(x) - reach, round(y) - reach
        rows, cols = np.nonzero(mask[top : top + 2 * reach, left : left + 2 * reach])
        assert abs(cols.mean() + left + 0.5 - x) <= 1
        assert abs(rows.mean() + top + 0.5 - y) <= 1
        # The marks grow with the picture.
        assert np.sqrt(len(rows) / np.pi) == pytest.approx((DOT_RADIUS - 0.75) * zoom, rel=0.25)


def test_X04_marks_are_where_the_axes_say() -> None:
    subject = blobs()
    figure = build_figure("vectors2d", subject)
    root = svg_root("vectors2d", subject)
    centres = dots(root)
    points = points_view(subject).points[:, :2].astype(np.float64)
    # Fit pixels = scale * value + offset on each axis: one map for all points, within a pixel.
    drawn = centres[np.argsort(centres[:, 0])]
    for axis, sign in ((0, 1), (1, -1)):
        values, pixels = np.sort(points[:, axis] * sign), np.sort(drawn[:, axis])
        scale, offset = np.polyfit(values, pixels, 1)
        assert scale > 0
        assert np.abs(values * scale + offset - pixels).max() <= 1
    assert figure.natural_size.width >= 900


@pytest.mark.parametrize("kind", ["vectors2d", "vectors3d"])
def test_X05_all_marks_and_labels_are_in_the_pdf(kind: str) -> None:
    texts = pdf_texts(pdf_data(kind, blobs()))
    assert set(map(str, range(60))) <= set(texts)
    named = [text for text in svg_texts(svg_root(kind, blobs())) if text.isdigit()]
    assert set(map(str, range(60))) <= set(named)
    assert len(dots(svg_root(kind, blobs()))) == 60


def test_X07_nearer_points_are_drawn_over_farther_ones() -> None:
    subject = blobs()
    figure = VectorsFigure(subject, in_space=True)
    width, height = figure.natural_size
    room = QRectF(0, 0, width - 2 * MARGIN, height - 2 * MARGIN - HEAD - 28)
    scene = filling(space_of(subject), room.width(), room.height())
    at = project_in(points_view(subject).points, scene, room)
    expected = np.stack([at.x, at.y], axis=1)[np.argsort(-at.depth, kind="stable")]
    drawn = dots(svg_root("vectors3d", subject)) - [MARGIN, MARGIN + HEAD]
    assert np.abs(drawn - expected).max() < 1


def test_X07_a_screen_of_200_per_cent_changes_nothing(tmp_path: Path) -> None:
    code = "import sys\nfrom embedscope_gui.cli import main\nsys.exit(main(sys.argv[1:]))\n"
    words = ["figure", "vectors3d", "--table", str(FILES / "N11_blobs.npy"), "--tokenizer", "ids"]
    words += ["--text", " ".join(map(str, range(60))), "-o", str(tmp_path / "x.png")]
    environment = {**os.environ, "QT_SCALE_FACTOR": "2"}
    subprocess.run([sys.executable, "-c", code, *words], env=environment, check=True)
    figure = build_figure("vectors3d", blobs())
    here = pixels_of(figure_image(figure, look(figure)))
    there = pixels_of(QImage(str(tmp_path / "x.png")))
    # Letters are hinted differently; everything else is the same to the pixel.
    np.testing.assert_array_equal(dot_pixels(here), dot_pixels(there))
    assert dot_pixels(here).sum() > 60 * 10


def test_the_box_of_the_axes_fills_the_picture() -> None:
    scene = filling(space_of(preset_subject("minilm-gpt2-64d")), 836, 560)
    corners = np.stack(np.meshgrid(*scene.bounds, indexing="ij"), axis=-1).reshape(-1, 3)
    at = project_in(corners.astype(np.float32), scene, QRectF(0, 0, 836, 560))
    assert 0 < at.x.min() < 90 or 0 < at.y.min() < 50
    assert abs((at.x.min() + at.x.max()) / 2 - 418) < 8
    assert abs((at.y.min() + at.y.max()) / 2 - 280) < 8


def test_axes_say_what_they_are_and_how_much_they_hold() -> None:
    texts = " ".join(svg_texts(svg_root("vectors2d", preset_subject("whisper-tiny.en"))))
    assert "PC 1 (22.9 %) →" in texts
    assert "↑ PC 2 (2.0 %)" in texts
    assert "principal components of the whole table" in texts
    texts = " ".join(svg_texts(svg_root("vectors2d", preset_subject("book-6x3"))))
    assert "dim 0 →" in texts
    assert "1 more dim not drawn" in texts


def test_rows_of_a_small_table_are_all_named() -> None:
    texts = svg_texts(svg_root("vectors2d", preset_subject("book-6x3")))
    assert {"brown", "dog", "fox", "jumps", "lazy", "over"} <= set(texts)
    texts = svg_texts(svg_root("vectors2d", preset_subject("the-cat-4x4")))
    assert {"the", "id 1 (no token)", "cat", "id 3 (no token)"} <= set(texts)


def test_rows_that_are_not_finite_are_told() -> None:
    subject = subject_of("N03_nan_inf.npy", "0 1", "ids")
    assert plane_of(subject).content.cloud is not None
    texts = " ".join(svg_texts(svg_root("vectors2d", subject)))
    assert "rows are not drawn: they hold NaN or infinity." in texts
