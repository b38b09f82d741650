"""Makes room in the window: the panel at the right, the demonstration below the panes."""

from PySide6.QtCore import QByteArray

from embedscope.lessons.lesson import Step
from embedscope_gui.lessons.demos.registry import step_kind
from embedscope_gui.lessons.stage import Stage
from embedscope_gui.lessons.targets import PANE_OF, main_pane
from embedscope_gui.main_window import PANES, SHOW_ACTIONS, MainWindow

PANEL_SHARE, PANEL_LEAST, PANEL_MOST = 0.32, 330, 460
WIDE_PX = 940  # beside the panel: room for three panes
WIDE_ACROSS, NARROW_ACROSS = (28, 40, 32), (40, 60, 60)  # the last two: one of them
WITH_DEMO, WITHOUT_DEMO = (44, 56), (70, 30)


class Room:
    """Shows and hides parts of ``window``; what was there before is brought back by others."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._closed: tuple[QByteArray, QByteArray] | None = None
        self.stage = Stage()
        window.down.addWidget(self.stage)

    @property
    def is_open(self) -> bool:
        """Whether the panel is in sight."""
        return self._closed is not None

    def open(self) -> None:
        """Show the panel."""
        window = self._window
        if self.is_open:
            return
        self._closed = (window.across.saveState(), window.down.saveState())
        window.lessons.show()
        width = window.beside.width()
        panel = round(min(max(PANEL_SHARE * width, PANEL_LEAST), PANEL_MOST))
        window.beside.setSizes([width - panel, panel])

    def close(self) -> None:
        """Hide the panel; the panes are as large again as they were."""
        window = self._window
        if self._closed is None:
            return
        window.lessons.hide()
        across, down = self._closed
        self._closed = None
        window.across.restoreState(across)
        window.down.restoreState(down)

    def arrange(self, step: Step) -> None:
        """Show the panes that ``step`` needs, and the stage if it has a demonstration."""
        window, has_demo = self._window, step_kind(step) is not None
        wide = window.beside.sizes()[0] >= WIDE_PX
        shown = {"text", "heatmap", "vectors"} if wide else {"text", main_pane(step)}
        if not has_demo or PANE_OF.get(step.point_at or "") == "inspector":
            shown.add("inspector")
        before = self._shown()
        for name in PANES:
            window.actions_[SHOW_ACTIONS[name]].setChecked(name in shown)
        self.stage.setVisible(has_demo)
        if before != (shown, has_demo):
            self._share(shown, has_demo)
        self._before = (shown, has_demo)

    _before: tuple[set[str], bool] = (set(), False)

    def _shown(self) -> tuple[set[str], bool]:
        actions = self._window.actions_
        now = {name for name in PANES if actions[SHOW_ACTIONS[name]].isChecked()}
        return now, self.stage.isVisible() and self._before[1]

    def _share(self, shown: set[str], has_demo: bool) -> None:
        """Share the space anew: other panes than before are in sight."""
        window = self._window
        width, height = window.across.width(), window.down.height()
        across = WIDE_ACROSS if {"heatmap", "vectors"} <= shown else NARROW_ACROSS
        window.across.setSizes([share * width // 100 for share in across])
        upper, lower = WITH_DEMO if has_demo else WITHOUT_DEMO
        inspector = 0 if "inspector" not in shown else WITHOUT_DEMO[1] * height // 100
        stage = lower * height // 100 if has_demo else 0
        window.down.setSizes([upper * height // 100, inspector, stage])

    def end(self) -> None:
        """Take the demonstration away."""
        self.stage.show_demo(None)
        self.stage.hide()
        self._before = (set(), False)
