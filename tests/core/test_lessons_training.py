"""Training a small table: against PyTorch's losses, finite differences, and itself."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.errors import Cancelled, EmbedscopeError
from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.training.corpus import Batch, given_text, read_corpus
from embedscope.lessons.training.history import History
from embedscope.lessons.training.model import (
    Weights,
    chances,
    gradient_of,
    loss_of,
    seeded_weights,
)
from embedscope.lessons.training.optimisers import TrainingState, adam_step, sgd_step
from embedscope.lessons.training.point import TrainingPoint, finished_run
from embedscope.lessons.training.result import (
    alike_words,
    guesses,
    pair_reports,
    trained_table,
)
from embedscope.lessons.training.trainer import RAN_AWAY, Trainer
from embedscope.presets import PRESETS
from embedscope.progress import Progress

BOOK = Batch(np.array([2, 3, 5, 1]), np.array([3, 5, 1, 0]))


def own_text(n_words: int, n_lines: int = 40) -> str:
    rng = np.random.default_rng(5)
    names = [f"w{number:02}" for number in range(n_words)]
    lines = [names, *(rng.choice(names, 8).tolist() for _ in range(n_lines))]
    return "\n".join(" ".join(line) for line in lines)


# The model.


def test_three_steps_give_the_losses_of_pytorch() -> None:
    state = TrainingState(0, seeded_weights(6, 3, 123))
    losses = []
    for _ in range(3):
        gradient = gradient_of(state.weights, BOOK)
        losses.append(gradient.loss)
        state = sgd_step(state, gradient, 0.1)
    recorded = [1.610966682434082, 1.5178794860839844, 1.434870958328247]
    np.testing.assert_allclose(losses, recorded, rtol=0, atol=2.5e-7)


def test_the_start_is_that_of_the_book_s_layer() -> None:
    np.testing.assert_array_equal(
        seeded_weights(6, 3, 123).table, PRESETS["book-6x3"].make().rows(range(6))
    )


@pytest.mark.parametrize("seed", range(3))
def test_gradients_agree_with_finite_differences(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = Weights(rng.normal(size=(6, 3)), rng.normal(size=(6, 3)))
    batch = Batch(rng.integers(0, 6, 9), rng.integers(0, 6, 9))
    gradient = gradient_of(weights, batch)
    assert gradient.loss == loss_of(weights, batch)
    step = 1e-6
    for name in ("table", "output"):
        for place in np.ndindex(6, 3):
            more, less = getattr(weights, name).copy(), getattr(weights, name).copy()
            more[place] += step
            less[place] -= step
            rise = loss_of(replace(weights, **{name: more}), batch)
            fall = loss_of(replace(weights, **{name: less}), batch)
            slope = (rise - fall) / (2 * step)
            assert getattr(gradient, name)[place] == pytest.approx(slope, abs=1e-8)


def test_rows_that_were_not_looked_up_get_no_gradient() -> None:
    gradient = gradient_of(seeded_weights(6, 3, 123), BOOK)
    assert gradient.table.any(axis=1).tolist() == [False, True, True, True, False, True]
    assert gradient.table.dtype == np.float32


def test_chances_add_up_and_survive_large_numbers() -> None:
    weights = Weights(np.array([[1.0, 0.0]]), np.array([[800.0, 0], [800.0, 0], [-900.0, 0]]))
    np.testing.assert_allclose(chances(weights, 0), [0.5, 0.5, 0.0], atol=1e-12)
    assert loss_of(weights, Batch(np.array([0]), np.array([1]))) == pytest.approx(np.log(2))


@pytest.mark.parametrize("rate", [0.001, 0.1])
def test_adam_moves_by_its_rate_while_the_gradient_stays(rate: float) -> None:
    start = Weights(np.zeros((2, 3)), np.zeros((2, 3)))
    slope = np.array([[5.0, -0.01, 3e-4], [1, -1, 2]])
    gradient = gradient_of(start, Batch(np.array([0]), np.array([1])))
    gradient = replace(gradient, table=slope, output=-slope)
    state = TrainingState(0, start)
    for number in range(1, 6):
        state = adam_step(state, gradient, rate)
        np.testing.assert_allclose(state.weights.table, -number * rate * np.sign(slope), rtol=1e-3)
        np.testing.assert_allclose(state.weights.output, number * rate * np.sign(slope), rtol=1e-3)


def test_adam_agrees_with_the_algorithm_written_out_for_one_number() -> None:
    slopes = [0.5, -1.25, 2.0, 0.0, -0.125]
    mean = square = value = 0.0
    state = TrainingState(0, Weights(np.zeros((1, 1)), np.zeros((1, 1))))
    for count, slope in enumerate(slopes, 1):
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        value -= 0.05 * (mean / (1 - 0.9**count)) / ((square / (1 - 0.999**count)) ** 0.5 + 1e-8)
        matrix = np.array([[slope]])
        gradient = gradient_of(state.weights, Batch(np.array([0]), np.array([0])))
        state = adam_step(state, replace(gradient, table=matrix, output=matrix), 0.05)
        assert state.weights.table[0, 0] == pytest.approx(value, rel=1e-12)


# The text.


def test_a_corpus_numbers_words_by_the_alphabet_and_pairs_neighbours_by_line() -> None:
    corpus = read_corpus("The fox, the Dog\n\n  fox!\ndog fox")
    assert corpus.words == ("!", ",", "dog", "fox", "the")
    pairs = [(batch.inputs.tolist(), batch.targets.tolist()) for batch in corpus.batches]
    assert pairs == [([4, 3, 1, 4], [3, 1, 4, 2]), ([3], [0]), ([2], [3])]
    assert (corpus.n_pairs, corpus.notes) == (6, ())
    assert corpus.batch(4) is corpus.batches[1]


def test_the_best_guesses_are_the_frequencies() -> None:
    corpus = read_corpus("a b\na b\na c")
    expected = -(2 * np.log(2 / 3) + np.log(1 / 3)) / 3
    assert corpus.least_loss == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", " \n\t", "one", "one\ntwo", "same same same", "🙂"])
def test_texts_too_short_to_learn_from_are_refused(text: str) -> None:
    with pytest.raises(EmbedscopeError, match="two different words"):
        read_corpus(text)


def test_long_texts_are_shortened_and_it_is_said() -> None:
    text = "\n".join(" ".join(f"w{line}x{n}" for n in range(10)) for line in range(300))
    corpus = read_corpus(text)
    assert len(corpus.words) == 500
    assert corpus.notes == (
        "Only the first 2,000 words are used.",
        "1,500 rare words are left out.",
    )
    assert max(map(len, corpus.batches)) <= 16


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        corpus = read_corpus(text)
    except EmbedscopeError:
        return
    every = corpus.all_pairs()
    assert max(every.inputs.max(), every.targets.max()) < len(corpus.words)
    assert corpus.words == tuple(sorted(set(corpus.words)))


# The run.


def test_the_given_text_is_learned_the_same_on_every_run() -> None:
    first, second = Trainer(), Trainer()
    first.run()
    second.run()
    assert first.losses == second.losses
    np.testing.assert_array_equal(first.state.weights.table, second.state.weights.table)
    assert first.n_steps == 200
    assert first.losses[0] == pytest.approx(2.98138642, abs=1e-5)
    assert first.losses[-1] == pytest.approx(0.98829621, abs=1e-3)
    assert first.corpus.least_loss < first.losses[-1]


def test_words_used_alike_become_nearest_neighbours() -> None:
    trainer = finished_run().trainer
    reports = pair_reports(trainer)
    assert [(one.first, one.second) for one in reports] == list(given_text().pairs)
    assert all(report.are_nearest for report in reports)
    assert min(report.cosine for report in reports) > 0.95
    assert not any(report.are_nearest for report in pair_reports(trainer, 0))
    assert set(given_text().pairs) <= {
        pair for one, two in alike_words(trainer) for pair in ((one, two), (two, one))
    }


def test_the_nearest_neighbours_are_nearest_by_a_margin() -> None:
    table, words = finished_run().state.weights.table, finished_run().words
    units = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosines = units @ units.T
    for pair in given_text().pairs:
        one, two = (words.index(word) for word in pair)
        for row, other in ((one, two), (two, one)):
            rest = np.delete(cosines[row], [row, other])
            assert cosines[row, other] > rest.max() + 0.1


def test_the_model_knows_what_follows() -> None:
    trainer = finished_run().trainer
    after_cat = dict(guesses(trainer, "cat"))
    assert set(list(after_cat)[:2]) == {"sits", "sleeps"}
    assert after_cat["sits"] + after_cat["sleeps"] > 0.9
    assert sum(chance for _, chance in guesses(trainer, "the", 16)) == pytest.approx(1)


def test_only_rows_looked_up_in_a_step_move() -> None:
    trainer = Trainer()
    for number in range(1, 30):
        before = trainer.state.weights.table
        report = trainer.step()
        assert report is not None
        moved = np.flatnonzero((trainer.state.weights.table != before).any(axis=1))
        assert report.number == number
        assert moved.tolist() == report.touched.tolist() == trainer.touched(number).tolist()
        words = [trainer.corpus.words[row] for row in report.touched]
        assert words == sorted(set(trainer.line(number)[:-1]))


def test_words_that_end_lines_keep_their_first_numbers() -> None:
    trainer = finished_run().trainer
    rows = trainer.never_touched()
    assert [trainer.corpus.words[row] for row in rows] == ["bed", "book", "letter", "mat"]
    np.testing.assert_array_equal(
        trainer.state.weights.table[rows], trainer.state_at(0).weights.table[rows]
    )


@pytest.mark.parametrize("optimiser", ["sgd", "adam"])
def test_fifty_words_of_sixteen_dims_are_learned(optimiser) -> None:
    rate = 1.0 if optimiser == "sgd" else 0.05
    trainer = Trainer(TrainingDemo(own_text(50), 16, optimiser, rate))
    trainer.run()
    assert trainer.state.weights.table.shape == (50, 16)
    assert trainer.n_steps == 200
    assert trainer.losses[-1] < 0.8 * trainer.losses[0]


def test_any_state_can_be_brought_back() -> None:
    trainer = Trainer()
    kept = [trainer.state.weights.table]
    while trainer.n_steps < 40:
        trainer.step()
        kept.append(trainer.state.weights.table)
    for n_steps in (40, 0, 17, 39, 1):
        np.testing.assert_array_equal(trainer.state_at(n_steps).weights.table, kept[n_steps])
    assert trainer.state_at(99).n_steps == 40
    assert trainer.state_at(-1).n_steps == 0
    assert trainer.n_steps == 40


@pytest.mark.parametrize("optimiser", ["sgd", "adam"])
def test_a_history_in_little_memory_gives_the_same_bits(optimiser) -> None:
    trainer = Trainer(TrainingDemo(optimiser=optimiser, learning_rate=0.1))
    start = trainer.state
    history = History(start, trainer._after, most_bytes=12 * trainer._after(start).n_bytes)
    for _ in range(70):
        trainer.step()
        history.add(trainer.state)
    assert history.stride == 8
    for n_steps in range(71):
        one, two = history.at(n_steps), trainer.state_at(n_steps)
        np.testing.assert_array_equal(one.weights.table, two.weights.table)
        np.testing.assert_array_equal(one.weights.output, two.weights.output)


@pytest.mark.parametrize("rate", [1e4, 1e30, 3e38])
def test_numbers_that_run_away_end_the_run_with_a_sentence(rate: float) -> None:
    trainer = Trainer(TrainingDemo(learning_rate=rate))
    trainer.run()
    assert trainer.fault == RAN_AWAY
    assert trainer.step() is None
    assert not trainer.can_step
    assert np.isfinite(trainer.losses).all()
    assert len(trainer.losses) == trainer.n_steps + 1


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (TrainingDemo(n_dims=0), "Train 1 to 64 dims, not 0"),
        (TrainingDemo(n_dims=65), "Train 1 to 64 dims"),
        (TrainingDemo(n_steps=-1), "Train 0 to 10,000 steps, not -1"),
        (TrainingDemo(learning_rate=0), "larger than 0, not 0"),
        (TrainingDemo(learning_rate=float("nan")), "larger than 0"),
        (TrainingDemo(seed=2**64), "out of range"),
        (TrainingDemo(text="hm"), "two different words"),
    ],
)
def test_settings_that_cannot_be_trained_with(settings: TrainingDemo, said: str) -> None:
    with pytest.raises(EmbedscopeError, match=said.replace("*", r"\*")):
        Trainer(settings)


def test_a_run_stops_at_once_when_asked() -> None:
    trainer = Trainer()
    with pytest.raises(Cancelled):
        trainer.run(progress=Progress(stopped=lambda: trainer.n_steps >= 5))
    assert trainer.n_steps == 5


# What is shown of a run.


def test_a_point_shows_a_moment_of_a_run() -> None:
    point = finished_run(None, 30)
    trail = point.trail(4)
    assert trail.shape == (4, 16, 3)
    np.testing.assert_array_equal(trail[-1], point.state.weights.table)
    np.testing.assert_array_equal(trail[0], point.trainer.state_at(27).weights.table)
    assert len(finished_run(None, 1).trail(9)) == 2
    assert finished_run(None, 999).n_steps == 200
    assert point.loss == point.trainer.losses[30]
    assert point.axes().titles == ("dim 0", "dim 1", "dim 2")


def test_wide_tables_are_drawn_on_axes_that_stay() -> None:
    settings = TrainingDemo(n_dims=8, n_steps=60)
    trainer = Trainer(settings)
    early = TrainingPoint(trainer, 0).axes()
    trainer.run()
    late = TrainingPoint(trainer, 60).axes()
    np.testing.assert_array_equal(early.matrix, late.matrix)
    assert late.titles[0].startswith("PC 1 (")


def test_the_trained_table_reads_its_own_text() -> None:
    trainer = finished_run().trainer
    table = trained_table(trainer)
    assert (table.shape, table.name, table.dtype) == ((16, 3), "trained 16 words", "f32")
    tokenizer = table.tokenizer
    assert tokenizer is not None
    assert not isinstance(tokenizer, str)
    encoding = tokenizer.encode("The cat sits on the mat")  # type: ignore[union-attr]
    assert [trainer.corpus.words[row] for row in encoding.ids] == list(trainer.line(1))
    np.testing.assert_array_equal(table.rows(range(16)), trainer.state.weights.table)
    assert trained_table(trainer, 0).rows([2]).tolist() != table.rows([3]).tolist()


def test_followers_are_the_different_words_that_come_next() -> None:
    corpus = read_corpus("the cat sits\nthe dog sits\nthe cat sleeps")
    assert corpus.followers("the") == ("cat", "dog")
    assert corpus.followers("cat") == ("sits", "sleeps")
    assert corpus.followers("sits") == ()


def test_the_run_is_the_same_however_it_is_shown() -> None:
    shown = TrainingDemo(seed=7, shown=20, beside="loss", after="dog")
    assert shown.run == TrainingDemo(seed=7)
    assert finished_run(shown).trainer is finished_run(TrainingDemo(seed=7)).trainer
