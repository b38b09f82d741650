"""A table trained in front of the learner."""

from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.training.point import TrainingPoint, finished_run
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.figures.figure import Figure
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind
from embedscope_gui.lessons.demos.training_figure import TrainingFigure
from embedscope_gui.lessons.demos.training_frame import find_frame
from embedscope_gui.lessons.demos.training_widget import TrainingWidget


def find(_demo: TrainingDemo, _view: LessonView, _progress: Progress) -> None:
    """Find nothing: the text in the editor is not what is learnt from."""


def figure(demo: TrainingDemo, _given: Given[None]) -> Figure:
    """Return the run after the steps that the lesson shows."""
    finished = finished_run(demo.run)
    point = TrainingPoint(finished.trainer, min(demo.shown, finished.n_steps))
    return TrainingFigure(point, find_frame(finished), demo.beside, demo.after)


KIND = DemoKind(find, figure, TrainingWidget)
