"""A table, a tokenizer and a text that are dropped or named together open together."""

from dataclasses import replace

import numpy as np
import pytest

from embedscope_gui.app import Start, open_first, parse
from embedscope_gui.work import InlineRunner
from opening_desk import CASES, close, drop, make_desk, model_file, settings_in, settle, values

F37 = CASES / "F37_more_rows"
PROSE = "The kettle sang at six,\r\nand the cat had 13 reasons to stay.\n"
SAID = f"kettle.txt became the text: {len(PROSE)} characters."
RULE = "left out: one table, one tokenizer and one text open together."


@pytest.fixture
def prose(tmp_path):
    path = tmp_path / "kettle.txt"
    path.write_bytes(PROSE.encode())
    return path


@pytest.fixture
def table(tmp_path):
    return model_file(tmp_path / "table.safetensors", wte=values(12, 4))


def state(desk):
    session = desk.controller.session
    return session.table.name, session.tokenizer.name, session.text, desk.window.text.text()


@pytest.mark.parametrize("in_turn", [False, True])
def test_a_table_and_a_text_open_together(desk, table, prose, in_turn):
    drop(desk, *([prose, table] if in_turn else [table, prose]))
    name, _, text, shown = state(desk)
    assert (name, text, shown) == ("table.safetensors", PROSE, PROSE)
    assert desk.window.notice.text.startswith(f"{SAID} Nothing says which tokenizer")
    desk.window.text.edit.undo()
    settle()
    assert desk.controller.session.text == "fox jumps over dog"
    assert desk.controller.session.table.name == "table.safetensors"


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_a_table_a_tokenizer_and_a_text_open_together(desk, table, prose, order, folder):
    three = [table, F37 / "tokenizer.json", prose]
    drop(desk, *(three[index] for index in order))
    tokenizer = str(F37 / "tokenizer.json")
    assert state(desk) == ("table.safetensors", tokenizer, PROSE, PROSE)
    assert settings_in(folder).recall(str(table)).tokenizer == tokenizer
    assert desk.window.notice.text.startswith(SAID)


def test_a_text_replaces_what_was_typed_whoever_reads_it(desk, table, prose):
    desk.controller.open_tokenizer("gpt2")
    desk.controller.change(text="typed by hand")
    drop(desk, table, prose)
    assert state(desk) == ("table.safetensors", "gpt2", PROSE, PROSE)
    desk.opener.open("minilm-gpt2-64d")  # whose own text does not replace it, as if it were typed
    assert desk.controller.session.text == PROSE


def test_a_tokenizer_and_a_text_come_to_the_table_that_is_open(desk, prose):
    before = desk.controller.session.table
    drop(desk, prose, F37 / "tokenizer.json")
    assert desk.controller.session.table is before
    assert state(desk)[1:] == (str(F37 / "tokenizer.json"), PROSE, PROSE)
    assert desk.window.notice.text.startswith(f"{SAID} These ids were made for another table")


def test_of_two_of_a_kind_the_first_opens_and_the_other_is_named(desk, table, prose, tmp_path):
    (tmp_path / "poem.md").write_text("# A poem\n\nof two lines, and more\n")
    np.save(tmp_path / "other.npy", values(3, 3))
    drop(desk, prose, table, tmp_path / "poem.md", tmp_path / "other.npy")
    assert state(desk)[::2] == ("table.safetensors", PROSE)
    assert desk.window.notice.text.startswith(f"{SAID} poem.md, other.npy were {RULE}")
    drop(desk, tmp_path / "poem.md", prose)
    assert state(desk)[2] == "# A poem\n\nof two lines, and more\n"
    assert desk.window.notice.text.endswith(f"kettle.txt was {RULE}")
    for name in ("one.vocab", "two.vocab"):
        (tmp_path / name).write_text("fox\ndog\ncat\nbird\n")
    drop(desk, tmp_path / "one.vocab", tmp_path / "two.vocab")
    assert desk.window.notice.text.startswith(f"two.vocab was {RULE}")


def test_a_tokenizer_that_was_only_in_use_is_not_taken_for_the_table_s(desk, table, prose, folder):
    drop(desk, table, prose)
    assert settings_in(folder).recall(str(table)).tokenizer is None


