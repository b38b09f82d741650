"""Users' reports about text and tokens, each by its id."""

import json
import socket
from pathlib import Path

import numpy as np
import pytest

from embedscope.tokenizers import NO_ID, TokenKind, get_tokenizer
from embedscope.tokenizers.base import Specials
from embedscope.tokenizers.bpe import BpeTokenizer
from embedscope.tokenizers.encodings import ENCODINGS
from embedscope.tokenizers.rank_files import bundled_ranks
from embedscope.tokenizers.remarks import remark
from embedscope.tokenizers.splittings import SPLITTINGS
from embedscope.tokenizers.visible import hex_bytes, visible

FOLDER = Path(__file__).parents[1] / "cases"
CASES = {case["id"]: case for case in json.loads((FOLDER / "cases.json").read_text("utf-8"))}
BIG_THREE = ("gpt2", "cl100k_base", "o200k_base")


def ids(text: str, name: str = "gpt2", specials: Specials = "plain") -> list[int]:
    found: list[int] = get_tokenizer(name).encode(text, specials).ids.tolist()
    return found


def labels(text: str, name: str = "gpt2") -> list[str]:
    return [visible(data) for data in get_tokenizer(name).encode(text).token_bytes]


def remarks(text: str, name: str = "gpt2", specials: Specials = "plain") -> list[str]:
    encoding = get_tokenizer(name).encode(text, specials)
    return [remark(encoding, position) for position in range(len(encoding))]


def assert_ids_of_case(case_id: str) -> None:
    """All ids that a case lists for its own text under a plain encoding name."""
    case = CASES[case_id]
    for name in BIG_THREE:
        if name in case["ids"]:
            assert ids(case["text"], name) == case["ids"][name]


def test_T01_special_text_is_plain_by_default() -> None:
    text = CASES["T01"]["text"]
    assert ids(text) == [64, 27, 91, 437, 1659, 5239, 91, 29, 65]
    assert set(get_tokenizer("gpt2").encode(text).kinds) == {TokenKind.PLAIN}


@pytest.mark.parametrize(
    ("name", "end"), [("gpt2", 50256), ("cl100k_base", 100257), ("o200k_base", 199999)]
)
def test_T01_special_text_is_one_token_where_asked(name: str, end: int) -> None:
    encoding = get_tokenizer(name).encode(CASES["T01"]["text"], "special")
    assert encoding.ids.tolist() == [64, end, 65]
    assert encoding.kinds.tolist() == [TokenKind.PLAIN, TokenKind.SPECIAL, TokenKind.PLAIN]
    assert encoding.token_bytes[1] == b"<|endoftext|>"
    assert encoding.char_spans.tolist() == [[0, 1], [1, 14], [14, 15]]
    assert remark(encoding, 1) == "Special token: its text was read as one token."


def test_T03_pieces_of_an_emoji_keep_their_bytes() -> None:
    text = CASES["T03"]["text"]
    encoding = get_tokenizer("gpt2").encode(text)
    assert encoding.ids.tolist() == [41840, 102, 447, 235, 8582, 248, 222, 8582, 236, 231]
    assert [hex_bytes(data) for data in encoding.token_bytes[:4]] == [
        "f0 9f 91",
        "a9",
        "e2 80",
        "8d",
    ]
    assert b"".join(encoding.token_bytes).decode() == text
    assert encoding.char_spans.tolist() == [
        *([[0, 1]] * 2 + [[1, 2]] * 2 + [[2, 3]] * 3 + [[3, 4]] * 3)
    ]
    assert encoding.utf16_spans[:4].tolist() == [[0, 2], [0, 2], [2, 3], [2, 3]]
    assert labels(text)[:4] == ["\\xf0\\x9f\\x91", "\\xa9", "\\xe2\\x80", "\\x8d"]
    assert remarks(text)[0] == "Part of a character: bytes f0 9f 91 of 👩 (U+1F469 WOMAN)."
    assert remarks(text)[3] == (
        "Part of a character: byte 8d of \\u200d (U+200D ZERO WIDTH JOINER)."
    )


@pytest.mark.parametrize("name", BIG_THREE)
def test_T04_half_a_surrogate_pair_becomes_a_replacement_character(name: str) -> None:
    encoding = get_tokenizer(name).encode("a\ud83db")
    assert encoding.ids.tolist() == CASES["T04"]["ids"][name]
    assert encoding.text == "a\ufffdb"
    assert encoding.notes == (
        "1 half of a character was replaced by U+FFFD (a lone surrogate is not text).",
    )


def test_T04_two_halves_that_belong_together_are_one_character() -> None:
    encoding = get_tokenizer("gpt2").encode("\ufffd\ud83d\ude00")
    assert encoding.text == "\ufffd😀"
    assert encoding.notes == ()


@pytest.mark.parametrize("name", ["ids", "book-words", "gpt2"])
def test_T04_every_tokenizer_takes_lone_surrogates(name: str) -> None:
    encoding = get_tokenizer(name).encode("\udc00 \ud83d")
    assert encoding.text == "\ufffd \ufffd"
    assert "2 halves of characters were replaced by U+FFFD" in encoding.notes[0]


