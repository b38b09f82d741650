"""The note over the points that tells how many rows are marked, and unmarks them by a click."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from embedscope_gui.theme import SMALL_PX, Theme
from embedscope_gui.vectors.brush import font


class MarkedNote(QPushButton):
    """Says "906 rows marked · Esc clears"; there is none where no row is marked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("markedNote")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Esc in the picture does the same
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("Mark no rows")
        self.setFont(font(SMALL_PX))
        self.hide()

    def show_count(self, n_rows: int) -> None:
        """Tell that ``n_rows`` are marked."""
        self.setText(f"{n_rows:,} {'row' if n_rows == 1 else 'rows'} marked · Esc clears")
        self.setVisible(n_rows > 0)
        self.adjustSize()

    def set_theme(self, theme: Theme) -> None:
        """Write in the colour of the marks."""
        self.setStyleSheet(
            f"QPushButton {{ color: {theme.marked}; background: {theme.surface};"
            f" border: 1px solid {theme.marked}; border-radius: 3px; padding: 1px 6px; }}"
        )
        self.adjustSize()
