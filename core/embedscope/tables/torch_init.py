"""The numbers PyTorch starts an embedding table with, from its seed, without PyTorch.

Bit for bit those of PyTorch (2.13 and 2.14 checked) on x86 processors; other builds (ARM, or
without AVX2) compute the logarithm and sine differently and can differ by up to 3e-6.
Sources: ATen/core/MT19937RNGEngine.h, ATen/core/TransformationHelper.h,
ATen/core/DistributionsHelper.h, ATen/native/cpu/DistributionTemplates.h, torch/nn/init.py.
"""

import math

import numpy as np

from embedscope.errors import EmbedscopeError
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats
from embedscope.tables.table import Table
from embedscope.tables.torch_math import log, sin_cos

_STATE_WORDS = 624
_GROUP = 16  # normal numbers are made in groups: 8 radii, 8 angles
_CHUNK = 1 << 15  # a multiple of _GROUP; larger chunks fall out of the cache
_TWO_PI = np.float32(2 * math.pi)
MAX_VALUES = 1 << 30
"""Largest seeded table, 4 GB of float32."""


class TorchGenerator:
    """Random numbers as they come after ``torch.manual_seed(seed)`` on the CPU.

    Seeds are whole numbers from -2**63 to 2**64 - 1, of which only the low 32 bits count.
    """

    def __init__(self, seed: int) -> None:
        if not -(2**63) <= seed < 2**64:
            raise EmbedscopeError(f"seed {seed} is out of range: -2**63 to 2**64 - 1")
        self._twister = _twister(seed & 0xFFFFFFFF)
        self._spare: float | None = None  # every second small normal number is kept for later

    def uniform(self, n: int) -> Floats:
        """Return ``n`` float32 numbers, 0 <= u < 1, of 24 random bits each."""
        words = self._twister.random_raw(n).astype(np.uint32)
        return (words & np.uint32(0xFFFFFF)).astype(np.float32) * np.float32(2**-24)

    def uniform_between(self, low: float, high: float, n: int) -> Floats:
        """Return ``n`` float32 numbers, low <= u < high."""
        start, width = np.float32(low), np.float32(high) - np.float32(low)
        scaled: Doubles = self.uniform(n).astype(np.float64) * np.float64(width) + np.float64(start)
        return scaled.astype(np.float32)  # one rounding, as the fused instruction

    def normal(self, shape: tuple[int, ...], progress: Progress = SILENT) -> Floats:
        """Return standard normal numbers of ``shape``, as ``torch.empty(shape).normal_()``."""
        n = math.prod(shape)
        if n < _GROUP:
            return np.array([self._one_normal() for _ in range(n)], np.float32).reshape(shape)
        return self._many_normals(n, progress).reshape(shape)

    def linear_weight(self, n_out: int, n_in: int) -> Floats:
        """Return the weight (n_out, n_in) of a fresh ``torch.nn.Linear(n_in, n_out)``.

        Uniform within 1/sqrt(n_in): He et al. 2015 with a = sqrt(5), computed as PyTorch does.
        """
        gain = math.sqrt(2.0 / (1 + math.sqrt(5) ** 2))
        bound = math.sqrt(3.0) * (gain / math.sqrt(n_in))
        return self.uniform_between(-bound, bound, n_out * n_in).reshape(n_out, n_in)

    def linear_bias(self, n_out: int, n_in: int) -> Floats:
        """Return the bias (n_out,) of a fresh ``torch.nn.Linear(n_in, n_out)``."""
        bound = 1 / math.sqrt(n_in)
        return self.uniform_between(-bound, bound, n_out)

    def _one_normal(self) -> float:
        """Return the next number of the double precision Box-Muller pairs used below 16."""
        if self._spare is not None:
            spare, self._spare = self._spare, None
            return spare
        angle, chance = 2 * math.pi * self._double(), self._double()
        radius = math.sqrt(-2 * math.log1p(-chance))
        self._spare = radius * math.sin(angle)
        return radius * math.cos(angle)

    def _double(self) -> float:
        """Return one number, 0 <= u < 1, of 53 random bits: first the high word, then the low."""
        high, low = (int(word) for word in self._twister.random_raw(2))
        return float(((high << 32) | low) & ((1 << 53) - 1)) * 2.0**-53

    def _many_normals(self, n: int, progress: Progress) -> Floats:
        """Return ``n`` >= 16 numbers by groups of 16; the last group overlaps the one before."""
        out = np.empty(n, np.float32)
        whole = n // _GROUP * _GROUP
        for start in range(0, whole, _CHUNK):
            progress.step(start / n, "drawing random numbers")
            stop = min(whole, start + _CHUNK)
            out[start:stop] = _box_muller(self.uniform(stop - start))
        if whole < n:
            self.uniform(n - whole)  # PyTorch draws these too, and overwrites them
            out[n - _GROUP :] = _box_muller(self.uniform(_GROUP))
        return out


def _twister(seed: int) -> np.random.MT19937:
    """Return numpy's Mersenne Twister in the state of init_genrand(seed) (Matsumoto 2002)."""
    key = np.empty(_STATE_WORDS, np.uint32)
    word = seed
    key[0] = word
    for i in range(1, _STATE_WORDS):
        word = (1812433253 * (word ^ (word >> 30)) + i) & 0xFFFFFFFF
        key[i] = word
    twister = np.random.MT19937(0)
    twister.state = {"bit_generator": "MT19937", "state": {"key": key, "pos": _STATE_WORDS}}
    return twister


def _box_muller(uniform: Floats) -> Floats:
    """Turn uniform numbers (16 k,) into normal ones: of each 16, 8 give radii and 8 angles."""
    groups = uniform.reshape(-1, _GROUP)
    half = _GROUP // 2
    radius = np.sqrt(np.float32(-2) * log(np.float32(1) - groups[:, :half]))
    sine, cosine = sin_cos(_TWO_PI * groups[:, half:])
    out = np.concatenate([radius * cosine, radius * sine], axis=1)
    return (out + np.float32(0)).reshape(-1)  # -0 becomes 0, as where PyTorch adds the mean


def torch_normal(shape: tuple[int, ...], seed: int) -> Floats:
    """Return ``torch.manual_seed(seed); torch.empty(shape).normal_()`` as float32."""
    return TorchGenerator(seed).normal(shape)


def seeded_table(n_rows: int, n_dims: int, seed: int = 123, progress: Progress = SILENT) -> Table:
    """Return the weights of ``torch.manual_seed(seed); torch.nn.Embedding(n_rows, n_dims)``.

    Float32 (V, D), bit for bit as PyTorch 2.13 on x86 processors with AVX2; others may differ by
    up to 3e-6. EmbedscopeError for sizes below 1 or above MAX_VALUES and seeds out of range.
    """
    if n_rows < 1 or n_dims < 1:
        raise EmbedscopeError(f"a table needs rows and dims, not {n_rows} x {n_dims}")
    if n_rows * n_dims > MAX_VALUES:
        raise EmbedscopeError(
            f"{n_rows:,} x {n_dims:,} is too large: at most {MAX_VALUES:,} numbers"
        )
    values = TorchGenerator(seed).normal((n_rows, n_dims), progress)
    return Table.from_array(values, f"seed {seed}, {n_rows} x {n_dims}")
