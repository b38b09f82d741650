"""tokenizer.json files: the users' cases, and our own readers against the library."""

import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from embedscope.errors import FileError, MissingLibraryError
from embedscope.tokenizers import NO_ID, Tokenizer, TokenKind, get_tokenizer
from embedscope.tokenizers.remarks import remark
from embedscope.tokenizers.visible import hex_bytes, visible

if TYPE_CHECKING:
    import tokenizers
else:
    tokenizers = pytest.importorskip("tokenizers")

FILES = Path(__file__).parents[1] / "cases" / "files"


def save(path: Path, native: tokenizers.Tokenizer) -> Tokenizer:
    native.save(str(path / "tokenizer.json"))
    return get_tokenizer(path / "tokenizer.json")


def test_T13_pieces_of_one_character_show_their_own_bytes() -> None:
    encoding = get_tokenizer(FILES / "T13_bytelevel" / "tokenizer.json").encode("i \u2b62 j")
    assert encoding.ids.tolist() == [105, 32, 226, 173, 162, 32, 106]
    assert encoding.char_spans.tolist() == [
        *([0, 1], [1, 2]),
        *([2, 3], [2, 3], [2, 3]),
        *([3, 4], [4, 5]),
    ]
    assert [hex_bytes(data) for data in encoding.token_bytes[2:5]] == ["e2", "ad", "a2"]
    assert encoding.byte_spans[2:5].tolist() == [[2, 3], [3, 4], [4, 5]]
    assert remark(encoding, 3).startswith("Part of a character: byte ad of \u2b62 (U+2B62 ")


def test_T15_added_tokens_have_no_place_and_unknown_words_keep_their_text() -> None:
    tokenizer = get_tokenizer(FILES / "T15_template" / "tokenizer.json")
    encoding = tokenizer.encode("the cat flew")
    assert encoding.ids.tolist() == [2, 4, 5, 1, 3]
    assert [TokenKind(kind).name for kind in encoding.kinds] == [
        *("ADDED", "PLAIN", "PLAIN", "UNKNOWN", "ADDED")
    ]
    assert encoding.char_spans.tolist() == [[0, 0], [0, 3], [4, 7], [8, 12], [12, 12]]
    assert list(encoding.token_bytes) == [b"[CLS]", b"the", b"cat", b"flew", b"[SEP]"]
    assert remark(encoding, 0) == "Put in by the tokenizer: it is not in the text."
    assert remark(encoding, 3) == ("Not in the vocabulary: the unknown token, id 1, stands for it.")
    assert tokenizer.special_tokens == {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3}


def test_T15_added_tokens_lie_at_the_ends_of_any_text() -> None:
    encoding = get_tokenizer(FILES / "T15_template" / "tokenizer.json").encode("é😀")
    assert encoding.ids[[0, -1]].tolist() == [2, 3]
    assert encoding.char_spans[[0, -1]].tolist() == [[0, 0], [2, 2]]
    assert encoding.byte_spans[[0, -1]].tolist() == [[0, 0], [6, 6]]
    assert encoding.utf16_spans[[0, -1]].tolist() == [[0, 0], [3, 3]]


def test_T15_special_text_is_plain_unless_asked() -> None:
    tokenizer = get_tokenizer(FILES / "T15_template" / "tokenizer.json")
    special = tokenizer.encode("the [SEP]", "special")
    assert special.ids.tolist() == [2, 4, 3, 3]
    assert special.kinds.tolist() == [3, 0, 1, 3]
    plain = tokenizer.encode("the [SEP]")
    assert plain.ids.tolist() == [2, 4, 1, 1, 1, 3]
    assert list(plain.token_bytes[2:5]) == [b"[", b"SEP", b"]"]


@pytest.mark.parametrize("form", ["strings", "pairs"])
def test_T16_merges_as_strings_and_as_pairs(form: str) -> None:
    tokenizer = get_tokenizer(FILES / f"T16_merges_{form}")
    assert tokenizer.encode("hello").ids.tolist() == [7]
    assert tokenizer.encode("hell").ids.tolist() == [6]
    assert tokenizer.size == 8


def test_T16_a_broken_file_is_told_with_its_bad_part() -> None:
    with pytest.raises(FileError, match=r"^tokenizer\.json: .*`z` out of vocabulary"):
        get_tokenizer(FILES / "T16_broken" / "tokenizer.json")


