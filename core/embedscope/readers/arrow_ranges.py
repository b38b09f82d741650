"""The least and largest values that a Parquet file names for its columns, held against the rows."""

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow
    from pyarrow.parquet import RowGroupMetaData

_OF_ITEMS = ("", ".list.element", ".list.item", ".bag.array", ".array")

Ranges = Mapping[str, tuple[float, float]]


def named_ranges(group: "RowGroupMetaData", names: Iterable[str]) -> Ranges:
    """Return (least, largest) of the numbers in those columns of a group of rows that name them."""
    leaves = {group.column(i).path_in_schema: i for i in range(group.num_columns)}
    found = {}
    for name in names:
        places = [leaves[name + end] for end in _OF_ITEMS if name + end in leaves]
        known = _range(group, places[0]) if len(places) == 1 else None
        if known is not None:
            found[name] = known
    return found


def _range(group: "RowGroupMetaData", leaf: int) -> tuple[float, float] | None:
    said = group.column(leaf).statistics
    if said is None or not said.has_min_max:
        return None
    low, high = said.min, said.max
    are_numbers = type(low) in (int, float) and type(high) in (int, float)
    return (low, high) if are_numbers and not math.isnan(low + high) else None


def outside(batch: "pyarrow.RecordBatch", ranges: Ranges) -> str:
    """Return what is wrong with rows that hold values out of range, "" if none are; NaN is none."""
    from pyarrow import compute, types

    for name, (low, high) in ranges.items():
        column = batch.column(name)
        is_single = types.is_floating(column.type) or types.is_integer(column.type)
        found = compute.min_max(column if is_single else column.flatten()).as_py()
        wrong = [v for v in found.values() if v is not None and (v < low or v > high)]
        if wrong:
            return f"{name} holds {wrong[0]:.5g}, the file says {low:.5g} to {high:.5g}"
    return ""
