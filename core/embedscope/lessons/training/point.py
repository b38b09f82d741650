"""A training run as it is shown: the trainer, and after how many of its steps."""

from dataclasses import dataclass, replace
from functools import lru_cache

from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.training.optimisers import TrainingState
from embedscope.lessons.training.trainer import Trainer


@dataclass(frozen=True, eq=False)
class TrainingPoint:
    """``trainer`` after ``n_steps`` of the steps it has done."""

    trainer: Trainer
    n_steps: int

    @property
    def state(self) -> TrainingState:
        """The weights shown."""
        return self.trainer.state_at(self.n_steps)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the rows (V,)."""
        return self.trainer.corpus.words

    @property
    def loss(self) -> float:
        """The loss over the text."""
        return self.trainer.losses[self.n_steps]

    @property
    def first_loss(self) -> float:
        """The loss over the text before any step."""
        return self.trainer.losses[0]


def finished_run(settings: TrainingDemo | None = None, n_steps: int | None = None) -> TrainingPoint:
    """Return the run of ``settings`` after all its steps, or after ``n_steps`` of them.

    Runs are kept: what is shown must not be trained further.
    """
    trainer = _run(replace(settings or TrainingDemo(), shown=0))
    return TrainingPoint(trainer, trainer.n_steps if n_steps is None else n_steps)


@lru_cache(maxsize=4)
def _run(settings: TrainingDemo) -> Trainer:
    trainer = Trainer(settings)
    trainer.run()
    return trainer
