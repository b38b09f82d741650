"""SentencePiece models: the library's tokenizer, and our own merging of scored pieces."""

import io
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from embedscope.errors import FileError, MissingLibraryError
from embedscope.tokenizers import Encoding, Tokenizer, TokenKind, get_tokenizer
from embedscope.tokenizers.gguf_vocabulary import GgufVocabulary, from_gguf_vocabulary
from embedscope.tokenizers.piece_types import PieceType

sentencepiece = pytest.importorskip("sentencepiece")

ATOMS = ["<b>", "▁▁▁"]
PARTS = ["\n", " ", "  ", "   ", "\t", "a", "Bc", "1", "123", "!", "日本", "😀", "é", "the", "ing"]
PARTS += [" world", "<b>", " token", "<s>", "x", "ﬁ"]


def sentences() -> Iterator[str]:
    generator = random.Random(3)
    for _ in range(400):
        yield " ".join(generator.choices(["the", "token", "world", "ing", "a1", "é!", "say"], k=9))


@cache
def model(kind: str, byte_fallback: bool, rule: str) -> bytes:
    """Train a small model."""
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=sentences(),
        model_writer=written,
        vocab_size=320 if byte_fallback else 50,
        model_type=kind,
        byte_fallback=byte_fallback,
        normalization_rule_name=rule,
        remove_extra_whitespaces=rule != "identity",
        user_defined_symbols=ATOMS,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    return written.getvalue()


def opened(data: bytes, folder: Path) -> tuple[Tokenizer, Any]:
    (folder / "tokenizer.model").write_bytes(data)
    native = sentencepiece.SentencePieceProcessor(model_proto=data)
    return get_tokenizer(folder), native


def texts(n: int) -> list[str]:
    generator = random.Random(11)
    return ["".join(generator.choices(PARTS, k=generator.randint(0, 12))) for _ in range(n)]


def assert_spans_agree(encoding: Encoding) -> None:
    for char, byte in zip(encoding.char_spans.tolist(), encoding.byte_spans.tolist(), strict=True):
        data = encoding.text.encode()
        assert len(data[: byte[0]].decode("utf-8", "ignore")) == char[0] or byte[0] == byte[1]
        assert 0 <= char[0] <= char[1] <= len(encoding.text)


@pytest.mark.parametrize("kind", ["bpe", "unigram"])
@pytest.mark.parametrize("byte_fallback", [True, False])
@pytest.mark.parametrize("rule", ["identity", "nmt_nfkc"])
def test_ids_equal_the_library_s(kind: str, byte_fallback: bool, rule: str, tmp_path: Path) -> None:
    tokenizer, native = opened(model(kind, byte_fallback, rule), tmp_path)
    for text in texts(200):
        encoding = tokenizer.encode(text)
        assert encoding.ids.tolist() == native.encode(text)
        assert_spans_agree(encoding)
        unknown = encoding.ids == native.unk_id()
        assert (encoding.kinds == TokenKind.UNKNOWN).tolist() == unknown.tolist()


def test_spans_are_exact_to_the_byte(tmp_path: Path) -> None:
    tokenizer, _ = opened(model("bpe", True, "identity"), tmp_path)
    encoding = tokenizer.encode("the 😀")
    assert b"".join(encoding.token_bytes) == " the 😀".encode()
    assert encoding.byte_spans[-4:].tolist() == [[4, 5], [5, 6], [6, 7], [7, 8]]
    assert encoding.char_spans[-4:].tolist() == [[4, 5]] * 4
    assert encoding.utf16_spans[-1].tolist() == [4, 6]
    assert tokenizer.decode(encoding.ids) == "the 😀".encode()


def test_special_text_is_plain_unless_asked(tmp_path: Path) -> None:
    tokenizer, _ = opened(model("bpe", True, "identity"), tmp_path)
    assert tokenizer.special_tokens == {"<s>": 1, "</s>": 2}
    special = tokenizer.encode("the<s>", "special")
    assert special.ids[-1] == 1
    assert special.kinds[-1] == TokenKind.SPECIAL
    assert special.char_spans[-1].tolist() == [3, 6]
    assert 1 not in tokenizer.encode("the<s>").ids


def test_unknown_characters_keep_their_text(tmp_path: Path) -> None:
    tokenizer, _ = opened(model("bpe", False, "identity"), tmp_path)
    encoding = tokenizer.encode("日本 the")
    place = encoding.kinds.tolist().index(TokenKind.UNKNOWN)
    assert encoding.token_bytes[place] == "日本".encode()
    assert encoding.char_spans[place].tolist() == [0, 2]


def test_the_mark_for_a_space_is_noted(tmp_path: Path) -> None:
    tokenizer, _ = opened(model("bpe", True, "identity"), tmp_path)
    encoding = tokenizer.encode("a▁b")
    assert encoding.text == "a b"
    assert encoding.notes == ("▁ (U+2581) means a space to this tokenizer and was read as one.",)


def test_a_damaged_model_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "cut.model"
    path.write_bytes(model("bpe", True, "identity")[:1000])
    with pytest.raises(FileError, match=r"^cut\.model: is no SentencePiece model, or an incompl"):
        get_tokenizer(path)


def test_without_the_library_the_line_that_installs_it_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "spiece.model").write_bytes(model("bpe", True, "identity"))
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    with pytest.raises(MissingLibraryError, match=r'pip install "embedscope\[spm\]"'):
        get_tokenizer(tmp_path)


def as_gguf(native: Any) -> Tokenizer:
    """The lists that a GGUF file keeps of a SentencePiece model."""
    size = native.get_piece_size()
    pieces = [native.id_to_piece(i) for i in range(size)]
    tests = {
        PieceType.UNKNOWN: native.is_unknown,
        PieceType.CONTROL: native.is_control,
        PieceType.BYTE: native.is_byte,
        PieceType.USER_DEFINED: lambda i: pieces[i] in ATOMS,
    }
    types = [
        next((t for t, test in tests.items() if test(i)), PieceType.NORMAL) for i in range(size)
    ]
    return from_gguf_vocabulary(
        "g",
        GgufVocabulary(
            model="llama",
            tokens=[piece.encode() for piece in pieces],
            scores=[native.get_score(i) for i in range(size)],
            types=types,
        ),
    )


@pytest.mark.parametrize("byte_fallback", [True, False])
def test_our_own_merging_equals_the_library(byte_fallback: bool, tmp_path: Path) -> None:
    by_library, native = opened(model("bpe", byte_fallback, "identity"), tmp_path)
    own = as_gguf(native)
    for text in texts(500):
        ours, theirs = own.encode(text), by_library.encode(text)
        assert ours.ids.tolist() == theirs.ids.tolist()
        assert ours.kinds.tolist() == theirs.kinds.tolist()
        assert ours.byte_spans.tolist() == theirs.byte_spans.tolist()
        assert list(ours.token_bytes) == list(theirs.token_bytes)
        if byte_fallback:
            assert own.decode(ours.ids) == text.encode()


def test_our_own_merging_reads_special_tokens(tmp_path: Path) -> None:
    _, native = opened(model("bpe", True, "identity"), tmp_path)
    own = as_gguf(native)
    encoding = own.encode("the</s>a", "special")
    assert encoding.ids.tolist().count(2) == 1
    assert b"".join(encoding.token_bytes) == b" the</s> a"
    assert int(encoding.byte_spans[-1, 1]) == 8
