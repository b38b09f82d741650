"""BERT's WordPiece, our own, against the library where it is installed."""

import random
from pathlib import Path

import pytest

from embedscope.tokenizers import NO_ID, get_tokenizer
from embedscope.tokenizers.classes import token_class
from embedscope.tokenizers.gguf_vocabulary import GgufVocabulary, from_gguf_vocabulary
from embedscope.tokenizers.remarks import remark
from embedscope.tokenizers.wordpiece import WordPieceTokenizer

TOKENS = [
    *("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "##s", "##ing", "e", "##e"),
    *("日", "本", "!", "x", "##x", "##y", "fi", "##ne", "viii", "$", "5", "i", "##i", "##\u0307"),
    *("ss", "[", "]", "##sep", "se", "##p", ".", "ς", "ασ", "##σ", "한", "ab", "##c", "##b", "c"),
]
DROPPED = ["\x0b", "\x85", "\ufffd", "\u200d", "\x1c"]
PARTS = ["The", " cats", "é", "E\u0301", "日本", " ", "!", "😀", "\n", "ing", "İ", "ß", "ﬁne", "Ⅷ"]
PARTS += ["$5", "a-b", "[SEP]", "한국어", "שָׁלוֹם", "ABC", "\u3000", "don't", "...", "`~", "\u2028"]
PARTS += ["“q”", "a" * 101, "ΑΣ", "\U0001fffe", *DROPPED]


def test_words_are_cut_into_the_longest_pieces() -> None:
    encoding = WordPieceTokenizer("w", TOKENS).encode("The CATSing, é!")
    assert [token.decode() for token in encoding.token_bytes] == [
        *("[CLS]", "the", "cat", "##s", "##ing", ",", "e", "!", "[SEP]"),
    ]
    assert encoding.ids.tolist() == [2, 5, 6, 7, 8, 1, 9, 13, 3]
    assert encoding.kinds.tolist() == [3, 0, 0, 0, 0, 2, 0, 0, 3]
    assert encoding.char_spans[2:6].tolist() == [[4, 7], [7, 8], [8, 11], [11, 12]]
    assert encoding.byte_spans[6].tolist() == [13, 15]
    assert remark(encoding, 1) == "Stands for The in the text."
    assert remark(encoding, 3) == "Stands for S in the text."
    assert remark(encoding, 7) == ""


def test_a_vocabulary_with_capitals_keeps_them() -> None:
    encoding = WordPieceTokenizer("w", [*TOKENS, "The"]).encode("The the É")
    assert encoding.ids.tolist() == [2, len(TOKENS), 5, 1, 3]


def test_special_text_is_plain_unless_asked() -> None:
    tokenizer = WordPieceTokenizer("w", TOKENS)
    assert tokenizer.encode("[SEP]", "special").kinds.tolist() == [3, 1, 3]
    assert tokenizer.encode("[SEP]").ids.tolist() == [2, 26, 29, 30, 27, 3]
    assert tokenizer.special_tokens["[MASK]"] == 4


def test_ids_without_an_unknown_token() -> None:
    encoding = WordPieceTokenizer("w", ["a", "##b"]).encode("ab c")
    assert encoding.ids.tolist() == [0, 1, NO_ID]
    assert encoding.token_bytes[2] == b"c"


def test_decode_joins_the_pieces_of_a_word() -> None:
    tokenizer = WordPieceTokenizer("w", TOKENS)
    assert tokenizer.decode([5, 6, 7, 99, -1]) == b"the cats"


def test_classes_of_pieces() -> None:
    tokenizer = WordPieceTokenizer("w", TOKENS)
    names = [
        token_class(tokenizer, TOKENS.index(t)).value for t in ("the", "##s", "!", "5", "[SEP]")
    ]
    assert names == ["word start", "continuation", "punctuation", "digits", "special"]


def test_vocab_txt_of_a_bert_folder(tmp_path: Path) -> None:
    (tmp_path / "vocab.txt").write_text("\n".join(TOKENS) + "\n", "utf-8")
    tokenizer = get_tokenizer(tmp_path)
    assert tokenizer.encode("cats").ids.tolist() == [2, 6, 7, 3]
    assert tokenizer.size == len(TOKENS)


def test_a_bert_vocabulary_in_gguf_writes_its_pieces_otherwise() -> None:
    tokens = ["[UNK]", "[CLS]", "[SEP]", "▁cat", "s"]
    tokenizer = from_gguf_vocabulary("g", GgufVocabulary("bert", [t.encode() for t in tokens]))
    assert tokenizer.encode("cats").ids.tolist() == [1, 3, 4, 2]
    assert tokenizer.token_bytes(4) == b"##s"


@pytest.mark.parametrize("cased", [False, True])
def test_ids_and_spans_equal_the_library_s(cased: bool) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    tokens = [*TOKENS, "The"] if cased else TOKENS
    vocabulary = {token: place for place, token in enumerate(tokens)}
    native = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]"))
    native.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=not cased)
    native.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    own = WordPieceTokenizer("w", tokens)
    generator = random.Random(1)
    for _ in range(1000):
        text = "".join(generator.choices(PARTS, k=generator.randint(1, 9)))
        ours, theirs = own.encode(text), native.encode(text)
        assert ours.ids[1:-1].tolist() == theirs.ids
        if not any(char in text for char in DROPPED):  # the library counts some of them in
            assert ours.char_spans[1:-1].tolist() == [list(span) for span in theirs.offsets]
