"""One step of a lesson as a page: title, text, figures, a question, and the way on."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from embedscope_gui.lessons.dots import Dots
from embedscope_gui.lessons.prose import Prose
from embedscope_gui.lessons.try_it import TryIt
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.widgets.pane import plain_label

WALK = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


@dataclass(frozen=True, slots=True)
class StepWords:
    """What a step says, its placeholders filled; "" where it says nothing."""

    text: str
    listing: str = ""
    prompt: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class StepPlace:
    """Where a step is: its lesson, its title, and its place among the titles of all steps."""

    lesson: str
    titles: tuple[str, ...]
    index: int
    has_figure: bool
    last: str  # what comes after the last step
    first: str = ""  # what comes before the first step, "": nothing

    @property
    def title(self) -> str:
        """The step's own title."""
        return self.titles[self.index]


class StepPage(QWidget):
    """``walked(-1 or 1)``, ``stepChosen(index)``, and what the buttons ask for."""

    walked = Signal(int)
    stepChosen = Signal(int)
    resetRequested = Signal()
    exportRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lessonPage")
        self.overline = plain_label(name="lessonOverline")
        self.overline.setWordWrap(True)
        self.title = plain_label(name="lessonTitle")
        self.title.setWordWrap(True)
        self.text, self.listing = Prose("lessonText"), Prose("lessonListing", fixed=True)
        self.text.setAccessibleName("Lesson text")
        self.listing.setAccessibleName("Figures")
        self.try_it = TryIt()
        self.dots = Dots()
        self.reset_button = _link(
            "Reset this step", "lessonReset", "Bring back the text and the view of this step"
        )
        self.export_button = _link(
            "Save as figure…", "lessonExport", "Save this step as PNG, SVG or PDF"
        )
        self.back_button, self.next_button = QPushButton("Back"), QPushButton("Next")
        self.scroll_area = self._page()
        self._assemble()
        self._connect()

    def show_place(self, place: StepPlace) -> None:
        """Show which step this is, from its top."""
        self.overline.setText(place.lesson)
        self.title.setText(place.title)
        self.dots.show_steps(place.titles, place.index)
        self.back_button.setText(place.first or "Back" if place.index == 0 else "Back")
        self.back_button.setEnabled(place.index > 0 or bool(place.first))
        is_last = place.index + 1 == len(place.titles)
        self.next_button.setText(place.last if is_last else "Next")
        self.export_button.setVisible(place.has_figure)
        self.try_it.cover()
        self.scroll_area.verticalScrollBar().setValue(0)

    def show_words(self, words: StepWords) -> None:
        """Show what the step says."""
        self.text.show_text(words.text)
        self.listing.show_text(words.listing)
        self.listing.setVisible(bool(words.listing))
        self.try_it.show_question(words.prompt, words.answer)
        self.show_waiting(False)

    def show_waiting(self, waiting: bool) -> None:
        """Dim words whose numbers are being computed anew."""
        for widget in (self.text, self.listing, self.try_it.answer):
            if widget.property("waiting") != waiting:
                widget.setProperty("waiting", waiting)
                widget.style().unpolish(widget)
                widget.style().polish(widget)

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self.dots.set_theme(theme)

    def focus_text(self) -> None:
        """Let the arrow keys walk."""
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    # inside

    def _page(self) -> QScrollArea:
        inner = QWidget()
        inner.setObjectName("lessonInner")
        column = QVBoxLayout(inner)
        column.setContentsMargins(2 * GRID_PX, GRID_PX, 2 * GRID_PX, 2 * GRID_PX)
        column.setSpacing(GRID_PX)
        for widget in (self.overline, self.title, self.text, self.listing, self.try_it):
            column.addWidget(widget)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("lessonScroll")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inner)
        return scroll

    def _assemble(self) -> None:
        tools, foot = QHBoxLayout(), QHBoxLayout()
        tools.addWidget(self.reset_button)
        tools.addStretch(1)
        tools.addWidget(self.export_button)
        foot.addWidget(self.back_button)
        foot.addStretch(1)
        foot.addWidget(self.dots)
        foot.addStretch(1)
        foot.addWidget(self.next_button)
        footer = QFrame()
        footer.setObjectName("lessonFooter")
        footer.setLayout(foot)
        tools.setContentsMargins(GRID_PX, 0, GRID_PX, GRID_PX // 2)
        foot.setContentsMargins(GRID_PX, GRID_PX, GRID_PX, GRID_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.scroll_area, 1)
        column.addLayout(tools)
        column.addWidget(footer)

    def _connect(self) -> None:
        self.back_button.setObjectName("lessonBack")
        self.next_button.setObjectName("lessonNext")
        self.back_button.setToolTip("The step before (Alt+Page Up, or the left arrow key here)")
        self.next_button.setToolTip("The next step (Alt+Page Down, or the right arrow key here)")
        self.back_button.clicked.connect(lambda: self.walked.emit(-1))
        self.next_button.clicked.connect(lambda: self.walked.emit(1))
        self.dots.chosen.connect(self.stepChosen)
        self.reset_button.clicked.connect(self.resetRequested)
        self.export_button.clicked.connect(self.exportRequested)
        self.try_it.button.toggled.connect(self._on_answer)
        for part in (*self.findChildren(QAbstractButton), self.scroll_area):
            part.installEventFilter(self)  # they would take the arrows for themselves

    def _on_answer(self, shown: bool) -> None:
        if shown:  # once the layout has given it its place
            QTimer.singleShot(0, self, self._reveal)

    def _reveal(self) -> None:
        """Bring the answer into sight, its end too."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        answer, page = self.try_it.answer, self.scroll_area.widget()
        if page is not None:
            end = answer.mapTo(page, answer.rect().bottomLeft())
            self.scroll_area.ensureVisible(0, end.y(), 0, 2 * GRID_PX)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk by arrow keys on buttons and on what scrolls, too."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._walks(event)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk by the left and right arrow keys; up, down and pages scroll."""
        if not self._walks(event) and not self._scrolls(event):
            super().keyPressEvent(event)

    def _walks(self, event: QKeyEvent) -> bool:
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        step = WALK.get(Qt.Key(event.key())) if plain else None
        if step is not None:
            self.walked.emit(step)
        return step is not None

    def _scrolls(self, event: QKeyEvent) -> bool:
        bar = self.scroll_area.verticalScrollBar()
        moves = {
            Qt.Key.Key_Up: -3 * GRID_PX,
            Qt.Key.Key_Down: 3 * GRID_PX,
            Qt.Key.Key_PageUp: -bar.pageStep(),
            Qt.Key.Key_PageDown: bar.pageStep(),
        }
        move = moves.get(Qt.Key(event.key()))
        if move is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            return False
        bar.setValue(bar.value() + move)
        return True


def _link(text: str, name: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setObjectName(name)
    button.setAutoRaise(True)
    button.setToolTip(tip)
    return button
