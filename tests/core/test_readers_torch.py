"""PyTorch's files, written by torch 2.13.0 into torch_files/, and pickles that want to do harm.

In all of them the table holds M[r, c] = 10 r + c, 5 rows x 3, unless said otherwise.
"""

import contextlib
import os
import pickle
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table

FILES = Path(__file__).parent / "torch_files"
GRID = [[10.0 * row + col for col in range(3)] for row in range(5)]
EXACT = ["f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8", "u8", "u16", "u32"]


def rows(path: Path, tensor: str | None = None) -> list[list[float]]:
    table = open_table(path, tensor)
    found: list[list[float]] = table.rows(range(table.n_rows)).tolist()
    return found


@pytest.mark.parametrize("dtype", EXACT)
def test_every_type(dtype: str) -> None:
    assert rows(FILES / "types.pt", dtype) == GRID
    assert open_table(FILES / "types.pt", dtype).dtype == dtype


@pytest.mark.parametrize(
    ("dtype", "last"), [("f8_e4m3", [40, 40, 40]), ("f8_e5m2", [40, 40, 40]), ("bool", [1, 1, 1])]
)
def test_types_that_round(dtype: str, last: list[float]) -> None:
    found = rows(FILES / "types.pt", dtype)
    assert found[4] == last
    assert found[0] == [0, 1, 1 if dtype == "bool" else 2]


@pytest.mark.parametrize("dtype", [name for name in EXACT if name not in ("u16", "u32")])
def test_every_type_of_the_old_format(dtype: str) -> None:
    assert rows(FILES / "types_legacy.pt", dtype) == GRID


@pytest.mark.parametrize("tensor", ["slice", "turned", "steps"])
def test_views_of_a_larger_storage(tensor: str) -> None:
    assert rows(FILES / "views.pt", tensor) == GRID


def test_a_row_repeated_by_a_stride_of_zero() -> None:
    assert rows(FILES / "views.pt", "repeated") == [[7, 8, 9]] * 4


@pytest.mark.parametrize("tensor", ["a", "c"])
def test_views_in_the_old_format(tensor: str) -> None:
    assert rows(FILES / "views_legacy.pt", tensor) == GRID


@pytest.mark.parametrize("name", ["module", "parameter", "script"])
def test_what_else_is_saved_in_place_of_a_state_dict(name: str) -> None:
    assert rows(FILES / f"{name}.pt") == GRID


def test_a_checkpoint_with_optimizer_and_namespace() -> None:
    table = open_table(FILES / "checkpoint.pt")
    assert table.tensor == "model.wte.weight"
    assert table.rows([4]).tolist() == [GRID[4]]
    assert table.notes == ("The output table model.lm_head.weight holds the same numbers (tied).",)


def test_a_position_table_of_more_rows_is_not_taken() -> None:
    info = describe_file(FILES / "tied.pt")
    assert info.chosen == "wte.weight"
    assert [item.shape for item in info.tensors] == [(5, 3), (5, 3), (9, 3)]


def test_numbers_that_are_not_read_are_named() -> None:
    info = describe_file(FILES / "quantised.pt")
    problems = {item.name: item.problem for item in info.tensors}
    assert problems["wte.weight"] == "has QInt8Storage numbers, which are not supported"
    assert problems["cx"] == "has ComplexFloatStorage numbers, which are not supported"
    assert info.chosen == "plain"