def test_T22_spans_lie_in_the_original_text() -> None:
    text = "\ufb01ne \u2167 End"
    encoding = get_tokenizer(FILES / "T22_normalizer" / "tokenizer.json").encode(text)
    assert encoding.text == text
    assert encoding.ids.tolist() == [1, 2, 3]
    assert encoding.char_spans.tolist() == [[0, 3], [4, 5], [6, 9]]
    assert [text.encode()[a:b].decode() for a, b in encoding.byte_spans] == text.split()
    assert list(encoding.token_bytes) == [b"fine", b"viii", b"end"]


def test_F37_a_tokenizer_smaller_than_its_table() -> None:
    tokenizer = get_tokenizer(FILES / "F37_more_rows")
    assert tokenizer.size == 10
    assert tokenizer.encode("the cat ran").ids.tolist() == [1, 2, 7]
    assert tokenizer.token_bytes(10) is None


def byte_level(*, trim: bool) -> tokenizers.Tokenizer:
    chars = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    vocab = {char: place for place, char in enumerate(sorted(chars))} | {"Ġs": 256}
    native = tokenizers.Tokenizer(tokenizers.models.BPE(vocab, [("Ġ", "s")]))
    native.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    native.post_processor = tokenizers.processors.Sequence(
        [tokenizers.processors.ByteLevel(trim_offsets=trim)]
    )
    native.add_special_tokens(["<|end|>"])
    return native


def test_leading_blanks_stay_although_the_file_trims_them(tmp_path: Path) -> None:
    encoding = save(tmp_path, byte_level(trim=True)).encode("a self \ufb01")
    assert encoding.token_bytes[1] == b" s"
    assert encoding.char_spans[1].tolist() == [1, 3]
    assert encoding.char_spans[5].tolist() == [6, 7]


def test_leading_blanks_stay_where_a_normaliser_changes_the_text(tmp_path: Path) -> None:
    native = byte_level(trim=True)
    native.normalizer = tokenizers.normalizers.NFC()
    encoding = save(tmp_path, native).encode("e\u0301 self")
    assert [token.hex() for token in encoding.token_bytes[:3]] == ["c3", "a9", "2073"]
    assert encoding.char_spans[2].tolist() == [2, 4]


def test_T12_the_byte_alphabet_is_not_shown(tmp_path: Path) -> None:
    tokenizer = save(tmp_path, byte_level(trim=False))
    assert visible(tokenizer.token_bytes(256) or b"") == "␣s"
    assert tokenizer.decode(tokenizer.encode("a séance\n").ids) == "a séance\n".encode()
    encoding = tokenizer.encode("a<|end|>", "special")
    assert encoding.ids.tolist()[-1] == 257
    assert encoding.token_bytes[1] == b"<|end|>"


def test_truncation_and_padding_of_the_file_are_not_done(tmp_path: Path) -> None:
    native = byte_level(trim=True)
    native.enable_truncation(3)
    native.enable_padding(length=8)
    assert len(save(tmp_path, native).encode("abcde")) == 5


def test_sentencepiece_style_pieces_have_exact_bytes(tmp_path: Path) -> None:
    pieces = [("<unk>", 0.0), ("▁", -1.0), ("▁a", -1.5), ("b", -2.0)]
    pieces += [(f"<0x{byte:02X}>", -9.0) for byte in range(256)]
    native = tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, 0, byte_fallback=True))
    native.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    native.decoder = tokenizers.decoders.Metaspace()
    encoding = save(tmp_path, native).encode("ab é")
    assert list(encoding.token_bytes) == [b" a", b"b", b" ", b"\xc3", b"\xa9"]
    assert encoding.byte_spans.tolist() == [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]
    assert encoding.char_spans[3:].tolist() == [[3, 4], [3, 4]]


def test_a_blank_put_before_by_a_normaliser(tmp_path: Path) -> None:
    vocab = {"<unk>": 0, "▁": 1, "a": 2, "▁a": 3, "b": 4} | {
        f"<0x{byte:02X}>": 5 + byte for byte in range(256)
    }
    model = tokenizers.models.BPE(vocab, [("▁", "a")], byte_fallback=True, unk_token="<unk>")
    native = tokenizers.Tokenizer(model)
    native.normalizer = tokenizers.normalizers.Sequence(
        [tokenizers.normalizers.Prepend("▁"), tokenizers.normalizers.Replace(" ", "▁")]
    )
    encoding = save(tmp_path, native).encode("ab é")
    assert list(encoding.token_bytes) == [b" a", b"b", b" ", b"\xc3", b"\xa9"]
    assert encoding.byte_spans.tolist() == [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]
    assert remark(encoding, 0) == (
        "Space put in front: the tokenizer did, and it is part of the token."
    )


