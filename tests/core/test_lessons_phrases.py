"""What placeholders say: in ordinary states, at the edges, and of odd tables."""

import itertools
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from embedscope.errors import Cancelled
from embedscope.lessons.lesson import StepState
from embedscope.lessons.phrases import PHRASES
from embedscope.lessons.templates import check, fill, is_slow
from embedscope.lessons.view import LessonView, open_view
from embedscope.lessons.wording import (
    and_last,
    in_columns,
    listed,
    percent,
    plain,
    score,
    three_figures,
    times,
)
from embedscope.progress import Progress
from embedscope.session.text import look_up_text
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer

ARGUMENTS = {
    "id_of": "hello",
    "lookup_of": " world",
    "outweighs": " world|,",
    "model": "GPT-2 small",
    "model_share": "Llama-3-8B",
    "model_product": "Llama-3-8B",
    "guess_sentence": "zeppelin",
}
ODD: dict[str, Any] = {
    "one number": np.ones((1, 1), np.float32),
    "zeros": np.zeros((5, 3), np.float32),
    "not finite": np.array([[np.nan, 1], [1, 2], [np.inf, 0], [3, 4]], np.float32),
    "huge": np.full((400, 2), 3e38, np.float32),
    "all alike": np.ones((60, 7)),
}


def view(text: str, preset: str = "book-6x3", **state: Any) -> LessonView:
    return open_view(StepState(preset=preset, text=text, **state))


def say(template: str, text: str, preset: str = "book-6x3", **state: Any) -> str:
    return fill(template, view(text, preset, **state))


@pytest.mark.parametrize("name", ODD)
def test_every_phrase_says_something_of_odd_tables(name: str) -> None:
    table = Table.from_array(ODD[name])
    texts = ("", "Hello, world!", "0 1 2 3", "!", "naïve 😀", "99999")
    tokenizers = (get_tokenizer("gpt2"), get_tokenizer("ids"))
    for tokenizer, text, selected in itertools.product(tokenizers, texts, (None, 0, 2)):
        seen = LessonView(look_up_text(text, tokenizer, "plain", table), selected)
        for phrase in PHRASES.values():
            assert phrase(seen, ARGUMENTS.get(phrase.name)).strip(), (phrase.name, text)


def test_slow_phrases_are_known() -> None:
    assert is_slow("{tokens} and {nearest_sentence}")
    assert not is_slow("{tokens} and {{nearest_sentence}}")
    assert not is_slow("nothing")


def test_braces_stand_for_themselves_when_doubled() -> None:
    assert say("a {{b}} {tokens}", "fox") == "a {b} “fox”"
    assert check("{{tokens}") == 'a single "}"; write }} for the sign itself'


@pytest.mark.parametrize(
    ("template", "text", "words"),
    [
        ("{tokens}", "fox dog", "“fox”, “dog”"),
        ("{tokens}", "", "nothing (the text is empty)"),
        ("{tokens}", "fox " * 12, f"{', '.join(['“fox”'] * 8)} and 4 more"),
        ("{ids}", "fox cat", "2, no id"),
        ("{disagreement_sentence}", "", "No token with a row is chosen."),
        ("{token_ids}", "fox cat", "“fox” 2, “cat” no id"),
        ("{n_tokens}", "fox", "1 token"),
        ("{cut_sentence}", "fox cat", "The text is cut into 2 tokens, “fox”, “cat”, with the ids "
         "2, no id."),
        ("{cut_sentence}", "", "The text is empty: type a word to go on."),
        ("{ids_sentence}", "", "The text is empty: type a word to go on."),
        ("{chosen}", "cat fox", "“fox”"),
        ("{chosen}", "cat", "“cat”"),
        ("{chosen}", "", "the chosen token"),
        ("{id_of:fox}", "", "“fox” is 2"),
        ("{id_of:cat}", "", "“cat” is no single token here"),
        ("{lookup_of:cat}", "", "“cat” is no single token of this vocabulary."),
        ("{missing_sentence}", "fox", "Every token of this text has a row."),
        ("{repeat_sentence}", "fox dog", "No token of this text occurs twice, so every row is "
         "looked up once."),
        ("{repeat_sentence}", "fox dog fox fox", "“fox” occurs 3 times: always id 2, always row 2, "
         "with the very same 3 numbers."),
        ("{rows}", "dog " * 9, "\n".join(
            ["“dog”  row 1  [0.9178, 1.5810, 1.3010]"] * 8 + ["… and 1 more token"])),
        ("{rows_sentence}", "dog", "The lookup takes row 1 and returns 1 row of 3 numbers "
         "(1 x 3)."),
        ("{rows_sentence}", "cat", "No token of this text has a row, so nothing comes out."),
        ("{parts_sentence}", "fox", "Every word of this text is a single token."),
        ("{blank_sentence}", "fox", "No token of this text begins with a blank; where one does, "
         "the mark ␣ shows it (other programs write Ġ)."),
        ("{gradient_sentence}", "brown dog fox jumps lazy over", "6 rows of 6 get a gradient."),
        ("{gradient_sentence}", "brown dog fox jumps lazy", "5 rows of 6 get a gradient; the one "
         "other row gets 0."),
        ("{gradient_sentence}", "fox", "1 row of 6 gets a gradient; the other 5 rows get 0."),
        ("{zero_sentence}", "fox", "“brown” has id 0 and would not count at all (it is not in this "
         "text)."),
        ("{outweighs: world|,}", "brown fox over", "With raw ids as inputs, “over” (5) would "
         "count about 2.5 times as much "
         "as “fox” (2)."),
        ("{outweighs: world|,}", "fox", "This text has no two different ids above 0 to compare."),
        ("{beside_by_id}", "brown", "“brown” has id 0; beside it, id 1 is “dog”."),
        ("{ancestry_sentence}", "fox", "Nothing was merged here: the words of this small "
         "vocabulary were simply numbered."),
        ("{ancestry_sentence}", "cat", "“cat” is not in the vocabulary, so nothing built it."),
        ("{merge_lines}", "", "The text is empty: type a word to go on."),
        ("{dot_sentence}", "fox", "Type two different words that have a row, to compare them."),
        ("{one_more_sentence}", "fox", "Here, one more token adds 3 parameters and one more dim "
         "adds 6."),
        ("{bytes_sentence}", "fox", "As float32, with 4 bytes each, they take 72 bytes, and so "
         "they are stored."),
        ("{axes_sentence}", "fox", "Here a row has 3 numbers, and the picture shows "
         "all of them."),
    ],
)  # fmt: skip
def test_a_phrase_of_the_small_table(template: str, text: str, words: str) -> None:
    assert say(template, text) == words


