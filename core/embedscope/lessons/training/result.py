"""What training has made: a table to open, which words lie together, chances of the next word."""

from dataclasses import dataclass, replace

import numpy as np

from embedscope.geometry.neighbours import neighbours
from embedscope.lessons.training.corpus import Corpus, given_text
from embedscope.lessons.training.model import chances
from embedscope.lessons.training.trainer import Trainer
from embedscope.tables.table import Table
from embedscope.tokenizers.words import word_list


def trained_table(trainer: Trainer, n_steps: int | None = None) -> Table:
    """Return the table (V, D) after ``n_steps`` steps (None: all) with its words as tokenizer."""
    state = trainer.state if n_steps is None else trainer.state_at(n_steps)
    words = trainer.corpus.words
    table = Table.from_array(state.weights.table.copy(), f"trained {len(words)} words")
    return replace(table, tokenizer=word_list("trained words", words))


@dataclass(frozen=True)
class PairReport:
    """How alike two words' rows are by cosine, and whether each is the other's nearest."""

    first: str
    second: str
    cosine_at_start: float
    cosine: float
    are_nearest: bool


def pair_reports(
    trainer: Trainer, n_steps: int | None = None, pairs: tuple[tuple[str, str], ...] | None = None
) -> tuple[PairReport, ...]:
    """Return a report on ``pairs`` of words after ``n_steps``.

    None: those of the given text that the same words follow in the text trained on, too.
    """
    ids = {word: number for number, word in enumerate(trainer.corpus.words)}
    start = trainer.state_at(0).weights.table
    now = (trainer.state if n_steps is None else trainer.state_at(n_steps)).weights.table
    wanted = used_alike(trainer.corpus) if pairs is None else pairs
    return tuple(
        PairReport(
            first,
            second,
            _cosine(start, ids[first], ids[second]),
            _cosine(now, ids[first], ids[second]),
            _are_nearest(now, ids[first], ids[second]),
        )
        for first, second in wanted
        if first in ids and second in ids
    )


def used_alike(corpus: Corpus) -> tuple[tuple[str, str], ...]:
    """Return the pairs of the given text that are used alike in a text of the learner's, too."""
    there = [pair for pair in given_text().pairs if set(pair) <= set(corpus.words)]
    after = [tuple(corpus.followers(word) for word in pair) for pair in there]
    return tuple(pair for pair, (one, two) in zip(there, after, strict=True) if one and one == two)


def alike_words(trainer: Trainer, n_steps: int | None = None) -> tuple[tuple[str, str], ...]:
    """Return the pairs of words that are each other's nearest row, most alike first.

    By cosine; two that point away from each other are not alike, even where no others are nearer.
    """
    table = (trainer.state if n_steps is None else trainer.state_at(n_steps)).weights.table
    nearest = [int(neighbours(table, row, 1).ids[0]) for row in range(len(table))]
    mutual = [
        (row, other) for row, other in enumerate(nearest) if row < other and nearest[other] == row
    ]
    mutual.sort(key=lambda pair: -_cosine(table, *pair))
    alike = [pair for pair in mutual if _cosine(table, *pair) > 0]
    return tuple((trainer.corpus.words[one], trainer.corpus.words[two]) for one, two in alike)


def asked_word(trainer: Trainer, word: str) -> str:
    """Return ``word``, or the first word of a text that does not have it."""
    return word if word in trainer.corpus.words else trainer.line(1)[0]


def guesses(
    trainer: Trainer, word: str, k: int = 3, n_steps: int | None = None
) -> tuple[tuple[str, float], ...]:
    """Return the ``k`` words the model holds likeliest after ``word``, with their chances."""
    words = trainer.corpus.words
    state = trainer.state if n_steps is None else trainer.state_at(n_steps)
    found = chances(state.weights, words.index(word))
    order = np.argsort(-found, kind="stable")[:k].tolist()
    return tuple((words[place], float(found[place])) for place in order)


def _are_nearest(table: np.ndarray, first: int, second: int) -> bool:
    there, back = neighbours(table, first, 1).ids, neighbours(table, second, 1).ids
    return bool(there.tolist() == [second] and back.tolist() == [first])


def _cosine(table: np.ndarray, first: int, second: int) -> float:
    one, two = table[first].astype(np.float64), table[second].astype(np.float64)
    lengths = float(np.linalg.norm(one) * np.linalg.norm(two))
    return float(one @ two) / lengths if lengths else float("nan")
