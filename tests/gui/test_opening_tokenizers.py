"""Which tokenizer reads the text when a file opens, and what is said of it."""

import sys

import numpy as np
import pytest

from embedscope.session.belonging import sizes_sentence
from embedscope.session.session import NearestWish
from embedscope_gui import present
from embedscope_gui.opening import FileWish
from embedscope_gui.settings import REMEMBERED
from opening_desk import (
    CASES,
    chooser_of,
    model_file,
    settings_in,
    settle,
    values,
)

F37 = CASES / "F37_more_rows"


def ids_of(desk, text):
    desk.controller.change(text=text)
    return desk.controller.results.text.ids.tolist()


def name_of(desk):
    return desk.controller.session.tokenizer.name


@pytest.mark.parametrize("form", ["strings", "pairs"])
def test_T16_merges_of_either_version(desk, form):
    desk.opener.open_tokenizer(str(CASES / f"T16_merges_{form}" / "tokenizer.json"))
    assert ids_of(desk, "hello") == [7]
    assert ids_of(desk, "hell") == [6]


def test_T16_a_broken_tokenizer_is_told_and_the_one_in_use_stays(desk):
    desk.opener.open_tokenizer(str(CASES / "T16_merges_pairs" / "tokenizer.json"))
    before = desk.controller.session
    desk.opener.open_tokenizer(str(CASES / "T16_broken" / "tokenizer.json"))
    assert desk.controller.session.tokenizer is before.tokenizer
    assert desk.controller.session.table is before.table
    assert desk.window.notice.text.startswith("tokenizer.json: ")
    assert "Token `z` out of vocabulary" in desk.window.notice.text
    assert desk.window.top_bar.tokenizer_box.currentData() == before.tokenizer.name


def test_F37_rows_without_a_token_are_counted_and_named_everywhere(desk):
    desk.opener.open(str(F37 / "table.npy"))
    assert "16 rows, 10 tokens: 6 rows have no token." in desk.window.notice.text
    assert ids_of(desk, "the cat ran") == [1, 2, 7]
    assert desk.controller.session.table.rows([2]).tolist() == [[20, 21, 22, 23]]
    name = "id 10 (no token)"
    assert desk.window.heatmap.view.scene.row_label(10) == "(no token)"  # its number is beside it
    assert present.row_label(desk.controller.session.tokenizer, 10) == name
    assert present.row_label(desk.controller.session.tokenizer, 2) == "cat 2"
    desk.window.heatmap.rowClicked.emit(10)
    settle()
    assert desk.window.inspector.facts_box.token.text() == name
    assert "6 rows without a token" in desk.window.status_label.text()


def test_a_single_other_row_with_a_token_is_spoken_of_as_one(desk):
    desk.opener.open("the-cat-4x4")
    desk.controller.choose_row(2)
    settle()
    caption = desk.window.inspector.neighbours_caption.text()
    assert "original space, the one other row that has a token" in caption


def test_F37_rows_without_a_token_are_left_out_of_neighbours_unless_wanted(desk):
    desk.opener.open(str(F37 / "table.npy"))
    desk.controller.choose_row(2)
    inspector = desk.window.inspector
    assert inspector.menu.only.isChecked()
    near = desk.controller.results.neighbours.found
    assert sorted(near.ids.tolist()) == [0, 1, 3, 4, 5, 6, 7, 8, 9]
    assert "all 9 other rows that have a token" in inspector.neighbours_caption.text()
    inspector.menu.only.trigger()
    settle()
    assert not inspector.menu.only.isChecked()
    assert desk.controller.results.neighbours.found.n_compared == 15
    labels = inspector.neighbours.neighbours.view.labels
    assert any(label.endswith("(no token)") for label in labels)
    assert "all 15 other rows" in inspector.neighbours_caption.text()
    desk.controller.change(nearest=NearestWish())