@pytest.mark.parametrize("name", ["F25a_truncated.safetensors", "F15e_ragged.tsv", "gone.npy"])
def test_where_the_table_cannot_be_opened_the_text_does_not_come_either(desk, prose, name):
    before, title = desk.controller.session, desk.window.windowTitle()
    drop(desk, CASES / name, prose)
    assert replace(desk.controller.session, viewport=None) == replace(before, viewport=None)
    assert desk.window.text.text() == before.text
    assert desk.window.windowTitle() == title
    assert name in desk.window.notice.text
    assert "kettle" not in desk.window.notice.text


def test_a_text_that_cannot_be_read_is_told_and_the_table_stays(desk, table, tmp_path):
    (tmp_path / "latin.txt").write_bytes("Ein längerer Text, in Prosa.\n".encode("latin-1") * 9)
    before = desk.controller.session
    drop(desk, table, tmp_path / "latin.txt")
    assert desk.controller.session.table is before.table
    assert desk.window.notice.text == (
        "latin.txt: is text, but neither a table of numbers nor UTF-8; save it in UTF-8 to read it"
    )


def test_prose_in_two_byte_units_is_read(desk, tmp_path):
    (tmp_path / "wide.txt").write_bytes(PROSE.encode("utf-16"))
    drop(desk, tmp_path / "wide.txt")
    assert desk.controller.session.text == PROSE


def test_code_that_looks_like_a_table_at_first_is_a_text_beside_a_table(desk, table, tmp_path):
    header = "#define WIDE 3\n" * 300 + "\n/* end */\n#endif\n"
    (tmp_path / "sizes.h").write_text(header)
    drop(desk, tmp_path / "sizes.h", table)
    assert state(desk)[::2] == ("table.safetensors", header)


def test_what_comes_with_a_model_is_not_the_text(desk, table, prose, tmp_path):
    for name in ("README.md", "LICENSE"):
        (tmp_path / name).write_text("Words about this model, and more of them.\n" * 5)
    (tmp_path / "config.json").write_text("{}")
    before = desk.controller.session.text
    drop(desk, tmp_path / "README.md", tmp_path / "config.json", table, tmp_path / "LICENSE")
    assert state(desk)[::2] == ("table.safetensors", before)
    assert "left out" not in desk.window.notice.text
    drop(desk, table, tmp_path / "README.md")  # nothing else of a model: it is what is meant
    assert desk.controller.session.text.startswith("Words about this model")


def test_a_text_waits_for_the_answer_which_tensor_is_the_table(desk, prose, tmp_path):
    from opening_desk import chooser_of

    doubtful = model_file(tmp_path / "two.safetensors", left=values(50, 8), right=values(60, 8))
    before = desk.controller.session.text
    drop(desk, doubtful, prose, tmp_path / "other.npy")
    assert desk.controller.session.text == before
    chooser_of(desk).accept()
    settle()
    assert state(desk)[::2] == ("two.safetensors", PROSE)
    said = f"{SAID} other.npy was {RULE}"
    assert desk.window.notice.text.startswith(said)


# the command line


def test_the_command_line_names_table_tokenizer_and_text(tmp_path, table, prose):
    words = [str(table), str(prose), str(F37 / "tokenizer.json")]
    assert parse(words) == Start(words[0], more=(words[1], words[2]))
    desk = make_desk(tmp_path, InlineRunner(), table="no-such-table")
    open_first(desk, settings_in(tmp_path), parse(words))
    assert state(desk) == ("table.safetensors", words[2], PROSE, PROSE)
    close(desk)


def test_a_preset_and_a_text_on_the_command_line(tmp_path, prose):
    desk = make_desk(tmp_path, InlineRunner(), table="no-such-table")
    open_first(desk, settings_in(tmp_path), Start("book-6x3", more=(str(prose),)))
    assert state(desk) == ("book-6x3", "book-words", PROSE, PROSE)
    close(desk)


def test_a_text_alone_on_the_command_line_is_read_over_the_default_table(tmp_path, prose):
    desk = make_desk(tmp_path, InlineRunner(), table="no-such-table")
    open_first(desk, settings_in(tmp_path), Start(str(prose)))
    assert state(desk)[::2] == ("whisper-tiny.en", PROSE)
    close(desk)


def test_a_text_typed_on_the_command_line_goes_before_a_file(tmp_path, table, prose):
    desk = make_desk(tmp_path, InlineRunner(), table="no-such-table")
    open_first(desk, settings_in(tmp_path), Start(str(table), "0 1", more=(str(prose),)))
    assert state(desk)[::2] == ("table.safetensors", "0 1")
    assert f"kettle.txt was {RULE}" in desk.window.notice.text
    close(desk)
