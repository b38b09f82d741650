"""Training to watch: step, run, pause, go back; nothing takes longer than a frame."""

from dataclasses import replace
from time import perf_counter

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QSlider, QToolButton

from embedscope.errors import EmbedscopeError
from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.training.point import TrainingPoint, finished_run
from embedscope.lessons.training.result import trained_table
from embedscope.lessons.training.trainer import Trainer
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.controller import Controller
from embedscope_gui.figures.figure import Figure
from embedscope_gui.lessons.demos.base import DemoWidget, Given
from embedscope_gui.lessons.demos.loss_plot import LossPlot
from embedscope_gui.lessons.demos.training_figure import TrainingFigure
from embedscope_gui.lessons.demos.training_frame import TrainingFrame, find_frame, first_frame
from embedscope_gui.lessons.demos.training_keep import KeepButton, ask_place, kept, save
from embedscope_gui.lessons.demos.training_settings import TrainingSettings
from embedscope_gui.theme import Theme
from embedscope_gui.widgets.pane import plain_label

STEP_MS = 33  # a step a frame or so: slow enough to be watched
SLICE_SECONDS = 0.008  # of steps at a time on the way to the end
CHANNEL = "lesson frame"


class TrainingWidget(DemoWidget[None]):
    """One run; going back shows former states, going on from there shows them again."""

    is_told_of = True

    def __init__(self, demo: TrainingDemo, controller: Controller) -> None:
        super().__init__()
        self._controller = controller
        self._demo = demo
        self.trainer = Trainer(demo.run)
        self.shown = 0
        self.frame = first_frame(self.trainer)
        self.in_space = False
        self.is_moving = False  # whether the state shown was just stepped to
        self._rushing = False
        self._timer = QTimer(self, interval=STEP_MS)
        self._timer.timeout.connect(self._on_tick)
        self.step_button = _button("&Step", "trainingStep", "Learn from one more line")
        self.run_button = _button("R&un", "trainingRun", "Learn line after line; again: pause")
        self.end_button = _button("To the en&d", "trainingEnd", "Do all steps at once")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.place = plain_label()
        self.space_button = QToolButton()
        self.settings_button = _button("&Other…", "trainingSettings", "Other text, dims, optimiser")
        self.keep_button = KeepButton()
        self.plot = LossPlot()
        self._assemble()
        self._connect()
        self._find_frame()
        self.go_to(demo.shown)

    @property
    def point(self) -> TrainingPoint:
        """What is shown."""
        return TrainingPoint(self.trainer, self.shown)

    @property
    def is_running(self) -> bool:
        """Whether the clock goes on."""
        return self._timer.isActive()

    @property
    def n_wanted(self) -> int:
        """How many steps a run has."""
        return max(self.trainer.settings.n_steps, self.trainer.n_steps)

    # what is asked for

    def step(self) -> None:
        """Show the next state, trained anew if nobody has been there yet."""
        if self.shown == self.trainer.n_steps and self.trainer.step() is None:
            self.pause()
            self.said.emit(self.trainer.fault or "There are no more steps.")
            return
        self.shown += 1
        self.is_moving = True
        self.redraw()

    def run_or_pause(self) -> None:
        """Let the clock do the steps, from the start again after the last one; or stop it."""
        if self.is_running:
            self.pause()
            return
        if self.shown >= self.n_wanted:
            self.shown = 0
        self._rushing = False
        self._timer.start(STEP_MS)
        self.step()

    def run_to_end(self) -> None:
        """Do all steps of the run, a slice at a time."""
        self._rushing = True
        self._timer.start(0)
        self.redraw()

    def pause(self) -> None:
        """Stop where we are."""
        self._timer.stop()
        self._rushing = False
        self.redraw()

    def go_to(self, n_steps: int) -> None:
        """Show the state after ``n_steps``, trained up to there if need be."""
        self._timer.stop()
        self.trainer.run(max(n_steps - self.trainer.n_steps, 0))
        self._stand_at(n_steps)

    def begin_with(self, settings: TrainingDemo) -> None:
        """Begin another run; settings or a text that cannot be trained with are told."""
        try:
            trainer = Trainer(settings)
        except EmbedscopeError as error:
            self.said.emit(str(error))
            return
        self._timer.stop()
        self.trainer, self.frame, self.shown = trainer, first_frame(trainer), 0
        self.is_moving = False
        self._find_frame()
        self.redraw()

    def goes_on_with(self, demo: object) -> bool:
        """Go to where the next step of the lesson shows the same run."""
        if not isinstance(demo, TrainingDemo) or demo.run != self._demo.run:
            return False
        self._demo = demo
        self._show_parts()
        self.go_to(demo.shown)
        return True

    # what is shown

    def figure_of(self, given: Given[None]) -> Figure:  # noqa: ARG002 - trains on its own text
        """Return the table and what is beside it; the loss has a plot of its own."""
        return self._figure(with_curve=False)

    def saved_figure(self) -> Figure:
        """Return the same with the loss curve."""
        return self._figure(with_curve=True)

    def _figure(self, *, with_curve: bool) -> TrainingFigure:
        return TrainingFigure(
            self.point,
            self.frame,
            self._demo.beside,
            self._demo.after,
            in_space=self.in_space,
            with_curve=with_curve,
            is_moving=self.is_moving,
        )

    def spoken_of(self, view: LessonView) -> LessonView:
        """Let the words speak of this run."""
        return replace(view, training=self.point)

    def spoken(self) -> str:
        """Return step and loss."""
        return f"Step {self.shown} of {self.n_wanted}, loss {self.point.loss:.3f}."

    def redraw(self) -> None:
        """Draw the state shown, and where it is in the run."""
        trainer = self.trainer
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, self.n_wanted)
            self.slider.setValue(self.shown)
        self.place.setText(f"{self.shown:,} of {self.n_wanted:,}")
        self.run_button.setText("Pa&use" if self.is_running else "R&un")
        self.end_button.setEnabled(self.shown < self.n_wanted and not trainer.fault)
        told = self._demo.beside == "chances-and-loss"
        least = trainer.corpus.least_loss if told else None
        self.plot.show_losses(trainer.losses, self.shown, self.n_wanted, least)
        super().redraw()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        super().set_theme(theme)
        self.plot.set_theme(theme)

    def stop(self) -> None:
        """Stop the clock."""
        self._timer.stop()
        self._controller.cancel(CHANNEL)

    # inside

    def _assemble(self) -> None:
        self.slider.setObjectName("trainingSlider")
        self.slider.setAccessibleName("Step shown")
        self.slider.setPageStep(10)
        self.space_button.setObjectName("trainingSpace")
        self.space_button.setText("3D")
        self.space_button.setCheckable(True)
        self.space_button.setToolTip("Show the rows on three axes")
        self.place.setMinimumWidth(self.place.fontMetrics().horizontalAdvance("0,000 of 0,000"))
        for widget in (self.step_button, self.run_button, self.end_button):
            self.controls.addWidget(widget)
        self.controls.addWidget(self.slider, 1)
        for part in (self.place, self.space_button, self.settings_button, self.keep_button):
            self.controls.addWidget(part)
        pictures = QHBoxLayout()
        pictures.setSpacing(0)
        pictures.addWidget(self.view, 50)
        pictures.addWidget(self.plot, 50)
        self.column.removeWidget(self.view)
        self.column.addLayout(pictures, 1)
        self._show_parts()

    def _show_parts(self) -> None:
        """Show what the step is about, and leave out what it is not."""
        self.plot.setVisible("loss" in self._demo.beside)
        self.space_button.setVisible(self._demo.beside == "points")

    def _connect(self) -> None:
        self.step_button.clicked.connect(self._on_step)
        self.run_button.clicked.connect(self.run_or_pause)
        self.end_button.clicked.connect(self.run_to_end)
        self.slider.valueChanged.connect(self._on_scrubbed)
        self.space_button.toggled.connect(self._on_space)
        self.settings_button.clicked.connect(self._ask_settings)
        self.keep_button.openRequested.connect(self._keep)
        self.keep_button.saveRequested.connect(self._save)

    def _on_step(self) -> None:
        self._timer.stop()
        self.step()

    def _on_tick(self) -> None:
        """Do a step, or a slice of them on the way to the end."""
        if self._rushing:
            self._rush()
        elif self.shown < self.n_wanted:
            self.step()
        if self.is_running and self.shown >= self.n_wanted:
            self.is_moving = False
            self.pause()

    def _rush(self) -> None:
        until = perf_counter() + SLICE_SECONDS
        wanted = self.trainer.settings.n_steps
        while self.trainer.n_steps < wanted and perf_counter() < until:
            if self.trainer.step() is None:
                self.said.emit(self.trainer.fault)
                break
        self.shown, self.is_moving = self.trainer.n_steps, False
        if self.shown >= wanted or self.trainer.fault:
            self.pause()
        else:
            self.redraw()

    def _on_scrubbed(self, step: int) -> None:
        """Show a former state; beyond what is trained there is nothing yet."""
        self._timer.stop()
        self._stand_at(step)

    def _stand_at(self, n_steps: int) -> None:
        """Show a state that was not stepped to just now."""
        self.shown, self.is_moving = min(n_steps, self.trainer.n_steps), False
        self.redraw()

    def _on_space(self, shown: bool) -> None:
        self.in_space = shown
        self.redraw()

    def _find_frame(self) -> None:
        """Find axes and ranges that hold the whole run, on a thread: the run is done for it."""
        trainer = self.trainer

        def find(_progress: Progress) -> TrainingFrame:
            return find_frame(finished_run(trainer.settings))

        def take(frame: TrainingFrame) -> None:
            if trainer is self.trainer:
                self.frame = frame
                self.redraw()

        self._controller.run_aside(CHANNEL, find, take)

    def _ask_settings(self) -> None:
        self.pause()
        own = self._controller.session.text
        dialog = TrainingSettings(self.trainer.settings, own, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(
            lambda code: (
                self.begin_with(dialog.settings) if code == QDialog.DialogCode.Accepted else None
            )
        )
        dialog.open()

    def _keep(self) -> None:
        self.pause()
        self.kept.emit(kept(self.trainer, self.shown))

    def _save(self, kind: str) -> None:
        self.pause()
        table = trained_table(self.trainer, self.shown)
        path = ask_place(kind, self)
        if path:
            save(table, path, kind, self._controller, self.said.emit)


def _button(text: str, name: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    button.setToolTip(tip)
    return button
