"""How far a picture can be believed, in words and for each row that was judged."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Judged:
    """``sentence`` is said of the whole picture; ``kept`` of the ``k`` nearest rows, by row."""

    sentence: str
    kept: Mapping[int, int]
    k: int

    def note(self, row: int) -> str:
        """Return "3 of its 10 nearest rows are near it here", "" for a row that was not judged."""
        kept = self.kept.get(row)
        if kept is None:
            return ""
        return f"{kept} of its {self.k} nearest rows {'is' if kept == 1 else 'are'} near it here"


NOT_JUDGED = Judged("", {}, 0)
