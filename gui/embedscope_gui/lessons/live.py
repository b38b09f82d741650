"""The live state that words and demonstrations are computed from."""

from embedscope.errors import EmbedscopeError
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope.session.text import TextResult
from embedscope_gui.controller import Controller
from embedscope_gui.export.subject import window_subject
from embedscope_gui.figures.subject import Subject


class Live:
    """The newest view of what ``controller`` shows, one and the same while nothing changes."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._key: tuple[object, ...] = ()
        self._view: LessonView | None = None

    @property
    def view(self) -> LessonView | None:
        """What the words are computed from; None while the text is being read."""
        session, text = self._controller.session, self._controller.results.text
        if text is None or not self._is_new(text):
            return None
        key = (text, session.selected, session.row, session.metric)
        if key != self._key or self._view is None:
            self._key = key
            row = None if session.selected is not None else session.row
            stats = self._controller.results.stats
            known = stats if stats is not None and len(stats.norm) == text.table.n_rows else None
            progress = Progress(stopped=lambda: self._key != key)  # nobody waits for old answers
            self._view = LessonView(
                text, session.selected, row, session.metric, known, progress=progress
            )
        return self._view

    def _is_new(self, text: TextResult) -> bool:
        session = self._controller.session
        read = (text.encoding.text, text.table, text.tokenizer)
        return read == (session.text, session.table, session.tokenizer)

    @property
    def subject(self) -> Subject | None:
        """What figures are drawn from; None while the colours' range is being found."""
        try:
            return window_subject(self._controller.session, self._controller.results)
        except EmbedscopeError:
            return None
