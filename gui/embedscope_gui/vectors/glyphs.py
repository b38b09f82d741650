"""Texts of tokens without empty boxes: what no font has a picture of is written as an escape."""

from functools import lru_cache

from PySide6.QtGui import QFont, QTextLayout


def with_glyphs(text: str, font: QFont) -> str:
    """Return ``text`` with an escape for each character that no font has a picture of."""
    return text if text.isascii() else _with_glyphs(text, font.family(), font.pixelSize())


@lru_cache(maxsize=4096)
def _with_glyphs(text: str, family: str, size_px: int) -> str:
    font = QFont(family)
    font.setPixelSize(size_px)
    if _has_glyphs(text, font):
        return text
    return "".join(c if c.isascii() or _has_glyphs(c, font) else _escaped(c) for c in text)


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _has_glyphs(text: str, font: QFont) -> bool:
    """Tell whether ``font``, or the ones that stand in for it, have pictures of all of ``text``."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return all(0 not in run.glyphIndexes() for run in layout.glyphRuns())
