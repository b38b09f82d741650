"""Words about the training run that is shown, or the finished run on the given text."""

import numpy as np

from embedscope.lessons.phrases.registry import PHRASE
from embedscope.lessons.training.point import TrainingPoint, finished_run
from embedscope.lessons.training.result import alike_words, asked_word, guesses, pair_reports
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import and_last, counted, in_columns, listed, percent, score


def _point(view: LessonView) -> TrainingPoint:
    return view.training or finished_run()


def _steps(point: TrainingPoint) -> str:
    return counted(point.n_steps, "step")


@PHRASE.plain
def training_size(view: LessonView) -> str:
    """Return "16 words, 3 numbers each"."""
    point = _point(view)
    n_dims = point.trainer.settings.n_dims
    return f"{counted(len(point.words), 'word')}, {counted(n_dims, 'number')} each"


@PHRASE.plain
def training_text(view: LessonView) -> str:
    """Return the first lines of the text that is learnt from."""
    trainer = _point(view).trainer
    count = len(trainer.corpus.batches)
    lines = [" ".join(trainer.line(number)) for number in range(1, min(count, 4) + 1)]
    return "\n".join([*lines, f"… {counted(count - 4, 'more line')}"] if count > 4 else lines)


@PHRASE.plain
def loss_sentence(view: LessonView) -> str:
    """Say where the loss began, where it is and how low it can go, as a whole sentence."""
    point = _point(view)
    least = f"{point.trainer.corpus.least_loss:.2f}"
    if point.trainer.fault and point.n_steps == point.trainer.n_steps:
        return point.trainer.fault
    if not point.n_steps:
        return f"Before the first step the loss is {point.loss:.2f}; the best possible is {least}."
    return (
        f"After {_steps(point)} the loss has gone from {point.first_loss:.2f} "
        f"to {point.loss:.2f}; the best possible is {least}."
    )


@PHRASE.plain
def why_not_zero_sentence(view: LessonView) -> str:
    """Say why the loss ends above 0, or that it need not."""
    if _point(view).trainer.corpus.least_loss > 0:
        return "It cannot reach 0 where several words may follow the same one."
    return "It can come close to 0, as here the next word is always certain."


@PHRASE.with_text()
def guess_sentence(view: LessonView, word: str) -> str:
    """Say what the model expects after ``word``, or after the first word of another text."""
    point = _point(view)
    asked = asked_word(point.trainer, word)
    found = guesses(point.trainer, asked, 3, point.n_steps)
    named = and_last([f"“{guess}” ({percent(chance)})" for guess, chance in found])
    return f"After “{asked}” it now expects {named}."


@PHRASE.plain
def line_sentence(view: LessonView) -> str:
    """Tell the line that the step shown has learnt from (or the first) and its rows."""
    point = _point(view)
    number = max(point.n_steps, 1)
    line = " ".join(point.trainer.line(number))
    touched = point.trainer.touched(number)
    words = [f"“{point.words[row]}”" for row in touched[:8].tolist()]
    rows = "the row" if len(touched) == 1 else "the rows"
    moved = f"moves only {rows} it looks up: {_named(words, len(touched))}"
    return f"Step {number} reads “{line}” and {moved}."


def _named(words: list[str], total: int) -> str:
    return listed(words, total) if total > len(words) else and_last(words)


@PHRASE.plain
def pair_lines(view: LessonView) -> str:
    """Return the cosines of words used alike, at the start and now, one pair a line."""
    point = _point(view)
    pairs = None
    reports = pair_reports(point.trainer, point.n_steps)
    if not reports:
        pairs = alike_words(point.trainer, point.n_steps)[:5]
        reports = pair_reports(point.trainer, point.n_steps, pairs)
    head = ("", "cosine at first", "now", "nearest")
    lines = [
        (
            f"{one.first} – {one.second}",
            score(one.cosine_at_start),
            score(one.cosine),
            "yes" if one.are_nearest else "no",
        )
        for one in reports
    ]
    return in_columns([head, *lines], right=(1, 2))


@PHRASE.plain
def nearest_pairs_sentence(view: LessonView) -> str:
    """Say how many of the words used alike are each other's nearest row now."""
    point = _point(view)
    reports = pair_reports(point.trainer, point.n_steps)
    if not reports:
        pairs = alike_words(point.trainer, point.n_steps)
        named = [f"“{one}” and “{two}”" for one, two in pairs[:3]]
        return f"Nearest to each other are now {', '.join(named)}." if named else "No two are near."
    count = sum(report.are_nearest for report in reports)
    steps = _steps(point)
    verb = "is" if count == 1 else "are"
    if len(reports) == 1:
        is_near = "is" if count else "is not"
        return f"After {steps}, the one pair of words used alike {is_near} nearest to each other."
    of_all = f"all {count}" if count == len(reports) else f"{count} of {len(reports)}"
    return f"After {steps}, {of_all} pairs of words used alike {verb} nearest to each other."


@PHRASE.plain
def alike_sentence(view: LessonView) -> str:
    """Say why two words lie together: name a pair and the words that follow both."""
    point = _point(view)
    corpus = point.trainer.corpus
    found = [(report.first, report.second) for report in pair_reports(point.trainer, point.n_steps)]
    for one, two in found or alike_words(point.trainer, point.n_steps):
        after_one, after_two = (corpus.followers(word) for word in (one, two))
        if after_one and after_one == after_two:
            same = and_last([f"“{word}”" for word in after_one[:3]])
            same += "" if len(after_one) <= 3 else " and others"
            return (
                f"After “{one}” and “{two}” come the same words, {same}, so similar rows suit both."
            )
    return "Words with similar rows get similar guesses."


@PHRASE.plain
def untouched_sentence(view: LessonView) -> str:
    """Name the words whose rows were never looked up, and say whether these have moved."""
    point = _point(view)
    rows = point.trainer.never_touched()
    if not len(rows):
        return "In this text every word is followed by another, so every row is looked up."
    words = _named([f"“{point.words[row]}”" for row in rows[:8].tolist()], len(rows))
    start, now = point.trainer.state_at(0).weights.table, point.state.weights.table
    moved = float(np.abs(now[rows] - start[rows]).max())
    which = "its row" if len(rows) == 1 else "their rows"
    ends = "only ends lines, so it is" if len(rows) == 1 else "only end lines, so they are"
    holds = "holds" if len(rows) == 1 else "hold"
    state = f"still {holds} the random numbers of the start" if moved == 0 else f"moved by {moved}"
    return f"{words} {ends} never looked up: {which} {state}."
