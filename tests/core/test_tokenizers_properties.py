"""Laws that hold for every text: partition, round trip, agreement of the three spans."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draws import examples
from embedscope.tokenizers import TOKENIZER_NAMES, Encoding, get_tokenizer, incremental
from embedscope.tokenizers.base import Specials
from embedscope.tokenizers.encodings import ENCODINGS
from embedscope.tokenizers.incremental import encode_again

PIECES = (
    *"aZ é日😀\u0301\u200d\ufeff\u2028\xa0\x85\x00'!/1_",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "the ",
    " world",
    "'s",
    "WE'LL",
    "1234",
    "...",
    "<|endoftext|>",
    "<|fim_prefix|>",
    "👩‍🚀",
    "שלום",
    "[2, 3]",
    "fox",
)
texts = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
bpe_names = st.sampled_from(tuple(ENCODINGS))
laws = settings(deadline=None)  # the first use of a tokenizer loads it
modes = st.sampled_from(("plain", "special"))


def utf16_place(text: str, char: int) -> int:
    return len(text[:char].encode("utf-16-le")) // 2


def assert_same(a: Encoding, b: Encoding) -> None:
    assert a.text == b.text
    for name in ("ids", "byte_spans", "char_spans", "utf16_spans", "kinds"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)
    assert list(a.token_bytes) == list(b.token_bytes)
    assert a.notes == b.notes


@laws
@given(texts, bpe_names, modes)
def test_byte_spans_partition_the_text(text: str, name: str, specials: Specials) -> None:
    encoding = get_tokenizer(name).encode(text, specials)
    data = encoding.text.encode()
    edges = [0, *encoding.byte_spans[:, 1].tolist()]
    assert encoding.byte_spans[:, 0].tolist() == edges[:-1]
    assert edges[-1] == len(data)
    assert b"".join(encoding.token_bytes) == data
    assert [data[a:b] for a, b in encoding.byte_spans] == list(encoding.token_bytes)


@laws
@given(texts, bpe_names, modes)
def test_decode_of_encode_is_the_text(text: str, name: str, specials: Specials) -> None:
    tokenizer = get_tokenizer(name)
    encoding = tokenizer.encode(text, specials)
    assert tokenizer.decode(encoding.ids) == encoding.text.encode()
    plain = encoding.kinds == 0
    ours = [encoding.token_bytes[i] for i in np.flatnonzero(plain).tolist()]
    assert ours == [tokenizer.token_bytes(int(i)) for i in encoding.ids[plain]]


@laws
@given(texts, st.sampled_from(TOKENIZER_NAMES))
def test_all_spans_agree_with_python_s_own_codecs(text: str, name: str) -> None:
    encoding = get_tokenizer(name).encode(text)
    chars_begun = [0]
    for char in encoding.text:
        chars_begun.append(chars_begun[-1] + len(char.encode()))
    for byte, char, utf16 in zip(
        encoding.byte_spans.tolist(),
        encoding.char_spans.tolist(),
        encoding.utf16_spans.tolist(),
        strict=True,
    ):
        assert chars_begun[char[0]] <= byte[0] < chars_begun[char[0] + 1]
        assert chars_begun[char[1] - 1] < byte[1] <= chars_begun[char[1]]
        assert utf16 == [utf16_place(encoding.text, place) for place in char]


@laws
@given(texts, st.sampled_from(TOKENIZER_NAMES), modes)
def test_shapes_and_types_are_what_the_contract_says(
    text: str, name: str, specials: Specials
) -> None:
    encoding = get_tokenizer(name).encode(text, specials)
    n = len(encoding)
    assert encoding.ids.shape == encoding.kinds.shape == (n,)
    for spans in (encoding.byte_spans, encoding.char_spans, encoding.utf16_spans):
        assert spans.shape == (n, 2)
        assert spans.dtype == np.int64
    assert encoding.ids.dtype == np.int64
    assert encoding.kinds.dtype == np.uint8
    assert len(encoding.token_bytes) == n


few_letters = st.text(st.sampled_from("a   \n!/é"), max_size=8)  # many runs of blanks


@pytest.fixture
def _any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental, "_WORTH_IT", 0)


@pytest.mark.usefixtures("_any_length")
@settings(laws, max_examples=examples(600))
@given(
    *(st.one_of(few_letters, few_letters, texts) for _ in range(4)),
    bpe_names,
    modes,
)
def test_encoding_an_edited_text_again_equals_encoding_it_whole(
    before: str, cut: str, put_in: str, after: str, name: str, specials: Specials
) -> None:
    tokenizer = get_tokenizer(name)
    old = tokenizer.encode(before + cut + after, specials)
    new_text = before + put_in + after
    assert_same(
        encode_again(tokenizer, new_text, old, specials), tokenizer.encode(new_text, specials)
    )
