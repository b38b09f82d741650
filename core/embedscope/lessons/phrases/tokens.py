"""Words about the tokens of the text and their ids."""

from embedscope.lessons.phrases.registry import PHRASE
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import counted, listed

NOTHING_TYPED = "nothing yet (the text is empty)"


@PHRASE.plain
def n_tokens(view: LessonView) -> str:
    """Return "4 tokens"."""
    return counted(len(view.ids), "token")


@PHRASE.plain
def tokens(view: LessonView) -> str:
    """Return the tokens in quotation marks, or that there are none."""
    labels = [view.label(position) for position in range(min(len(view.ids), 9))]
    return _cut(labels, len(view.ids))


@PHRASE.plain
def ids(view: LessonView) -> str:
    """Return "15496, 11, 995, 0"; a word without an id is "no id"."""
    shown = [_id(view, position) for position in range(min(len(view.ids), 9))]
    return _cut(shown, len(view.ids))


@PHRASE.plain
def chosen(view: LessonView) -> str:
    """Return the chosen token."""
    return "no token" if view.position is None else view.label(view.position)


@PHRASE.plain
def chosen_id(view: LessonView) -> str:
    """Return the id of the chosen token."""
    return "no id" if view.position is None else _id(view, view.position)


def _id(view: LessonView, position: int) -> str:
    return str(view.ids[position]) if view.is_known(position) else "no id"


def _cut(shown: list[str], total: int) -> str:
    """Return the list; of more than it may hold, the last place tells how many are left out."""
    if not shown:
        return NOTHING_TYPED
    return listed(shown + [""] * (total - len(shown)))
