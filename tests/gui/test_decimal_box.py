"""Numbers with decimals mean the same wherever the program runs."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from embedscope_gui.widgets.decimal_box import DecimalBox


@pytest.fixture(params=["de_DE", "en_US", "ar_EG", "C"])
def box(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[DecimalBox]:
    """Return a box of a program that was started in some country."""
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    made = DecimalBox()
    qtbot.addWidget(made)
    made.setRange(0.5, 2000.0)
    made.setSuffix(" x")
    yield made
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("typed", "value"), [("1.5", 1.5), ("1,5", 1.5), ("1.234", 1.23), ("12", 12.0)]
)
def test_point_and_comma_are_typed_alike(box: DecimalBox, typed: str, value: float) -> None:
    box.selectAll()
    QTest.keyClicks(box, typed)
    assert box.value() == value
    box.interpretText()
    assert box.text() == f"{value:.2f} x"
