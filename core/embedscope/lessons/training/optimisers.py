"""How weights follow their gradient: plain steps downhill, or Adam's evened ones."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from embedscope.lessons.demos import OptimiserName
from embedscope.lessons.training.model import Gradient, Numbers, Weights

_KEEP_MEAN, _KEEP_SQUARE, _FLOOR = 0.9, 0.999, 1e-8  # Adam's usual settings


@dataclass(frozen=True, eq=False)
class Memory:
    """What Adam remembers of one matrix: running means of its gradient and of the squares."""

    mean: Numbers
    square: Numbers


@dataclass(frozen=True, eq=False)
class TrainingState:
    """The weights after ``n_steps`` steps; Adam also has its memory of table and output."""

    n_steps: int
    weights: Weights
    memory: tuple[Memory, Memory] | None = None

    @property
    def n_bytes(self) -> int:
        """Bytes of all arrays."""
        arrays = [self.weights.table, self.weights.output]
        for memory in self.memory or ():
            arrays += [memory.mean, memory.square]
        return sum(array.nbytes for array in arrays)


def sgd_step(state: TrainingState, gradient: Gradient, rate: float) -> TrainingState:
    """Return the state after w -= rate * gradient; rows without a gradient stay as they are."""
    old = state.weights
    weights = Weights(old.table - rate * gradient.table, old.output - rate * gradient.output)
    return TrainingState(state.n_steps + 1, weights)


def adam_step(state: TrainingState, gradient: Gradient, rate: float) -> TrainingState:
    """Return the state after a step of Adam (Kingma and Ba 2015, arXiv 1412.6980, algorithm 1)."""
    old, n_steps = state.weights, state.n_steps + 1
    first, second = state.memory or (_no_memory(old.table), _no_memory(old.output))
    table, first = _adam(old.table, gradient.table, first, rate, n_steps)
    output, second = _adam(old.output, gradient.output, second, rate, n_steps)
    return TrainingState(n_steps, Weights(table, output), (first, second))


def _no_memory(matrix: Numbers) -> Memory:
    return Memory(np.zeros_like(matrix), np.zeros_like(matrix))


def _adam(
    matrix: Numbers, gradient: Numbers, memory: Memory, rate: float, n_steps: int
) -> tuple[Numbers, Memory]:
    mean = _KEEP_MEAN * memory.mean + (1 - _KEEP_MEAN) * gradient
    square = _KEEP_SQUARE * memory.square + (1 - _KEEP_SQUARE) * gradient * gradient
    size = np.sqrt(square / (1 - _KEEP_SQUARE**n_steps)) + _FLOOR
    return matrix - rate / (1 - _KEEP_MEAN**n_steps) * mean / size, Memory(mean, square)


Optimiser = Callable[[TrainingState, Gradient, float], TrainingState]
OPTIMISERS: Mapping[OptimiserName, Optimiser] = {"sgd": sgd_step, "adam": adam_step}
