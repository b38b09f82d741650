"""The window: four panes in splitters, a top bar, menus, a status line; no logic of its own."""

import os
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QSplitter, QToolButton, QVBoxLayout, QWidget

from embedscope_gui.settings import Settings
from embedscope_gui.sizes import SMALLEST_WINDOW
from embedscope_gui.theme import GRID_PX, Theme

if TYPE_CHECKING:
    from embedscope_gui.actions import Actions
    from embedscope_gui.heatmap.pane import HeatmapPane
    from embedscope_gui.inspector.pane import InspectorPane
    from embedscope_gui.lessons.panel import LessonPanel
    from embedscope_gui.text.pane import TextPane
    from embedscope_gui.top_bar import TopBar
    from embedscope_gui.vectors.pane import VectorsPane
    from embedscope_gui.widgets.notice import NoticeBar
    from embedscope_gui.widgets.progress import ProgressLine

ACROSS = (30, 40, 30)  # shares of the width: text, table, vectors
DOWN = (73, 27)  # shares of the height: panes, inspector
PANES = ("text", "heatmap", "vectors", "inspector")
SHOW_ACTIONS = dict(
    zip(
        PANES,
        ("actionShowText", "actionShowTable", "actionShowVectors", "actionShowInspector"),
        strict=True,
    )
)


