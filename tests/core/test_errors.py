"""Sentences of errors fit into one line, whatever stands in the file that caused them."""

import pytest

from embedscope.errors import EmbedscopeError, FileError, UnknownNameError


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no tensor é 日", "no tensor é 日"),
        ("a\nb\r\n\tc\x00", "a\\nb\\r\\n\\tc\\x00"),
        ("\u2028\u202e\u00a0", "\\u2028\\u202e\\xa0"),
        ("\udcff", "\\udcff"),
    ],
)
def test_what_cannot_be_seen_becomes_an_escape(text: str, shown: str) -> None:
    assert str(EmbedscopeError(text)) == shown
    assert str(UnknownNameError(text)) == shown
    fault = FileError("a/b\nc.bin", text)
    assert (str(fault), fault.problem) == (f"b\\nc.bin: {shown}", shown)


def test_long_names_lose_their_middle() -> None:
    sentence = str(FileError("x", f"begins {'a' * 10_000} ends"))
    assert len(sentence) < 700
    assert sentence.startswith("x: begins aaa")
    assert sentence.endswith("aaa ends")
