"""Labels, classes and remarks of tokens."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.tokenizers import get_tokenizer
from embedscope.tokenizers.classes import TOKEN_CLASSES, TokenClass, token_class, token_classes
from embedscope.tokenizers.visible import hex_bytes, visible


@pytest.mark.parametrize(
    ("data", "label"),
    [
        (b"", "∅"),
        (b" world", "␣world"),
        (b"\n\n\t\r", "⏎⏎⇥␍"),
        (b"\x00\x1b\x7f", "\\x00\\x1b\\x7f"),
        (b"\xf0\x9f\x91", "\\xf0\\x9f\\x91"),
        (b"caf\xc3", "caf\\xc3"),
        (b"\xff\xfe\x80", "\\xff\\xfe\\x80"),
        ("a\u00a0b".encode(), "a\\u00a0b"),
        ("\u3000\u2028\x85".encode(), "\\u3000\\u2028\\u0085"),
        ("\u202eabc\u200b\u200d\ufeff\u00ad".encode(), "\\u202eabc\\u200b\\u200d\\ufeff\\u00ad"),
        ("\ufffe\U0001fffe\ue000".encode(), "\\ufffe\\U0001fffe\\ue000"),
        ("❤\ufe0f\u3164".encode(), "❤\\ufe0f\\u3164"),
        ("\u0301".encode(), "◌\u0301"),
        ("e\u0301".encode(), "e\u0301"),
        ("שלום日本👩".encode(), "שלום日本👩"),
        (b"<b>&amp;", "<b>&amp;"),
        (b"\\n", "\\n"),
        (b"\xed\xa0\xbd", "\\xed\\xa0\\xbd"),
    ],
)
def test_labels(data: bytes, label: str) -> None:
    assert visible(data) == label


@given(st.binary(max_size=12))
def test_labels_are_one_line_of_xml_text(data: bytes) -> None:
    label = visible(data)
    assert label
    assert label.isprintable()
    assert ET.fromstring(f"<a>{label.replace('&', '').replace('<', '')}</a>") is not None


def test_a_long_token_is_cut_without_reading_all_of_it() -> None:
    assert visible(b"a" * 10, 10) == "a" * 10
    assert visible(b"a" * 11, 10) == "a" * 10 + "…"
    assert visible("😀".encode() * 1_000_000, 3) == "😀😀😀…"


def test_bytes_in_hex() -> None:
    assert hex_bytes(b" wo") == "20 77 6f"
    assert hex_bytes(b"") == ""


@pytest.mark.parametrize(
    ("token_id", "name"),
    [
        (995, "word start"),
        (15496, "continuation"),
        (1415, "digits"),
        (11, "punctuation"),
        (628, "blank"),
        (222, "byte fragment"),
        (50256, "special"),
        (50257, "no token"),
        (-1, "no token"),
    ],
)
def test_token_class(token_id: int, name: str) -> None:
    assert token_class(get_tokenizer("gpt2"), token_id) == name


def test_every_word_of_a_word_list_starts_a_word() -> None:
    assert token_class(get_tokenizer("cat-words"), 0) is TokenClass.WORD_START
    assert token_class(get_tokenizer("cat-words"), 1) is TokenClass.NO_TOKEN


def test_classes_of_all_rows_equal_the_classes_one_by_one() -> None:
    tokenizer = get_tokenizer("p50k_edit")
    classes = token_classes(tokenizer, 50_290)
    names = [TOKEN_CLASSES[code] for code in classes[50_000:]]
    assert names == [token_class(tokenizer, i) for i in range(50_000, 50_290)]
    assert names.count(TokenClass.SPECIAL) == 4
    assert names.count(TokenClass.NO_TOKEN) == 6
    assert (classes == TOKEN_CLASSES.index(TokenClass.FRAGMENT)).sum() == 344


def test_classes_of_a_table_smaller_than_the_vocabulary() -> None:
    assert len(token_classes(get_tokenizer("gpt2"), 100)) == 100
