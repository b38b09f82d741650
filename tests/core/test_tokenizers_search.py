"""Search in a vocabulary against a plain loop over it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embedscope.errors import Cancelled, EmbedscopeError
from embedscope.progress import Progress
from embedscope.tokenizers import Tokenizer, get_tokenizer
from embedscope.tokenizers.search import VocabularyIndex
from embedscope.tokenizers.visible import visible
from embedscope.tokenizers.words import WordTokenizer

GPT2 = get_tokenizer("gpt2")
INDEX = VocabularyIndex(GPT2, 50300)


def plain_find(tokenizer: Tokenizer, n_tokens: int, query: str) -> list[int]:
    """The rule of the ranks, written as a loop."""
    ranked = []
    for token_id in range(n_tokens):
        text = (tokenizer.token_bytes(token_id) or b"").decode("utf-8", "surrogateescape")
        folded, wanted = text.casefold(), query.casefold()
        if wanted not in folded:
            continue
        begins = folded.startswith(wanted) or folded.startswith(f" {wanted}")
        rank = (
            0
            if text == query
            else 1
            if text == f" {query}"
            else 2
            if folded in (wanted, f" {wanted}")
            else 3
            if begins
            else 4
        )
        ranked.append((rank, token_id))
    return [token_id for _, token_id in sorted(ranked)]


@pytest.mark.parametrize("query", ["king", " king", "KING", "e", " ", "ß", "é", "\n", "日", "zzzz"])
def test_all_hits_in_order(query: str) -> None:
    assert INDEX.find(query).tolist() == plain_find(GPT2, 50257, query)


def test_exact_then_after_a_blank_then_any_case_then_prefix() -> None:
    hits = [GPT2.token_bytes(i) for i in INDEX.find("king")[:7].tolist()]
    assert hits == [b"king", b" king", b" King", b"King", b" KING", b"KING", b" Kingdom"]


def test_visible_blanks_may_be_typed() -> None:
    assert INDEX.find("␣king").tolist() == INDEX.find(" king").tolist()
    assert INDEX.find("⏎⏎")[0] == 628


@pytest.mark.parametrize(
    ("query", "rows"), [("#50256", [50256]), ("id:50299", [50299]), ("id: 7", [7]), ("#50300", [])]
)
def test_rows_by_id_also_beyond_the_tokenizer(query: str, rows: list[int]) -> None:
    assert INDEX.find(query).tolist() == rows


def test_bare_digits_hit_the_row_and_the_text() -> None:
    hits = INDEX.find("13").tolist()
    assert hits[:3] == [13, 1485, 1511]
    assert [GPT2.token_bytes(i) for i in hits[1:3]] == [b"13", b" 13"]
    assert hits.count(13) == 1


def test_bytes_in_hex() -> None:
    hits = INDEX.find("0x20 77 6f").tolist()
    assert hits[0] == GPT2.encode(" wo").ids[0]
    assert {i for i in range(50257) if b" wo" in (GPT2.token_bytes(i) or b"")} == set(hits)
    assert INDEX.find("0xF09f91")[0] == 41840


def test_bytes_are_not_found_across_two_tokens() -> None:
    words = WordTokenizer("w", ["ab", "cd", "xbc", ""])
    assert VocabularyIndex(words, 4).find("0x6263").tolist() == [2]
    assert VocabularyIndex(words, 4).find("bc").tolist() == [2]


def test_regular_expression() -> None:
    hits = INDEX.find("/^ ?[kK]ings?$/").tolist()
    assert {(GPT2.token_bytes(i) or b"").decode().strip() for i in hits} == {
        "king",
        "King",
        "kings",
        "Kings",
    }


def test_a_wrong_pattern_is_told_in_one_sentence() -> None:
    with pytest.raises(EmbedscopeError, match=r"^The pattern /\(/ cannot be read: .*\.$"):
        INDEX.find("/(/")


@pytest.mark.parametrize(
    ("query", "brief", "why"),
    [
        ("#999999", "rows 0 to 50,299", "The table has rows 0 to 50,299."),
        ("/[/", "wrong pattern", "The pattern /[/ cannot be read: "),
        ("0xzz", "no hex bytes", "Bytes are pairs of 0-9 and a-f, as in 0x20 77 6f."),
        ("zzzzzz", "no hits", ""),
    ],
)
def test_a_query_without_hits_is_told_why(query: str, brief: str, why: str) -> None:
    found = INDEX.answer(query)
    assert len(found.hits) == 0
    assert found.brief == brief
    assert found.why.startswith(why)
    assert found.is_fault == (query == "/[/")


def test_a_query_with_hits_needs_no_reason() -> None:
    found = INDEX.answer("#7")
    assert found.hits.tolist() == [7]
    assert found[1:] == ("", "", False)


def test_words_where_rows_have_no_tokens_are_told_the_rows() -> None:
    found = VocabularyIndex(get_tokenizer("ids"), 6).answer("king")
    assert found.brief == "rows 0 to 5"
    assert found.why == "Rows have no tokens here; there are rows 0 to 5."


def test_quotes_as_in_expressions_are_read() -> None:
    assert INDEX.find('" king"').tolist() == INDEX.find(" king").tolist()
    assert INDEX.find('"king"')[0] == INDEX.find("king")[0]
    assert INDEX.find('"').tolist() == plain_find(GPT2, 50257, '"')
    assert INDEX.find('""').tolist() == plain_find(GPT2, 50257, '""')


def test_a_pattern_that_runs_away_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("embedscope.tokenizers.search._REGEX_SECONDS", 0.05)
    index = VocabularyIndex(WordTokenizer("x", ["a" * 200]), 1)
    with pytest.raises(EmbedscopeError, match="takes too long"):
        index.find("/(a|aa|aaa)+b|((a+)+)+c$/")


@pytest.mark.parametrize("query", ["", "\ud83d", "0x", "//", "/", "#", "id:"])
def test_odd_queries_do_no_harm(query: str) -> None:
    assert INDEX.find(query).dtype == np.int64


def test_an_id_list_has_no_tokens_but_has_rows() -> None:
    index = VocabularyIndex(get_tokenizer("ids"), 6)
    assert index.find("5").tolist() == [5]
    assert index.find("a").tolist() == []
    assert index.find("0x61").tolist() == []


def test_F09_equal_words_are_all_found() -> None:
    words = WordTokenizer("duplicates", ["bank", "river", "bank", "Bank"])
    assert VocabularyIndex(words, 4).find("bank").tolist() == [0, 2, 3]
    assert VocabularyIndex(words, 4).find("Bank").tolist() == [3, 0, 2]
    assert words.encode("bank Bank").ids.tolist() == [0, 3]


def test_search_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        INDEX.find("king", Progress(stopped=lambda: True))


@settings(deadline=None)
@given(
    st.lists(st.text(st.sampled_from("abAB ßſKé"), max_size=5), max_size=12),
    st.text(st.sampled_from("abAB ßsé"), min_size=1, max_size=3),
)
def test_any_small_vocabulary(words: list[str], query: str) -> None:
    tokenizer = WordTokenizer("any", words)
    assert VocabularyIndex(tokenizer, len(words)).find(query).tolist() == plain_find(
        tokenizer, len(words), query
    )


@pytest.mark.parametrize("token_id", [188, 47249, 222, 11019, 198, 995])
def test_a_token_is_found_by_the_label_that_shows_it(token_id: int) -> None:
    label = visible(GPT2.token_bytes(token_id) or b"")
    assert INDEX.find(label)[0] == token_id


def test_escapes_of_characters_are_read_and_impossible_ones_left_alone() -> None:
    words = WordTokenizer("w", ["a\u00a0b", "\u2028", "\\x41 as typed", "A", "\\Uffffffff"])
    index = VocabularyIndex(words, 5)
    assert index.find(r"a\u00a0b").tolist() == [0]
    assert index.find(r"\u2028").tolist() == [1]
    assert index.find(r"\x41").tolist() == [3, 2]
    assert index.find(r"\Uffffffff").tolist() == [4]
    assert index.find(r"\xzz").tolist() == []
