"""Colours, fonts and pixel sizes for painting with a QPainter."""

from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPaintEngine, QPainter

DOT_PX = 4.0  # radius of a token's dot
CHOSEN_DOT_PX = 5.5
LABEL_PAD_PX = 3.0
LABEL_MAX_PX = 180.0
RASTER_SCALE_IN_VECTORS = 3.0  # pixels per logical pixel of a raster inside SVG or PDF
_VECTOR_ENGINES = (
    QPaintEngine.Type.SVG,
    QPaintEngine.Type.Pdf,
    QPaintEngine.Type.Picture,
)


def colour(name: str, alpha: float = 1.0) -> QColor:
    """Return "#rrggbb" as a QColor with ``alpha`` 0..1."""
    made = QColor(name)
    made.setAlphaF(alpha)
    return made


def argb(name: str) -> int:
    """Return "#rrggbb" as 0xffrrggbb."""
    return 0xFF000000 | int(name[1:], 16)


def font(size_px: int, *, bold: bool = False) -> QFont:
    """Return the application's font at ``size_px`` logical pixels."""
    made = QFont(QGuiApplication.font())
    made.setPixelSize(size_px)
    made.setBold(bold)
    return made


def metrics(size_px: int) -> QFontMetricsF:
    """Return the measures of ``font(size_px)``."""
    return QFontMetricsF(font(size_px))


def is_vector(painter: QPainter) -> bool:
    """Tell whether ``painter`` writes shapes (SVG, PDF) and not pixels."""
    return painter.paintEngine().type() in _VECTOR_ENGINES


def raster_scale(painter: QPainter) -> float:
    """Return the pixels of a raster for one logical pixel: the device's own where it has pixels."""
    if is_vector(painter):
        return RASTER_SCALE_IN_VECTORS
    return max(float(painter.deviceTransform().m11()), 0.1)
