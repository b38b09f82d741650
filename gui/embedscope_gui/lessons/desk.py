"""Walks lessons: what the panel asks for, done to the window and told back to the panel."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QTimer

from embedscope.errors import EmbedscopeError
from embedscope.lessons.lesson import Lesson, Step, StepState
from embedscope.lessons.loading import find_lesson, find_step, load_lessons
from embedscope.presets import DEFAULT_PRESET
from embedscope_gui.controller import Controller
from embedscope_gui.export.commands import ExportCommands
from embedscope_gui.export.dialog import ExportDialog
from embedscope_gui.kept import KeptSession
from embedscope_gui.lessons.contents import LessonTitle
from embedscope_gui.lessons.follower import Follower
from embedscope_gui.lessons.kept_window import (
    KeptWindow,
    bring_back_panes,
    bring_back_views,
    keep_window,
    show_dimensions,
)
from embedscope_gui.lessons.live import Live
from embedscope_gui.lessons.outline import Outline
from embedscope_gui.lessons.panel import LessonPanel
from embedscope_gui.lessons.room import Room
from embedscope_gui.lessons.scenes import Scenes, scene_of
from embedscope_gui.lessons.sight import Sight
from embedscope_gui.lessons.step_figure import (
    StepFigure,
    lesson_line,
    pane_figure,
    step_figure,
)
from embedscope_gui.lessons.step_page import StepPlace, StepWords
from embedscope_gui.lessons.targets import target_widget
from embedscope_gui.main_window import MainWindow
from embedscope_gui.opening import Opened
from embedscope_gui.theme import THEMES, Theme

STEP = "step"  # the kind of picture that is the step


class LessonDesk(QObject):
    """Keeps the user's own state on entering a lesson and brings it back on leaving."""

    def __init__(
        self, window: MainWindow, controller: Controller, exports: Callable[[], ExportCommands]
    ) -> None:
        super().__init__(window)
        self._window, self._controller, self._exports = window, controller, exports
        self.panel: LessonPanel = window.lessons
        self.lesson: Lesson | None = None
        self.index = 0
        self._kept: tuple[KeptSession | None, KeptWindow] | None = None
        self.live = Live(controller)
        self._scenes = Scenes(controller)
        self.room, self._sight = Room(window), Sight(window)
        self.follower = Follower(self.panel.page, self.room.stage, controller)
        self.outline = Outline()
        self._made = False  # a table made in a lesson is what is brought back
        self._theme: Theme | None = None
        self._pending = ""  # the lesson to begin with
        self._fitted = False  # the stage is as high as the step's demonstration needs
        self._arrived = False  # the step's own state is what is shown
        self._connect()
        self._set_theme()

    @property
    def step(self) -> Step | None:
        """The step in sight."""
        return None if self.lesson is None else self.lesson.steps[self.index]

    def _connect(self) -> None:
        panel, page = self.panel, self.panel.page
        panel.lessonChosen.connect(self.enter)
        panel.closeRequested.connect(
            lambda: self._window.actions_["actionLessons"].setChecked(False)
        )
        page.walked.connect(self.walk)
        page.stepChosen.connect(self.go)
        panel.contentsRequested.connect(self.show_contents)
        page.resetRequested.connect(self.reset)
        page.exportRequested.connect(self.export)
        self.follower.fed.connect(self._fit_once)
        self.follower.said.connect(self._window.notice.show_message)
        self.follower.kept.connect(self.keep_table)
        self._window.installEventFilter(self)
        self._controller.watch(self._on_shown)

    # opening and closing

    def show_contents(self) -> None:
        """Leave the lesson and list all of them."""
        titles = [LessonTitle(t.number, t.name, t.title, t.summary) for t in load_lessons()]
        here = 0 if self.lesson is None else load_lessons().index(self.lesson)
        self.leave()
        self.room.open()
        self.panel.show_lessons(titles, here)

    def close(self) -> None:
        """Leave the lesson and hide the panel."""
        self.leave()
        self.room.close()
        self._window.text.setFocus()

    def toggle(self, shown: bool) -> None:
        """Open the list of lessons, or close everything."""
        if not shown:
            self.close()
            return
        try:
            self.show_contents()
        except EmbedscopeError as error:  # in a lesson file that somebody has added
            self._window.notice.show_message(str(error), "error")
            self._window.actions_["actionLessons"].setChecked(False)

    # walking

    def begin(self, path: str) -> None:
        """Enter "NAME/STEP" once something is open, so that there is something to come back to."""
        find_step(path)
        self._pending = path
        self._begin_pending()

    def _begin_pending(self) -> None:
        if self._pending and self.live.view is not None:
            (name, _, step), self._pending = self._pending.partition("/"), ""
            self.enter(name, step)

    def enter(self, name: str, step: str = "") -> None:
        """Begin the lesson ``name`` at ``step`` ("": the first); raises UnknownNameError."""
        lesson = find_lesson(name)
        index = lesson.steps.index(lesson.step(step)) if step else 0
        self.room.open()
        if self._kept is None:
            own = self._controller.keep()
            self._kept, self._made = (own, keep_window(self._window)), False
            self._scenes.remember(own)
        self.lesson = lesson
        self.go(index)
        self.panel.page.focus_text()

    def leave(self) -> None:
        """Bring back what was there before the lesson."""
        if self.lesson is None or self._kept is None:
            return
        session, window = self._kept
        self.lesson, self._kept = None, None
        self.outline.point_at(None)
        self.follower.end()
        self._exports().withdraw(STEP)
        self._scenes.forget()
        self._controller.cancel("open")
        self.room.end()
        self._sight.end()
        bring_back_panes(self._window, window)
        if session is None:  # a table of the lesson stays
            return
        if self._made:
            self._controller.bring_back(session)
            self._window.heatmap.fit()
            self._window.vectors.fit()
            return
        if session.session.table is None:  # nothing was open yet
            self._controller.open_table(DEFAULT_PRESET)
            return
        self._controller.bring_back(session)
        bring_back_views(self._window, window)

    def keep_table(self, opened: Opened) -> None:
        """Open a table made in a lesson; it stays open when the lesson is left."""
        if self._kept is None:
            return
        self._kept, self._made = (None, self._kept[1]), True
        self._controller.show_opened(opened, text=opened.text, selected=0)
        self._window.notice.tell_done("This table is open now and stays so after the lesson.")

    def walk(self, by: int) -> None:
        """Go one step on or back; beyond the last step comes the next lesson, and so back."""
        if self.lesson is None:
            return
        index = self.index + by
        if 0 <= index < len(self.lesson.steps):
            self.go(index, onward=by > 0)
        elif by > 0:
            following = self._beside(1)
            if following is None:
                self.show_contents()
            else:
                self.enter(following.name)
        else:
            former = self._beside(-1)
            if former is not None:
                self.enter(former.name, former.steps[-1].name)

    def go(self, index: int, *, onward: bool = False) -> None:
        """Show step ``index``; walking ``onward`` keeps a text of the learner's own."""
        if self.lesson is None:
            return
        step = self.lesson.steps[index]
        state = self.lesson.state_at(step)
        if onward:
            state = self._with_own_text(step, state)
        self.index = index
        self._show_state(state)

    def reset(self) -> None:
        """Show the step as it was first."""
        self.go(self.index)

    def export(self) -> ExportDialog:
        """Open the export dialog on this step."""
        step = self.step
        title = f"This step: {step.title}" if step is not None else ""
        self._exports().offer(STEP, title, self.figure)
        return self._exports().ask(STEP)

    def figure(self) -> StepFigure:
        """Return the step as it is shown now, as a figure."""
        step = self.step
        if step is None or self.lesson is None:
            raise EmbedscopeError("The lesson has been left.")
        subject = self.live.subject
        inner = self.follower.saved_figure()
        if inner is None and subject is not None:
            inner = pane_figure(step, subject)
        page = self.panel.page
        figure = step_figure(self.lesson, step, page.text.text, inner)
        return replace(figure, listing=page.listing.text)

    def _show_state(self, state: StepState) -> None:
        step = self.step
        if step is None or self.lesson is None:
            return
        if self._kept is not None and self._kept[0] is None:  # the table made here is the user's
            self._kept = (self._controller.keep(), self._kept[1])
        self._arrived = self._fitted = False
        self.follower.begin(step)
        self.panel.show_step(self._place(), StepWords(""))
        self.room.arrange(step)
        self._sight.narrow(norms=step.norms)
        self._scenes.show(state, lambda: self._on_arrived(step, state))

    def _on_arrived(self, step: Step, state: StepState) -> None:
        if step is not self.step:
            return
        self._arrived = True
        show_dimensions(self._window, 2 if state.view != "3d" else 3)
        self._window.heatmap.fit()
        self._window.vectors.fit()
        stage = self.room.stage if self.follower.widget is not None else None
        self.outline.point_at(target_widget(self._window, step.point_at, stage))
        self._on_shown()

    def _with_own_text(self, step: Step, state: StepState) -> StepState:
        """Return ``state`` with the learner's text where the step brings none of its own."""
        session = self._controller.session
        own = step.state
        if self.lesson is None or any((own.preset, own.tokenizer, own.text is not None)):
            return state
        scene = scene_of(state)
        at_home = self._controller.table_name == scene.preset
        if not at_home or session.tokenizer is None or session.tokenizer.name != scene.tokenizer:
            return state
        if session.text == scene.text:
            return state
        chosen = (own.selected, own.row) != (None, None)
        selected = own.selected if chosen else session.selected
        row = own.row if chosen else None if session.selected is not None else session.row
        return replace(state, text=session.text, selected=selected, row=row)

    def _beside(self, by: int) -> Lesson | None:
        """Return the lesson that comes ``by`` places after this one, None where there is none."""
        lessons = load_lessons()
        there = lessons.index(self.lesson) + by if self.lesson is not None else -1
        return lessons[there] if 0 <= there < len(lessons) else None

    def _place(self) -> StepPlace:
        assert self.lesson is not None
        step = self.lesson.steps[self.index]
        return StepPlace(
            lesson_line(self.lesson),
            tuple(step.title for step in self.lesson.steps),
            self.index,
            step.figure is not None,
            "Next lesson" if self._beside(1) is not None else "All lessons",
            "Previous lesson" if self._beside(-1) is not None else "",
        )

    # what follows the live state

    def _on_shown(self) -> None:
        """Fill words and demonstration anew from what is shown now."""
        self._set_theme()
        self._begin_pending()
        step, view = self.step, self.live.view
        if step is None or not self._arrived or view is None:
            return
        self.follower.follow(view, self.live.subject)

    def _fit_once(self) -> None:
        """Fit the stage to the first figure of a step, once laid out; typing moves nothing."""
        if not self._fitted:
            self._fitted = True
            QTimer.singleShot(0, self, self.room.fit_stage)

    def _set_theme(self) -> None:
        theme = THEMES[self._controller.session.theme]
        if theme is self._theme:
            return
        self._theme = theme
        for part in (self.outline, self.room.stage, self.panel):
            part.set_theme(theme)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the lesson before the window keeps its layout and closes."""
        if watched is self._window and event.type() == QEvent.Type.Close:
            self.close()
        return super().eventFilter(watched, event)
