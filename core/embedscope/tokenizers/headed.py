"""Lists of labels that begin with the names of their columns, as TensorFlow's projector has them.

Taken as words, the first line would be the word of row 0 and each label that of the next row. It
shows only beside a table: the list is one line longer than the table.
"""

from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.words import WordTokenizer, word_list

HEADS = frozenset(("word", "words", "label", "labels", "token", "tokens", "name", "text"))
"""What the column with the labels is called, in small letters."""


def without_header(tokenizer: Tokenizer, n_rows: int) -> Tokenizer:
    """Return ``tokenizer``, or its labels for ``n_rows`` rows without the line above them."""
    if not isinstance(tokenizer, WordTokenizer) or tokenizer.size != n_rows + 1:
        return tokenizer
    first = tokenizer.words[0] or ""
    names = first.split("\t")
    if len(names) == 1 and first.lower() not in HEADS:
        return tokenizer
    column = label_column(names)
    fields = [(word or "").split("\t") for word in tokenizer.words[1:]]
    words = [row[column] if column < len(row) else "" for row in fields]
    note = f'Line 1 of the labels is a header; the labels are those of "{names[column]}".'
    return word_list(tokenizer.name, words, said=(note,))


def label_column(names: list[str]) -> int:
    """Return which of the columns called ``names`` holds the labels: else the first."""
    return next((i for i, name in enumerate(names) if name.lower() in HEADS), 0)
