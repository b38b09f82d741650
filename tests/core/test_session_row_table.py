"""Facts of all rows for one list, and tokens that no text gives."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from embedscope.errors import Cancelled
from embedscope.presets import PRESETS
from embedscope.progress import Progress
from embedscope.session.row_table import Remark, add_mean_cosine, add_reach, has_twin, row_table
from embedscope.tables.table import Table
from embedscope.tokenizers.base import NO_ID, Encoding, Specials
from embedscope.tokenizers.reach import unreachable
from embedscope.tokenizers.registry import get_tokenizer
from embedscope.tokenizers.scripts import script_of, token_scripts

LOST_OF_O200K = [3413, 3914, 24091, 48235, 63100, 65447, 99494, 125141, 147008, 175653, 182292]
"""Its vocabulary holds a dozen tokens, as " I'", that its own splitting never makes."""


class Some:
    """A few tokens of a large vocabulary, numbered from 0."""

    name, special_tokens = "some", MappingProxyType[str, int]({})

    def __init__(self, name: str, ids: list[int]) -> None:
        self._whole, self._ids, self.size = get_tokenizer(name), ids, len(ids)

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:
        found = self._whole.encode(text, specials)
        known = [self._ids.index(i) if i in self._ids else NO_ID for i in found.ids.tolist()]
        return replace(found, ids=np.array(known, np.int64))

    def token_bytes(self, token_id: int) -> bytes | None:
        return self._whole.token_bytes(self._ids[token_id])

    def decode(self, ids: Iterable[int]) -> bytes:
        return b"".join(self.token_bytes(i) or b"" for i in ids)


def test_tokens_that_are_always_cut_otherwise_are_unreachable() -> None:
    lost, kept = LOST_OF_O200K, [995, 5822, 24_912, 150_000]
    assert unreachable(Some("o200k_base", lost + kept), 20).tolist() == (
        [True] * len(lost) + [False] * (20 - len(lost))
    )


def test_parts_of_characters_special_tokens_and_padding_are_not_unreachable() -> None:
    tokenizer = Some("gpt2", [*range(177, 188), 220, 995, 50_256])
    assert not unreachable(tokenizer, 20)[:13].any()
    assert not unreachable(get_tokenizer("book-words"), 10).any()
    assert not unreachable(get_tokenizer("ids"), 10).any()


def test_reading_back_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        unreachable(get_tokenizer("gpt2"), 50_257, Progress(stopped=lambda: True))


def test_remarks_of_a_real_table() -> None:
    table = PRESETS["whisper-tiny.en"].make()
    facts = row_table(table, get_tokenizer("gpt2"))
    assert len(facts.with_remark(Remark.NO_TOKEN)) == 51_864 - 50_257
    assert len(facts.with_remark(Remark.FRAGMENT)) == 344
    assert len(facts.with_remark(Remark.ZERO)) == 0
    twins = facts.with_remark(Remark.DUPLICATE)
    row = int(twins[-1])
    first = int(facts.duplicate_of[row])
    np.testing.assert_array_equal(table.rows([row])[0], table.rows([first])[0])


def test_the_first_of_equal_rows_is_a_twin_too() -> None:
    assert has_twin(np.array([-1, -1, 0, -1, 0])).tolist() == [True, False, True, False, True]


def test_what_is_found_later_is_added_to_what_was_found_in_the_meantime() -> None:
    table = Table.from_array(np.random.default_rng(0).normal(size=(20, 4)))
    first = row_table(table, get_tokenizer("ids"))
    assert not first.knows_reach
    merged = first.merged(add_reach(first)).merged(add_mean_cosine(first))
    assert merged.knows_reach
    assert merged.mean_cosine is not None
    assert list(merged.columns)[-1] == "mean cosine to 10"
    assert "mean cosine to 10" not in first.columns


@pytest.mark.parametrize(
    ("data", "script"),
    [
        (b" word", "Latin"),
        ("привет".encode(), "Cyrillic"),
        ("漢字".encode(), "Han"),
        ("한국".encode(), "Hangul"),
        ("ｗｉｄｅ".encode(), "Latin"),
        (b" 12,5", "no letter"),
        (b"\xe6\xbc", "byte fragment"),
        (None, "no token"),
    ],
)
def test_scripts_of_tokens(data: bytes | None, script: str) -> None:
    assert script_of(data) == script


def test_scripts_are_named_by_how_common_they_are() -> None:
    places, names = token_scripts(get_tokenizer("gpt2"), 50_300)
    assert names[0] == "Latin"
    assert names[-1] == "other script"
    assert len(names) == 9
    counts = np.bincount(places, minlength=len(names))
    assert counts[: len(names) - 1].tolist() == sorted(counts[:-1], reverse=True)
    assert names[places[50_290]] == "no token"
