"""Text from and to the clipboard and drops."""

from PySide6.QtCore import QMimeData

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def fill(data: QMimeData, text: str) -> None:
    """Make ``data`` hold ``text`` and nothing else."""
    data.text()  # Qt fills its own object when it is first read; only then can that be replaced
    data.clear()
    data.setText(text)


def holds_text(data: QMimeData) -> bool:
    """Tell text from files, which are not for the editor (a dragged link is text)."""
    return data.hasText() and not any(url.isLocalFile() for url in data.urls())


def text_of(data: QMimeData) -> str:
    """Return the text of ``data`` with the leading byte order mark that Qt takes away."""
    text = data.text()
    plain = bytes(data.data("text/plain").data())
    had_mark = plain.startswith(BYTE_ORDER_MARK) and not text.startswith("\ufeff")
    return "\ufeff" + text if had_mark else text
