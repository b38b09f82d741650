"""A fault in one handler is told and survived; no widget puts Python around all handlers."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import embedscope_gui
from embedscope_gui.widgets.own_events import OwnEvents

AROUND = {"event", "viewportEvent"}
SOURCES = sorted(Path(embedscope_gui.__file__).parent.rglob("*.py"))

FAULT = """
import sys
from PySide6.QtWidgets import QApplication
from {module} import {name}
from embedscope_gui.theme import LIGHT

class Faulty({name}):
    def {method}(self, *_):
        [][0]  # an exception that is made in C

app = QApplication([])
sys.excepthook = lambda kind, *_: print(kind.__name__)
widget = Faulty({given})
widget.resize(300, 200)
widget.show()
app.processEvents()
print("lives")
"""


def test_no_widget_overrides_the_way_of_all_events() -> None:
    found = [
        f"{path.name}:{node.lineno}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name in AROUND
    ]
    assert found == []  # see widgets/own_events.py


@pytest.mark.parametrize(
    ("module", "name", "given", "method"),
    [
        ("embedscope_gui.heatmap.view", "HeatmapView", "", "paintEvent"),
        ("embedscope_gui.vectors.plane_view", "PlaneView", "LIGHT", "paintEvent"),
        ("embedscope_gui.vectors.plane_view", "PlaneView", "LIGHT", "paint_scene"),
        ("embedscope_gui.text.editor", "TokenEdit", "", "paintEvent"),
        ("embedscope_gui.text.editor", "TokenEdit", "", "visible_lines"),
    ],
)
def test_a_fault_while_painting_is_survived(
    module: str, name: str, given: str, method: str
) -> None:
    script = FAULT.format(module=module, name=name, given=given, method=method)
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-500:]
    assert ran.stdout.split()[-1] == "lives"
    assert "IndexError" in ran.stdout
    assert "painter" not in ran.stderr  # Qt crashes later where one is left open


def test_chosen_events_are_taken_and_others_pass(qtbot: QtBot) -> None:
    widget, taken = QWidget(), []
    qtbot.addWidget(widget)

    def take(event: QEvent) -> bool:
        taken.append(event.type())
        return event.type() == QEvent.Type.User

    OwnEvents(widget, take, QEvent.Type.User, QEvent.Type.FontChange)
    QApplication.sendEvent(widget, QEvent(QEvent.Type.User))
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Polish))
    font = widget.font()
    font.setPointSize(31)
    widget.setFont(font)
    assert taken[0] == QEvent.Type.User
    assert set(taken[1:]) == {QEvent.Type.FontChange}  # styles send it once or twice
    assert widget.font().pointSize() == 31


def test_painters_end_whatever_happens() -> None:
    left = [path.name for path in SOURCES if re.search(r"= QPainter\(\w", path.read_text("utf-8"))]
    assert left == []  # "with QPainter(...) as painter" ends it
