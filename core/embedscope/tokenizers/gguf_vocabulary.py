"""The vocabulary inside a GGUF file as a tokenizer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from embedscope.errors import EmbedscopeError
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.byte_alphabet import bytes_of
from embedscope.tokenizers.merge_list import MergeList, MergeListTokenizer, Pair
from embedscope.tokenizers.piece_types import BLANK, PieceType, piece_bytes
from embedscope.tokenizers.scored_pieces import ScoredPiecesTokenizer
from embedscope.tokenizers.splittings import SPLITTINGS
from embedscope.tokenizers.wordpiece import WordPieceTokenizer
from embedscope.tokenizers.words import WordTokenizer

_SPLITTING_OF_PRE: Mapping[str, str] = {  # tokenizer.ggml.pre to a key of SPLITTINGS
    **dict.fromkeys(("gpt-2", "gpt2", "phi-2", "mpt", "olmo", "jais", "roberta-bpe"), "gpt2"),
    **dict.fromkeys(("jina-es", "jina-de", "jina-v2-es", "jina-v2-de", "jina-v2-code"), "gpt2"),
    **dict.fromkeys(("llama-bpe", "llama3", "llama-v3", "dbrx", "smaug-bpe"), "llama3"),
    **dict.fromkeys(("qwen2", "stablelm2", "deepseek-r1-qwen", "hunyuan"), "qwen2"),
    **dict.fromkeys(("smollm", "starcoder", "refact", "command-r", "codeshell"), "digits"),
    **dict.fromkeys(("gpt-4o", "llama4"), "o200k"),
}
_WHOLE_FIRST = frozenset(("llama-bpe", "llama3", "llama-v3"))


@dataclass(frozen=True)
class GgufVocabulary:
    """What ``tokenizer.ggml.*`` holds, as plain lists; empty where the file has none.

    ``model``: "gpt2" needs ``merges`` (b"left right", in GPT-2's alphabet), "llama" needs
    ``scores``. ``types``: see PieceType. ``add_blank``: the key add_space_prefix.
    """

    model: str
    tokens: Sequence[bytes]
    scores: Sequence[float] = ()
    types: Sequence[int] = ()
    merges: Sequence[bytes] = ()
    pre: str = ""
    add_blank: bool = True


def from_gguf_vocabulary(name: str, vocabulary: GgufVocabulary) -> Tokenizer:
    """Return a tokenizer of the lists in a GGUF file; EmbedscopeError where they do not fit.

    Of kinds other than "gpt2", "llama" and "bert", tokens are looked up as whole words.
    """
    texts = [token.decode("utf-8", "surrogateescape") for token in vocabulary.tokens]
    types, scores = vocabulary.types, vocabulary.scores
    if len(types) not in (0, len(texts)) or len(scores) not in (0, len(texts)):
        raise EmbedscopeError(f"{name}: the lists of its vocabulary differ in length")
    if len(types) == 0:
        types = [PieceType.NORMAL] * len(texts)
    if vocabulary.model == "gpt2" and len(vocabulary.merges):
        return _merging(name, texts, types, vocabulary)
    if vocabulary.model == "llama" and len(scores):
        add_blank = vocabulary.add_blank
        return ScoredPiecesTokenizer(name, texts, scores, types, add_blank=add_blank)
    if vocabulary.model == "bert":
        return WordPieceTokenizer(name, [_as_bert_writes(text) for text in texts])
    return _words(name, vocabulary.model, texts)


def _merging(
    name: str, texts: Sequence[str], types: Sequence[int], vocabulary: GgufVocabulary
) -> Tokenizer:
    as_written = (PieceType.CONTROL, PieceType.USER_DEFINED, PieceType.UNKNOWN)
    tokens = [
        _utf8(text) if kind in as_written else bytes_of(text)
        for text, kind in zip(texts, types, strict=True)
    ]
    atoms = {text: i for i, text in enumerate(texts) if types[i] == PieceType.USER_DEFINED}
    specials = {text: i for i, text in enumerate(texts) if types[i] in as_written}
    pre = vocabulary.pre
    about = MergeList(
        tokens=tokens,
        merges=[pair_of(line.decode("utf-8", "replace")) for line in vocabulary.merges],
        splitting=SPLITTINGS[_SPLITTING_OF_PRE.get(pre, "llama3" if pre else "gpt2")],
        specials={text: i for text, i in specials.items() if text not in atoms},
        atoms=atoms,
        whole_first=pre in _WHOLE_FIRST,
    )
    return MergeListTokenizer(name, about, _notes(pre))


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def pair_of(line: str) -> Pair:
    """Return the two parts of a merge "Ġ t", written in GPT-2's alphabet."""
    left, _, right = line.partition(" ")
    return bytes_of(left), bytes_of(right)


def _notes(pre: str) -> tuple[str, ...]:
    if not pre or pre in _SPLITTING_OF_PRE:
        return ()
    return (f'The way "{pre}" cuts a text is not known here: Llama 3\'s was taken.',)


def _as_bert_writes(text: str) -> str:
    """Return "▁word" as "word" and "ing" as "##ing"; [CLS] and its like stay."""
    if text.startswith(BLANK):
        return text[1:]
    return text if text[:1] == "[" and text[-1:] == "]" else f"##{text}"


def _words(name: str, model: str, texts: Sequence[str]) -> Tokenizer:
    words = [piece_bytes(text).decode("utf-8", "surrogateescape").strip(" ") for text in texts]
    note = f'Texts are not cut as "{model}" does it: only whole words are looked up.'
    return WordTokenizer(name, words, notes=(note,))
