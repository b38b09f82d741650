"""Which words a trained table is said to hold alike, in the given text and in one's own."""

from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.training.result import alike_words, pair_reports
from embedscope.lessons.training.trainer import Trainer


def trained_on(text: str = "") -> Trainer:
    """Return what 200 steps made of ``text``, or of the given one."""
    trainer = Trainer(TrainingDemo(text))
    while trainer.n_steps < 200:
        trainer.step()
    return trainer


def test_all_pairs_of_the_given_text_are_used_alike_in_it() -> None:
    reports = pair_reports(trained_on())
    assert len(reports) == 5
    assert all(report.are_nearest for report in reports)


def test_pairs_count_in_a_text_of_ones_own_only_where_they_are_used_alike() -> None:
    assert pair_reports(trained_on("king queen king queen king queen")) == ()
    assert pair_reports(trained_on("the cat chased a dog\na dog saw the cat")) == ()
    alike = pair_reports(trained_on("the cat sits\nthe dog sits"))
    assert [(report.first, report.second) for report in alike] == [("cat", "dog")]


def test_two_that_point_away_from_each_other_are_not_alike() -> None:
    assert alike_words(trained_on("king queen king queen king queen")) == ()
