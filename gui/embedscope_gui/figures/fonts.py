"""Fonts by pixel size, so that text takes the same room in every format."""

from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QFontMetricsF,
    QGuiApplication,
    QTextLayout,
    QTextOption,
)

TITLE_PX = 17
BODY_PX = 13
SMALL_PX = 11
MARKS = "\ufeff\ufffe"  # of byte order: in front, they are no characters to Qt


def font(px: int, bold: bool = False) -> QFont:
    """Return the application's font at ``px``, unhinted: its widths then scale exactly."""
    made = QFont(QGuiApplication.font())
    made.setPixelSize(px)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setStyleStrategy(QFont.StyleStrategy.NoSubpixelAntialias)
    return made


@cache
def _metrics(px: int, bold: bool, _family: str) -> QFontMetricsF:
    return QFontMetricsF(font(px, bold))


def metrics(px: int, bold: bool = False) -> QFontMetricsF:
    """Return the measures of a font, the same for screen, picture and paper."""
    return _metrics(px, bold, QGuiApplication.font().family())


def text_width(text: str, px: int, bold: bool = False) -> float:
    """Return the width of one line of ``text``."""
    return float(metrics(px, bold).horizontalAdvance(text))


def elided(text: str, width: float, px: int, bold: bool = False) -> str:
    """Return ``text``, cut with "…" where it is wider than ``width``."""
    if text_width(text[:2000], px, bold) <= width and len(text) <= 2000:
        return text
    shown = metrics(px, bold).elidedText(text[:2000], Qt.TextElideMode.ElideRight, max(width, 0))
    return str(shown)


def elided_middle(text: str, width: float, px: int) -> str:
    """Return ``text``, cut in the middle with "…" where it is wider than ``width``."""
    shown = metrics(px).elidedText(text[:2000], Qt.TextElideMode.ElideMiddle, width)
    return str(shown)


def wrapped(text: str, width: float, px: int, most: int, bold: bool = False) -> list[str]:
    """Return ``text`` cut at blanks into lines no wider than ``width``; the last may end in "…"."""
    text = text.lstrip(MARKS)
    layout = QTextLayout(text, font(px, bold))
    layout.setTextOption(_wrapping())
    layout.beginLayout()
    cuts: list[tuple[int, int]] = []
    while len(cuts) < most and (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1.0))
        cuts.append((line.textStart(), line.textLength()))
    layout.endLayout()
    units = text.encode("utf-16-le")  # Qt counts UTF-16 units
    lines = [_piece(units, start, start + length).rstrip() for start, length in cuts]
    if lines and sum(cuts[-1]) * 2 < len(units):
        rest = _piece(units, cuts[-1][0], cuts[-1][0] + 400)
        lines[-1] = elided(f"{rest} …", width, px, bold)
    return lines


def _wrapping() -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    return option


def _piece(units: bytes, start: int, stop: int) -> str:
    return units[2 * start : 2 * stop].decode("utf-16-le", errors="ignore")


def resolved_family(family: str) -> str:
    """Return the name of the installed font that stands in for ``family``."""
    return QFontInfo(QFont(family)).family()
