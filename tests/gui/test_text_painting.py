"""What the editor paints, read from its pixels."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QTextCursor
from pytestqt.qtbot import QtBot

from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.text.chips import Chip
from embedscope_gui.text.editor import TokenEdit
from embedscope_gui.text.line_places import x_of
from embedscope_gui.text.paint_chips import chip_colour
from embedscope_gui.text.tokens_view import TokensView
from embedscope_gui.theme import THEMES, ThemeName

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "cases" / "cases.json").read_text("utf-8"))
}
LIGHT = THEMES["light"]


def view_of(text: str, tokenizer: str = "gpt2", n_rows: int = 200_000) -> TokensView:
    encoding = get_tokenizer(tokenizer).encode(text)
    has_row = (encoding.ids >= 0) & (encoding.ids < n_rows)
    return TokensView(encoding, has_row, np.ones(len(encoding)), lambda _position: "")


@pytest.fixture
def edit(qtbot: QtBot) -> TokenEdit:
    edit = TokenEdit()
    qtbot.addWidget(edit)
    edit.resize(500, 300)
    edit.show()
    return edit


def show(edit: TokenEdit, text: str, tokenizer: str = "gpt2", n_rows: int = 200_000) -> TokensView:
    edit.show_text(text)
    view = view_of(text, tokenizer, n_rows)
    edit.show_tokens(view)
    return view


def chips(edit: TokenEdit) -> list[Chip]:
    return list(edit._chips(0, edit.viewport().height()))


def colour_at(edit: TokenEdit, x: float, y: float) -> str:
    picture = edit.viewport().grab()
    scale = picture.devicePixelRatio()
    return picture.toImage().pixelColor(int(x * scale), int(y * scale)).name()


def ground_of(edit: TokenEdit, position: int) -> str:
    """The colour in the upper left corner of a token, where no letter is."""
    rect = next(chip.rect for chip in chips(edit) if chip.position == position)
    return colour_at(edit, rect.left() + 0.6, rect.top() + 2)


def colours_in(edit: TokenEdit, chip: Chip) -> set[str]:
    left, right = round(chip.rect.left()), round(chip.rect.right())
    y = int(chip.rect.top()) + 2
    return {colour_at(edit, x, y + step) for x in range(left, right) for step in range(10)}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_neighbouring_tokens_differ_in_colour(edit: TokenEdit, theme: ThemeName) -> None:
    edit.set_theme(THEMES[theme])
    view = show(edit, "a b c d e f g h i j")
    colours = [ground_of(edit, position) for position in range(len(view))]
    assert colours == [THEMES[theme].tokens[position % 6] for position in range(10)]
    assert all(one != other for one, other in pairwise(colours))


def test_the_selected_token_is_painted_in_the_accent(edit: TokenEdit) -> None:
    show(edit, "Hello, world!")
    edit.show_selected(2)
    assert ground_of(edit, 2) == LIGHT.accent
    assert ground_of(edit, 1) == LIGHT.tokens[1]
    edit.show_selected(None)
    assert ground_of(edit, 2) == LIGHT.tokens[2]


def test_letters_of_the_selected_token_take_the_colour_that_reads_on_the_accent(
    edit: TokenEdit,
) -> None:
    show(edit, "Hello, world!")
    edit.show_selected(2)
    (mark,) = edit.extraSelections()
    assert (mark.cursor.selectionStart(), mark.cursor.selectionEnd()) == (6, 12)
    assert mark.format.foreground().color() == QColor(LIGHT.accent_text)


def test_only_lines_in_sight_are_asked_for(edit: TokenEdit) -> None:
    show(edit, "word\n" * 20_000)
    assert len(chips(edit)) < 100


def test_a_huge_line_is_asked_for_in_part(edit: TokenEdit) -> None:
    show(edit, "word " * 20_000)
    found = chips(edit)
    assert 0 < len(found) < 800
    bar = edit.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    assert min(chip.position for chip in chips(edit)) > 5_000


def test_T05_chips_after_emoji_lie_under_their_letters(edit: TokenEdit) -> None:
    text = CASES["T05"]["text"]
    assert text == "😀😀 token"
    show(edit, text)
    rect = next(chip.rect for chip in chips(edit) if chip.position == 4)
    line = edit.document().firstBlock().layout().lineAt(0)
    left = edit.contentOffset().x()
    assert rect.left() == pytest.approx(left + x_of(line, 4))
    assert rect.right() == pytest.approx(left + x_of(line, 10))
    assert edit.token_at(QPoint(int(rect.left()) + 12, int(rect.center().y()))) == 4


def test_tokens_of_one_emoji_lie_side_by_side_and_are_dotted(edit: TokenEdit) -> None:
    show(edit, "😀")  # three bytes in the first token, one in the second
    first, second = chips(edit)
    assert (first.is_split, second.is_split) == (True, True)
    assert first.rect.right() == pytest.approx(second.rect.left())
    assert first.rect.width() == pytest.approx(3 * second.rect.width())
    assert LIGHT.tokens[0] in colours_in(edit, first)
    assert LIGHT.tokens[1] not in colours_in(edit, first)
    assert LIGHT.tokens[1] in colours_in(edit, second)
    bottom = first.rect.bottom() - 1
    under = {colour_at(edit, x, bottom) for x in range(int(first.rect.left()) + 1, 16)}
    assert LIGHT.muted in under


def test_T03_all_pieces_of_a_glyph_lie_in_that_glyph(edit: TokenEdit) -> None:
    text = CASES["T03"]["text"]  # woman, joiner, rocket; party popper
    view = show(edit, text)
    assert view.encoding.ids.tolist() == [41840, 102, 447, 235, 8582, 248, 222, 8582, 236, 231]
    layout = edit.document().firstBlock().layout()
    line, left = layout.lineAt(0), edit.contentOffset().x()
    if layout.isValidCursorPosition(2):
        pytest.skip("this font platform does not join the emoji")
    glyph = (left + x_of(line, 0), left + x_of(line, 5))
    rects = {chip.position: chip.rect for chip in chips(edit)}
    for position in range(7):
        assert glyph[0] - 0.01 <= rects[position].left() < rects[position].right()
        assert rects[position].right() <= glyph[1] + 2.01
    assert rects[7].left() >= glyph[1] - 0.01


def test_tokens_that_share_a_character_with_the_selected_one_are_underlined(
    edit: TokenEdit,
) -> None:
    show(edit, "a😀b")
    edit.show_selected(1)
    second = next(chip.rect for chip in chips(edit) if chip.position == 2)
    assert colour_at(edit, second.center().x(), second.bottom() - 1) == LIGHT.accent


def test_T11_right_to_left_tokens_lie_where_their_letters_are(edit: TokenEdit) -> None:
    text = CASES["T11"]["text"]
    view = show(edit, f"ab {text}", "o200k_base")
    assert (
        view.encoding.ids.tolist()[1:]
        == get_tokenizer("o200k_base").encode(f" {text}").ids.tolist()
    )
    shown = sorted(chips(edit), key=lambda chip: chip.rect.left())
    # The blank of the first Hebrew token stands beside the Latin text, its letters far right.
    assert [chip.position for chip in shown] == [0, 1, 2, 1]
    assert sum(chip.rect.width() for chip in shown) == pytest.approx(
        edit.document().firstBlock().layout().lineAt(0).naturalTextWidth(), abs=0.1
    )


def test_T11_the_first_letter_after_a_change_of_direction_has_its_own_place(
    edit: TokenEdit,
) -> None:
    show(edit, "ab שלום cd")  # Qt gives the first letter the x of the Latin text before it
    shown = chips(edit)
    widths: dict[int, float] = {}
    for chip in shown:
        widths[chip.position] = widths.get(chip.position, 0.0) + chip.rect.width()
    assert all(width > 2.5 for width in widths.values())
    rects = sorted((chip.rect for chip in shown), key=lambda rect: rect.left())
    for one, other in pairwise(rects):
        assert one.right() <= other.left() + 0.01


def test_T11_accents_are_not_normalised(edit: TokenEdit) -> None:
    assert show(edit, "\u00e9").encoding.ids.tolist() == [2634]
    assert show(edit, "e\u0301").encoding.ids.tolist() == [68, 136, 223]
    assert edit.text == "e\u0301"
    letter, *halves = chips(edit)
    assert letter.rect.right() <= halves[0].rect.left() + 0.01
    assert halves[1].rect.right() <= letter.rect.left() + 2.01 + 3 * letter.rect.width()


def test_line_ends_are_seen(edit: TokenEdit) -> None:
    view = show(edit, "a\nb")
    assert view.encoding.ids.tolist() == [64, 198, 65]
    (end,) = [chip for chip in chips(edit) if chip.is_line_end]
    assert end.position == 1
    assert colour_at(edit, end.rect.left() + 1, end.rect.center().y()) == LIGHT.tokens[1]
    edit.show_selected(1)
    assert colour_at(edit, end.rect.left() + 1, end.rect.center().y()) == LIGHT.accent


def test_a_token_over_several_lines_is_seen_on_each(edit: TokenEdit) -> None:
    view = show(edit, "a\n\n\nb")
    assert view.encoding.ids.tolist() == [64, 628, 198, 65]
    ends = [chip for chip in chips(edit) if chip.is_line_end]
    assert [chip.position for chip in ends] == [1, 1, 2]
    assert len({chip.rect.top() for chip in ends}) == 3


def test_tokens_without_a_row_are_underlined(edit: TokenEdit) -> None:
    show(edit, "Hello, world!", n_rows=5000)
    rects = {chip.position: chip.rect for chip in chips(edit)}
    assert colour_at(edit, rects[0].center().x(), rects[0].bottom() - 1) == LIGHT.warning
    assert colour_at(edit, rects[1].center().x(), rects[1].bottom() - 1) == LIGHT.tokens[1]


def test_stale_tokens_move_with_the_text_and_leave_the_edit_bare(edit: TokenEdit) -> None:
    show(edit, "Hello, world!")
    before = {chip.position: chip.rect for chip in chips(edit)}
    edit.moveCursor(QTextCursor.MoveOperation.Start)
    edit.textCursor().insertText("xyz")
    after = {chip.position: chip.rect for chip in chips(edit)}
    assert sorted(after) == [0, 1, 2, 3]
    step = after[3].left() - before[3].left()
    assert step == pytest.approx(3 * before[3].width())
    assert colours_in(edit, Chip(0, before[0])) & set(LIGHT.tokens) == {LIGHT.tokens[0]}
    cursor = edit.textCursor()
    cursor.setPosition(10)
    cursor.insertText("?")
    assert sorted({chip.position for chip in chips(edit)}) == [3]


def test_stale_tokens_never_reach_beyond_the_text(edit: TokenEdit) -> None:
    show(edit, "one two three\nfour five six")
    edit.selectAll()
    edit.textCursor().insertText("x")
    assert chips(edit) == []
    assert edit.extraSelections() == []


def test_undoing_back_to_the_known_text_trusts_its_tokens_again(edit: TokenEdit) -> None:
    show(edit, "Hello, world!")
    edit.textCursor().insertText("!")
    assert edit.is_stale
    edit.undo()
    assert not edit.is_stale
    assert [chip.position for chip in chips(edit)] == [0, 1, 2, 3]


def test_tokens_of_an_older_text_are_shown_only_where_it_is_the_same(edit: TokenEdit) -> None:
    edit.show_text("Hello, world! And")
    edit.show_tokens(view_of("Hello, world!"))
    assert edit.is_stale
    assert [chip.position for chip in chips(edit)] == [0, 1, 2, 3]
    edit.show_text("He")
    edit.show_tokens(view_of("Hello"))
    assert chips(edit) == []


def test_a_carriage_return_is_drawn_as_a_mark(edit: TokenEdit) -> None:
    show(edit, "a\r\nb")
    rect = next(chip.rect for chip in chips(edit) if chip.position == 1)
    corner = colour_at(edit, rect.left() + 0.6, rect.bottom() - 1)
    assert corner == LIGHT.tokens[1]
    assert edit.text == "a\r\nb"


def test_colours_come_from_the_position_in_the_list() -> None:
    dark = THEMES["dark"]
    assert [chip_colour(dark, n).name() for n in (0, 5, 6)] == [
        dark.tokens[0],
        dark.tokens[5],
        dark.tokens[0],
    ]
