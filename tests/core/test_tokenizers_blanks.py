"""Runs of blanks that tiktoken's patterns cannot take, and texts of a million characters."""

import numpy as np
import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from draws import examples
from embedscope.tokenizers import get_tokenizer, long_blanks, native
from embedscope.tokenizers.base import Specials
from embedscope.tokenizers.bpe import BpeTokenizer
from embedscope.tokenizers.encodings import ENCODINGS
from embedscope.tokenizers.long_blanks import Part, has_long_blanks, split_long_blanks
from embedscope.tokenizers.rank_files import bundled_ranks
from embedscope.tokenizers.splittings import SPLITTINGS, BlankRule

MILLION = 1_000_000
names = st.sampled_from(("gpt2", "cl100k_base", "o200k_base"))
alphabet = st.sampled_from(["a", "1", "!", "/", "'s", "\u0301", "😀", "\x1c", "<|endoftext|>"])
blanks = st.text(st.sampled_from(" \n\r\t\xa0\x85\u2028\u3000"), min_size=1, max_size=12)
blank_texts = st.lists(st.one_of(alphabet, blanks), max_size=12).map("".join)


@settings(deadline=None, max_examples=examples(300))
@given(blank_texts, names, st.integers(2, 6), st.sampled_from(("plain", "special")))
def test_splitting_long_blanks_equals_the_whole(
    text: str, name: str, long: int, specials: Specials
) -> None:
    tokenizer = get_tokenizer(name)
    whole = tokenizer.encode(text, specials)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_blanks, "LONG", long)
        patch.setattr(native, "has_long_blanks", bool)
        split = tokenizer.encode(text, specials)
    np.testing.assert_array_equal(split.ids, whole.ids)
    assert split.notes == ()


@pytest.mark.parametrize(
    ("text", "rule", "parts"),
    [
        ("a" + " " * 9 + "b", "gpt2", [(0, 1), (1, 9, True), (9, 11)]),
        ("a" + " " * 9, "gpt2", [(0, 10)]),
        ("a\n" + " " * 9 + "b", "gpt2", [(0, 1), (1, 10, True), (10, 12)]),
        ("a\n" + " " * 9 + "b", "cl100k", [(0, 2), (2, 10, True), (10, 12)]),
        ("a" + " " * 9 + "\nb", "cl100k", [(0, 12)]),
        ("a" + " " * 9, "o200k", [(0, 1), (1, 10, True)]),
        ("a\r" + " " * 9, "o200k", [(0, 2), (2, 11, True)]),
    ],
)
def test_runs_are_cut_where_the_pattern_cuts(
    text: str, rule: BlankRule, parts: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_blanks, "LONG", 4)
    expected = [Part(start, stop, bool(whole)) for start, stop, *whole in parts]
    assert split_long_blanks(text, rule) == expected


def test_a_run_of_twice_the_limit_is_always_found() -> None:
    run = " " * (2 * long_blanks.LONG)
    assert all(has_long_blanks("x" * shift + run + "y") for shift in (0, 1, 77_777, 199_999))
    assert not has_long_blanks("x " * long_blanks.LONG)


def test_T02_a_million_blanks_then_a_letter() -> None:
    text = " " * MILLION + "x"
    gpt2, cl100k, o200k = (
        get_tokenizer(name).encode(text) for name in ("gpt2", "cl100k_base", "o200k_base")
    )
    np.testing.assert_array_equal(gpt2.ids, [220] * (MILLION - 1) + [2124])
    for encoding, name in ((cl100k, "cl100k_base"), (o200k, "o200k_base")):
        tokenizer = get_tokenizer(name)
        assert tokenizer.decode(encoding.ids) == text.encode()
        assert tokenizer.token_bytes(int(encoding.ids[-1])) == b" x"
        assert len(encoding) < 10_000
    assert gpt2.notes == cl100k.notes == o200k.notes == ()


def test_T02_a_million_capital_letters() -> None:
    encoding = get_tokenizer("gpt2").encode("A" * MILLION)
    assert len(encoding) == 125_000
    assert set(encoding.ids.tolist()) == {get_tokenizer("gpt2").encode("A" * 8).ids[0]}


@pytest.mark.parametrize("name", ["gpt2", "o200k_base"])
@pytest.mark.parametrize("text", ["\n" * MILLION + "x", "\t" * MILLION, "\u3000 " * 600_000 + "é"])
def test_T02_other_blanks(text: str, name: str) -> None:
    tokenizer = get_tokenizer(name)
    encoding = tokenizer.encode(text)
    assert tokenizer.decode(encoding.ids) == text.encode()
    assert encoding.notes == ()


def test_T02_where_a_pattern_gives_up_all_the_same_the_place_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native, "has_long_blanks", lambda _text: False)
    tokenizer = get_tokenizer("r50k_base")
    encoding = tokenizer.encode("<|endoftext|>" + " " * MILLION + "x", "special")
    assert tokenizer.decode(encoding.ids) == encoding.text.encode()
    assert encoding.notes == (
        "The splitting pattern gave up on 1,000,001 characters; they were cut at character "
        "500,013, and the tokens beside the cut may differ.",
    )


def test_T02_a_panic_is_caught_by_name_and_nothing_else_is() -> None:
    class PanicException(BaseException):
        """As pyo3 names it."""

    class Fails(tiktoken.Encoding):
        def __init__(self, fault: BaseException) -> None:
            self.fault = fault

        def encode_to_numpy(self, text: str, **_: object) -> NDArray[np.uint32]:
            if len(text) > 1:
                raise self.fault
            return np.array([ord(text)], np.uint32)

    notes: list[str] = []
    assert native._encode(Fails(PanicException()), "ab", 7, notes).tolist() == [97, 98]
    assert [note.count("character 8,") for note in notes] == [1]
    with pytest.raises(KeyboardInterrupt):
        native._encode(Fails(KeyboardInterrupt()), "ab", 0, [])


def test_the_second_encoder_is_made_only_when_it_is_needed() -> None:
    spec = ENCODINGS["gpt2"]
    tokenizer = BpeTokenizer(
        "x", lambda: bundled_ranks("r50k_base"), SPLITTINGS[spec.splitting], spec.specials
    )
    tokenizer.encode("a" + " " * 1000 + "b")
    assert "_uncut" not in vars(tokenizer._native)
    assert tokenizer.size == 50257
