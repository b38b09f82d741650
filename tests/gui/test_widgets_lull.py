"""Panes that paint when the typing pauses."""

from PySide6.QtWidgets import QWidget

from embedscope_gui.widgets.lull import Lull


class Painted(QWidget):
    """Counts its paintings."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def paintEvent(self, _event):
        self.times += 1


def test_nothing_is_painted_while_keys_come_and_once_when_they_stop(qtbot):
    pane = Painted()
    qtbot.addWidget(pane)
    pane.show()
    qtbot.waitUntil(lambda: pane.times > 0)
    lull = Lull([pane], pane)
    pane.times = 0
    for _ in range(5):
        lull.wait()
        pane.update()
        qtbot.wait(20)
    assert pane.times == 0
    qtbot.waitUntil(lambda: pane.times == 1)
    assert pane.updatesEnabled()
