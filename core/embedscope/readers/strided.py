"""Tables seen with strides in a flat run of numbers: views, slices and transposes of PyTorch."""

import numpy as np
from numpy.lib.stride_tricks import as_strided

from embedscope.tables.array import ArraySource
from embedscope.tables.base import Source
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.flat import FlatSource
from embedscope.tables.storage import Storage
from embedscope.tables.turned import TurnedSource

MAX_LOADED_VALUES = 1 << 28
"""Views that are neither rows nor columns are loaded whole up to this size."""


def strides_problem(shape: tuple[int, int], strides: tuple[int, int], n_available: int) -> str:
    """Return why a view of ``n_available`` numbers cannot be shown, a sentence, or nothing."""
    if min(strides) < 0 or min(shape) < 1:
        return f"has the shape {shape} and strides {strides}, which cannot be read"
    last = sum((n - 1) * step for n, step in zip(shape, strides, strict=True))
    if last >= n_available:
        return f"is incomplete: {last + 1:,} numbers are needed, {max(0, n_available):,} are there"
    if not _is_by_rows(shape, strides) and not _is_by_columns(shape, strides):
        if shape[0] * shape[1] > max(n_available, 1 << 20):
            return "repeats the same few numbers; save a plain copy of it"
        if last >= MAX_LOADED_VALUES:
            return "is scattered over its file; save a plain copy (tensor.contiguous())"
    return ""


def strided_source(
    file: FileBytes,
    offset: int,
    storage: Storage,
    shape: tuple[int, int],
    strides: tuple[int, int],
) -> Source:
    """Return the table at byte ``offset`` whose strides (in numbers) were found to be possible."""
    if _is_by_rows(shape, strides):
        return FlatSource(file, offset, shape, storage, strides[0] * storage.block_bytes)
    if _is_by_columns(shape, strides):
        return TurnedSource(file, offset, shape, storage, strides[1] * storage.block_bytes)
    last = sum((n - 1) * step for n, step in zip(shape, strides, strict=True))
    flat = FlatSource(file, offset, (1, last + 1), storage)
    numbers = flat.exact(np.zeros(1, np.int64))[0]
    steps = tuple(step * numbers.itemsize for step in strides)
    return ArraySource(as_strided(numbers, shape, steps, writeable=False), storage.name)


def _is_by_rows(shape: tuple[int, int], strides: tuple[int, int]) -> bool:
    return strides[1] == 1 and (strides[0] >= shape[1] or shape[0] == 1)


def _is_by_columns(shape: tuple[int, int], strides: tuple[int, int]) -> bool:
    return strides[0] == 1 and (strides[1] >= shape[0] or shape[1] == 1)
