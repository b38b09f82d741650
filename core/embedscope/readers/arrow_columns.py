"""Which columns of an Arrow schema are vectors, numbers and words, and their values for numpy."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow

_LABELS = ("token", "word", "label", "text", "name")
_ROW_NAMES = frozenset(("", "id", "ids", "index", "token_id", "label_id", "row"))
_PANDAS = "__index"

Numbers = NDArray[np.floating]


class RaggedError(Exception):
    """A vector of another length than the others: its row within the batch, and its length."""

    def __init__(self, row: int, length: int) -> None:
        self.row = row
        self.length = length
        super().__init__(row, length)


def vector_columns(schema: "pyarrow.Schema") -> list[str]:
    """Return the columns that hold a list of numbers in each row."""
    return [field.name for field in schema if _item_type(field.type) is not None]


def number_columns(schema: "pyarrow.Schema") -> list[str]:
    """Return the columns that hold one number in each row and do not just count the rows."""
    return [field.name for field in schema if _is_number(field.type) and not _is_row_name(field)]


def label_column(schema: "pyarrow.Schema") -> str | None:
    """Return the column of words, the one that is called so where there are several."""
    names = [field.name for field in schema if _is_text(field.type)]
    called = [name for wanted in _LABELS for name in names if name.lower().startswith(wanted)]
    return next(iter([*called, *names]), None)


def float_type(schema: "pyarrow.Schema", names: Sequence[str]) -> np.dtype[np.floating]:
    """Return the smallest type of floats that holds all numbers of some columns, and NaN."""
    kinds = [schema.field(name).type for name in names]
    numbers = [np.dtype((_item_type(kind) or kind).to_pandas_dtype()) for kind in kinds]
    return np.result_type(np.float16, *numbers)


def list_size(kind: "pyarrow.DataType") -> int | None:
    """Return the length of all lists of a type, None if they may differ."""
    from pyarrow import types

    return kind.list_size if types.is_fixed_size_list(kind) else None


def vectors(column: "pyarrow.Array", n_dims: int) -> Numbers:
    """Return a column of lists as rows (n, D), NaN where one is missing; RaggedError."""
    from pyarrow import compute

    lengths = compute.list_value_length(column).to_numpy(zero_copy_only=False)
    is_there = column.is_valid().to_numpy(zero_copy_only=False)
    wrong = np.flatnonzero(is_there & (lengths != n_dims))
    if len(wrong):
        raise RaggedError(int(wrong[0]), int(lengths[wrong[0]]))
    flat: Numbers = column.drop_null().flatten().to_numpy(zero_copy_only=False).reshape(-1, n_dims)
    if len(flat) == len(column):
        return flat
    rows = np.full((len(column), n_dims), np.nan, np.result_type(flat, np.float16))
    rows[is_there] = flat
    return rows


def numbers(batch: "pyarrow.RecordBatch", names: Sequence[str]) -> Numbers:
    """Return columns of numbers side by side (n, D), NaN where one is missing."""
    columns = [batch.column(name).to_numpy(zero_copy_only=False) for name in names]
    return np.stack(columns, axis=1)


def _item_type(kind: "pyarrow.DataType") -> "pyarrow.DataType | None":
    """Return the type of the numbers in a column of lists, None for any other column."""
    from pyarrow import types

    is_list = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    return kind.value_type if is_list and _is_number(kind.value_type) else None


def _is_number(kind: "pyarrow.DataType") -> bool:
    from pyarrow import types

    return bool(types.is_floating(kind) or types.is_integer(kind))


def _is_row_name(field: "pyarrow.Field") -> bool:
    """Tell a column that numbers or names the rows, as pandas and data sets add them."""
    from pyarrow import types

    is_called = field.name.lower() in _ROW_NAMES and types.is_integer(field.type)
    return bool(is_called or field.name.startswith(_PANDAS))


def _is_text(kind: "pyarrow.DataType") -> bool:
    from pyarrow import types

    plain = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(plain) or types.is_large_string(plain))
