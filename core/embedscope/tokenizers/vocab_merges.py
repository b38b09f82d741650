"""GPT-2's own two files: vocab.json (token to id) and merges.txt (one merge a line)."""

from pathlib import Path

from embedscope.errors import FileError
from embedscope.tokenizers.byte_alphabet import BYTE_OF_CHAR, bytes_of
from embedscope.tokenizers.hf_json import Json
from embedscope.tokenizers.merge_list import MergeList, MergeListTokenizer, Pair
from embedscope.tokenizers.splittings import SPLITTINGS

_MOST_IDS = 1 << 24


def open_vocab_and_merges(path: Path, vocabulary: Json, name: str) -> MergeListTokenizer:
    """Return the tokenizer of ``vocabulary``, read from ``path``, and the merges.txt beside it."""
    ids = _ids(path, vocabulary)
    merges = path.with_name("merges.txt")
    if not merges.is_file():
        raise FileError(path, "needs the file merges.txt beside it (or open a tokenizer.json)")
    if any(token.endswith("</w>") for token in ids):
        raise FileError(path, "marks word ends with </w>, which only a tokenizer.json can explain")
    tokens: list[bytes | None] = [None] * (1 + max(ids.values(), default=-1))
    for token, token_id in ids.items():
        tokens[token_id] = bytes_of(token)
    specials = {token: i for token, i in ids.items() if _is_special(token)}
    about = MergeList(tokens, _merges(merges), SPLITTINGS["gpt2"], specials)
    return MergeListTokenizer(name, about)


def _ids(path: Path, vocabulary: Json) -> dict[str, int]:
    """Return token to id; the largest id must be in proportion to the number of tokens."""
    ids = {
        token: token_id
        for token, token_id in vocabulary.items()
        if isinstance(token_id, int) and 0 <= token_id < min(_MOST_IDS, 100 * len(vocabulary))
    }
    if not ids or len(ids) < len(vocabulary):
        raise FileError(
            path, 'is neither a tokenizer.json (no "model") nor a list of tokens and ids'
        )
    return ids


def _is_special(token: str) -> bool:
    """Tell by the look: <s>, <|endoftext|>, or characters that no byte is written with."""
    marked = len(token) > 2 and token[0] == "<" and token[-1] == ">"
    return marked or not all(char in BYTE_OF_CHAR for char in token)


def _merges(path: Path) -> list[Pair]:
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as fault:
        raise FileError(path, f"cannot be read ({fault})") from fault
    pairs = []
    for number, line in enumerate(lines, 1):
        parts = line.removesuffix("\r").split(" ")
        if len(parts) == 2 and not line.startswith("#version"):
            pairs.append((bytes_of(parts[0]), bytes_of(parts[1])))
        elif line.strip() and not line.startswith("#version"):
            raise FileError(path, f'line {number} is not a merge ("left right")')
    return pairs
