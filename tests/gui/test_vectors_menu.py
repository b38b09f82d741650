"""A right click among the points opens their menu, a right drag moves the view."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from embedscope_gui.vectors.pane import VectorsPane

RIGHT = Qt.MouseButton.RightButton


@pytest.mark.parametrize("n_axes", [2, 3])
def test_a_right_click_opens_the_menu_and_a_right_drag_does_not(qtbot: QtBot, n_axes: int) -> None:
    pane = VectorsPane()
    qtbot.addWidget(pane)
    pane.resize(400, 400)
    pane.show()
    pane.show_dimensions(n_axes)
    menu, view = pane.menu.menu(), pane.view
    QTest.mouseClick(view, RIGHT, pos=QPoint(100, 100))
    assert menu.isVisible()
    menu.close()
    QTest.mousePress(view, RIGHT, pos=QPoint(100, 100))
    QTest.mouseMove(view, QPoint(160, 130))
    QTest.mouseRelease(view, RIGHT, pos=QPoint(160, 130))
    assert not menu.isVisible()
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
    QApplication.sendEvent(view, asked)
    assert menu.isVisible()
    menu.close()