def saved(path: Path, index: bytes, storages: dict[str, bytes]) -> Path:
    """Write a file as torch.save does, with a pickle of our own."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", index)
        archive.writestr("archive/byteorder", "little")
        for key, numbers in storages.items():
            archive.writestr(f"archive/data/{key}", numbers)
    return path


def tensor_pickle(
    size: str = "(I2\nI2\nt", strides: str = "(I2\nI1\nt", offset: str = "I0\n", count: str = "I4\n"
) -> bytes:
    """Return protocol 0 text for a dict of one float32 tensor "w" in storage "0"."""
    storage = f"(Vstorage\nctorch\nFloatStorage\nV0\nVcpu\n{count}tQ"
    rebuild = f"ctorch._utils\n_rebuild_tensor_v2\n({storage}{offset}{size}{strides}I00\nNtR"
    return f"(dVw\n{rebuild}s.".encode()


FOUR = np.array([1, 2, 3, 4], "<f4").tobytes()


def test_a_hand_made_file_is_read(tmp_path: Path) -> None:
    assert rows(saved(tmp_path / "a.pt", tensor_pickle(), {"0": FOUR})) == [[1, 2], [3, 4]]


def test_a_big_endian_writer(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pt", tensor_pickle(), {"0": struct.pack(">4f", 1, 2, 3, 4)})
    raw = path.read_bytes().replace(b"little", b"big   ")
    path.write_bytes(raw)
    assert rows(path) == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ({"offset": "I1\n"}, "is incomplete: 4 numbers are needed, 3 are there"),
        ({"size": "(I9\nI2\nt"}, "is incomplete: 18 numbers are needed, 4 are there"),
        ({"size": "(L99999999999999L\nI2\nt", "strides": "(I0\nI1\nt"}, "repeats the same few"),
        ({"strides": "(I-2\nI1\nt"}, "holds no tensors"),
        ({"size": "(L" + "9" * 900 + "L\nI2\nt"}, "holds no tensors"),
        ({"size": "(I2\nt", "strides": "(I1\nt"}, "the shape (2,)"),
        ({"size": "(I2\nI2\nt", "strides": "(I1\nt"}, "has strides that do not fit"),
    ],
)
def test_tensors_that_do_not_fit_their_storage(
    layout: dict[str, str], words: str, tmp_path: Path
) -> None:
    with pytest.raises(FileError) as caught:
        open_table(saved(tmp_path / "a.pt", tensor_pickle(**layout), {"0": FOUR}))
    assert words in str(caught.value)


def test_a_storage_that_is_missing_or_packed(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="part that is missing from the file"):
        open_table(saved(tmp_path / "a.pt", tensor_pickle(), {}))
    with zipfile.ZipFile(tmp_path / "b.pt", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.pkl", tensor_pickle())
        archive.writestr("archive/data/0", FOUR)
    with pytest.raises(FileError, match="is packed; unpack the zip"):
        open_table(tmp_path / "b.pt")


def test_a_zip_of_something_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(FileError, match="zip archive without a PyTorch model"):
        open_table(tmp_path / "a.zip")


class Mark:
    """Leaves a mark when unpickled, by any of the ways pickle has to call things."""

    def __init__(self, way: str) -> None:
        self.way = way

    def __reduce__(self) -> tuple[object, ...]:
        code = "__import__('os').environ.__setitem__('PICKLE_RAN', '1')"
        return (eval, (code,)) if self.way == "eval" else (os.putenv, ("PICKLE_RAN", "1"))


def harmful(way: str, protocol: int) -> bytes:
    return pickle.dumps({"w": Mark(way), "x": [Mark(way)]}, protocol)


@pytest.mark.parametrize("protocol", range(6))
@pytest.mark.parametrize("way", ["eval", "putenv"])
def test_calls_in_a_pickle_are_never_made(
    way: str, protocol: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PICKLE_RAN", raising=False)
    with pytest.raises(FileError, match="holds no tensors"):
        open_table(saved(tmp_path / "a.pt", harmful(way, protocol), {}))
    assert "PICKLE_RAN" not in os.environ


@pytest.mark.parametrize(
    "index",
    [
        b"cos\nsystem\n(S'touch ran'\ntR.",
        b"(S'touch ran'\nios\nsystem\n.",
        b"(cos\nsystem\nS'touch ran'\no.",
        b"\x80\x02cos\nsystem\n(S'touch ran'\nt\x81.",
        b"\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x09touch ran\x85R.",
        b"c__main__\nx\n}S'__setstate__'\ncos\nsystem\nsbS'touch ran'\nb.",
        b"\x82\x01.",
    ],
)
def test_every_opcode_that_calls_is_harmless(
    index: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match="holds no tensors"):
        open_table(saved(tmp_path / "a.pt", index, {}))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "index",
    [
        b"",
        b"(((",
        b"t.",
        b"g7\n.",
        b"\x80\x04\x8e" + b"\xff" * 8 + b"a.",
        b"\x80\x04B\xff\xff\xff\xffa.",
        b"I" + b"9" * 10_000 + b"\n.",
        b"R.",
        b"0.",
    ],
)
def test_broken_pickles_are_damaged_files(index: bytes, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"is damaged \(.*\); download it again"):
        open_table(saved(tmp_path / "a.pt", index, {}))


def test_deep_and_cyclic_pickles_end(tmp_path: Path) -> None:
    deep = b"(" * 5000 + b"t" * 5000 + b"."
    cyclic = b"(lp0\ng0\na."
    for index in (deep, cyclic):
        with pytest.raises(FileError, match="holds no tensors"):
            open_table(saved(tmp_path / "a.pt", index, {}))


def test_a_plain_pickle_is_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "a.pkl").write_bytes(harmful("eval", 4))
    with pytest.raises(FileError, match=r"is a Python pickle.*save the numbers as \.npy"):
        open_table(tmp_path / "a.pkl")


def test_an_old_file_cut_short_names_what_is_missing(tmp_path: Path) -> None:
    whole = (FILES / "types_legacy.pt").read_bytes()
    for length in range(20, len(whole), 97):
        (tmp_path / "cut.pt").write_bytes(whole[:length])
        with contextlib.suppress(FileError):
            assert rows(tmp_path / "cut.pt") == GRID
    (tmp_path / "cut.pt").write_bytes(whole[:-1])
    problems = [item.problem for item in describe_file(tmp_path / "cut.pt").tensors]
    lost = [problem for problem in problems if problem]
    assert lost == ["is incomplete: its numbers are missing; download it again"]


def test_one_of_llamas_column_slices_says_so(tmp_path: Path) -> None:
    saved(tmp_path / "consolidated.00.pth", tensor_pickle(), {"0": FOUR})
    path = saved(tmp_path / "consolidated.01.pth", tensor_pickle(), {"0": FOUR})
    assert "some columns each" in open_table(path).notes[0]


@pytest.mark.parametrize("tensor", ["wte.weight", "c"])
def test_what_lies_behind_numbers_that_are_not_read(tensor: str) -> None:
    assert rows(FILES / "complex_legacy.pt", tensor) == GRID


def test_an_old_file_whose_counts_disagree_is_damaged(tmp_path: Path) -> None:
    whole = bytearray((FILES / "complex_legacy.pt").read_bytes())
    place = whole.rindex(struct.pack("<q", 15))  # the count before a storage
    whole[place] = 14
    (tmp_path / "bad.pt").write_bytes(whole)
    with pytest.raises(FileError, match="is damaged at byte"):
        open_table(tmp_path / "bad.pt")


def test_a_view_with_a_negative_start_is_no_tensor(tmp_path: Path) -> None:
    index = tensor_pickle(count="I4\n(Vv\nI-8\nI4\nt")
    with pytest.raises(FileError, match="holds no tensors"):
        open_table(saved(tmp_path / "a.pt", index, {"0": FOUR}))
    index = tensor_pickle(count="I4\n(Vv\nI0\nI4\nt")
    assert rows(saved(tmp_path / "b.pt", index, {"0": FOUR})) == [[1, 2], [3, 4]]
