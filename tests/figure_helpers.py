"""Subjects to draw, and reading figures back from their files."""

import re
import zlib
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from embedscope.presets import PRESETS
from embedscope.readers import open_table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.figures.figure import Figure
from embedscope_gui.figures.formats import Look, pdf_bytes, svg_bytes
from embedscope_gui.figures.kinds import build_figure
from embedscope_gui.figures.save import SaveOptions, look_of
from embedscope_gui.figures.subject import Source, Subject, View, make_subject

FILES = Path(__file__).parent / "cases" / "files"
SVG = "{http://www.w3.org/2000/svg}"


@cache
def preset_subject(name: str) -> Subject:
    """Return a preset with its own text, axes and cloud included."""
    preset = PRESETS[name]
    return make_subject(Source(preset.make(), get_tokenizer(preset.tokenizer), preset.text))


def subject_of(
    name: str, text: str, tokenizer: str = "gpt2", view: View | None = None, *, points: bool = True
) -> Subject:
    """Return the subject of a case file or a preset with any text."""
    table = open_table(name if name in PRESETS else FILES / name)
    return make_subject(Source(table, get_tokenizer(tokenizer), text), view, points=points)


def blobs() -> Subject:
    """Return the 60 points of case N11, all of them typed by their ids."""
    return subject_of("N11_blobs.npy", " ".join(map(str, range(60))), "ids")


def look(figure: Figure, **options: object) -> Look:
    """Return the look of ``figure`` for options of SaveOptions."""
    return look_of(figure, SaveOptions(**options))  # type: ignore[arg-type]


def svg_root(kind: str, subject: Subject, **options: object) -> ET.Element:
    """Return the parsed SVG of a figure."""
    figure = build_figure(kind, subject)
    return ET.fromstring(svg_bytes(figure, look(figure, **options)))


def svg_texts(root: ET.Element) -> list[str]:
    """Return the texts of an SVG in drawing order."""
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """Return (h, w, 4) blue, green, red, alpha."""
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    data = np.frombuffer(image.constBits(), np.uint8)
    return data.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width()].copy()


def drawn_svg(data: bytes, width: int, height: int) -> NDArray[np.uint8]:
    """Return the pixels of an SVG as another program draws it."""
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    renderer = QSvgRenderer(data)
    assert renderer.isValid()
    renderer.render(painter)
    painter.end()
    return pixels_of(image)


def pdf_data(kind: str, subject: Subject, **options: object) -> bytes:
    """Return the PDF of a figure."""
    figure = build_figure(kind, subject)
    return pdf_bytes(figure, look(figure, **options))


def pdf_streams(data: bytes) -> list[bytes]:
    """Return the contents of all streams of a PDF, unpacked where they are packed."""
    found = []
    for match in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        try:
            found.append(
                zlib.decompressobj().decompress(match[1])
            )  # its last byte may look like CR
        except zlib.error:
            found.append(match[1])
    return found


def pdf_texts(data: bytes) -> list[str]:
    """Return the texts of a one-page PDF, one a drawn piece of text."""
    objects = dict(re.findall(rb"\n(\d+) 0 obj\n(.*?)\nendobj", data, re.DOTALL))
    page = next(stream for stream in pdf_streams(data) if b"BT\n" in stream)
    texts = []
    for font, piece in re.findall(rb"BT\n/F(\d+) (.*?)ET", page, re.DOTALL):
        unicode_map = re.search(rb"/ToUnicode (\d+) 0 R", objects[font])
        assert unicode_map
        glyphs = _glyphs(pdf_streams(objects[unicode_map[1]] + b"\n")[0])
        codes = b"".join(re.findall(rb"<([0-9a-fA-F]+)> Tj", piece)).decode()
        texts.append("".join(glyphs[codes[i : i + 4].lower()] for i in range(0, len(codes), 4)))
    return [text.replace("\t", " ") for text in texts]


def _glyphs(stream: bytes) -> dict[str, str]:
    """Return what each glyph number (four hex digits) of a ToUnicode map stands for."""
    glyphs = {}
    for first, last, rest in re.findall(r"<(\w+)> <(\w+)> (\[[^]]*\]|<\w+>)", stream.decode()):
        codes = re.findall(r"<(\w+)>", rest)
        for offset in range(int(last, 16) - int(first, 16) + 1):
            code = codes[offset] if offset < len(codes) else f"{int(codes[0], 16) + offset:04x}"
            glyphs[f"{int(first, 16) + offset:04x}"] = bytes.fromhex(code).decode("utf-16-be")
    return glyphs
