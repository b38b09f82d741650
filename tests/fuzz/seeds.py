"""The files that are changed: the users' cases, and small files of formats that those lack."""

import bz2
import gzip
import io
import json
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from embedscope.readers.base import HEAD_BYTES
from embedscope.readers.registry import READERS

TESTS = Path(__file__).parents[1]
CASES = TESTS / "cases" / "files"
TORCH = TESTS / "core" / "torch_files"
GRID = np.arange(21, dtype=np.float32).reshape(7, 3)
TEXT = b"\n".join(b"w%d %d 0.25 -1e-05" % (i, i) for i in range(9))


@dataclass(frozen=True)
class Seed:
    """A file with those beside it that belong to it."""

    name: str
    data: bytes
    beside: Mapping[str, bytes]

    def write(self, folder: Path, data: bytes) -> Path:
        """Write the file with other ``data``, and what is beside it."""
        for name, other in self.beside.items():
            (folder / name).write_bytes(other)
        path = folder / self.name
        path.write_bytes(data)
        return path


def all_seeds() -> Iterator[Seed]:
    """Yield all files."""
    for path in sorted(item for item in CASES.rglob("*") if item.is_file()):
        yield Seed(path.name, path.read_bytes(), _beside(path))
    for path in sorted(TORCH.glob("*.pt")):
        yield Seed(path.name, path.read_bytes(), {})
    for name, data in _made().items():
        yield Seed(name, data, {})
    yield Seed("model.safetensors.index.json", _index(), {"shard": _case("F28_names.safetensors")})
    yield from _projector()
    yield from _arrow()


def by_reader() -> Mapping[str, list[Seed]]:
    """Return the files by the format that takes them as they are."""
    groups: dict[str, list[Seed]] = {}
    for seed in all_seeds():
        groups.setdefault(_reader(seed), []).append(seed)
    return groups


def _reader(seed: Seed) -> str:
    if seed.name == "tokenizer.json" or (seed.name[0] == "T" and seed.name.endswith(".txt")):
        return "tokenizers"
    path, head = Path(seed.name), seed.data[:HEAD_BYTES]
    reader = next((item for item in READERS if item.sniff(head, path)), None)
    return str(getattr(reader, "__name__", "none")).rpartition(".")[2]


def _beside(path: Path) -> dict[str, bytes]:
    if path.parent == CASES:
        return {}
    return {item.name: item.read_bytes() for item in path.parent.iterdir() if item != path}


def _case(name: str) -> bytes:
    return (CASES / name).read_bytes()


def _made() -> dict[str, bytes]:
    archive = io.BytesIO()
    np.savez_compressed(archive, wte=GRID, wpe=np.ones((4, 3), "f2"))
    rows = b"".join(b"w%d " % i + row.tobytes() for i, row in enumerate(GRID))
    quoted = b'word,x,y\n"a, b",1,2\n"c\nd",3,4\n"""",5,6\ne,,7\n'
    return {
        "packed.npz": archive.getvalue(),
        "rows.bin": b"7 3\n" + rows,
        "text.gz": gzip.compress(TEXT),
        "text.xz": lzma.compress(TEXT),
        "text.bz2": bz2.compress(TEXT),
        "quoted.csv": quoted,
        "plain.txt": TEXT,
        "model.onnx": _onnx(),
    }


def _index() -> bytes:
    names = ["model.embed_tokens.weight", "lm_head.weight"]
    return json.dumps({"metadata": {}, "weight_map": dict.fromkeys(names, "shard")}).encode()


def _projector() -> Iterator[Seed]:
    entry = {"tensorName": "w", "tensorShape": [7, 3], "tensorPath": "t.bytes"}
    config = json.dumps({"embeddings": [entry | {"metadataPath": "metadata.tsv"}]}).encode()
    blocks = b'embeddings { tensor_name: "w" tensor_path: "t.tsv" metadata_path: "metadata.tsv" }'
    numbers = "\n".join("\t".join(map(str, row)) for row in GRID.tolist()).encode()
    labels = b"word\tn\n" + b"".join(b"w%d\t1\n" % i for i in range(7))
    files = {"t.bytes": GRID.tobytes(), "t.tsv": numbers, "metadata.tsv": labels}
    yield Seed("projector_config.json", config, files)
    yield Seed("projector_config.pbtxt", blocks, files)
    yield Seed("t.bytes", GRID.tobytes(), {"projector_config.json": config, "metadata.tsv": labels})
    yield Seed("t.tsv", numbers, {"metadata.tsv": labels})


def _arrow() -> Iterator[Seed]:
    try:
        import pyarrow
        from pyarrow import ipc, parquet
    except ImportError:
        return
    kind = pyarrow.list_(pyarrow.float32())
    table = pyarrow.table({"word": list("abcdefg"), "v": pyarrow.array(list(GRID), kind)})
    out = [io.BytesIO() for _ in range(3)]
    parquet.write_table(table, out[0])
    for sink, writer in ((out[1], ipc.new_file), (out[2], ipc.new_stream)):
        with writer(sink, table.schema) as file:
            file.write_table(table)
    for name, data in zip(("a.parquet", "a.arrow", "a.arrows"), out, strict=True):
        yield Seed(name, data.getvalue(), {})


def _onnx() -> bytes:
    """Return a model with one table, field by field: tag, length, content."""

    def block(field: int, data: bytes) -> bytes:
        return bytes([field << 3 | 2, len(data)]) + data

    dims = bytes([1 << 3, 7, 1 << 3, 3])
    tensor = dims + bytes([2 << 3, 1]) + block(8, b"wte") + block(9, GRID.tobytes())
    lookup = b"".join(
        (block(1, b"wte"), block(1, b"input_ids"), block(2, b"x"), block(4, b"Gather"))
    )
    graph = block(1, lookup) + block(5, tensor)
    return (
        bytes([1 << 3, 8])
        + block(2, b"x")
        + bytes([7 << 3 | 2, len(graph) & 127 | 128, len(graph) >> 7])
        + graph
    )
