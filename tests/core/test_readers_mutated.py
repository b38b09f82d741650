"""Damaged files: whatever bytes are changed, there is a table or one sentence, never a crash."""

import io
import os
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import EmbedscopeError
from embedscope.readers import describe_file, open_table

HERE = Path(__file__).parent
CASES = HERE.parent / "cases" / "files"
N_MUTANTS = int(os.environ.get("EMBEDSCOPE_MUTANTS", "150"))  # of each file; more for a long run
EXTREMES = [0, 1, 127, 255, 2**15, 2**16 - 1, 2**31 - 1, 2**32 - 1, 2**62, 2**63, 2**64 - 1]
FILES = [
    CASES / "F19_big_fortran_f8.npy",
    CASES / "F18_multi.npz",
    CASES / "F28_names.safetensors",
    CASES / "F33_Q4_0.gguf",
    CASES / "F34_split" / "m-00001-of-00002.gguf",
    CASES / "F32b_legacy.pt",
    HERE / "torch_files" / "checkpoint.pt",
    HERE / "torch_files" / "views.pt",
    HERE / "torch_files" / "script.pt",
]


def packed_npz() -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, wte=np.arange(21.0).reshape(7, 3), wpe=np.ones((4, 3), "f2"))
    return buffer.getvalue()


SEEDS = {path.name: path.read_bytes() for path in FILES} | {"packed.npz": packed_npz()}


def mutants(data: bytes, count: int, source: random.Random) -> Iterator[bytes]:
    for _ in range(count):
        changed = bytearray(data)
        for _ in range(source.choice([1, 1, 2, 4])):
            change(changed, source)
        yield bytes(changed)


def change(data: bytearray, source: random.Random) -> None:
    place = source.randrange(len(data) + 1)
    match source.randrange(5):
        case 0:
            data[place : place + 1] = bytes([source.randrange(256)])
        case 1:
            size = source.choice([1, 2, 4, 8])
            value = source.choice(EXTREMES) % (1 << 8 * size)
            data[place : place + size] = value.to_bytes(size, source.choice(["little", "big"]))
        case 2:
            del data[place : place + source.randrange(1, 40)]
        case 3:
            data[place:place] = data[place : place + source.randrange(1, 40)]
        case 4:
            del data[max(place, 1) :]


@pytest.mark.parametrize("name", SEEDS)
def test_changed_bytes_give_a_table_or_a_sentence(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    for mutant in mutants(SEEDS[name], N_MUTANTS, random.Random(name)):
        path.write_bytes(mutant)
        try:
            describe_file(path)
            table = open_table(path)
            rows = table.rows([0, table.n_rows - 1])
        except EmbedscopeError as fault:
            sentence = str(fault)
        else:
            assert rows.shape == (2, table.n_dims)
            continue
        assert sentence
        assert "\n" not in sentence
