"""What the model expects after a word, as bars."""

from PySide6.QtCore import QRectF

from embedscope.lessons.training.point import TrainingPoint
from embedscope.lessons.training.result import asked_word, guesses
from embedscope.lessons.wording import percent
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import BODY_PX, text_width
from embedscope_gui.lessons.demos.sheet import bar, heading

HEAD, MOST_PITCH, BAR = 24.0, 30.0, 12.0
SHOWN = 5
MOST_NAME, SHARE = 96.0, 48.0


def paint_chances(canvas: Canvas, rect: QRectF, point: TrainingPoint, after: str) -> None:
    """Paint the words likeliest after ``after``, or after the first word of another text."""
    word = asked_word(point.trainer, after)
    heading(canvas, rect.x(), rect.y() + 12, f"After “{word}” comes", rect.width())
    found = guesses(point.trainer, word, SHOWN, point.n_steps)
    pitch = min((rect.height() - HEAD) / len(found), MOST_PITCH)
    wide = min(max(text_width(guess, BODY_PX) for guess, _ in found), MOST_NAME) + 8
    for number, (guess, chance) in enumerate(found):
        y = rect.y() + HEAD + (number + 0.5) * pitch
        canvas.text(rect.x(), y + 5, guess, Ink(BODY_PX), room=MOST_NAME)
        box = QRectF(rect.x() + wide, y - BAR / 2, rect.width() - wide - SHARE, BAR)
        canvas.box(box, canvas.theme.grid)
        bar(canvas, box, chance, canvas.theme.accent)
        canvas.text(rect.right(), y + 5, percent(chance), Ink(BODY_PX), "end")
