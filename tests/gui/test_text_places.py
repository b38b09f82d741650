"""Tokens are found by UTF-16 place, and share a character fairly."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from embedscope.tokenizers.base import Encoding
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.text.document_text import utf16_length
from embedscope_gui.text.drift import Drift
from embedscope_gui.text.places import TokenPlaces, pieces

TEXTS = st.text(alphabet=st.sampled_from("ab \n😀שé漢\u0301👩\u200d🚀"), max_size=20)


def places_of(text: str, tokenizer: str = "gpt2") -> TokenPlaces:
    return TokenPlaces(get_tokenizer(tokenizer).encode(text))


def test_T05_places_after_emoji_count_utf16_units() -> None:
    text = "😀😀 token"
    encoding = get_tokenizer("gpt2").encode(text)
    assert encoding.ids.tolist() == [47249, 222, 47249, 222, 11241]
    places = TokenPlaces(encoding)
    assert places.span(4) == (4, 10)
    assert places.borders(0, 5).tolist() == [[0, 1.5], [1.5, 2], [2, 3.5], [3.5, 4], [4, 10]]


@given(TEXTS)
def test_borders_partition_the_text(text: str) -> None:
    places = places_of(text)
    borders = places.borders(0, len(places))
    assert np.all(borders[1:, 0] == borders[:-1, 1])
    if len(places):
        assert borders[0, 0] == 0
        assert borders[-1, 1] == utf16_length(text)


@given(TEXTS, st.data())
def test_a_part_of_the_borders_is_the_same_as_all(text: str, data: st.DataObject) -> None:
    places = places_of(text)
    first = data.draw(st.integers(0, len(places)))
    last = data.draw(st.integers(first, len(places)))
    whole = places.borders(0, len(places))[first:last]
    np.testing.assert_allclose(places.borders(first, last), whole)


@given(TEXTS, st.integers(0, 30), st.integers(0, 30))
def test_tokens_of_a_stretch_are_those_that_touch_it(text: str, start: int, length: int) -> None:
    encoding = get_tokenizer("gpt2").encode(text)
    found = range(*TokenPlaces(encoding).between(start, start + length))
    spans = encoding.utf16_spans.tolist()
    touching = [i for i, (a, b) in enumerate(spans) if a < start + length and b > start]
    assert list(found) == (touching if length else [])


def test_the_caret_has_a_token_on_either_side() -> None:
    places = places_of("Hello, world!")  # spans 0-5 5-6 6-12 12-13
    assert [places.at(place) for place in (0, 4, 5, 6, 12, 13)] == [0, 0, 1, 2, 3, 3]
    assert [places.at(place, before=True) for place in (0, 4, 5, 6, 13)] == [0, 0, 0, 1, 3]
    assert places_of("").at(0) is None


def test_added_tokens_without_a_place_do_not_disturb_the_others() -> None:
    encoding = Encoding(
        text="ab",
        ids=np.array([2, 7, 8, 3]),
        byte_spans=np.array([[0, 0], [0, 1], [1, 2], [0, 0]]),
        char_spans=np.array([[0, 0], [0, 1], [1, 2], [0, 0]]),
        utf16_spans=np.array([[0, 0], [0, 1], [1, 2], [0, 0]]),
        kinds=np.array([3, 0, 0, 3], np.uint8),
        token_bytes=[b"[CLS]", b"a", b"b", b"[SEP]"],
    )
    places = TokenPlaces(encoding)
    assert places.between(0, 1) == (1, 2)
    assert places.at(1) == 2
    assert places.borders(0, 4)[1:3].tolist() == [[0, 1], [1, 2]]


def test_pieces_leave_out_what_was_edited() -> None:
    assert pieces(0, 10, None) == [(0, 10, 0)]
    drift = Drift(4, 4, 6)  # two units inserted at 4
    assert pieces(0, 12, drift) == [(0, 4, 0), (4, 10, 2)]
    assert pieces(0, 3, drift) == [(0, 3, 0)]
    assert pieces(8, 12, drift) == [(6, 10, 2)]
    assert pieces(4, 6, drift) == []