def test_nothing_of_the_former_table_s_neighbours_stays(desk):
    desk.controller.choose_row(2)
    assert desk.window.inspector.neighbours_caption.text()
    assert "all 5 other rows" in desk.window.inspector.neighbours_caption.text()
    desk.opener.open(str(F37 / "table.npy"))
    assert "all 9 other rows" in desk.window.inspector.neighbours_caption.text()
    desk.controller.select(-1)
    assert desk.window.inspector.neighbours_caption.text() == ""


def test_where_the_tokenizer_is_a_guess_no_row_is_left_out(desk, tmp_path):
    np.save(tmp_path / "unknown.npy", values(300, 3))
    desk.opener.open(str(tmp_path / "unknown.npy"))
    desk.controller.choose_row(2)
    assert not desk.window.inspector.menu.only.isChecked()
    assert desk.controller.results.neighbours.found.n_compared == 299


def test_sizes_are_told_in_figures():
    expected = "151,936 rows, 151,665 tokens: 271 rows have no token."
    assert sizes_sentence(151_936, 151_665) == expected
    assert sizes_sentence(50_257, 50_258) == "50,257 rows, 50,258 tokens: 1 token has no row."
    assert sizes_sentence(7, 7) == ""


def test_without_the_library_the_table_opens_and_ids_serve(desk, tmp_path, monkeypatch):
    path = model_file(tmp_path / "model.safetensors", wte=values(10, 4))
    (tmp_path / "tokenizer.json").write_bytes((F37 / "tokenizer.json").read_bytes())
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    desk.opener.open(str(path))
    assert desk.controller.session.table.shape == (10, 4)
    assert name_of(desk) == "ids"
    assert 'pip install "embedscope[hf]". Until then ids are typed' in desk.window.notice.text
    assert ids_of(desk, "2 9") == [2, 9]
    assert desk.controller.results.text.has_row.all()


def test_a_broken_tokenizer_beside_a_table_does_not_keep_it_shut(desk, tmp_path):
    path = model_file(tmp_path / "model.safetensors", wte=values(10, 4))
    (tmp_path / "tokenizer.json").write_text('{"model": {"vocab"')
    desk.opener.open(str(path))
    assert (desk.controller.session.table.shape, name_of(desk)) == ((10, 4), "ids")
    assert "tokenizer.json: is no valid JSON" in desk.window.notice.text


def test_a_word_list_beside_an_array_names_its_rows(desk, tmp_path):
    np.save(tmp_path / "vectors.npy", values(4, 3))
    (tmp_path / "words.txt").write_text("the\ncat\nsat\nmat\n")
    (tmp_path / "other_words.txt").write_text("one\ntwo\n")  # of another table
    desk.opener.open(str(tmp_path / "vectors.npy"))
    assert ids_of(desk, "The cat flew") == [0, 1, -1]
    said = desk.window.notice.text
    assert "read with words.txt beside the table: a token for each of the 4 rows. Whole" in said


def test_the_words_of_a_text_file_are_its_tokenizer_and_can_be_come_back_to(desk):
    desk.opener.open(str(CASES / "F11_quotes.txt"))
    own = desk.controller.session.tokenizer
    assert "The words of the file are its tokens. Whole words:" in desk.window.notice.text
    box = desk.window.top_bar.tokenizer_box
    box.activated.emit(box.findData("gpt2"))
    assert name_of(desk) == "gpt2"
    box.activated.emit(box.findData(own.name))
    assert desk.controller.session.tokenizer is own
    desk.opener.open(str(CASES / "F11_quotes.txt"))
    assert "The words of the file are its tokens." in desk.window.notice.text


def test_F04_another_reading_of_a_text_is_offered(desk):
    desk.opener.open(str(CASES / "F04c_ambiguous.txt"))
    assert desk.controller.session.table.shape == (2, 1)
    desk.opener.choose_tensor()
    chooser = chooser_of(desk)
    assert [item.name for item in chooser.model.shown] == [
        "vectors",
        "vectors, line 1 as a row",
    ]
    chooser.list.setCurrentIndex(chooser.model.index(1, 0))
    chooser.accept()
    settle()
    assert desk.controller.session.table.rows([0]).tolist() == [[2, 1]]


