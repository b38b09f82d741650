"""A table trained step by step, with everything needed to show and scrub it."""

import math
from dataclasses import dataclass

import numpy as np

from embedscope.errors import EmbedscopeError
from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.training.corpus import Batch, Corpus, given_text, read_corpus
from embedscope.lessons.training.history import History
from embedscope.lessons.training.model import gradient_of, loss_of, seeded_weights
from embedscope.lessons.training.optimisers import OPTIMISERS, TrainingState
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Ints

MOST_DIMS = 64
MOST_STEPS = 10_000
_JUDGED_PAIRS = 512  # of the whole text, evenly spread, for the loss curve

RAN_AWAY = (
    "The steps are too large: the numbers have run away. Start again with a smaller learning rate."
)


@dataclass(frozen=True, eq=False)
class StepReport:
    """What step ``number`` (from 1) did: ``loss`` of its line before it, rows ``touched`` (m,)."""

    number: int
    loss: float
    touched: Ints


class Trainer:
    """Trains a table (V, D) on a text, one line a step, always the same for the same settings.

    ``losses[n]`` is the loss over the text after n steps. EmbedscopeError for settings or a text
    that cannot be trained with.
    """

    def __init__(self, settings: TrainingDemo | None = None) -> None:
        self.settings = settings or TrainingDemo()
        _check(self.settings)
        self.corpus: Corpus = read_corpus(self.settings.text or given_text().text)
        self._judged = _spread(self.corpus.all_pairs())
        weights = seeded_weights(len(self.corpus.words), self.settings.n_dims, self.settings.seed)
        start = TrainingState(0, weights)
        self._history = History(start, self._after)
        self.losses: list[float] = [loss_of(weights, self._judged)]
        self.fault = ""  # why there are no more steps

    @property
    def n_steps(self) -> int:
        """How many steps are done."""
        return self._history.last.n_steps

    @property
    def state(self) -> TrainingState:
        """The newest state."""
        return self._history.last

    @property
    def can_step(self) -> bool:
        """Tell whether there are steps left."""
        return not self.fault and self.n_steps < MOST_STEPS

    def step(self) -> StepReport | None:
        """Do one step and say what it did; None (and ``fault``) if the numbers have run away."""
        if not self.can_step:
            return None
        state = self.state
        with np.errstate(all="ignore"):  # numbers that run away are found by their loss
            loss = loss_of(state.weights, self._batch(state.n_steps))
            after = self._after(state)
            judged = loss_of(after.weights, self._judged)
        if not math.isfinite(judged):
            self.fault = RAN_AWAY
            return None
        self._history.add(after)
        self.losses.append(judged)
        return StepReport(after.n_steps, loss, self.touched(after.n_steps))

    def run(self, n_steps: int | None = None, progress: Progress = SILENT) -> None:
        """Do ``n_steps`` more steps (None: those of the settings), fewer if numbers run away."""
        wanted = self.settings.n_steps if n_steps is None else n_steps
        for done in range(wanted):
            progress.step(done / wanted, "training")
            if self.step() is None:
                return

    def state_at(self, n_steps: int) -> TrainingState:
        """Return the state after ``n_steps`` steps, 0 to those done, bit for bit as it was."""
        return self._history.at(min(max(n_steps, 0), self.n_steps))

    def touched(self, number: int) -> Ints:
        """Return the rows (m,) that step ``number`` (from 1) looked up, ascending."""
        return np.unique(self._batch(number - 1).inputs)

    def never_touched(self) -> Ints:
        """Return the rows that no line looks up."""
        looked_up = self.corpus.all_pairs().inputs
        return np.setdiff1d(np.arange(len(self.corpus.words)), looked_up)

    def line(self, number: int) -> tuple[str, ...]:
        """Return the words that step ``number`` (from 1) learns from, in order."""
        batch = self._batch(number - 1)
        ids = [*batch.inputs.tolist(), *batch.targets[-1:].tolist()]
        return tuple(self.corpus.words[word] for word in ids)

    def _batch(self, step: int) -> Batch:
        return self.corpus.batch(step)

    def _after(self, state: TrainingState) -> TrainingState:
        gradient = gradient_of(state.weights, self._batch(state.n_steps))
        return OPTIMISERS[self.settings.optimiser](state, gradient, self.settings.learning_rate)


def _check(settings: TrainingDemo) -> None:
    if not 1 <= settings.n_dims <= MOST_DIMS:
        raise EmbedscopeError(f"Train 1 to {MOST_DIMS} dims, not {settings.n_dims}.")
    if not 0 <= settings.n_steps <= MOST_STEPS:
        raise EmbedscopeError(f"Train 0 to {MOST_STEPS:,} steps, not {settings.n_steps:,}.")
    if not (math.isfinite(settings.learning_rate) and settings.learning_rate > 0):
        raise EmbedscopeError(f"A learning rate is larger than 0, not {settings.learning_rate}.")


def _spread(pairs: Batch) -> Batch:
    """Return at most _JUDGED_PAIRS of ``pairs``, evenly spread."""
    if len(pairs) <= _JUDGED_PAIRS:
        return pairs
    places = np.linspace(0, len(pairs) - 1, _JUDGED_PAIRS).astype(np.int64)
    return Batch(pairs.inputs[places], pairs.targets[places])
