"""The first page of the panel: what lessons there are."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from embedscope_gui.lessons.cards import PAD_PX, PADS_PX, LessonCard
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.widgets.pane import plain_label

INTRO = (
    "Short walks on live numbers: change the text in any step and see what changes. "
    "Leaving a lesson brings back your own table, text and view."
)


@dataclass(frozen=True, slots=True)
class LessonTitle:
    """A lesson as listed."""

    number: int
    name: str
    title: str
    summary: str


class Contents(QWidget):
    """``lessonChosen(name)`` when a card is clicked."""

    lessonChosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lessonContents")
        self.cards: list[LessonCard] = []
        self._intro = intro = plain_label(INTRO, name="lessonIntro")
        intro.setWordWrap(True)
        intro.setContentsMargins(GRID_PX, GRID_PX, GRID_PX, GRID_PX)
        inner = QWidget()
        inner.setObjectName("lessonInner")
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 0, GRID_PX)
        self._column.setSpacing(0)
        self._column.addWidget(intro)
        self._column.addStretch(1)
        self._scroll = scroll = QScrollArea()
        scroll.setObjectName("lessonScroll")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def show_lessons(self, titles: Sequence[LessonTitle]) -> None:
        """List ``titles``."""
        for card in self.cards:
            card.deleteLater()
        self.cards = [LessonCard(t.number, t.title, t.summary) for t in titles]
        for index, (card, title) in enumerate(zip(self.cards, titles, strict=True)):
            self._column.insertWidget(index + 1, card)
            card.clicked.connect(lambda _=False, name=title.name: self.lessonChosen.emit(name))
            card.stepped.connect(lambda step, index=index: self.focus_card(index + step))
        self._fit_cards(self.size())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the cards a little closer where all of them can be in sight then."""
        super().resizeEvent(event)
        self._fit_cards(event.size())

    def _fit_cards(self, room: QSize) -> None:
        width = room.width()
        free = room.height() - self._intro.heightForWidth(width) - GRID_PX
        fitting = [
            pad
            for pad in PADS_PX
            if sum(card.height_with(pad, width) for card in self.cards) <= free
        ]
        for card in self.cards:  # where none will do, one scrolls at ease
            card.set_pad(next(iter(fitting), PAD_PX))

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        for card in self.cards:
            card.set_theme(theme)

    def focus_card(self, index: int) -> None:
        """Put the keyboard on a card."""
        if self.cards:
            card = self.cards[min(max(index, 0), len(self.cards) - 1)]
            card.setFocus()
            self._scroll.ensureWidgetVisible(card, 0, 0)
