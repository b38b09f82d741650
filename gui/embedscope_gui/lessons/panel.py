"""The panel of the lessons: a list of them, and the page of one step."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QToolButton, QWidget

from embedscope_gui.lessons.contents import Contents, LessonTitle
from embedscope_gui.lessons.look import lesson_style
from embedscope_gui.lessons.step_page import StepPage, StepPlace, StepWords
from embedscope_gui.theme import LIGHT, Theme
from embedscope_gui.widgets.pane import Pane, plain_label

LEAST_PX = 304


class LessonPanel(Pane):
    """Shows what it is given; ``lessonChosen(name)`` and ``closeRequested`` besides the page's."""

    lessonChosen = Signal(str)
    closeRequested = Signal()
    contentsRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Lessons", parent)
        self.setObjectName("lessonPanel")
        self.setMinimumWidth(LEAST_PX)
        self._theme = LIGHT
        self.contents, self.page = Contents(), StepPage()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.contents)
        self.stack.addWidget(self.page)
        self.body.addWidget(self.stack, 1)
        self.all_button = QToolButton()
        self.all_button.setText("All lessons")
        self.all_button.setObjectName("lessonAll")
        self.all_button.setAutoRaise(True)
        self.all_button.setToolTip("Leave this lesson and choose another")
        self.all_button.clicked.connect(self.contentsRequested)
        self.place = plain_label(name="lessonPlace")
        self.header.insertWidget(0, self.all_button)
        self.header.addWidget(self.place)
        self._show_head(in_lesson=False)
        close = QToolButton()
        close.setText("✕")
        close.setObjectName("lessonClose")
        close.setAutoRaise(True)
        close.setAccessibleName("Close the lessons")
        close.setToolTip("Close the lessons and bring back what was there before (Ctrl+L)")
        close.clicked.connect(self.closeRequested)
        self.header.addWidget(close)
        self.contents.lessonChosen.connect(self.lessonChosen)

    def sizeHint(self) -> QSize:
        """Wide enough for lines that read well."""
        return QSize(360, 600)

    @property
    def is_in_lesson(self) -> bool:
        """Whether a step is in sight, not the list."""
        return self.stack.currentWidget() is self.page

    def show_lessons(self, titles: Sequence[LessonTitle], current: int = 0) -> None:
        """Show the list, the keyboard on lesson ``current``."""
        if not self.contents.cards:
            self.contents.show_lessons(titles)
            self.contents.set_theme(self._theme)
        self.stack.setCurrentWidget(self.contents)
        self._show_head(in_lesson=False)
        self.contents.focus_card(current)

    def show_step(self, place: StepPlace, words: StepWords) -> None:
        """Show a step from its top."""
        self.page.show_place(place)
        self.page.show_words(words)
        self.stack.setCurrentWidget(self.page)
        self.place.setText(f"Step {place.index + 1} of {len(place.titles)}")
        self._show_head(in_lesson=True)

    def _show_head(self, *, in_lesson: bool) -> None:
        """Let the title line say where one is: the list, or a step of a lesson."""
        self.title_label.setVisible(not in_lesson)
        for widget in (self.all_button, self.place):
            widget.setVisible(in_lesson)

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._theme = theme
        self.setStyleSheet(lesson_style(theme))
        self.contents.set_theme(theme)
        self.page.set_theme(theme)