@pytest.mark.parametrize(
    ("template", "text", "words"),
    [
        ("{missing_sentence}", "50000 60000", "“60000” has id 60000, but the table ends with row "
         "51863: no row. Its place is hatched."),
        ("{ancestry_sentence}", "5", "This tokenizer does not say how its tokens came to be."),
        ("{vocabulary}", "5", "no words, only ids"),
    ],
)  # fmt: skip
def test_a_phrase_of_ids(template: str, text: str, words: str) -> None:
    assert say(template, text, "whisper-tiny.en", tokenizer="ids") == words


def test_the_chosen_row_may_have_no_word() -> None:
    assert say("{row_sentence} {values_sentence}", "the cat", "the-cat-4x4", row=3) == (
        "Row 3 is the fourth row; it belongs to no token. "
        "Its numbers are [-0.6000, 0.2000, 0.1000, 0.9000]."
    )


def test_a_pair_is_the_chosen_row_and_the_next_other_row() -> None:
    assert view("fox fox dog over", selected=1).pair == (2, 1)
    assert view("fox dog over over", selected=3).pair == (5, 2)
    assert view("fox fox").pair is None
    assert view("cat").pair is None
    assert view("the cat", "the-cat-4x4", row=3).pair == (3, 0)


def test_numbers_in_words() -> None:
    assert [plain(value) for value in (0.0, -0.0, 2.0, 0.47, -0.12345, 1e-5, 1e6)] == [
        "0", "0", "2", "0.47", "-0.1235", "1.000e-05", "1.000e+06",
    ]  # fmt: skip
    assert [score(value) for value in (-0.001, 0.996, float("nan"))] == [
        "0.00",
        "1.00",
        "undefined",
    ]
    assert [percent(share) for share in (0.31, 0.015, 0.0999, 1e-5, 0.0)] == [
        "31 %", "1.5 %", "10 %", "less than 0.1 %", "0.0 %",
    ]  # fmt: skip
    assert [three_figures(value) for value in (0.92, 12.34, 1234.5)] == ["0.920", "12.3", "1234.5"]
    assert [times(count) for count in (0, 1, 2, 3)] == ["never", "once", "twice", "3 times"]


def test_lists_in_words() -> None:
    some: tuple[list[str], ...] = ([], ["a"], ["a", "b"], ["a", "b", "c"])
    assert [and_last(items) for items in some] == ["", "a", "a and b", "a, b and c"]
    assert listed([str(n) for n in range(8)], 1010) == "0, 1, 2, 3, 4, 5, 6, 7 and 1,002 more"
    assert in_columns([("a", "1"), ("bbb", "22")], right=(1,)) == "a     1\nbbb  22"


def test_threads_share_what_a_view_has_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    both_ask = threading.Barrier(2)

    def slow(*_args: object, **_options: object) -> str:
        calls.append(1)
        time.sleep(0.05)
        return "found"

    monkeypatch.setattr("embedscope.lessons.view.neighbours", slow)
    shared = view("fox dog")

    def ask(_number: int) -> object:
        both_ask.wait()
        return shared.nearest

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(ask, range(2))) == ["found", "found"]
    assert len(calls) == 1
    assert view("fox dog").nearest is not None
    assert len(calls) == 2


def test_a_failed_answer_is_asked_for_again() -> None:
    answers = iter((True, False))
    stoppable = Progress(stopped=lambda: next(answers, False))
    fresh = Table.from_array(np.ones((5_000_000, 1), np.float32))
    text = look_up_text("Hello", get_tokenizer("gpt2"), "plain", fresh)
    shared = LessonView(text, progress=stoppable)
    with pytest.raises(Cancelled):
        _ = shared.row_stats
    assert len(shared.row_stats.norm) == 5_000_000


def test_facts_of_a_table_outlive_the_text() -> None:
    table = Table.from_array(np.random.default_rng(1).normal(size=(50, 4)).astype(np.float32))
    first, second = (
        LessonView(look_up_text(text, get_tokenizer("gpt2"), "plain", table)) for text in ("!", '"')
    )
    assert first.centring is second.centring
    assert first.row_stats is second.row_stats
