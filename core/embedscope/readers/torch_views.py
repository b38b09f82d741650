"""From PyTorch's tensors to tables: where a tensor's numbers lie in the file."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from embedscope.readers.base import Tensor, TensorInfo, at_once
from embedscope.readers.strided import strided_source, strides_problem
from embedscope.readers.torch_tensors import TorchTensor
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.storage import ELEMENT_NAMES, Storage, element_storage


@dataclass(frozen=True)
class Place:
    """A storage's bytes ``start..start + size`` in the file, or why they cannot be read."""

    start: int
    size: int
    problem: str = ""


def tensors(
    file: FileBytes,
    found: Mapping[str, TorchTensor],
    place_of: Callable[[TorchTensor], Place],
    *,
    big_endian: bool = False,
) -> tuple[Tensor, ...]:
    """Return the tensors ``found`` in a pickle; a bare one takes the name of the file."""
    made = []
    for name, tensor in found.items():
        shown = name or file.path.stem
        made.append(_tensor(file, shown, tensor, place_of(tensor), big_endian=big_endian))
    return tuple(made)


def _tensor(
    file: FileBytes, name: str, tensor: TorchTensor, place: Place, *, big_endian: bool
) -> Tensor:
    dtype = tensor.storage.dtype
    if dtype not in ELEMENT_NAMES:
        problem = f"has {dtype} numbers, which are not supported"
        return Tensor(TensorInfo(name, tensor.shape, dtype, 0, problem))
    storage = element_storage(dtype, big_endian=big_endian)
    problem = place.problem or _problem(tensor, place, storage)
    n_bytes = math.prod(tensor.shape) * storage.block_bytes
    info = TensorInfo(name, tensor.shape, dtype, n_bytes, problem)
    if not info.is_table:
        return Tensor(info)
    offset = place.start + tensor.offset * storage.block_bytes
    view = _pair(tensor.shape), _pair(tensor.strides)
    return Tensor(info, at_once(partial(strided_source, file, offset, storage, *view)))


def _problem(tensor: TorchTensor, place: Place, storage: Storage) -> str:
    if len(tensor.shape) != len(tensor.strides):
        return "has strides that do not fit its shape; it is damaged"
    if len(tensor.shape) != 2:
        return ""
    n_available = place.size // storage.block_bytes - tensor.offset
    shape, strides = _pair(tensor.shape), _pair(tensor.strides)
    return "" if min(shape) == 0 else strides_problem(shape, strides, n_available)


def _pair(numbers: tuple[int, ...]) -> tuple[int, int]:
    return numbers[0], numbers[1]
