"""Where the tokens are ids themselves, no number is said twice, and what is no id is said so."""

import numpy as np
import pytest

from embedscope.session.text import look_up_text
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui import present

IDS, GPT2 = get_tokenizer("ids"), get_tokenizer("gpt2")
TABLE = Table.from_array(np.ones((1000, 2), np.float32))


def test_a_number_is_not_said_twice() -> None:
    assert present.margin_label(IDS, 995) == ""
    assert present.row_label(IDS, 995) == "id 995"
    text = look_up_text("5 2000", IDS, "plain", TABLE)
    assert present.position_label(text, 0) == "id 5"
    assert present.position_label(text, 1) == "id 2000 (no row)"


def test_tokens_of_a_vocabulary_are_named_beside_their_numbers() -> None:
    assert present.margin_label(GPT2, 995) == "␣world"
    assert present.row_label(GPT2, 995) == "␣world 995"
    assert present.margin_label(GPT2, 60_000) == "(no token)"
    text = look_up_text(" world", GPT2, "plain", TABLE)
    assert present.position_label(text, 0) == "␣world #995"


@pytest.mark.parametrize("word", ["-3", "1e3", "x"])
def test_what_is_no_id_is_said_so(word: str) -> None:
    text = look_up_text(word, IDS, "plain", TABLE)
    said = "Not the number of a row: an id is a whole number from 0 on."
    assert present.remark(text, 0) == said
    assert text.encoding.notes[0].startswith(f'"{word}" at character 0 is not the number of a row')
