"""The token list computes cells when they are seen, says everything in words, and copies as TSV."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from embedscope.tokenizers.base import Encoding, TokenKind
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.text.token_model import Column
from embedscope_gui.text.token_table import TokenTable
from embedscope_gui.text.tokens_view import TokensView
from embedscope_gui.theme import THEMES

ROLE = Qt.ItemDataRole


@pytest.fixture
def table(qtbot: QtBot) -> TokenTable:
    table = TokenTable()
    qtbot.addWidget(table)
    table.resize(300, 300)
    table.show()
    return table


def view_of(text: str, tokenizer: str = "gpt2", n_rows: int = 50257) -> TokensView:
    encoding = get_tokenizer(tokenizer).encode(text)
    has_row = (encoding.ids >= 0) & (encoding.ids < n_rows)
    norms = np.where(has_row, 0.36471, np.nan)
    return TokensView(encoding, has_row, norms, lambda _position: "")


def of_bytes(*tokens: bytes) -> TokensView:
    n = len(tokens)
    spans = np.zeros((n, 2), np.int64)
    kinds = np.full(n, TokenKind.PLAIN, np.uint8)
    ids = np.arange(n, dtype=np.int64)
    encoding = Encoding("", ids, spans, spans, spans, kinds, tokens)
    return TokensView(encoding, np.ones(n, bool), np.ones(n), lambda _position: "")


def row_texts(table: TokenTable, row: int) -> list[str]:
    return [str(table.tokens.index(row, column).data()) for column in range(7)]


def test_cells_of_a_row(table: TokenTable) -> None:
    table.show_tokens(view_of("Hello, world!"))
    assert row_texts(table, 2) == ["2", "␣world", "995", "995", "0.3647", "20 77 6f 72 6c 64", ""]
    titles = [table.tokens.headerData(column, Qt.Orientation.Horizontal) for column in range(7)]
    assert titles == ["#", "token", "id", "row", "norm", "bytes", "remark"]


def test_numbers_keep_to_the_right(table: TokenTable) -> None:
    table.show_tokens(view_of("a"))
    for column in (Column.POSITION, Column.ID, Column.ROW, Column.NORM):
        side = table.tokens.index(0, column).data(ROLE.TextAlignmentRole)
        assert side & Qt.AlignmentFlag.AlignRight


def test_T21_an_id_without_a_row_is_said_in_words_sign_and_colour(table: TokenTable) -> None:
    table.show_tokens(view_of("hello !a", n_rows=100))
    assert get_tokenizer("gpt2").encode("hello !a").ids.tolist() == [31373, 5145, 64]
    assert row_texts(table, 0)[2:] == ["31373", "no row", "", "68 65 6c 6c 6f", "⚠ no row"]
    assert row_texts(table, 2)[2:4] == ["64", "64"]
    warning = QColor(THEMES["light"].warning)
    assert table.tokens.index(0, Column.ROW).data(ROLE.ForegroundRole) == warning
    assert table.tokens.index(2, Column.ROW).data(ROLE.ForegroundRole) is None


def test_an_unknown_word_is_said_in_words(table: TokenTable) -> None:
    table.show_tokens(view_of("fox zebra", "book-words"))
    unknown = next(
        row for row in range(table.tokens.rowCount()) if "zebra" in row_texts(table, row)[1]
    )
    assert row_texts(table, unknown)[2:4] == ["no id", "no row"]
    assert row_texts(table, unknown)[6] == "⚠ not in the vocabulary"


def test_T19_cells_and_tips_show_markup_literally(table: TokenTable) -> None:
    table.show_tokens(of_bytes(b"<s>", b"</s>", b"<b>x</b> & &amp;", b"&lt;"))
    labels = [table.tokens.index(row, Column.TOKEN).data() for row in range(4)]
    assert labels == ["<s>", "</s>", "<b>x</b>␣&␣&amp;", "&lt;"]
    tip = table.tokens.index(2, Column.TOKEN).data(ROLE.ToolTipRole)
    assert "&lt;b&gt;x&lt;/b&gt;␣&amp;␣&amp;amp;" in tip
    assert table.tokens.index(3, Column.TOKEN).data(ROLE.ToolTipRole).startswith("&lt;\n")


def test_tips_hold_the_bytes(table: TokenTable) -> None:
    table.show_tokens(view_of("😀"))
    tip = table.tokens.index(0, Column.TOKEN).data(ROLE.ToolTipRole)
    assert tip == "\\xf0\\x9f\\x98\nid 47249\nbytes f0 9f 98"


def test_T18_blank_tokens_have_labels(table: TokenTable) -> None:
    table.show_tokens(view_of("a  \n\n\tb"))
    labels = [table.tokens.index(row, Column.TOKEN).data() for row in range(6)]
    assert labels == ["a", "␣", "␣", "⏎⏎", "⇥", "b"]


def test_only_rows_in_sight_are_computed(table: TokenTable) -> None:
    asked: set[int] = set()
    encoding = get_tokenizer("gpt2").encode("word " * 100_000)
    n = len(encoding)

    def remark(position: int) -> str:
        asked.add(position)
        return ""

    table.resize(420, 300)
    table.show_tokens(TokensView(encoding, np.ones(n, bool), np.ones(n), remark))
    table.viewport().repaint()
    table.show_row(n - 5)
    table.viewport().repaint()
    assert table.tokens.rowCount() == n > 100_000
    assert max(asked) > n - 20
    assert len(asked) < 60


def test_rows_come_and_go_at_the_end(table: TokenTable, qtmodeltester: ModelTester) -> None:
    table.show_tokens(view_of("one two three four five"))
    table.show_row(1)
    gone: list[int] = []
    table.rowChosen.connect(gone.append)
    table.show_tokens(view_of("one two"))
    table.show_tokens(view_of("one two three"))
    assert table.tokens.rowCount() == 3
    assert table.currentIndex().row() == 1
    assert gone == []
    qtmodeltester.check(table.tokens, force_py=True)


def test_copied_rows_are_tsv(table: TokenTable) -> None:
    table.resize(700, 300)
    table.show_tokens(view_of("Hello, world!", n_rows=5000))
    table.selectAll()
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert lines[0] == "0\tHello\t15496\tno row\t\t48 65 6c 6c 6f\t⚠ no row"
    assert lines[2] == "2\t␣world\t995\t995\t0.3647\t20 77 6f 72 6c 64\t"
    assert len(lines) == 4


def test_only_columns_in_sight_are_copied(table: TokenTable) -> None:
    table.show_tokens(view_of("Hello"))
    assert table.isColumnHidden(Column.BYTES)
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "0\tHello\t15496\t15496\t0.3647"


@pytest.mark.parametrize("width", [180, 200, 260, 300, 420, 900])
def test_columns_fit_the_pane(table: TokenTable, width: int) -> None:
    table.resize(width, 300)
    table.show_tokens(view_of("Hello, world! " * 30))
    header = table.horizontalHeader()
    assert header.length() <= table.viewport().width()
    assert not table.horizontalScrollBar().isVisible()
    assert table.columnWidth(Column.TOKEN) >= (64 if width >= 260 else 24)
    assert table.isColumnHidden(Column.ROW) == (width < 260)
    assert table.isColumnHidden(Column.REMARK) == (width < 420)
    assert width < 420 or table.columnWidth(Column.REMARK) >= 64


def test_the_chosen_token_has_the_accent_in_the_list(table: TokenTable) -> None:
    table.show_tokens(view_of("Hello, world!"))
    table.show_row(2)
    seen = colours(table.viewport().grab().toImage())
    assert THEMES["light"].accent in seen
    assert THEMES["light"].tokens[1] in seen
    assert THEMES["light"].tokens[2] not in seen


def colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


def test_an_empty_list_says_what_would_fill_it(table: TokenTable) -> None:
    said = table.viewport().grab().toImage()
    table.set_empty_text("")
    assert table.viewport().grab().toImage() != said
    table.set_empty_text("The tokens will be listed here.")
    assert table.viewport().grab().toImage() == said


def test_a_norm_with_a_power_of_ten_has_room(table: TokenTable) -> None:
    view = view_of("Hello")
    table.show_tokens(view)
    narrow = table.columnWidth(Column.NORM)
    table.show_tokens(replace(view, norms=np.array([2.24e-16])))
    text = table.tokens.index(0, Column.NORM).data()
    assert text == "2.240e-16"
    needed = table.tokens.metrics(Column.NORM).horizontalAdvance(text)
    assert table.columnWidth(Column.NORM) >= needed + 6 > narrow


def test_bytes_take_no_room_from_tokens_and_remarks(table: TokenTable) -> None:
    table.show_tokens(view_of("Hello, world!"))
    shown = []
    for width in range(280, 700, 10):
        table.resize(width, 300)
        if not table.isColumnHidden(Column.BYTES):
            shown.append(width)
            assert table.columnWidth(Column.TOKEN) >= 120
            assert table.columnWidth(Column.REMARK) >= 64
    assert shown == list(range(shown[0], 700, 10))
