"""Whether a model's output uses the same table as its input."""

import numpy as np

from embedscope.errors import EmbedscopeError
from embedscope.progress import SILENT
from embedscope.readers.base import Contents, Tensor
from embedscope.readers.names import Part, part
from embedscope.tables.base import Floats, Source

_N_SAMPLES = 16


def tying_note(contents: Contents, chosen: Tensor, *, is_tied: bool | None) -> str:
    """Return what is known of the output table beside the chosen input table, or nothing.

    ``is_tied`` is what the model's config says.
    """
    if part(chosen.info.name) > Part.LIKE_INPUT:
        return ""
    others = [item for item in contents.tensors if _is_output(item, chosen)]
    if others:
        return _compared(others[0], chosen)
    if is_tied:
        return "The model's output uses this table too (tied)."
    return ""


def _is_output(tensor: Tensor, chosen: Tensor) -> bool:
    info = tensor.info
    if info.name == chosen.info.name or not info.is_table or part(info.name) is not Part.OUTPUT:
        return False
    return info.shape == chosen.info.shape


def _compared(other: Tensor, chosen: Tensor) -> str:
    """Return whether two tables of the same shape hold the same numbers, by some of their rows."""
    is_same = same_numbers(other, chosen)
    if is_same is None:
        return ""
    name = other.info.name
    if is_same:
        return f"The output table {name} holds the same numbers (tied)."
    return f"The output table {name} is another one (untied); open it by its name to see it."


def same_numbers(first: Tensor, second: Tensor) -> bool | None:
    """Tell whether two tables of one shape are equal in some rows; None: they cannot be read."""
    try:
        return _same_samples(first.load(SILENT).source, second.load(SILENT).source)
    except EmbedscopeError:
        return None


def _same_samples(first: Source, second: Source) -> bool:
    ids = np.linspace(0, first.shape[0] - 1, _N_SAMPLES).astype(np.int64)
    return np.array_equal(_rows(first, ids), _rows(second, ids), equal_nan=True)


def _rows(source: Source, ids: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    out = np.empty((len(ids), source.shape[1]), np.float32)
    source.take(ids, out)
    return out
