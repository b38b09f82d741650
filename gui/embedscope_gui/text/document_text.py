"""Text in and out of a QTextDocument without a silent loss.

Qt and its Python bindings change text on the way: CR, U+2029, U+FDD0 and U+FDD1 become line
ends, a leading U+FEFF vanishes, a leading U+FFFE swaps the bytes of all that follows, and lone
surrogates disappear. Characters that a document cannot hold are therefore kept as stand-ins
(noncharacters, one UTF-16 unit each, so that places stay the same), and the rest is said.
"""

import re

from PySide6.QtGui import QTextCursor, QTextDocument

from embedscope.tokenizers.spans import sanitise

PARAGRAPH = "\u2029"  # how a document writes a line end
BYTE_ORDER_MARKS = ("\ufeff", "\ufffe")
STAND_INS = {"\r": "\ufdd2", PARAGRAPH: "\ufdd3", "\ufdd0": "\ufdd4", "\ufdd1": "\ufdd5"}
_TAKEN = re.compile("[\ufdd2-\ufdd5]")
_LINE_ENDS = re.compile("\r\n|\r")


def utf16_length(text: str) -> int:
    """Return the number of UTF-16 units of ``text``, which is how Qt counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def to_document(text: str) -> tuple[str, tuple[str, ...]]:
    """Return ``text`` as a document can hold it, place for place, and what must be said."""
    clean, notes = sanitise(text)
    clean, n_taken = _TAKEN.subn("\ufffd", clean)
    if n_taken:
        notes += (f"{_count(n_taken, 'noncharacter')} (U+FDD2 to U+FDD5) became U+FFFD.",)
    if clean.startswith("\ufeff"):
        notes += ("The text begins with a byte order mark (U+FEFF), kept as a character.",)
    for char, stand_in in STAND_INS.items():
        clean = clean.replace(char, stand_in)
    return clean, notes


def from_document(raw: str) -> str:
    """Return the text of which ``raw`` is a document's own spelling."""
    text = raw.replace(PARAGRAPH, "\n")
    if not text.isascii():
        for char, stand_in in STAND_INS.items():
            text = text.replace(stand_in, char)
    return text


def normalise_line_ends(text: str) -> tuple[str, tuple[str, ...]]:
    """Return ``text`` with LF for CR LF and CR, and a note if there were any."""
    clean, n_changed = _LINE_ENDS.subn("\n", text)
    if not n_changed:
        return text, ()
    return clean, (f"Line ends normalised: {_count(n_changed, 'CR LF or CR')} became LF.",)


def insert_exactly(cursor: QTextCursor, document_text: str) -> None:
    """Insert text at ``cursor`` as an undo step of its own, a byte order mark included.

    The dot takes the place where a mark would be lost; deleting it also keeps Qt from joining
    what is typed next to this step.
    """
    cursor.beginEditBlock()
    start = cursor.selectionStart()
    cursor.insertText("." + document_text)
    end = cursor.position()
    cursor.setPosition(start)
    cursor.setPosition(start + 1, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()  # deleteChar would take an accent on the dot with it
    cursor.setPosition(end - 1)
    cursor.endEditBlock()


def read_text(document: QTextDocument) -> str:
    """Return the whole text of ``document``; lone surrogates are read as U+FFFD."""
    return read_range(document, 0, document.characterCount() - 1)


def read_range(document: QTextDocument, start: int, stop: int) -> str:
    """Return the text between two UTF-16 places of ``document``."""
    raw = raw_range(document, start, stop)
    if utf16_length(raw) != stop - start:
        raw = _raw_by_unit(document, start, stop)
    return from_document(raw)


def raw_range(document: QTextDocument, start: int, stop: int) -> str:
    """Return the text between two places as ``document`` spells it."""
    first = start
    while first < stop and document.characterAt(first) in BYTE_ORDER_MARKS:
        first += 1
    marks = "".join(map(document.characterAt, range(start, first)))
    if first == 0 and stop == document.characterCount() - 1:
        return document.toRawText()
    cursor = QTextCursor(document)
    cursor.setPosition(first)
    cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
    return marks + cursor.selectedText()


def _raw_by_unit(document: QTextDocument, start: int, stop: int) -> str:
    """Read block by block, and unit by unit where a half of a pair stands alone."""
    parts = []
    block = document.findBlock(start)
    while block.isValid() and block.position() < stop:
        low = max(start, block.position())
        high = min(stop, block.position() + block.length())
        text = raw_range(document, low, high)
        if utf16_length(text) != high - low:
            units = "".join(map(document.characterAt, range(low, high)))
            text = units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        parts.append(text)
        block = block.next()
    return "".join(parts)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}"
