"""All states of a training run in bounded memory: some kept, those between computed again."""

from collections.abc import Callable

from embedscope.lessons.training.optimisers import TrainingState

MOST_BYTES = 64_000_000

Advance = Callable[[TrainingState], TrainingState]


class History:
    """Keeps every ``stride``-th state; ``stride`` doubles whenever they take too much memory.

    A step has nothing random in it, so that going on from a kept state gives the same numbers.
    """

    def __init__(
        self, start: TrainingState, advance: Advance, most_bytes: int = MOST_BYTES
    ) -> None:
        self._advance = advance
        self._most_bytes = most_bytes
        self._kept = {start.n_steps: start}
        self.stride = 1
        self.last = start

    def add(self, state: TrainingState) -> None:
        """Take in the state that follows the last one."""
        self.last = state
        if state.n_steps % self.stride:
            return
        self._kept[state.n_steps] = state
        while len(self._kept) > 2 and len(self._kept) * state.n_bytes > self._most_bytes:
            self.stride *= 2
            self._kept = {n: kept for n, kept in self._kept.items() if n % self.stride == 0}

    def at(self, n_steps: int) -> TrainingState:
        """Return the state after ``n_steps`` steps, from 0 to those of the last state."""
        if n_steps == self.last.n_steps:
            return self.last
        state = self._kept[n_steps // self.stride * self.stride]
        while state.n_steps < n_steps:
            state = self._advance(state)
        return state
