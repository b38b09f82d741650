"""A small text as numbered words, and the pairs (word, next word) that a model learns from."""

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

import numpy as np

from embedscope.assets import read_asset
from embedscope.errors import EmbedscopeError
from embedscope.tables.base import Ints
from embedscope.tokenizers.base import NO_ID

MOST_WORDS = 2_000
MOST_ROWS = 500
_LINE_WORDS = 16  # a longer line is learnt from in several steps
_PART = re.compile(r"\w+(?:['’\-]\w+)*|[^\w\s]+")


@dataclass(frozen=True, eq=False)
class Batch:
    """The pairs of one step: from each of ``inputs`` (n,) the model guesses ``targets`` (n,)."""

    inputs: Ints
    targets: Ints

    def __len__(self) -> int:
        return len(self.inputs)


@dataclass(frozen=True, eq=False)
class Corpus:
    """``words`` (V,) in alphabetical order, so that word i has id i; ``batches``: one a line.

    ``notes`` says what was left out of a text that is too long.
    """

    words: tuple[str, ...]
    batches: tuple[Batch, ...]
    notes: tuple[str, ...] = ()

    @property
    def n_pairs(self) -> int:
        """How many pairs (word, next word) there are."""
        return sum(map(len, self.batches))

    @cached_property
    def least_loss(self) -> float:
        """The loss of the best guesses from one word: each next word as often as in the text.

        The conditional entropy of the next word, in nats (Shannon 1948, section 6).
        """
        pairs = self.all_pairs()
        codes = pairs.inputs * len(self.words) + pairs.targets
        _, back, counts = np.unique(codes, return_inverse=True, return_counts=True)
        chances = counts[back] / np.bincount(pairs.inputs)[pairs.inputs]
        return float(np.log(1 / chances).mean())  # 0 where all are certain, never -0

    def followers(self, word: str) -> tuple[str, ...]:
        """Return the different words that follow ``word``, in alphabetical order."""
        pairs = self.all_pairs()
        after = np.unique(pairs.targets[pairs.inputs == self.words.index(word)])
        return tuple(self.words[number] for number in after.tolist())

    def batch(self, step: int) -> Batch:
        """Return the pairs of step ``step`` (from 0): the lines in turn, again and again."""
        return self.batches[step % len(self.batches)]

    def all_pairs(self) -> Batch:
        """Return the pairs of the whole text."""
        return Batch(
            np.concatenate([batch.inputs for batch in self.batches]),
            np.concatenate([batch.targets for batch in self.batches]),
        )


@dataclass(frozen=True)
class GivenText:
    """The text that comes with the lessons, and ``pairs`` of words that are used alike in it."""

    text: str
    pairs: tuple[tuple[str, str], ...]


@cache
def given_text() -> GivenText:
    """Return the text to train on where the learner has typed none."""
    data = tomllib.loads(read_asset("lessons", "data", "training.toml").decode())
    return GivenText(data["text"], tuple((first, second) for first, second in data["pairs"]))


def read_corpus(text: str) -> Corpus:
    """Return the corpus of ``text``: words in small letters and marks; EmbedscopeError if tiny.

    Texts past MOST_WORDS words are cut; words beyond the MOST_ROWS most frequent are left out.
    """
    lines = [[word.lower() for word in _PART.findall(line)] for line in text.splitlines()]
    lines, notes = _shortened([line for line in lines if line])
    kept = _kept_words(lines)
    n_left_out = len({word for line in lines for word in line}) - len(kept)
    if n_left_out:
        notes = (*notes, f"{n_left_out:,} rare words are left out.")
    words = tuple(sorted(kept))
    batches = _batches(lines, {word: number for number, word in enumerate(words)})
    if len(words) < 2 or not batches:
        raise EmbedscopeError("To learn from, a text needs a line of two different words or more.")
    return Corpus(words, batches, notes)


def _shortened(lines: Sequence[list[str]]) -> tuple[list[list[str]], tuple[str, ...]]:
    total, kept = 0, []
    for line in lines:
        kept.append(line[: MOST_WORDS - total])
        total += len(kept[-1])
        if total == MOST_WORDS:
            break
    shortened = sum(map(len, lines)) > total
    return kept, (f"Only the first {MOST_WORDS:,} words are used.",) if shortened else ()


def _kept_words(lines: Sequence[list[str]]) -> set[str]:
    counts = Counter(word for line in lines for word in line)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    return set(ranked[:MOST_ROWS])


def _batches(lines: Sequence[list[str]], ids: dict[str, int]) -> tuple[Batch, ...]:
    """Return the pairs of neighbouring known words, line by line."""
    made = []
    for line in lines:
        numbers = [ids.get(word, NO_ID) for word in line]
        pairs = [pair for pair in pairwise(numbers) if NO_ID not in pair]
        for start in range(0, len(pairs), _LINE_WORDS):
            part = np.array(pairs[start : start + _LINE_WORDS], np.int64)
            made.append(Batch(part[:, 0], part[:, 1]))
    return tuple(made)
