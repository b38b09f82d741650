"""Tables of a real model's size, made for a benchmark."""

import json
from pathlib import Path

import numpy as np

_ROWS = 1002


def write_bf16(path: Path, n_rows: int, n_dims: int, *, sparse: bool = False) -> None:
    """Write a bfloat16 safetensors file of ``n_rows`` x ``n_dims`` normal numbers.

    A sparse file has numbers only in every 16th run of rows and takes little of the disk.
    """
    tensor = {"dtype": "BF16", "shape": [n_rows, n_dims], "data_offsets": [0, n_rows * n_dims * 2]}
    header = json.dumps({"model.embed_tokens.weight": tensor}).encode()
    header += b" " * (-len(header) % 8)
    numbers = np.random.default_rng(0).standard_normal((_ROWS, n_dims), np.float32) * 0.02
    bits = (numbers.view(np.uint32) >> 16).astype(np.uint16)
    with path.open("wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        begin = file.tell()
        for number, start in enumerate(range(0, n_rows, _ROWS)):
            if sparse and number % 16:
                continue
            file.seek(begin + start * n_dims * 2)
            shifted = np.roll(bits, number * 977)  # no two runs of rows are alike
            file.write(shifted[: n_rows - start].tobytes())
        file.truncate(begin + n_rows * n_dims * 2)
