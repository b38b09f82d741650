"""Chooses how the editor wraps: at words, unless a run without a break is enormous.

Qt looks for a break from the start of the run again on every line it makes: with 200,000
letters in a row a key press took 1.8 s (a million: 43 s). Wrapped anywhere it takes 0.04 s
(0.25 s), so that is how a text with such a run is shown. And Qt counts the blanks at the end
of a line in 16 bits: with 65,536 of them any wrapping goes on for ever, so a text with so many
in a row is not wrapped. Nothing is cut from the text.
"""

import re

from PySide6.QtGui import QTextDocument, QTextOption

LONGEST_RUN = 4_000
MOST_BLANKS = 60_000
AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
ANYWHERE = QTextOption.WrapMode.WrapAnywhere
NOWHERE = QTextOption.WrapMode.NoWrap

# Both look only where a run begins, so that a text is gone through once. U+2029 is how a
# document ends a line.
_RUN = re.compile(rf"(?<!\S)\S{{{LONGEST_RUN}}}")
_BLANKS = re.compile(rf"(?<![^\S\u2029])[^\S\u2029]{{{MOST_BLANKS}}}")


def wrap_mode(
    document: QTextDocument, position: int, added: int, now: QTextOption.WrapMode
) -> QTextOption.WrapMode:
    """Return the mode for ``document`` after ``added`` units came in at ``position``."""
    if document.characterCount() <= LONGEST_RUN:
        return AT_WORDS
    if now == NOWHERE:
        return NOWHERE
    changed = _changed(document, position, added)
    if len(changed) > MOST_BLANKS and _BLANKS.search(changed):
        return NOWHERE
    return ANYWHERE if now != ANYWHERE and _RUN.search(changed) else now


def _changed(document: QTextDocument, position: int, added: int) -> str:
    """Return what may hold a new run: all of the text, or the line that was typed in."""
    if added >= LONGEST_RUN:
        return document.toRawText()
    block = document.findBlock(position)
    return block.text() if block.length() > LONGEST_RUN else ""
