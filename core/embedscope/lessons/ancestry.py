"""Where an id comes from: the merges that built its token, in words and as rows of a drawing."""

from dataclasses import dataclass

from embedscope.errors import UnknownNameError
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.bpe import BpeTokenizer
from embedscope.tokenizers.merge_list import MergeListTokenizer
from embedscope.tokenizers.merges import MergeTree, merge_tree
from embedscope.tokenizers.visible import visible
from embedscope.tokenizers.words import WordTokenizer

N_BYTES = 256
_LONGEST = 24  # characters of a token


@dataclass(frozen=True)
class Merge:
    """One merge: ``parts`` (label, id) became the token ``label`` with ``token_id``.

    ``depth``: 0 for the token itself, 1 for what made one of its parts, and so on.
    """

    label: str
    token_id: int | None
    parts: tuple[tuple[str, int | None], ...]
    depth: int

    @property
    def line(self) -> str:
        """Return "“␣wor” + “ld” → “␣world”  id 995"."""
        parts = " + ".join(f"“{label}”" for label, _ in self.parts)
        return f"{parts} → “{self.label}”  {_id(self.token_id)}"


@dataclass(frozen=True)
class Ancestry:
    """The token ``label`` with its merges, the token's own first; ``note`` is a sentence.

    ``number``: which merge made the token, counted from 1, where ids follow the merges.
    """

    label: str
    token_id: int
    merges: tuple[Merge, ...]
    number: int | None
    note: str


def ancestry(tokenizer: Tokenizer, token_id: int) -> Ancestry:
    """Return how ``token_id`` came to be; UnknownNameError where ``tokenizer`` has no such id."""
    tree = merge_tree(tokenizer, token_id)
    merges = _merges(tree, 0)
    number = _number(tokenizer, token_id) if merges else None
    note = _merged(len(merges), number) if merges else _why_none(tokenizer, tree)
    return Ancestry(_label(tree), token_id, merges, number, note)


def has_ancestry(tokenizer: Tokenizer, token_id: int) -> bool:
    """Tell whether ``tokenizer`` has such an id and built it by merges."""
    try:
        return bool(merge_tree(tokenizer, token_id).parts)
    except UnknownNameError:
        return False


def _merges(tree: MergeTree, depth: int) -> tuple[Merge, ...]:
    """Return the tree's own merge and those of its parts; a merge seen before is not repeated."""
    if not tree.parts:
        return ()
    parts = tuple((_label(part), part.token_id) for part in tree.parts)
    found = [Merge(_label(tree), tree.token_id, parts, depth)]
    for part in tree.parts:
        known = {merge.label for merge in found}
        found += [merge for merge in _merges(part, depth + 1) if merge.label not in known]
    return tuple(found)


def _number(tokenizer: Tokenizer, token_id: int) -> int | None:
    """Return which merge made the token: the first 256 ids are bytes, each merge adds one id."""
    return token_id - N_BYTES + 1 if isinstance(tokenizer, BpeTokenizer) else None


def _merged(count: int, number: int | None) -> str:
    built = f"{count} merge{'s' if count > 1 else ''} built this token from its bytes"
    which = "it" if count == 1 else "the last"
    return f"{built}; {which} was merge number {number:,}." if number else f"{built}."


def _why_none(tokenizer: Tokenizer, tree: MergeTree) -> str:
    if tree.token_id in tokenizer.special_tokens.values():
        return "This is a special token: it was added by hand, not merged from others."
    if isinstance(tokenizer, WordTokenizer):
        return "Nothing was merged here: the words of this small vocabulary were simply numbered."
    if isinstance(tokenizer, BpeTokenizer | MergeListTokenizer):
        return "This token is a single byte: it was there before the first merge."
    return "This tokenizer does not say how its tokens came to be."


def _label(tree: MergeTree) -> str:
    return visible(tree.data, _LONGEST)


def _id(token_id: int | None) -> str:
    return "no id" if token_id is None else f"id {token_id}"
