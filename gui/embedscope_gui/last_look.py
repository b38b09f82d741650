"""What was on view when the window was closed, brought back at the next start; no Qt here."""

import json
from dataclasses import asdict, dataclass
from typing import Literal

from embedscope.presets import PRESETS
from embedscope.session.session import Mode, Session

LONGEST_TEXT = 50_000  # characters; a start waits for no longer text
NAxes = Literal[2, 3]


@dataclass(frozen=True)
class LastLook:
    """The user's own text ("": none) with the table it was typed for, and how things are shown."""

    table: str = ""
    text: str = ""
    mode: Mode = "whole"
    n_axes: NAxes = 2

    def to_json(self) -> str:
        """Return everything in ASCII, whatever characters the text is made of."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> "LastLook":
        """Return what ``line`` says; a foreign or broken value counts as absent."""
        try:
            match json.loads(line):
                case {"table": str(table), "text": str(text), "mode": mode, "n_axes": n_axes}:
                    shown: Mode = "looked-up" if mode == "looked-up" else "whole"
                    kept = text if len(text) <= LONGEST_TEXT else ""
                    return cls(table, kept, shown, 3 if n_axes == 3 else 2)
        except (ValueError, RecursionError):
            pass
        return cls()


def look_of(session: Session, table: str, n_axes: int) -> LastLook:
    """Return what is to be remembered of ``session`` with the preset or file ``table`` open.

    A text that the preset brings itself is none of the user's; nor does one come back that another
    tokenizer than the preset's would have to read, a list of ids for one.
    """
    preset = PRESETS.get(table)
    reader = session.tokenizer.name if session.tokenizer is not None else ""
    is_own = preset is None or (session.text != preset.text and reader == preset.tokenizer)
    text = session.text if is_own and len(session.text) <= LONGEST_TEXT else ""
    return LastLook(table, text, session.mode, 3 if n_axes == 3 else 2)
