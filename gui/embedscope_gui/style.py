"""Turns a Theme into Qt's palette and the few style rules on top of Fusion."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from embedscope.assets import read_asset
from embedscope_gui.theme import GRID_PX, SMALL_PX, TEXT_PX, THEMES, Theme, ThemeName

Role = QPalette.ColorRole
FIELDS = ("QLineEdit", "QAbstractSpinBox")
FUSION_DARKER = 140  # per cent


def system_theme() -> ThemeName:
    """Return the theme that the desktop asks for."""
    scheme = QGuiApplication.styleHints().colorScheme()
    return "dark" if scheme == Qt.ColorScheme.Dark else "light"


def palette(theme: Theme) -> QPalette:
    """Return Qt's palette for ``theme``."""
    roles = {
        Role.Window: theme.window,
        Role.WindowText: theme.text,
        Role.Base: theme.surface,
        Role.AlternateBase: theme.window,
        Role.Text: theme.text,
        Role.Button: theme.window,
        Role.ButtonText: theme.text,
        Role.BrightText: theme.error,
        Role.ToolTipBase: theme.surface,
        Role.ToolTipText: theme.text,
        Role.PlaceholderText: theme.muted,
        Role.Highlight: theme.accent,
        Role.HighlightedText: theme.accent_text,
        Role.Accent: theme.accent,
        Role.Link: theme.accent,
        Role.Light: theme.surface,
        Role.Midlight: theme.grid,
        Role.Mid: theme.line,
        Role.Dark: theme.line,
        Role.Shadow: theme.line,
    }
    made = QPalette()
    for role, colour in roles.items():
        made.setColor(role, QColor(colour))
    for role in (Role.Text, Role.WindowText, Role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.muted))
    return made


def field_palette(theme: Theme) -> QPalette:
    """Return the palette of fields: Fusion frames them in Window, darker, too dark for dark."""
    made = palette(theme)
    made.setColor(Role.Window, QColor(theme.edge).lighter(FUSION_DARKER))
    return made


def style_sheet(theme: Theme) -> str:
    """Return the rules that Fusion lacks: thin lines, two text sizes, a visible focus."""
    half = GRID_PX // 2
    return f"""
* {{ font-size: {TEXT_PX}px; }}
QToolTip {{ color: {theme.text}; background: {theme.surface}; border: 1px solid {theme.line};
    padding: {half}px; }}
QSplitter::handle {{ background: {theme.line}; }}
QSplitter::handle:hover, QSplitter::handle:focus {{ background: {theme.accent}; }}
#paneTitle {{ font-weight: 600; color: {theme.text}; }}
#hint, #caption, #noteLine {{ font-size: {SMALL_PX}px; color: {theme.muted}; }}
#topBar {{ background: {theme.window}; border-bottom: 1px solid {theme.line}; }}
#topBar QLabel {{ color: {theme.muted}; }}
#noticeBar {{ background: {theme.accent_soft}; border-top: 1px solid {theme.accent}; }}
#noticeBar[kind="error"] #noticeText {{ color: {theme.error}; }}
#noticeBar[kind="warning"] #noticeText {{ color: {theme.warning}; }}
QAbstractItemView {{ background: {theme.surface}; border: none; gridline-color: {theme.grid};
    selection-background-color: {theme.accent_soft}; selection-color: {theme.text}; }}
QHeaderView::section {{ background: {theme.surface}; color: {theme.muted}; border: none;
    border-bottom: 1px solid {theme.line}; padding: 2px {half}px; font-size: {SMALL_PX}px; }}
QPlainTextEdit {{ background: {theme.surface}; border: none; }}
QStatusBar {{ background: {theme.window}; border-top: 1px solid {theme.line}; }}
QStatusBar QLabel {{ font-size: {SMALL_PX}px; color: {theme.muted}; }}
QStatusBar::item {{ border: none; }}
"""


def apply(app: QApplication, name: ThemeName) -> Theme:
    """Give the whole application the theme ``name`` and return it."""
    theme = THEMES[name]
    app.setPalette(palette(theme))
    for kind in FIELDS:
        app.setPalette(field_palette(theme), kind)  # type: ignore[arg-type]  # str, not bytes
    sheet = style_sheet(theme)
    if app.styleSheet() != sheet:  # setting it makes Qt polish every widget there is
        app.setStyleSheet(sheet)
    return theme


def app_icon() -> QIcon:
    """Return the program's icon."""
    picture = QPixmap()
    picture.loadFromData(read_asset("icons", "embedscope.svg"))
    return QIcon(picture)
