"""Texts of tokens without empty boxes: what no font has a picture of is written as an escape."""

from functools import lru_cache

from PySide6.QtGui import QFont, QTextLayout


def with_glyphs(text: str, font: QFont) -> str:
    """Return ``text`` with an escape for each character that no font has a picture of."""
    if text.isascii():
        return text
    family, size_px = font.family(), font.pixelSize()
    return "".join(c if c.isascii() else _shown(c, family, size_px) for c in text)


@lru_cache(maxsize=8192)
def _shown(char: str, family: str, size_px: int) -> str:
    """Return ``char``, or its escape if neither the font nor those that stand in have it."""
    font = QFont(family)
    font.setPixelSize(size_px)
    layout = QTextLayout(char, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    if all(0 not in run.glyphIndexes() for run in layout.glyphRuns()):
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
