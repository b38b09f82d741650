"""The words for the cell under the pointer, also beside scripts that run leftwards."""

from embedscope_gui.heatmap.reading import isolated, reading


def test_row_token_dim_and_value() -> None:
    assert reading("row", 995, "␣world", 2, "0.0312") == "row 995 · ␣world · dim 2:  0.0312"
    assert reading("position", 0, "", 2, "nan") == "position 0 · dim 2:  nan"


def test_hebrew_and_arabic_do_not_turn_the_numbers_around_them() -> None:
    assert isolated("שלום") == "\u2068שלום\u2069"
    assert isolated("سلام 1") == "\u2068سلام 1\u2069"
    assert isolated("你好 ok") == "你好 ok"