def test_T05_spans_after_an_emoji_count_utf16_units() -> None:
    encoding = get_tokenizer("gpt2").encode(CASES["T05"]["text"])
    assert encoding.ids.tolist() == [47249, 222, 47249, 222, 11241]
    assert encoding.token_bytes[4] == b" token"
    assert encoding.char_spans[4].tolist() == [2, 8]
    assert encoding.utf16_spans[4].tolist() == [4, 10]
    assert_ids_of_case("T05")


def test_T07_a_line_end_is_one_token() -> None:
    assert_ids_of_case("T07")


def test_T08_carriage_return_is_kept() -> None:
    text = (FOLDER / "files" / "T08_crlf.txt").read_bytes().decode()
    assert text == CASES["T08"]["text"]
    assert_ids_of_case("T08")
    assert labels(text) == ["a", "␍", "⏎", "b"]


def test_T09_text_after_a_nul_is_there() -> None:
    text = (FOLDER / "files" / "T09_nul.txt").read_bytes().decode()
    assert ids(text) == [64, 188, 65]
    assert labels(text) == ["a", "\\x00", "b"]


def test_T10_one_enormous_line() -> None:
    encoding = get_tokenizer("gpt2").encode("ab" * 100_000)
    assert int(encoding.char_spans[-1, 1]) == 200_000


def test_T11_hebrew_and_accents_are_not_normalised() -> None:
    text = CASES["T11"]["text"]
    assert ids(text, "o200k_base") == [106154, 143896]
    encoding = get_tokenizer("gpt2").encode(text)
    assert len(encoding) == 11
    starts = encoding.char_spans[:, 0]
    assert (np.diff(starts) >= 0).all()
    assert ids("\u00e9") == [2634]
    assert ids("e\u0301") == [68, 136, 223]


def test_T12_a_leading_blank_is_visible() -> None:
    assert labels("say what?") == ["say", "␣what", "?"]


def test_T17_bundled_encodings_need_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr(socket, "socket", no_network)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    bundled_ranks.cache_clear()
    spec = ENCODINGS["gpt2"]
    fresh = BpeTokenizer(
        "fresh",
        lambda: bundled_ranks(spec.vocabulary),
        SPLITTINGS[spec.splitting],
        spec.specials,
    )
    assert fresh.encode("Hello, world!").ids.tolist() == [15496, 11, 995, 0]


def test_T18_blanks_have_distinct_labels() -> None:
    assert_ids_of_case("T18")
    assert labels(CASES["T18"]["text"]) == ["a", "␣", "␣", "⏎⏎", "⇥", "b"]
    assert labels(CASES["T18"]["text"], "cl100k_base") == ["a", "␣␣⏎⏎", "⇥b"]
    assert remarks(CASES["T18"]["text"])[3] == "Blanks only."


def test_T19_markup_is_shown_as_it_is() -> None:
    assert_ids_of_case("T19")
    text = CASES["T19"]["text"]
    assert labels(text)[:4] == ["<", "b", ">", "x"]
    assert "".join(labels(text)).replace("␣", " ") == text
    assert [visible(mark.encode()) for mark in ("<s>", "</s>", "<pad>")] == ["<s>", "</s>", "<pad>"]


def test_T20_empty_text_and_three_blanks() -> None:
    assert ids("") == []
    assert get_tokenizer("gpt2").encode("").byte_spans.shape == (0, 2)
    assert ids("   ") == [220, 220, 220]
    assert ids("   ", "cl100k_base") == [262]


def test_T23_invisible_marks_are_kept() -> None:
    text = (FOLDER / "files" / "T23_bom_text.txt").read_bytes().decode()
    assert text == CASES["T23"]["text"]
    assert_ids_of_case("T23")
    assert ids("the") == [1169]
    assert ids("A\u2028B") == [32, 447, 101, 33]
    assert remarks(text, "cl100k_base")[0] == (
        "Invisible character: it holds U+FEFF ZERO WIDTH NO-BREAK SPACE."
    )


@pytest.mark.parametrize("name", BIG_THREE)
def test_L01_four_forms_of_a_word_are_four_ids(name: str) -> None:
    forms = CASES["L01"]["ids"][name]
    assert len(forms) == 4
    for text, token_id in forms.items():
        assert ids(text, name) == [token_id]


def test_L01_a_hint_says_that_the_space_belongs_to_the_token() -> None:
    assert remarks("hello hello") == [
        "",
        "Leading space: it is part of the token; without it, the word has another id.",
    ]


def test_L05_ids_can_be_typed_directly() -> None:
    assert ids("2 3 5 1", "ids") == [2, 3, 5, 1]
    assert ids("[2, 3, 5, 1]", "ids") == [2, 3, 5, 1]


def test_L08_a_word_of_several_tokens() -> None:
    assert_ids_of_case("L08")


def test_H09_repeated_tokens_have_the_same_id() -> None:
    assert_ids_of_case("H09")
    encoding = get_tokenizer("gpt2").encode(CASES["H09"]["text"])
    assert encoding.ids[0] == encoding.ids[2] == 3331
    assert encoding.char_spans.tolist() == [[0, 5], [5, 11], [11, 16]]


def test_unknown_words_keep_their_text() -> None:
    encoding = get_tokenizer("book-words").encode("fox flew")
    assert encoding.ids.tolist() == [2, NO_ID]
    assert encoding.token_bytes[1] == b"flew"
    assert remark(encoding, 1) == "Not in the vocabulary: no id and no row."
