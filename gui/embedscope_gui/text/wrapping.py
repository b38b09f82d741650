"""Chooses how the editor wraps: at words, unless a run without a break is enormous.

Qt looks for a break from the start of the run again on every line it makes: with 200,000
letters in a row a key press took 1.8 s (a million: 43 s). Wrapped anywhere it takes 0.04 s
(0.25 s), so that is how a text with such a run is shown. Nothing is cut from the text.
"""

import re

from PySide6.QtGui import QTextDocument, QTextOption

LONGEST_RUN = 4_000
AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
ANYWHERE = QTextOption.WrapMode.WrapAnywhere

_RUN = re.compile(rf"\S{{{LONGEST_RUN}}}")


def wrap_mode(
    document: QTextDocument, position: int, added: int, now: QTextOption.WrapMode
) -> QTextOption.WrapMode:
    """Return the mode for ``document`` after ``added`` units came in at ``position``."""
    if document.characterCount() <= LONGEST_RUN:
        return AT_WORDS
    if now == ANYWHERE:
        return ANYWHERE
    if added >= LONGEST_RUN:
        return ANYWHERE if _RUN.search(document.toRawText()) else now
    block = document.findBlock(position)
    is_long = block.length() > LONGEST_RUN and _RUN.search(block.text())
    return ANYWHERE if is_long else now
