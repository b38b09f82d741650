"""What stays the same while a table is trained: axes, their ranges, and the colours' range."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.basis import Basis
from embedscope.geometry.projection import dims_basis
from embedscope.heatmap.levels import Levels
from embedscope.lessons.training.point import TrainingPoint
from embedscope.lessons.training.trainer import Trainer
from embedscope.tables.base import Floats

ROOM = 0.08  # around the points, a share of their range
LOOKED_AT = 24  # states between start and end that ranges are found from


@dataclass(frozen=True, eq=False)
class TrainingFrame:
    """``low`` and ``high`` (3,) hold all rows on ``basis`` from the first to the last step."""

    basis: Basis
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    levels: Levels
    most_loss: float

    def on_axes(self, table: Floats) -> Floats:
        """Return the rows (V, D) on three axes (V, 3)."""
        return self.basis.transform(np.ascontiguousarray(table, np.float32))


def find_frame(finished: TrainingPoint) -> TrainingFrame:
    """Return the frame of a run that is done with all its steps."""
    return _frame(finished.trainer, finished.axes())


def first_frame(trainer: Trainer) -> TrainingFrame:
    """Return what can be known before a run is done: its first dims, with twice their range."""
    frame = _frame(trainer, dims_basis(range(3), trainer.settings.n_dims))
    middle, half = (frame.low + frame.high) / 2, frame.high - frame.low
    largest = 1.5 * frame.levels.high
    levels = Levels(-largest, largest)
    return TrainingFrame(frame.basis, middle - half, middle + half, levels, frame.most_loss)


def _frame(trainer: Trainer, basis: Basis) -> TrainingFrame:
    steps = np.unique(np.linspace(0, trainer.n_steps, LOOKED_AT).astype(int)).tolist()
    tables = [trainer.state_at(step).weights.table.astype(np.float32) for step in steps]
    points = np.concatenate([basis.transform(table) for table in tables]).astype(np.float64)
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.maximum((high - low) * ROOM, 1e-6)
    largest = max(float(np.abs(table).max()) for table in tables) or 1.0
    most = max(trainer.losses)
    return TrainingFrame(basis, low - room, high + room, Levels(-largest, largest), most)