class MainWindow(QMainWindow):
    """Holds the widgets; ``filesDropped(paths)`` and ``closed`` are its own signals.

    It can be shown empty: what it holds is imported and made by ``furnish``.
    """

    filesDropped = Signal(object)
    closed = Signal()
    actions_: "Actions"
    top_bar: "TopBar"
    notice: "NoticeBar"
    text: "TextPane"
    heatmap: "HeatmapPane"
    vectors: "VectorsPane"
    inspector: "InspectorPane"
    lessons: "LessonPanel"
    progress: "ProgressLine"

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._furnished = False
        self.setWindowTitle("embedscope")
        self.setMinimumSize(*SMALLEST_WINDOW)
        self.setAcceptDrops(True)
        if not self.restoreGeometry(settings.bytes("geometry")):
            self.resize(1440, 900)
        opening = QLabel("Opening …")
        opening.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setCentralWidget(opening)

    def furnish(self) -> None:
        """Make everything that the window holds."""
        self._make()
        self.across = _splitter(Qt.Orientation.Horizontal, self.text, self.heatmap, self.vectors)
        self.down = _splitter(Qt.Orientation.Vertical, self.across, self.inspector)
        self.beside = _splitter(Qt.Orientation.Horizontal, self.down, self.lessons)
        self._assemble()
        self._status()
        self._buttons()
        self._pane_switches()
        self._furnished = True
        self.restore_layout()

    def _make(self) -> None:
        from embedscope_gui.actions import Actions
        from embedscope_gui.heatmap.pane import HeatmapPane
        from embedscope_gui.inspector.pane import InspectorPane
        from embedscope_gui.lessons.panel import LessonPanel
        from embedscope_gui.text.pane import TextPane
        from embedscope_gui.top_bar import TopBar
        from embedscope_gui.vectors.pane import VectorsPane
        from embedscope_gui.widgets.notice import NoticeBar

        self.actions_ = Actions(self)
        self.top_bar, self.notice = TopBar(), NoticeBar()
        self.text, self.heatmap, self.vectors = TextPane(), HeatmapPane(), VectorsPane()
        self.inspector, self.lessons = InspectorPane(), LessonPanel()

    @property
    def panes(self) -> Mapping[str, QWidget]:
        """The four panes by name."""
        made = (self.text, self.heatmap, self.vectors, self.inspector)
        return dict(zip(PANES, made, strict=True))

    def set_theme(self, theme: Theme) -> None:
        """Repaint every pane in ``theme``."""
        for pane in (self.text, self.heatmap, self.vectors, self.inspector):
            pane.set_theme(theme)

    # layout

    def restore_layout(self) -> None:
        """Bring back splitters and hidden panes of the last time."""
        self._spread()
        for splitter, key in ((self.across, "across"), (self.down, "down")):
            splitter.restoreState(self._settings.bytes(key))
        hidden = self._settings.hidden_panes()
        for name, action in SHOW_ACTIONS.items():
            self.actions_[action].setChecked(name not in hidden)
            self.panes[name].setVisible(name not in hidden)

    def save_layout(self) -> None:
        """Keep size, splitters and hidden panes."""
        if not self._furnished:
            return
        self._settings.set_bytes("geometry", self.saveGeometry())
        self._settings.set_bytes("across", self.across.saveState())
        self._settings.set_bytes("down", self.down.saveState())
        shown = {name for name, action in SHOW_ACTIONS.items() if self.actions_[action].isChecked()}
        self._settings.set_hidden_panes([name for name in PANES if name not in shown])

    def reset_layout(self) -> None:
        """Show all panes in their first sizes."""
        for action in SHOW_ACTIONS.values():
            self.actions_[action].setChecked(True)
        self._spread()

    def _spread(self) -> None:
        self.across.setSizes([share * self.width() // 100 for share in ACROSS])
        self.down.setSizes([share * self.height() // 100 for share in DOWN])

    def _assemble(self) -> None:
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self.beside, 1)
        self.lessons.hide()
        self.setCentralWidget(whole)

    def _status(self) -> None:
        from embedscope_gui.widgets.elided_label import ElidedLabel
        from embedscope_gui.widgets.notice_place import NoticePlace
        from embedscope_gui.widgets.progress import ProgressLine

        self.status_label = ElidedLabel("statusLabel")
        self.progress = ProgressLine()
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(GRID_PX, 0, GRID_PX, 0)
        bar.addWidget(self.status_label, 1)
        bar.addPermanentWidget(self.progress)
        NoticePlace(self.notice, self, self.down, bar, self.progress)

    def _buttons(self) -> None:
        lessons = QToolButton()
        lessons.setDefaultAction(self.actions_["actionLessons"])
        lessons.setObjectName("lessonsButton")
        lessons.setAccessibleName("Lessons")
        lessons.setToolTip("Short walks on live numbers (Ctrl+L)")
        self.top_bar.add_button(lessons)
        button = QToolButton()
        button.setText("Export…")
        button.setObjectName("exportButton")
        button.setAccessibleName("Export image")
        button.setToolTip("Save or copy a pane or the whole journey as a picture (Ctrl+E)")
        button.clicked.connect(self.actions_["actionExportImage"].trigger)
        self.top_bar.add_button(button)
        self.setTabOrder(self.top_bar.specials_box, lessons)
        self.setTabOrder(lessons, button)

    def _pane_switches(self) -> None:
        for name, action in SHOW_ACTIONS.items():
            self.actions_[action].toggled.connect(partial(self._show_pane, name))
        self.actions_.on("actionResetLayout", self.reset_layout)
        self.actions_.on("actionQuit", self.close)

    def _show_pane(self, name: str, shown: bool) -> None:
        """Show or hide a pane; the last one stays, for an empty window says nothing."""
        self.panes[name].setVisible(shown)
        if not any(self.actions_[action].isChecked() for action in SHOW_ACTIONS.values()):
            self.actions_[SHOW_ACTIONS[name]].setChecked(True)
            self.notice.tell_done("One pane stays: show another one before you hide this.")

    # events

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept local files and folders."""
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell which files were dropped."""
        paths = dropped_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.filesDropped.emit(paths)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the notice by Escape, where no pane had a use for the key."""
        if event.key() == Qt.Key.Key_Escape and self._furnished and self.notice.text:
            self.notice.clear()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the layout and let the owner stop its work."""
        self.save_layout()
        self.closed.emit()
        super().closeEvent(event)


def dropped_paths(data: QMimeData) -> list[str]:
    """Return the local paths of a drop."""
    return [_local_path(url) for url in data.urls() if url.isLocalFile()]


def _local_path(url: QUrl) -> str:
    """Return the path of a local file, also of one whose name is not UTF-8, unlike Qt."""
    path = url.toLocalFile()
    if "\ufffd" not in path or os.name != "posix":
        return path
    from urllib.parse import unquote_to_bytes  # start-up does without

    return os.fsdecode(unquote_to_bytes(url.path(QUrl.ComponentFormattingOption.FullyEncoded)))


def _splitter(orientation: Qt.Orientation, *widgets: QWidget) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    for index, widget in enumerate(widgets):
        splitter.addWidget(widget)
        splitter.setStretchFactor(index, 1)
    return splitter