def test_a_tokenizer_in_a_folder_of_its_own_is_found_by_its_size(desk, tmp_path):
    table = model_file(tmp_path / "weights" / "model.safetensors", wte=values(10, 4))
    tokenizers = tmp_path / "tokenizers"
    tokenizers.mkdir()
    for name, case in (("a_tokenizer.json", "T13_bytelevel"), ("b_tokenizer.json", F37.name)):
        (tokenizers / name).write_bytes((CASES / case / "tokenizer.json").read_bytes())
    desk.opener.open(str(table))
    assert name_of(desk) == str(tokenizers / "b_tokenizer.json")
    assert "../tokenizers/b_tokenizer.json" in desk.window.notice.text


def test_without_any_tokenizer_it_is_said_and_another_file_s_words_are_not_taken(desk, tmp_path):
    np.save(tmp_path / "first.npy", values(4, 3))
    (tmp_path / "first.words").write_text("the\ncat\nsat\nmat\n")
    np.save(tmp_path / "second.npy", values(5, 3))
    desk.opener.open(str(tmp_path / "first.npy"))
    desk.opener.open(str(tmp_path / "second.npy"))
    assert name_of(desk) == "ids"
    assert desk.controller.results.text.ids.tolist() == [0, 1, 2, 3]


def test_a_tokenizer_chosen_for_a_file_is_remembered_for_it(desk, tmp_path, folder):
    path = tmp_path / "mine.npy"
    np.save(path, values(300, 3))
    desk.opener.open(str(path))
    assert "Nothing says which tokenizer" in desk.window.notice.text
    box = desk.window.top_bar.tokenizer_box
    box.activated.emit(box.findData("gpt2"))
    settle()
    assert settings_in(folder).recall(str(path)) == FileWish(None, "gpt2")
    desk.opener.open("book-6x3")
    desk.opener.open(str(path))
    assert name_of(desk) == "gpt2"
    assert desk.window.notice.text.startswith("gpt2 was chosen for this file before.")
    assert "Nothing says" not in desk.window.notice.text


def test_a_choice_against_the_file_s_own_tokenizer_is_remembered_and_warned_of(desk):
    path = str(F37 / "table.npy")
    desk.opener.open(path)
    desk.opener.open_tokenizer("cl100k_base")
    desk.opener.open("book-6x3")
    desk.opener.open(path)
    assert name_of(desk) == "cl100k_base"
    assert desk.window.notice.text.startswith("These ids were made for another table")


def test_a_remembered_tokenizer_that_is_gone_does_not_count(desk, tmp_path, folder):
    path = str(F37 / "table.npy")
    settings_in(folder).remember(path, FileWish(None, str(tmp_path / "gone.json")))
    desk.opener.open(path)
    assert name_of(desk) == str(F37 / "tokenizer.json")


def test_presets_remember_nothing(desk, folder):
    desk.opener.open_tokenizer("ids")
    assert settings_in(folder).recall("book-6x3") == FileWish()
    desk.opener.open("book-6x3")
    assert name_of(desk) == "book-words"


def test_foreign_settings_count_as_none_and_old_ones_are_forgotten(tmp_path):
    settings = settings_in(tmp_path)
    for number in range(REMEMBERED + 5):
        settings.remember(f"/f{number}", FileWish("t", None))
    assert settings.recall("/f4") == FileWish()
    assert settings.recall("/f5") == FileWish("t", None)
    settings.remember("/f5", FileWish("u", "gpt2"))
    assert settings.recall("/f5") == FileWish("u", "gpt2")
    for foreign in ("[1, 2]", "{broken", '{"/f5": 3}', '{"/f5": [1, 2, 3]}', '{"/f5": [7, ""]}'):
        settings._store.setValue("files", foreign)
        assert settings.recall("/f5") == FileWish()
