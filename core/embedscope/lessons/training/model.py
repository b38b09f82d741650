"""The smallest language model: a word's row, times an output layer, guesses the next word."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.lessons.training.corpus import Batch
from embedscope.tables.base import Doubles, Floats
from embedscope.tables.torch_init import TorchGenerator

Numbers = NDArray[np.float32] | NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Weights:
    """``table`` (V, D), the rows looked up, and ``output`` (V, D), one row for each guess."""

    table: Numbers
    output: Numbers


@dataclass(frozen=True, eq=False)
class Gradient:
    """The loss (mean over the pairs) and how it changes with every weight."""

    loss: float
    table: Numbers
    output: Numbers


def seeded_weights(n_rows: int, n_dims: int, seed: int) -> Weights:
    """Return the weights of ``Embedding(V, D)`` and then ``Linear(D, V, bias=False)`` of PyTorch.

    After ``torch.manual_seed(seed)``: normal numbers, then uniform ones within 1/sqrt(D).
    """
    generator = TorchGenerator(seed)
    table: Floats = generator.normal((n_rows, n_dims))
    return Weights(table, generator.linear_weight(n_rows, n_dims))


def loss_of(weights: Weights, batch: Batch) -> float:
    """Return the mean cross-entropy of the guesses: -log of the chance given to the next word."""
    return _mean_loss(_log_chances(weights.table[batch.inputs] @ weights.output.T), batch)


def gradient_of(weights: Weights, batch: Batch) -> Gradient:
    """Return the gradient of the loss by the chain rule.

    d loss / d logits = (chances - one_hot(target)) / n (Bishop 2006, eq. 4.109); the rows of the
    table get the sum over the places where they were looked up, and all others get 0.
    """
    rows = weights.table[batch.inputs]
    logs = _log_chances(rows @ weights.output.T)
    change = np.exp(logs)
    change[np.arange(len(batch)), batch.targets] -= 1
    change /= len(batch)
    table = np.zeros_like(weights.table)
    np.add.at(table, batch.inputs, change @ weights.output)
    return Gradient(_mean_loss(logs, batch), table, change.T @ rows)


def chances(weights: Weights, word: int) -> Doubles:
    """Return the chance (V,) that the model gives to each word after ``word`` (softmax)."""
    logits = weights.output.astype(np.float64) @ weights.table[word].astype(np.float64)
    found: Doubles = np.exp(_log_chances(logits[None])[0])
    return found


def _log_chances(logits: Numbers) -> Numbers:
    """Return log softmax of ``logits`` (n, V), the largest taken away first so that exp fits."""
    moved = logits - logits.max(axis=1, keepdims=True)
    logs: Numbers = moved - np.log(np.exp(moved).sum(axis=1, keepdims=True))
    return logs


def _mean_loss(logs: Numbers, batch: Batch) -> float:
    return float(-logs[np.arange(len(batch)), batch.targets].mean())
