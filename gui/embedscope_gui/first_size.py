"""How large the window is when it is opened for the first time."""

from PySide6.QtCore import QSize

COMFORTABLE = QSize(1440, 900)
FRAME = QSize(16, 48)  # what a desktop may put around a window: a title bar, borders


def first_size(screen: QSize) -> QSize:
    """Return a size for a screen of which ``screen`` is free: never larger, frame included."""
    share = QSize(screen.width() * 3 // 4, screen.height() * 4 // 5)
    return COMFORTABLE.expandedTo(share).boundedTo(screen - FRAME)
