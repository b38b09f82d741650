"""What of an ONNX model concerns tables: its constant tensors and who looks rows up in them.

Field numbers are those of onnx.proto: ModelProto.graph 7; GraphProto node 1, initializer 5;
NodeProto input 1, output 2, op_type 4; TensorProto dims 1, data_type 2, float_data 4, name 8,
raw_data 9, double_data 10, external_data 13; StringStringEntryProto key 1, value 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from embedscope.readers.cursor import Cursor
from embedscope.readers.protobuf import Field, fields, packed_varints, text
from embedscope.tables.file_bytes import FileBytes

_GRAPH = 7
_MAX_DIMS = 16
_MAX_STEPS = 8  # from a lookup back to the model's input


@dataclass
class Initializer:
    """A constant tensor; its numbers lie at ``start..stop``, or in the file ``external`` names."""

    name: str = ""
    kind: int = 0  # TensorProto.DataType
    shape: list[int] = field(default_factory=list)
    start: int = 0
    stop: int = 0
    is_raw: bool = False  # else a packed field of its own type
    external: dict[str, str] = field(default_factory=dict)


@dataclass
class Node:
    """An operation of the graph."""

    op: str = ""
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Graph:
    """The initializers by name, and the operations."""

    initializers: dict[str, Initializer]
    nodes: Sequence[Node]


def read_graph(file: FileBytes) -> Graph | None:
    """Return the graph of a model, None if there is none; numbers are passed over, not read."""
    cursor = Cursor(file)
    for item in fields(cursor, file.size):
        if item.number == _GRAPH and item.stop:
            return _graph(cursor, item)
    return None


def _graph(cursor: Cursor, whole: Field) -> Graph:
    initializers: dict[str, Initializer] = {}
    nodes: list[Node] = []
    for item in fields(cursor, whole.stop):
        if item.number == 1 and item.stop:
            nodes.append(_node(cursor, item))
        elif item.number == 5 and item.stop:
            tensor = _initializer(cursor, item)
            initializers[tensor.name] = tensor
    return Graph(initializers, nodes)


def _node(cursor: Cursor, whole: Field) -> Node:
    node = Node()
    for item in fields(cursor, whole.stop):
        if not item.stop:
            continue
        if item.number == 1:
            node.inputs.append(text(cursor, item))
        elif item.number == 2:
            node.outputs.append(text(cursor, item))
        elif item.number == 4:
            node.op = text(cursor, item)
    return node


def _initializer(cursor: Cursor, whole: Field) -> Initializer:
    tensor = Initializer()
    for item in fields(cursor, whole.stop):
        match item.number:
            case 1:
                _add_dims(cursor, item, tensor)
            case 2:
                tensor.kind = item.value
            case 8:
                tensor.name = text(cursor, item)
            case 4 | 9 | 10 if item.stop:
                tensor.start, tensor.stop, tensor.is_raw = item.start, item.stop, item.number == 9
            case 13 if item.stop:
                _add_external(cursor, item, tensor)
    return tensor


def _add_dims(cursor: Cursor, item: Field, tensor: Initializer) -> None:
    """Add one dim, or several packed ones; more than 16 are a sign of damage."""
    tensor.shape.extend(packed_varints(cursor, item.stop) if item.stop else [item.value])
    if len(tensor.shape) > _MAX_DIMS:
        raise cursor.cut_short()


def _add_external(cursor: Cursor, whole: Field, tensor: Initializer) -> None:
    pair = {item.number: text(cursor, item) for item in fields(cursor, whole.stop) if item.stop}
    tensor.external[pair.get(1, "")] = pair.get(2, "")


def token_tables(graph: Graph) -> frozenset[str]:
    """Return the initializers in which rows are looked up, best those by the model's token ids."""
    lookups = [node for node in graph.nodes if node.op == "Gather" and len(node.inputs) > 1]
    lookups = [node for node in lookups if node.inputs[0] in graph.initializers]
    makers = {output: node for node in graph.nodes for output in node.outputs}
    by_ids = {node.inputs[0] for node in lookups if _comes_from_ids(node.inputs[1], makers)}
    return frozenset(by_ids or {node.inputs[0] for node in lookups})


def _comes_from_ids(name: str, makers: dict[str, Node]) -> bool:
    """Follow a value back through casts and reshapes to an input named like token ids."""
    for _ in range(_MAX_STEPS):
        if name not in makers or not makers[name].inputs:
            break
        name = makers[name].inputs[0]
    plain = name.lower()
    return "input_ids" in plain or plain in ("ids", "tokens", "token_ids", "input", "inputs")
