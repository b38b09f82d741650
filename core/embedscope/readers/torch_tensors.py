"""PyTorch's tensors as its pickles describe them: a storage kept elsewhere, seen with strides.

What is called with which arguments is fixed by torch/_utils.py (``_rebuild_tensor_v2`` ...) and
torch/serialization.py (persistent ids of storages).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from embedscope.readers.base import is_shape
from embedscope.readers.pickles import Global, Made, Persistent

_STORAGES = {
    "DoubleStorage": "f64", "FloatStorage": "f32", "HalfStorage": "f16",
    "BFloat16Storage": "bf16", "LongStorage": "i64", "IntStorage": "i32", "ShortStorage": "i16",
    "CharStorage": "i8", "ByteStorage": "u8", "BoolStorage": "bool", "UntypedStorage": "u8",
    "Float8_e4m3fnStorage": "f8_e4m3", "Float8_e5m2Storage": "f8_e5m2",
}  # fmt: skip
_DTYPES = {
    "float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16", "int64": "i64",
    "int32": "i32", "int16": "i16", "int8": "i8", "uint8": "u8", "uint16": "u16",
    "uint32": "u32", "uint64": "u64", "bool": "bool", "float8_e4m3fn": "f8_e4m3",
    "float8_e5m2": "f8_e5m2", "float8_e8m0fnu": "f8_e8m0",
}  # fmt: skip
_PLAIN = {"_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_tensor_v3", "_rebuild_qtensor"}
_WRAPPERS = {"_rebuild_parameter", "_rebuild_parameter_with_state"}
_CONTAINERS = {"_parameters", "_buffers", "_modules"}  # attributes of a pickled module
_MAX_DEPTH = 50


@dataclass(frozen=True)
class Storage:
    """A flat run of numbers outside the pickle."""

    key: str
    dtype: str  # of ELEMENT_NAMES, or PyTorch's word for another type
    n_values: int
    first: int = 0  # where a view of an old file begins


@dataclass(frozen=True)
class TorchTensor:
    """A tensor's place in its storage; offset and strides count numbers, not bytes."""

    storage: Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def find_tensors(thing: object) -> dict[str, TorchTensor]:
    """Return all tensors in what a pickle describes, by the names a state dict would have."""
    found: dict[str, TorchTensor] = {}
    for name, tensor in _walk(thing, "", set(), 0):
        found.setdefault(name, tensor)
    return found


def _walk(
    thing: object, name: str, seen: set[int], depth: int
) -> Iterator[tuple[str, TorchTensor]]:
    tensor = as_tensor(thing)
    if tensor is not None:
        yield name, tensor
    elif depth < _MAX_DEPTH and id(thing) not in seen:
        seen.add(id(thing))
        for key, part in _parts(thing):
            yield from _walk(part, _joined(name, key), seen, depth + 1)


def _parts(thing: object) -> Iterator[tuple[str, object]]:
    """Yield what a container holds with the step in its name, empty for an object's inside."""
    if isinstance(thing, list | tuple):
        yield from ((str(i), part) for i, part in enumerate(thing))
    if isinstance(thing, Made):
        for key, value in thing.items:
            if isinstance(key, str | int):
                yield ("" if key in _CONTAINERS else str(key)), value
        if isinstance(thing.state, Made | tuple | list):
            yield "", thing.state
        yield from ((str(i), part) for i, part in enumerate(thing.values))
        if thing.function is not None:
            yield from (("", part) for part in thing.args if isinstance(part, Made | list))


def _joined(name: str, step: str) -> str:
    return f"{name}.{step}" if name and step else name or step


def as_tensor(thing: object) -> TorchTensor | None:
    """Return the tensor that ``thing`` describes, or None if it describes something else."""
    if not isinstance(thing, Made) or not isinstance(thing.function, Global):
        return None
    name, args = thing.function.name, thing.args
    if name in _WRAPPERS and args:
        return as_tensor(args[0])
    if name == "_rebuild_from_type_v2" and len(args) > 2:  # subclasses of Tensor
        return as_tensor(Made(args[0], args[2] if isinstance(args[2], tuple) else ()))
    if name not in _PLAIN or len(args) < 4:
        return None
    tensor = _tensor(*args[:4])
    if tensor and name == "_rebuild_tensor_v3" and len(args) > 6 and isinstance(args[6], Global):
        return replace(tensor, storage=_retyped(tensor.storage, args[6].name))
    return tensor


def _tensor(place: object, offset: object, size: object, steps: object) -> TorchTensor | None:
    """Return the tensor at ``offset`` of a storage, None if its numbers make no sense."""
    storage, shape, strides = as_storage(place), _integers(size), _integers(steps)
    if storage is None or shape is None or strides is None or not isinstance(offset, int):
        return None
    if not is_shape(shape) or not all(is_shape([n]) for n in (offset, *strides)):
        return None
    return TorchTensor(storage, offset + storage.first, shape, strides)


def _retyped(storage: Storage, dtype: str) -> Storage:
    """Return a storage of untyped bytes with the type its tensor gives."""
    return replace(storage, dtype=_DTYPES.get(dtype, dtype))


def as_storage(thing: object) -> Storage | None:
    """Return the storage that ("storage", type, key, device, count, view of an old file) names."""
    match thing:
        case Persistent(key=("storage", Global(name=kind), str(key), _, int(count), *rest)):
            view = rest[0] if rest else None
            first = view[1] if isinstance(view, tuple) and len(view) > 1 else 0
            if isinstance(first, int) and is_shape([count]) and is_shape([first]):
                return Storage(key, _STORAGES.get(kind, kind), count, first)
    return None


def _integers(thing: object) -> tuple[int, ...] | None:
    """Return a tuple of whole numbers, also from torch.Size."""
    if isinstance(thing, Made) and thing.args:
        thing = thing.args[0]
    if not isinstance(thing, tuple | list):
        return None
    numbers = tuple(n for n in thing if isinstance(n, int))
    return numbers if len(numbers) == len(thing) else None
