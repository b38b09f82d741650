"""Something to try: a question whose answer is shown when asked for, or just a thing to do."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from embedscope_gui.lessons.prose import Prose
from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.pane import plain_label

SHOW, HIDE = "Show the &answer", "Hide the &answer"


class TryIt(QFrame):
    """Hidden where a step asks nothing; without the button where there is no answer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lessonTryIt")
        self.prompt = Prose("lessonPrompt")
        self.prompt.setAccessibleName("Try it")
        self.answer = Prose("lessonAnswer")
        self.answer.setAccessibleName("Answer")
        self.button = QPushButton(SHOW)
        self.button.setObjectName("lessonAnswerButton")
        self.button.setCheckable(True)
        self.button.toggled.connect(self._on_toggled)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID_PX + 4, GRID_PX, GRID_PX, GRID_PX)
        column.setSpacing(GRID_PX // 2)
        column.addWidget(plain_label("TRY IT", name="lessonTryTitle"))
        column.addWidget(self.prompt)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.answer)
        self.answer.hide()

    def show_question(self, prompt: str, answer: str) -> None:
        """Show ``prompt``, "" for none; whether the answer is in sight stays, if there is one."""
        self.prompt.show_text(prompt)
        self.answer.show_text(answer)
        self.button.setVisible(bool(answer))
        self.answer.setVisible(bool(answer) and self.button.isChecked())
        self.setVisible(bool(prompt))

    def cover(self) -> None:
        """Hide the answer again."""
        self.button.setChecked(False)

    def _on_toggled(self, shown: bool) -> None:
        self.button.setText(HIDE if shown else SHOW)
        self.answer.setVisible(shown)