def test_a_text_that_the_tokenizer_cannot_read_is_one_unknown_piece(tmp_path: Path) -> None:
    model = {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "[UNK]"}
    (tmp_path / "tokenizer.json").write_text(json.dumps({"version": "1.0", "model": model}))
    encoding = get_tokenizer(tmp_path).encode("b😀")
    assert encoding.ids.tolist() == [NO_ID]
    assert encoding.kinds.tolist() == [TokenKind.UNKNOWN]
    assert encoding.utf16_spans.tolist() == [[0, 3]]
    assert encoding.notes[0].startswith("The tokenizer could not read this text: ")
    assert len(get_tokenizer(tmp_path).encode("")) == 0


def test_letters_outside_a_vocabulary_without_an_unknown_token_keep_their_place(
    tmp_path: Path,
) -> None:
    vocab = {"h": 0, "e": 1, "l": 2, "o": 3, "ll": 4, "\ue000": 5}
    native = tokenizers.Tokenizer(tokenizers.models.BPE(vocab, [("l", "l")]))
    native.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    native.add_special_tokens(["<end>"])
    tokenizer = save(tmp_path, native)
    assert tokenizer.encode("ho<end>x", "special").ids.tolist() == [0, 3, 6, NO_ID]
    encoding = tokenizer.encode("hällo xyz he")
    assert encoding.ids.tolist() == [0, NO_ID, 4, 3, NO_ID, 0, 1]
    assert list(encoding.token_bytes) == [b"h", "ä".encode(), b"ll", b"o", b"xyz", b"h", b"e"]
    assert [encoding.text[a:b].encode() for a, b in encoding.char_spans.tolist()] == list(
        encoding.token_bytes
    )
    assert encoding.kinds.tolist() == [TokenKind.UNKNOWN * (i == NO_ID) for i in encoding.ids]
    assert (tokenizer.size, tokenizer.token_bytes(7)) == (7, None)


def test_an_empty_token_is_a_token(tmp_path: Path) -> None:
    vocab = {"a": 0, "[UNK]": 1, "": 2}
    tokenizer = save(tmp_path, tokenizers.Tokenizer(tokenizers.models.WordLevel(vocab, "[UNK]")))
    assert (tokenizer.size, tokenizer.token_bytes(2), tokenizer.token_bytes(3)) == (3, b"", None)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"model": {"vocab": ', r"is no valid JSON \(line 1, column 21"),
        ('{"model": "BPE"}', 'the part "model" with its "vocab" is missing'),
        ('{"model": {"type": "New", "vocab": {}}}', "is no tokenizer that can be used"),
        ('{"a": ' * 100_000, "is no JSON text"),
        ('{"a": "b"}', "is neither a tokenizer.json"),
        ('{"a": 0, "b": 99999999999}', "is neither a tokenizer.json"),
        ('{"a": 0}', "needs the file merges.txt beside it"),
    ],
)
def test_bad_files_are_told_in_one_sentence(content: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(content)
    with pytest.raises(FileError, match=problem) as caught:
        get_tokenizer(path)
    assert "\n" not in str(caught.value)


def test_without_the_library_the_line_that_installs_it_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes((FILES / "F37_more_rows" / "tokenizer.json").read_bytes())
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(MissingLibraryError, match=r'pip install "embedscope\[hf\]"'):
        get_tokenizer(path)


def test_spans_of_a_wordpiece_tokenizer_on_mixed_lines(tmp_path: Path) -> None:
    words = ["[UNK]", "the", "##s", "cat", "##e", "e", "日", "##ing", "!", "c", "##a", "##t"]
    vocab = {word: place for place, word in enumerate(words)}
    native = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocab, unk_token="[UNK]"))
    native.normalizer = tokenizers.normalizers.BertNormalizer()
    native.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    tokenizer = save(tmp_path, native)
    generator = random.Random(5)
    for _ in range(1000):
        parts = generator.choices(["The", "cats", "é", "日本", " ", "!", "😀", "\n", "ing"], k=8)
        text = "".join(parts)
        encoding = tokenizer.encode(text)
        theirs = native.encode(text)
        assert encoding.ids.tolist() == theirs.ids
        assert encoding.char_spans.tolist() == [list(span) for span in theirs.offsets]
        for (start, stop), span in zip(encoding.byte_spans, theirs.offsets, strict=True):
            assert text.encode()[start:stop].decode() == text[slice(*span)]
