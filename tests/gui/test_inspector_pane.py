"""The inspector shows one token, and tells which neighbour and which score the user wants."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QTableView
from pytestqt.qtbot import QtBot

from embedscope.session.session import NearestWish
from embedscope.tables.torch_init import seeded_table
from embedscope_gui.inspector.facts import NeighboursView, TokenFacts
from embedscope_gui.inspector.pane import InspectorPane
from embedscope_gui.theme import THEMES

BOOK = seeded_table(6, 3, seed=123)
FACTS = TokenFacts(
    position=2,
    label="over",
    text="over",
    hex="6f 76 65 72",
    id=5,
    row=5,
    n_rows=6,
    table_name="book-6x3",
    values=BOOK.rows([5])[0],
    norm=3.26628,
    mean=-1.67813,
    low=-2.84002,
    high=-0.78489,
    notes=("Input embedding: the same row in every context.",),
)
NEAR = NeighboursView(
    metric="cosine",
    rows=np.array([4, 3, 0]),
    labels=("lazy", "jumps", "<b>x</b> & &amp;"),
    scores=np.array([0.88421, 0.39412, -0.42611]),
    caption="cosine, original space, all 5 other rows",
)


@pytest.fixture
def pane(qtbot: QtBot) -> InspectorPane:
    pane = InspectorPane()
    qtbot.addWidget(pane)
    pane.resize(1000, 180)
    pane.show()
    return pane


def cells(pane: InspectorPane) -> list[list[str]]:
    model = pane.neighbours.model()
    return [
        [model.index(row, column).data() for column in range(5)] for row in range(model.rowCount())
    ]


def test_names_that_others_rely_on(pane: InspectorPane) -> None:
    assert pane.objectName() == "inspector"
    assert pane.findChild(QTableView, "neighbourTable") is pane.neighbours
    assert pane.findChild(QComboBox, "metricBox") is pane.metric_box
    assert [pane.metric_box.itemText(n) for n in range(3)] == ["cosine", "dot", "euclidean"]


def test_an_empty_inspector_says_what_would_fill_it(pane: InspectorPane) -> None:
    assert pane.stack.currentIndex() == 0
    pane.show_token(FACTS)
    assert pane.stack.currentIndex() == 1
    pane.show_token(None)
    assert pane.stack.currentIndex() == 0


def test_it_spells_out_the_lookup(pane: InspectorPane) -> None:
    pane.show_token(FACTS)
    box = pane.facts_box
    assert box.token.text() == "over"
    assert box.bytes.text() == "6f 76 65 72"
    assert box.sentence.text() == "id 5 → row 5, the sixth of 6 rows"
    assert box.lookup.text() == "table[5] = [-2.8400, -0.7849, -1.4096]"
    assert box.stats.text() == "norm 3.2663 · mean -1.6781 · min -2.8400 · max -0.7849"
    assert box.notes.text() == "Input embedding: the same row in every context."
    assert pane.plot_title.text() == "3 values"


def test_numbers_are_copied_with_all_their_digits(pane: InspectorPane) -> None:
    pane.show_token(FACTS)
    QTest.mouseClick(pane.facts_box.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    back = np.array([float(part) for part in copied.strip("[]").split(", ")], np.float32)
    np.testing.assert_array_equal(back, FACTS.values)
    pane.facts_box.copy_button.actions()[1].trigger()
    assert QGuiApplication.clipboard().text().split("\n") == copied.strip("[]").split(", ")


def test_a_token_without_a_row(pane: InspectorPane) -> None:
    missing = replace(FACTS, id=9, row=None, values=None)
    pane.show_token(FACTS)
    pane.show_neighbours(NEAR)
    pane.show_token(missing)
    assert pane.facts_box.sentence.text() == "id 9 → no row: the table has 6 rows, 0 to 5"
    assert not pane.facts_box.copy_button.isEnabled()
    assert cells(pane) == []
    assert pane.plot_title.text() == ""


def test_the_value_that_is_read_stays_when_the_token_changes(pane: InspectorPane) -> None:
    pane.show_token(FACTS)
    QTest.keyClick(pane.plot, Qt.Key.Key_Right)
    assert pane.plot_title.text() == "dim 0: -2.8400   (3 values)"
    other = replace(FACTS, position=0, id=2, row=2, values=BOOK.rows([2])[0])
    pane.show_token(other)
    assert pane.plot_title.text() == "dim 0: 1.2753   (3 values)"


def test_neighbours(pane: InspectorPane) -> None:
    pane.show_token(FACTS)
    pane.show_neighbours(NEAR)
    assert cells(pane)[0] == ["1", "lazy", "4", "0.8842", ""]
    assert pane.neighbours_caption.text() == "cosine, original space, all 5 other rows"
    header = pane.neighbours.model().headerData(3, Qt.Orientation.Horizontal)
    assert header == "cosine"


def test_T19_labels_are_shown_literally(pane: InspectorPane) -> None:
    pane.show_token(replace(FACTS, label="<s>"))
    assert pane.facts_box.token.text() == "<s>"
    assert pane.facts_box.token.textFormat() == Qt.TextFormat.PlainText
    assert "&lt;s&gt;" in pane.facts_box.token.toolTip()
    pane.show_neighbours(NEAR)
    assert cells(pane)[2][1] == "<b>x</b> & &amp;"
    tip = pane.neighbours.model().index(2, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;x&lt;/b&gt; &amp; &amp;amp;" in tip


def test_a_neighbour_is_activated_by_its_row(pane: InspectorPane, qtbot: QtBot) -> None:
    pane.show_token(FACTS)
    pane.show_neighbours(NEAR)
    pane.neighbours.selectRow(1)
    with qtbot.waitSignal(pane.neighbourActivated) as activated:
        QTest.keyClick(pane.neighbours, Qt.Key.Key_Return)
    assert activated.args == [3]


def wishing(pane: InspectorPane, expression: str) -> None:
    wish = NearestWish(query="expression", expression=expression)
    pane.show_wish(wish, folds=False, only=False, n_dims=3)


def test_a_list_with_nothing_in_it_says_why(pane: InspectorPane) -> None:
    wishing(pane, '0 * "fox"')
    why = "The expression is all zeros: it has no direction."
    nothing = NeighboursView("cosine", [], (), np.zeros(0), 'near 0 * "fox"', empty=why)
    pane.show_neighbours(nothing)
    assert pane.neighbours.empty_text == why
    assert pane.neighbours_caption.text() == 'near 0 * "fox"'


def test_the_caption_goes_and_comes_with_its_list(pane: InspectorPane) -> None:
    wishing(pane, '"fox"')
    pane.show_neighbours(replace(NEAR, caption='near "fox"'))
    pane.query.setText('"fox" -')
    pane.query.commit()
    assert cells(pane) == []
    assert pane.neighbours_caption.text() == ""
    assert pane.neighbours.empty_text.startswith("At character 8: Here the expression ends")
    QTest.keyClick(pane.query, Qt.Key.Key_Escape)
    assert len(cells(pane)) == 3
    assert pane.neighbours_caption.text() == 'near "fox"'


def test_after_travelling_the_keys_go_on_from_a_marked_row(pane: InspectorPane) -> None:
    pane.show_token(FACTS)
    pane.show_neighbours(NEAR)
    pane.neighbours.setFocus()
    QTest.keyClick(pane.neighbours, Qt.Key.Key_Down)
    pane.show_neighbours(replace(NEAR, caption="the same rows, shown anew"))
    assert marked(pane) == [1]
    pane.show_neighbours(replace(NEAR, rows=np.array([1, 2, 5])))
    assert marked(pane) == [0]


def marked(pane: InspectorPane) -> list[int]:
    return [index.row() for index in pane.neighbours.selectionModel().selectedRows()]


def test_the_menu_of_the_list_goes_to_a_row_and_copies(pane: InspectorPane) -> None:
    heard: list[int] = []
    pane.neighbourActivated.connect(heard.append)
    pane.show_token(FACTS)
    pane.show_neighbours(NEAR)
    pane.neighbours.show_row(1)
    named = {action.text(): action for action in pane.neighbours.context_menu().actions()}
    named["Go to this row"].trigger()
    assert heard == [3]
    named["Copy this list"].trigger()
    assert QGuiApplication.clipboard().text() == pane.neighbours.list_text()
    assert {"Save this list…", "Compare two lists…"} < set(named)


def test_the_menu_of_the_plot_copies_the_numbers(pane: InspectorPane) -> None:
    pane.show_token(FACTS)
    assert pane.plot.contextMenuPolicy() == Qt.ContextMenuPolicy.ActionsContextMenu
    pane.plot.actions()[1].trigger()
    assert len(QGuiApplication.clipboard().text().split("\n")) == 3


def test_the_score_is_the_users_choice(pane: InspectorPane) -> None:
    heard: list[str] = []
    pane.metricChanged.connect(heard.append)
    pane.show_neighbours(NEAR)
    pane.metric_box.setCurrentText("dot")
    assert heard == ["dot"]
    pane.show_neighbours(NEAR)  # late, of the earlier choice
    assert pane.metric_box.currentText() == "dot"
    pane.show_neighbours(replace(NEAR, metric="dot"))
    pane.show_neighbours(replace(NEAR, metric="euclidean"))
    assert pane.metric_box.currentText() == "euclidean"
    assert heard == ["dot"]


def test_showing_is_silent(pane: InspectorPane, qtbot: QtBot) -> None:
    with (
        qtbot.assertNotEmitted(pane.neighbourActivated),
        qtbot.assertNotEmitted(pane.metricChanged),
    ):
        pane.show_token(FACTS)
        pane.show_neighbours(NEAR)
        pane.show_neighbours(replace(NEAR, metric="dot"))
        pane.show_token(None)
        pane.set_theme(THEMES["dark"])


@pytest.mark.parametrize("width", [620, 1000, 2560])
def test_its_parts_share_the_width(pane: InspectorPane, qtbot: QtBot, width: int) -> None:
    pane.resize(width, 150)
    pane.show_token(FACTS)
    pane.show_neighbours(NEAR)
    qtbot.wait(1)
    assert pane.plot.width() >= 120
    assert all(part.width() >= 150 for part in (pane.facts_box, pane.neighbours))
    assert pane.neighbours.width() <= 520
    assert pane.plot.height() >= 60


@pytest.mark.parametrize(
    ("width", "shown"), [(1100, {"forms", "id"}), (720, {"forms"}), (620, set())]
)
def test_tokens_keep_their_room_in_the_list(
    pane: InspectorPane, qtbot: QtBot, width: int, shown: set[str]
) -> None:
    pane.resize(width, 150)
    pane.show_token(FACTS)
    pane.show_neighbours(replace(NEAR, forms=(("Lazy",), (), ())))
    qtbot.wait(1)
    table = pane.neighbours
    heads = {
        str(table.model().headerData(column, Qt.Orientation.Horizontal))
        for column in range(5)
        if not table.isColumnHidden(column)
    }
    assert heads - {"#", "token", "cosine"} == shown
    assert table.columnWidth(1) >= 8 * table.fontMetrics().horizontalAdvance("0") * 0.8
    assert table.list_text().splitlines()[0] == "#\ttoken\tid\tcosine\tforms"


def test_W08_calls_that_return_nothing_keep_the_count_of_none(pane: InspectorPane) -> None:
    pane.setEnabled(True)
    before = sys.getrefcount(None)
    for _ in range(500):
        pane.setEnabled(True)
    assert abs(sys.getrefcount(None) - before) < 50
