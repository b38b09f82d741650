"""Tool tips that show text literally: Qt takes "<b>x</b>" for markup."""

from html import escape


def literal(text: str) -> str:
    """Return what a tool tip must be given to show ``text`` as it is; only "<" can mislead Qt."""
    if "<" not in text:
        return text
    return f'<p style="white-space:pre-wrap">{escape(text)}</p>'
