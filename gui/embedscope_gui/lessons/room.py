"""Makes room in the window: the panel at the right, the demonstration below the panes."""

from PySide6.QtCore import QByteArray

from embedscope.lessons.lesson import Step
from embedscope_gui.lessons.demos.registry import step_kind
from embedscope_gui.lessons.figure_view import LARGEST_ZOOM
from embedscope_gui.lessons.stage import Stage
from embedscope_gui.lessons.targets import panes_of
from embedscope_gui.main_window import PANES, SHOW_ACTIONS, MainWindow

PANEL_SHARE, PANEL_LEAST, PANEL_MOST = 0.32, 352, 460
ACROSS = (40, 60, 60)  # the last two: one of them at most
LEAST_STAGE = 260
INTO_PANES = ("actionGoText", "actionGoTable", "actionGoVectors", "actionFind")  # from a demo alone
LISTED = 8  # nearest rows at least in sight where a step speaks of their list
TEXT_AND_DEMO, WITH_DEMO, WITHOUT_DEMO = (40, 60), (44, 56), (70, 30)


class Room:
    """Shows and hides parts of ``window``; what was there before is brought back by others."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._closed: tuple[QByteArray, QByteArray] | None = None
        self._hidden: list[str] = []  # panes that had to make room for the panel
        self.stage = Stage()
        self._panel_px = PANEL_LEAST
        self._lists = False  # the step speaks of the list of nearest rows
        window.down.addWidget(self.stage)
        window.beside.splitterMoved.connect(lambda *_: self._on_moved())
        for name in (*SHOW_ACTIONS.values(), *INTO_PANES):
            window.actions_[name].triggered.connect(lambda *_: self._show_panes(True))

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
        share = PANEL_SHARE * window.beside.width()
        self._panel_px = round(min(max(share, PANEL_LEAST), PANEL_MOST))
        self._make_room()
        window.lessons.show()
        self._widen()

    def close(self) -> None:
        """Hide the panel; the panes are as large again as they were."""
        window = self._window
        if self._closed is None:
            return
        window.lessons.hide()
        across, down = self._closed
        for name in self._hidden:
            window.actions_[SHOW_ACTIONS[name]].setChecked(True)
        self._closed, self._hidden = None, []
        window.across.restoreState(across)
        window.down.restoreState(down)

    def arrange(self, step: Step) -> None:
        """Show the panes that ``step`` needs, and the stage if it has a demonstration.

        A demonstration alone hides what holds the panes, whatever is checked in the menu.
        """
        window, has_demo = self._window, step_kind(step) is not None
        shown = panes_of(step)
        lists = step.point_at == "neighbourTable"
        before = (self._now(), self.stage.isVisible(), self._lists)
        for name in PANES:
            window.actions_[SHOW_ACTIONS[name]].setChecked(name in shown)
        self.stage.setVisible(has_demo)
        self._show_panes(not step.alone)
        self._widen()
        self._lists = lists
        if has_demo or before != (shown, has_demo, lists):
            self._share(shown, has_demo)

    def _show_panes(self, shown: bool) -> None:
        """Show or hide what holds the panes, and with it what is said of their table and text."""
        window = self._window
        window.across.setVisible(shown)
        window.top_bar.show_choosers(shown)
        window.status_label.setVisible(shown)

    def _make_room(self) -> None:
        """Hide the last pane where all of them and the panel do not fit side by side."""
        window = self._window
        action = window.actions_[SHOW_ACTIONS["vectors"]]
        room = window.beside.width() - self._panel_px
        if action.isChecked() and room < window.across.minimumSizeHint().width():
            action.setChecked(False)
            self._hidden = ["vectors"]

    def _widen(self) -> None:
        """Give the panel its width: panes that were in sight may have left it less."""
        beside = self._window.beside
        if self._window.lessons.width() != self._panel_px:
            beside.setSizes([beside.width() - self._panel_px, self._panel_px])

    def _on_moved(self) -> None:
        self._panel_px = self._window.beside.sizes()[1]

    def _now(self) -> set[str]:
        actions = self._window.actions_
        return {name for name in PANES if actions[SHOW_ACTIONS[name]].isChecked()}

    def _share(self, shown: set[str], has_demo: bool) -> None:
        """Share the space anew: other panes than before are in sight."""
        window = self._window
        width, height = window.across.width(), window.down.height()
        window.across.setSizes([share * width // 100 for share in ACROSS])
        with_demo = TEXT_AND_DEMO if shown == {"text"} else WITH_DEMO
        upper, lower = with_demo if has_demo else WITHOUT_DEMO
        inspector = 0 if "inspector" not in shown else WITHOUT_DEMO[1] * height // 100
        if self._lists:
            inspector = max(inspector, window.inspector.height_for_list(LISTED))
        stage = lower * height // 100 if has_demo else 0
        above = height - inspector - stage if self._lists else upper * height // 100
        window.down.setSizes([above, inspector, stage])

    def fit_stage(self) -> None:
        """Make the demonstration no higher than it needs, once it is known how high that is."""
        demo, window = self.stage.demo, self._window
        figure = demo.view.figure if demo is not None else None
        if demo is None or figure is None:
            return
        above, inspector, stage = window.down.sizes()
        frame = stage - demo.view.height()
        natural = figure.natural_size
        zoom = min(max(demo.view.width() / natural.width, 1.0), LARGEST_ZOOM)
        wanted = max(frame + round(natural.height * zoom), LEAST_STAGE)
        if 0 < wanted < stage:
            window.down.setSizes([above + stage - wanted, inspector, wanted])

    def end(self) -> None:
        """Take the demonstration away."""
        self._show_panes(True)
        self.stage.show_demo(None)
        self.stage.hide()
