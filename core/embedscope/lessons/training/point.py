"""A training run as it is shown: the trainer, and after how many of its steps."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from embedscope.geometry.basis import Basis
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.projection import dims_basis, pca_basis
from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.training.optimisers import TrainingState
from embedscope.lessons.training.trainer import Trainer
from embedscope.tables.base import Floats

FEW_DIMS = 3


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

    def trail(self, most: int = 20) -> Floats:
        """Return the tables (k, V, D) of up to ``most`` steps before and at this one, in order."""
        first = max(0, self.n_steps - most + 1)
        states = (self.trainer.state_at(n) for n in range(first, self.n_steps + 1))
        return np.stack([state.weights.table for state in states]).astype(np.float32)

    def axes(self) -> Basis:
        """Return three axes to draw the rows on, the same at every step.

        The dims themselves where there are at most 3, else the principal components that the
        rows have after all steps of the settings.
        """
        n_dims = self.trainer.settings.n_dims
        if n_dims <= FEW_DIMS:
            return dims_basis(range(FEW_DIMS), n_dims)
        return pca_basis(fit_pca(finished_run(self.trainer.settings).state.weights.table, 3))


def finished_run(settings: TrainingDemo | None = None, n_steps: int | None = None) -> TrainingPoint:
    """Return the run of ``settings`` after all its steps, or after ``n_steps`` of them.

    Runs are kept: what is shown must not be trained further.
    """
    trainer = _run((settings or TrainingDemo()).run)
    done = trainer.n_steps
    return TrainingPoint(trainer, done if n_steps is None else min(n_steps, done))


@lru_cache(maxsize=4)
def _run(settings: TrainingDemo) -> Trainer:
    trainer = Trainer(settings)
    trainer.run()
    return trainer
