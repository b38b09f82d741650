"""Fonts by pixel size, so that text takes the same room in every format."""

from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QGuiApplication

TITLE_PX = 17
BODY_PX = 13
SMALL_PX = 11


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


def resolved_family(family: str) -> str:
    """Return the name of the installed font that stands in for ``family``."""
    return QFontInfo(QFont(family)).family()
