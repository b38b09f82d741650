"""Tool tips that show text literally: Qt would take "<b>x</b>" for markup."""

from html import escape

from PySide6.QtCore import Qt


def literal(text: str) -> str:
    """Return what Qt's tool tips must be given to show ``text`` as it is."""
    if not Qt.mightBeRichText(text):
        return text
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>'
