"""What is asked for to draw a table: surveys kept or found, one pyramid, orders in their turn."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from embedscope.heatmap import cache as cache_module
from embedscope.heatmap.cache import SurveyCache, survey_and_keep
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import SILENT
from embedscope.readers import open_table
from embedscope.session import map_channels
from embedscope.session.arranging import Known, arrange
from embedscope.session.map_channels import shown_arrangement, shown_pyramid, shown_table
from embedscope.session.plan import plan
from embedscope.session.request import Key
from embedscope.session.results import Results
from embedscope.session.session import NATURAL, OrderChoice, Session
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer

MAP = ("levels", "picture", "sharp", "kept", "survey", "arrangement", "arranged", "natural")


class Desk:
    """A session whose requests are answered at once, and a list of those that were made."""

    def __init__(self, table: Table) -> None:
        tokenizer = get_tokenizer("ids")
        self.session = Session(
            text="1 2", table=table, tokenizer=tokenizer, viewport=Viewport.fit(table.shape, 30, 60)
        )
        self.results, self.keys, self.asked = Results(), dict[str, Key](), list[str]()

    def change(self, **changes: object) -> list[str]:
        """Change the session and return the channels of the map that were asked for."""
        self.session = replace(self.session, **changes)  # type: ignore[arg-type]
        self.asked.clear()
        while self._one():
            pass
        return [channel for channel in self.asked if channel in MAP]

    def _one(self) -> bool:
        for item in plan(self.session, self.results, self.keys):
            if isinstance(item, str):
                del self.keys[item]
                self.results = self.results.having(item, None)
                return True
            if item.channel in (*MAP, "text", "dim_facts"):
                self.keys[item.channel] = item.key
                self.asked.append(item.channel)
                self.results = self.results.having(item.channel, item.run(SILENT))
                return True
        return False


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    values = np.random.default_rng(0).normal(size=(3000, 40)).astype(np.float32)
    np.save(tmp_path / "a.npy", values)
    monkeypatch.setattr(cache_module, "WORTHWHILE", 1000)
    monkeypatch.setattr(map_channels, "DIRECT_VALUES", 1000)
    monkeypatch.setattr(map_channels, "CACHE", SurveyCache(tmp_path / "cache"))
    return open_table(tmp_path / "a.npy")


def test_a_survey_is_found_once_and_taken_from_the_disk_the_next_time(table: Table) -> None:
    first = Desk(table)
    assert first.change().count("survey") == 1
    assert first.results.survey is not None
    assert first.results.kept is not None
    assert first.results.kept.survey is None  # its pyramid is held in one place
    again = Desk(open_table(table.path or ""))
    read: list[str] = []
    for item in plan(again.session, again.results, {}):
        read.append(item if isinstance(item, str) else item.channel)
    assert "kept" in read
    assert "survey" not in read
    again.change()
    assert again.results.survey is not None
    np.testing.assert_array_equal(again.results.survey.rows.norm, first.results.survey.rows.norm)


def test_one_pyramid_is_held_at_a_time(table: Table) -> None:
    desk = Desk(table)
    desk.change()
    natural = shown_pyramid(desk.session, desk.results)
    assert natural is not None
    assert desk.results.pyramid is natural
    assert set(desk.change(order=OrderChoice(rows="norm"))) >= {"arrangement", "arranged"}
    assert desk.results.survey is not None
    assert desk.results.survey.pyramid is None
    assert desk.results.pyramid is None
    ordered = shown_pyramid(desk.session, desk.results)
    assert ordered is not None
    assert ordered is not natural
    asked = desk.change(order=OrderChoice(rows="norm", dims="variance"))
    assert asked.count("arranged") == 1
    assert "survey" not in asked
    asked = desk.change(order=NATURAL)
    assert asked.count("natural") == 1
    assert "survey" not in asked
    assert desk.results.arranged is None
    assert shown_pyramid(desk.session, desk.results) is desk.results.pyramid is not None
    assert shown_table(desk.session, desk.results) is table


def test_the_order_before_is_shown_until_the_next_one_is_found(table: Table) -> None:
    desk = Desk(table)
    desk.change(order=OrderChoice(rows="norm"))
    before = shown_arrangement(desk.session, desk.results)
    assert before is not None
    waiting = replace(desk.session, order=OrderChoice(rows="likeness"))
    assert shown_arrangement(waiting, desk.results) is before
    assert shown_table(waiting, desk.results) is before.arranged


def test_looked_up_rows_are_one_table_in_each_order(table: Table) -> None:
    desk = Desk(table)
    desk.change(order=OrderChoice(dims="variance"), mode="looked-up")
    shown = shown_table(desk.session, desk.results)
    assert shown is shown_table(desk.session, desk.results)  # the same one: nothing is drawn again
    assert shown is not None
    arrangement = desk.results.arrangement
    assert arrangement is not None
    assert arrangement.dims is not None
    np.testing.assert_array_equal(shown.rows([0]), table.rows([1])[:, arrangement.dims.ids])
    assert shown_pyramid(desk.session, desk.results) is None


def test_likeness_puts_groups_of_rows_and_of_dims_together() -> None:
    rng = np.random.default_rng(1)
    group = rng.integers(0, 3, 600)
    centres = 5 * np.array([[1, 0], [-0.5, 0.9], [-0.5, -0.9]]) @ rng.normal(size=(2, 30))
    values = (centres[group] + 0.1 * rng.normal(size=(600, 30))).astype(np.float32)
    values[5] = np.nan
    values[6] = 0
    table = Table.from_array(values)
    tokenizer = get_tokenizer("ids")
    survey = survey_and_keep(table)
    choice = OrderChoice(rows="likeness", dims="likeness")
    found = arrange(Known(table, survey, tokenizer), choice, SILENT)
    assert found.rows is not None
    assert found.dims is not None
    sound = np.delete(group[found.rows.ids], np.flatnonzero(np.isin(found.rows.ids, (5, 6))))
    assert np.count_nonzero(np.diff(sound)) == 2
    assert found.rows.ids[-1] == 5
    turns = np.nanmean(values[group == 0], axis=0)[found.dims.ids]
    assert np.count_nonzero(np.diff(np.sign(turns))) <= 3
    assert found.words == "rows by likeness, dims by likeness"


def test_an_arrangement_translates_there_and_back() -> None:
    table = Table.from_array(np.arange(24, dtype=np.float32).reshape(6, 4))
    survey = survey_and_keep(table)
    choice = OrderChoice(rows="similarity", dims="variance", like=4)
    found = arrange(Known(table, survey, get_tokenizer("ids")), choice, SILENT)
    assert [found.row_id(found.row_position(row)) for row in range(6)] == list(range(6))
    assert [found.dim_id(found.dim_position(dim)) for dim in range(4)] == list(range(4))
    assert found.row_id(0) == 4
    places = found.row_positions(np.array([0, 4]))
    assert places.tolist() == sorted([found.row_position(0), found.row_position(4)])
    assert found.words.startswith("rows by similarity to ")
    assert not found.is_natural
    np.testing.assert_array_equal(
        found.arranged.block(0, 1)[0], table.rows([4])[0][[found.dim_id(i) for i in range(4)]]
    )
