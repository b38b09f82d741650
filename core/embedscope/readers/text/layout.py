"""How the rows of a text are written: what parts the numbers, where the words are."""

from dataclasses import dataclass
from enum import Enum

NAMES_NOTE = "Line 1 holds the names of columns and was passed over."
COMMA_NOTE = "The numbers are written with a decimal comma."


class Reading(Enum):
    """Ways to read a text that allows of several; the value stands in the tensor's name."""

    LIKELY = ""
    NO_HEADER = "line 1 as a row"
    NO_WORDS = "first field as a number"
    WORDS = "first field as a word"


@dataclass(frozen=True)
class Runs:
    """The last ``n_dims`` of the fields that blanks and tabs part, and a word in front.

    The word may hold blanks itself: it is all up to one blank before the numbers.
    """

    n_dims: int
    has_words: bool
    is_aligned: bool = False  # several blanks stand between numbers, and behind words


@dataclass(frozen=True)
class Columns:
    """``n_fields`` parted by exactly one ``separator``, some of them numbers, one a label."""

    separator: bytes
    n_fields: int
    dims: tuple[int, ...]  # the columns that are numbers
    label: int | None = None
    is_quoted: bool = False  # quotes may enclose a field with separators in it
    ends_in_separator: bool = False  # there is nothing behind the last one

    @property
    def n_dims(self) -> int:
        """How many columns are numbers."""
        return len(self.dims)

    @property
    def has_words(self) -> bool:
        """Whether there is a column of labels."""
        return self.label is not None

    @property
    def n_parts(self) -> int:
        """How many parts the separators make of a line."""
        return self.n_fields + self.ends_in_separator

    @property
    def left_out(self) -> list[int]:
        """Columns that are neither numbers nor the labels."""
        used = {*self.dims, self.label}
        return [i for i in range(self.n_fields) if i not in used]


@dataclass(frozen=True)
class Other:
    """Another way to read the same text."""

    reading: Reading
    likely: str  # what the likely one does: "reads line 1 as a header"
    otherwise: str  # what this one is for: "to read it as a row"


@dataclass(frozen=True)
class Layout:
    """How a text is read."""

    cells: Runs | Columns
    has_decimal_comma: bool = False
    has_head: bool = False  # line 1 is no row
    has_number_labels: bool = False  # the labels are numbers, known as labels by their head
    promise: tuple[int, int] | None = None  # rows and dims that line 1 says there are
    notes: tuple[str, ...] = ()
    others: tuple[Other, ...] = ()

    @property
    def format(self) -> str:
        """Name to show."""
        if isinstance(self.cells, Columns):
            return "TSV" if self.cells.separator == b"\t" else "CSV"
        if self.promise:
            return "word2vec text"
        return "GloVe text" if self.cells.has_words else "text"
