"""The dialog that asks which tensor is the table, and what is opened after it."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialogButtonBox

from opening_desk import (
    CASES,
    chooser_of,
    is_asking,
    model_file,
    settings_in,
    settle,
    values,
)


@pytest.fixture
def doubtful(tmp_path):
    """Two tables whose names say nothing, one of them wide, and positions."""
    return model_file(
        tmp_path / "doubtful.safetensors",
        left=values(50, 8),
        right=values(60, 8),
        wide=values(8, 70),
        pos_emb__weight=values(64, 8),
    )


def state(desk):
    session = desk.controller.session
    return session.table, session.text, session.tokenizer, session.viewport, session.mode


def listed(chooser):
    return [item.name for item in chooser.model.shown]


def chosen(chooser):
    item = chooser.chosen
    return None if item is None else item.name


def test_a_doubtful_file_asks_and_the_answer_opens(desk, doubtful):
    desk.opener.open(str(doubtful))
    chooser = chooser_of(desk)
    assert listed(chooser) == ["right", "left", "wide", "wide.T", "pos_emb.weight"]
    assert chosen(chooser) == "right"
    remark = "Guess: the largest tensor with more rows than columns."
    assert chooser.model.index(0, 4).data() == remark
    assert chooser.detail.text() == f"right: {remark}"
    assert "A guess: right is the largest tensor" in chooser.question.text()
    assert desk.controller.session.table.name == "book-6x3"  # nothing is open before the answer
    chooser.list.setCurrentIndex(chooser.model.index(1, 0))
    chooser.accept()
    settle()
    assert desk.controller.session.table.tensor == "left"
    assert desk.controller.session.table.shape == (50, 8)
    assert desk.window.windowTitle() == "doubtful.safetensors: left - embedscope"


def test_giving_up_keeps_everything(desk, doubtful, qtbot):
    before = state(desk)
    desk.opener.open(str(doubtful))
    qtbot.keyClick(chooser_of(desk).field, Qt.Key.Key_Escape)
    settle()
    assert not is_asking(desk)
    assert state(desk) == before
    assert desk.window.top_bar.preset_box.currentData() == "book-6x3"


def test_keys_alone_narrow_walk_and_open(desk, tmp_path, qtbot):
    path = model_file(
        tmp_path / "many.safetensors",
        **{f"h__{i}__weight": values(20 + i, 4) for i in range(12)},
    )
    desk.opener.open(str(path))
    chooser = chooser_of(desk)
    qtbot.keyClicks(chooser.field, "h.1 x 4")
    assert listed(chooser) == ["h.11.weight", "h.10.weight", "h.1.weight"]
    qtbot.keyClick(chooser.field, Qt.Key.Key_Down)
    assert chosen(chooser) == "h.10.weight"
    qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    settle()
    assert desk.controller.session.table.shape == (30, 4)


def test_nothing_can_be_opened_where_nothing_matches(desk, doubtful, qtbot):
    desk.opener.open(str(doubtful))
    chooser = chooser_of(desk)
    chooser.field.setText("no such tensor")
    assert chooser.model.rowCount() == 0
    assert chooser.chosen is None
    assert not chooser.buttons.button(QDialogButtonBox.StandardButton.Open).isEnabled()
    qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    assert chooser_of(desk) is chooser


def test_a_turned_variant_opens_turned(desk, doubtful):
    desk.opener.open(str(doubtful))
    chooser = chooser_of(desk)
    row = listed(chooser).index("wide.T")
    assert [chooser.model.index(row, c).data() for c in range(3)] == ["wide.T", "70 x 8", "f32"]
    chooser.list.setCurrentIndex(chooser.model.index(row, 0))
    chooser.accept()
    settle()
    table = desk.controller.session.table
    assert (table.shape, float(table.rows([69])[0, 7])) == ((70, 8), 139.0)
    assert "turned, so that each token has a row" in desk.window.notice.text


def test_the_answer_is_remembered_for_the_file(desk, doubtful, folder):
    desk.opener.open(str(doubtful))
    chooser_of(desk).list.setCurrentIndex(chooser_of(desk).model.index(1, 0))
    chooser_of(desk).accept()
    settle()
    assert settings_in(folder).recall(str(doubtful)).tensor == "left"
    desk.opener.open("book-6x3")
    desk.opener.open(str(doubtful))
    settle()
    assert not is_asking(desk)
    assert desk.controller.session.table.tensor == "left"


def test_another_tensor_can_be_asked_for_and_the_open_one_is_marked(desk):
    desk.opener.open(str(CASES / "F27b_both_differ.safetensors"))
    assert desk.controller.session.table.rows([1])[0, 0] == 10
    desk.window.findChild(QAction, "actionChooseTensor").trigger()
    chooser = chooser_of(desk)
    assert listed(chooser) == ["model.embed_tokens.weight", "lm_head.weight"]
    remark = "Output table (untied): other numbers than model.embed_tokens.weight."
    assert chooser.model.index(1, 4).data() == remark
    chooser.list.setCurrentIndex(chooser.model.index(1, 0))
    chooser.accept()
    settle()
    assert desk.controller.session.table.tensor == "lm_head.weight"
    assert desk.controller.session.table.rows([1])[0, 0] == -10
    assert "lm_head.weight is an output table" in desk.window.notice.text
    desk.window.findChild(QAction, "actionChooseTensor").trigger()
    assert chosen(chooser_of(desk)) == "lm_head.weight"


def test_tied_output_tables_are_told_as_such(desk, tmp_path):
    table = values(40, 4)
    path = model_file(
        tmp_path / "tied.safetensors", model__embed_tokens__weight=table, lm_head__weight=table
    )
    desk.opener.open(str(path))
    assert "The output table lm_head.weight holds the same numbers (tied)." in (
        desk.window.notice.text
    )
    desk.opener.choose_tensor()
    remark = "Output table (tied): the same numbers as model.embed_tokens.weight."
    assert chooser_of(desk).model.index(1, 4).data() == remark


def test_F18_only_plain_tables_are_offered_wte_first(desk):
    desk.opener.open(str(CASES / "F18_multi.npz"))
    assert desk.controller.session.table.rows([6]).tolist() == [[60, 61, 62]]
    desk.opener.choose_tensor()
    assert listed(chooser_of(desk)) == ["wte", "wpe"]


def test_F27_a_lone_output_matrix_opens_and_is_named_as_one(desk):
    desk.opener.open(str(CASES / "F27a_head_only.safetensors"))
    assert not is_asking(desk)  # there is no choice
    assert desk.controller.session.table.tensor == "lm_head.weight"
    assert "output matrix; it may be tied" in desk.window.notice.text


@pytest.mark.parametrize("name", ["F28_names.safetensors", "F28b_embeddings.safetensors"])
def test_F28_wrapped_names_open_unasked(desk, name):
    desk.opener.open(str(CASES / name))
    assert not is_asking(desk)
    table = desk.controller.session.table
    assert (table.shape, table.rows([96])[0, 7]) == ((97, 8), 967)


def test_F29_a_table_the_other_way_round_is_offered_to_be_turned(desk, folder):
    path = CASES / "F29_transposed.safetensors"
    desk.opener.open(str(path))
    notice = desk.window.notice
    assert (
        "fewer rows than columns. Transposed? If so, turn the table (Ctrl+Shift+R)." in notice.text
    )
    assert ".T" not in notice.text
    assert notice.button.isVisibleTo(notice)
    assert notice.button.text().replace("&", "") == "Turn the table"
    notice.button.click()
    settle()
    table = desk.controller.session.table
    assert (table.shape, table.rows([96])[0, 7]) == ((97, 8), 967)
    assert "Stored as 8 rows x 97 columns; turned" in notice.text
    assert not notice.button.isVisibleTo(notice)
    assert settings_in(folder).recall(str(path)).tensor == "embedding.weight.T"
    desk.opener.open(str(path))
    assert desk.controller.session.table.shape == (97, 8)
    desk.window.findChild(QAction, "actionTurnTable").trigger()
    assert desk.controller.session.table.shape == (8, 97)


def test_a_preset_can_be_turned_and_turned_back(desk):
    before = desk.controller.session.table.rows(range(6))
    desk.opener.turn()
    turned = desk.controller.session.table
    assert np.array_equal(turned.rows(range(3)), before.T)
    assert "Turned: the columns of this table are shown as rows." in desk.window.notice.text
    desk.opener.turn()
    assert np.array_equal(desk.controller.session.table.rows(range(6)), before)


def test_quantised_rows_are_not_turned_and_stay(desk):
    desk.opener.open(str(CASES / "F33_Q8_0.gguf"))
    before = state(desk)
    desk.opener.turn()
    assert state(desk) == before
    assert desk.window.notice.text == "a table of q8_0 numbers cannot be turned"


def test_presets_have_no_other_tensors(desk):
    desk.opener.choose_tensor()
    assert not is_asking(desk)
    assert "no other tensors" in desk.window.notice.text


def test_a_position_table_of_similar_shape_is_never_taken_for_the_tokens(desk, tmp_path):
    path = model_file(
        tmp_path / "gpt.safetensors",
        transformer__wpe__weight=values(128, 8) + 5000,
        transformer__wte__weight=values(120, 8),
        transformer__h__0__attn__weight=values(128, 8),
    )
    desk.opener.open(str(path))
    assert desk.controller.session.table.tensor == "transformer.wte.weight"
    assert desk.controller.session.table.rows([119])[0, 7] == 1197
    desk.opener.choose_tensor()
    chooser = chooser_of(desk)
    assert listed(chooser)[-1] == "transformer.wpe.weight"
    assert chooser.model.index(2, 4).data() == "Positions, token types or the like."


def test_a_file_of_positions_alone_is_doubted(desk, tmp_path):
    path = model_file(
        tmp_path / "pos.safetensors",
        pos_emb__weight=values(64, 8),
        position_embeddings__weight=values(64, 8),
    )
    desk.opener.open(str(path))
    assert "Nothing looks like a token table" in chooser_of(desk).question.text()
