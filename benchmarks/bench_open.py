"""From a path to the first rows: large files of models and of word vectors, beside libraries."""

import os
import struct
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import BinaryIO

import numpy as np

from benchmarks.report import Row

TITLE = "Opening a file, to its first ten rows (each in a process of its own, imports not counted)"
RUNS = 3
N_TOKENS, GGUF_DIMS = 262_144, 256
TENSOR_ROWS, TENSOR_DIMS = 524_288, 512  # 1.07 GB of float32
WORDS, WORD_DIMS = 400_000, 50
Q8_BLOCK = 34  # bytes of 32 numbers

OURS = "from embedscope.readers import open_table"
TAKE = "rows = open_table(path).rows(range(10))"
FIRST = (OURS, TAKE)
GGUF_READER = (
    "from gguf import GGUFReader, dequantize",
    "t = next(t for t in GGUFReader(path).tensors if t.name == 'token_embd.weight')\n"
    "rows = dequantize(t.data[:10], t.tensor_type)",
)
SAFE_OPEN = (
    "from safetensors import safe_open",
    "with safe_open(path, 'np') as file: rows = file.get_tensor('wte.weight')[:10]",
)
LOADTXT = (
    "import numpy",
    f"rows = numpy.loadtxt(path, numpy.float32, comments=None, usecols=range(1, {WORD_DIMS + 1}))",
)
GENSIM = (
    "from gensim.models import KeyedVectors",
    "rows = KeyedVectors.load_word2vec_format(path, no_header=True).vectors",
)
MEASURE = """
import sys, time
from benchmarks.report import peak_mb
path = sys.argv[1]
{prepare}
before = peak_mb()
start = time.perf_counter()
{take}
assert rows[0].any()
spent = time.perf_counter() - start
print(spent, peak_mb() - before)
"""
Task = tuple[str, str]
Environment = dict[str, str] | None


def run() -> list[Row]:
    """Time all of it on files made for it, which are deleted in the end."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        return [*_gguf(place), *_safetensors(place), *_text(place)]


def _gguf(folder: Path) -> list[Row]:
    path = folder / "model.gguf"
    write_gguf(path)
    (ours, _), (theirs, _) = _both(path, FIRST, GGUF_READER)
    path.unlink()
    what = f"GGUF of {N_TOKENS:,} tokens: ours / gguf.GGUFReader"
    return [Row(what, 1000 * ours, 1000 * theirs, "ms", ">= 30 x faster", 30 * ours <= theirs)]


def _safetensors(folder: Path) -> list[Row]:
    path = folder / "model.safetensors"
    write_safetensors(path)
    (ours, small), (theirs, large) = _both(path, FIRST, SAFE_OPEN)
    path.unlink()
    what = "safetensors of 1 GB: ours / safe_open(...).get_tensor"
    return [
        Row(what, 1000 * ours, 1000 * theirs, "ms", ">= 50 x faster", 50 * ours <= theirs),
        Row(f"{what}, memory", small, large, "MB", "< 1/10", 10 * small < large),
    ]


def _text(folder: Path) -> list[Row]:
    path = folder / "glove.txt"
    write_words(path)
    rows = []
    for name, task in (("numpy.loadtxt (numbers only)", LOADTXT), ("gensim", GENSIM)):
        if name == "gensim" and find_spec("gensim") is None:
            print("  gensim is not installed (pip install gensim): its loader is left out")
            continue
        (ours, _), (theirs, _) = _both(path, FIRST, task)
        what = f"GloVe text of {WORDS:,} x {WORD_DIMS}: ours / {name}"
        rows.append(Row(what, ours, theirs, "s", "not slower", ours <= theirs))
    kept = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "EMBEDSCOPE_CACHE": ""}
    first, again = (_child(path, FIRST, kept)[0] for _ in range(2))
    rows.append(Row("the same text: opened again / the first time", again, first, "s"))
    return rows


def _both(path: Path, ours: Task, theirs: Task) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return (seconds, MB) of both, medians of runs in turn."""
    without_cache = {**os.environ, "EMBEDSCOPE_CACHE": "off"}
    runs = [(_child(path, ours, without_cache), _child(path, theirs)) for _ in range(RUNS)]
    return _median([pair[0] for pair in runs]), _median([pair[1] for pair in runs])


def _median(runs: list[tuple[float, float]]) -> tuple[float, float]:
    return median(run[0] for run in runs), median(run[1] for run in runs)


def _child(
    path: Path, task: Task, environment: dict[str, str] | None = None
) -> tuple[float, float]:
    """Return seconds and growth of memory (MB) of one task in a new process."""
    code = MEASURE.format(prepare=task[0], take=task[1])
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


# files to open


def write_gguf(path: Path) -> None:
    """Write a Q8_0 token table with a vocabulary of N_TOKENS pieces, scores and types."""
    tokens = [f"▁token{i}".encode() for i in range(N_TOKENS)]
    tensor = _text_of("token_embd.weight") + struct.pack("<IQQIQ", 2, GGUF_DIMS, N_TOKENS, 8, 0)
    with path.open("wb") as file:
        file.write(b"GGUF" + struct.pack("<IQQ", 3, 1, 5))
        file.write(_text_of("general.architecture") + struct.pack("<I", 8) + _text_of("llama"))
        file.write(_text_of("tokenizer.ggml.model") + struct.pack("<I", 8) + _text_of("llama"))
        _write_list(file, "tokenizer.ggml.tokens", 8, b"".join(_with_length(t) for t in tokens))
        scores = -np.arange(N_TOKENS, dtype="<f4")
        _write_list(file, "tokenizer.ggml.scores", 6, scores.tobytes())
        _write_list(file, "tokenizer.ggml.token_type", 5, np.ones(N_TOKENS, "<i4").tobytes())
        file.write(tensor)
        file.write(bytes(-file.tell() % 32))
        n_bytes = N_TOKENS * GGUF_DIMS // 32 * Q8_BLOCK
        file.write(np.tile(np.arange(Q8_BLOCK, dtype=np.uint8), n_bytes // Q8_BLOCK).tobytes())


def write_safetensors(path: Path) -> None:
    """Write a float32 table of about 1 GB."""
    n_bytes = 4 * TENSOR_ROWS * TENSOR_DIMS
    shape = f"[{TENSOR_ROWS},{TENSOR_DIMS}]"
    header = f'{{"wte.weight":{{"dtype":"F32","shape":{shape},"data_offsets":[0,{n_bytes}]}}}}'
    block = np.random.default_rng(0).standard_normal((4096, TENSOR_DIMS), np.float32).tobytes()
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(header)) + header.encode())
        for _ in range(TENSOR_ROWS // 4096):
            file.write(block)


def write_words(path: Path) -> None:
    """Write lines of a word and its numbers, as GloVe does."""
    numbers = np.random.default_rng(0).standard_normal((4000, WORD_DIMS))
    lines = [" ".join(f"{value:.5f}" for value in row) for row in numbers]
    with path.open("w") as file:
        for start in range(0, WORDS, len(lines)):
            file.writelines(f"word{start + i} {line}\n" for i, line in enumerate(lines))


def _write_list(file: BinaryIO, key: str, kind: int, data: bytes) -> None:
    file.write(_text_of(key) + struct.pack("<IIQ", 9, kind, N_TOKENS) + data)


def _text_of(text: str) -> bytes:
    return _with_length(text.encode())


def _with_length(data: bytes) -> bytes:
    return struct.pack("<Q", len(data)) + data
