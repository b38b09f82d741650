"""The pages of keys and of words can be narrowed down."""

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from embedscope_gui.actions import shortcut_list
from embedscope_gui.glossary import TERMS
from embedscope_gui.help import IN_THE_PANES, Page, show_glossary, show_help


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    return parent


def shown(page: Page) -> list[str]:
    model = page.table.model()
    rows = (row for row in range(model.rowCount()) if not page.table.isRowHidden(row))
    return [model.index(row, 0).data() for row in rows]


def test_keys_are_found_by_words_in_any_order(parent: QWidget) -> None:
    show_help(parent)
    (page,) = parent.findChildren(Page)
    assert page.focusWidget() is page.filter
    n_lines = len(IN_THE_PANES) + len(shortcut_list())
    assert len(shown(page)) == n_lines
    assert page.count.text() == f"{n_lines} lines"
    page.filter.setText("f3 HIT")
    assert shown(page) == ["Next hit", "Previous hit"]
    assert page.count.text() == f"2 of {n_lines} lines"
    page.filter.setText("no such thing")
    assert shown(page) == []
    page.filter.clear()
    assert len(shown(page)) == n_lines


def test_words_are_explained(parent: QWidget) -> None:
    show_glossary(parent)
    (page,) = parent.findChildren(Page)
    page.filter.setText("perplexity")
    assert shown(page) == ["perplexity"]


def test_each_word_has_one_sentence() -> None:
    words = [word for word, _ in TERMS]
    assert words == sorted(set(words), key=lambda word: word.casefold().replace("-", ""))
    needed = {"norm", "dim", "row", "cosine", "dot product", "PCA", "t-SNE", "perplexity"}
    assert needed | {"logits", "token", "id"} <= set(words)
    for word, meaning in TERMS:
        assert meaning.endswith("."), word
        assert ". " not in meaning, word
