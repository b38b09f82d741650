"""npy and npz files: what numpy writes is read back, what numpy refuses is refused in words."""

import io
import zipfile
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table

CODES = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?"]
TABLES = hnp.array_shapes(min_dims=2, max_dims=2, max_side=6)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    code=st.sampled_from(CODES),
    byte_order=st.sampled_from("<>"),
    memory_order=st.sampled_from(["C", "F"]),
    version=st.sampled_from([(1, 0), (2, 0), (3, 0)]),
    data=st.data(),
)
def test_every_plain_array_equals_numpy(
    tmp_path: Path,
    code: str,
    byte_order: str,
    memory_order: Literal["C", "F"],
    version: tuple[int, int],
    data: st.DataObject,
) -> None:
    values = data.draw(hnp.arrays(byte_order + code, TABLES))
    with open(tmp_path / "a.npy", "wb") as file, np.errstate(all="ignore"):
        np.lib.format.write_array(file, np.asarray(values, order=memory_order), version)
    table = open_table(tmp_path / "a.npy")
    ids = np.arange(len(values))[::-1]
    with np.errstate(all="ignore"):
        expected = values[ids].astype(np.float32)
    np.testing.assert_array_equal(table.rows(ids), expected)
    np.testing.assert_array_equal(table.exact_rows(ids), values[ids].astype(np.float64))


def test_bfloat16_saved_as_void_is_read_with_a_note(tmp_path: Path) -> None:
    np.save(tmp_path / "b.npy", np.array([[0x3F80, 0xC020]], "<u2").view("V2"))
    table = open_table(tmp_path / "b.npy")
    assert table.dtype == "bf16"
    assert table.rows([0]).tolist() == [[1, -2.5]]
    assert table.notes[-1] == "2-byte values without a type are read as bfloat16."


def with_header(path: Path, literal: str, numbers: bytes = b"\0" * 16) -> Path:
    header = literal.encode()
    path.write_bytes(b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + numbers)
    return path


def test_a_header_of_python_2_is_read(tmp_path: Path) -> None:
    literal = "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 2L), }"
    assert open_table(with_header(tmp_path / "old.npy", literal)).shape == (2, 2)


@pytest.mark.parametrize(
    ("literal", "words"),
    [
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (-2, 2)}", "an impossible shape"),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (%s, 1)}" % (10**900), "impossible"),
        ("{'descr': '<f4', 'fortran_order': 1, 'shape': (2, 2)}", "broken npy header"),
        ("{'descr': '<f4', 'shape': (2, 2)}", "broken npy header"),
        ("__import__('os').system('true')", "broken npy header"),
        ("(" * 3000, "broken npy header"),
        ("[" * 300 + "]" * 300, "broken npy header"),
        ("", "broken npy header"),
        ("{'descr': '<f16', 'fortran_order': False, 'shape': (2, 2)}", "numbers of 128 bits"),
        ("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 2)}", "records"),
        ("{'descr': '<M8[s]', 'fortran_order': False, 'shape': (1, 2)}", "dates"),
        ("{'descr': '|O', 'fortran_order': False, 'shape': (1, 2)}", "Python objects"),
    ],
)
def test_headers_that_lie_or_are_no_header(tmp_path: Path, literal: str, words: str) -> None:
    with pytest.raises(FileError) as caught:
        open_table(with_header(tmp_path / "bad.npy", literal))
    assert words in str(caught.value)


def test_a_header_longer_than_the_file(tmp_path: Path) -> None:
    path = tmp_path / "long.npy"
    path.write_bytes(b"\x93NUMPY\2\0" + (2**32 - 1).to_bytes(4, "little") + b"{}")
    with pytest.raises(FileError, match="broken npy header"):
        open_table(path)


@pytest.mark.parametrize("is_packed", [False, True])
def test_npz_arrays_equal_numpy_packed_or_not(tmp_path: Path, is_packed: bool) -> None:
    arrays = {
        "wte": np.arange(21.0).reshape(7, 3),
        "halves": np.asfortranarray(np.arange(10, dtype="f2").reshape(5, 2)),
        "big": np.arange(6, dtype=">i4").reshape(3, 2),
        "ids": np.arange(7),
    }
    save = np.savez_compressed if is_packed else np.savez
    save(tmp_path / "a.npz", allow_pickle=False, **arrays)
    assert open_table(tmp_path / "a.npz").tensor == "wte"
    for name in ("wte", "halves", "big"):
        table = open_table(tmp_path / "a.npz", name)
        np.testing.assert_array_equal(table.exact_rows(range(table.n_rows)), arrays[name])
    assert open_table(tmp_path / "a.npz").exact_rows([0]).dtype == np.float64


def test_a_large_packed_array_is_unpacked_piece_by_piece(tmp_path: Path) -> None:
    values = np.arange(1_000_000, dtype="f4").reshape(10_000, 100)
    np.savez_compressed(tmp_path / "a.npz", wte=values)
    np.testing.assert_array_equal(open_table(tmp_path / "a.npz").block(0, 10_000), values)


def test_an_npz_is_known_without_its_ending(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", wte=np.eye(3))
    (tmp_path / "a.npz").rename(tmp_path / "table.bin")
    assert describe_file(tmp_path / "table.bin").format == "npz"


def test_a_packed_member_with_a_wrong_sum_is_damaged(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "a.npz", wte=np.random.default_rng(0).normal(size=(300, 9)))
    raw = bytearray((tmp_path / "a.npz").read_bytes())
    raw[-3000] ^= 0xFF
    (tmp_path / "a.npz").write_bytes(raw)
    with pytest.raises(FileError, match=r"damaged member wte\.npy; download it again"):
        open_table(tmp_path / "a.npz")


def test_an_encrypted_archive_says_so(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", wte=np.eye(3))
    raw = bytearray((tmp_path / "a.npz").read_bytes())
    raw[raw.index(b"PK\1\2") + 8] |= 1  # the flag in the central directory
    (tmp_path / "a.npz").write_bytes(raw)
    with pytest.raises(FileError, match="is encrypted; unpack it first"):
        open_table(tmp_path / "a.npz")


def test_a_member_that_claims_to_unpack_to_terabytes_is_refused(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "a.npz", wte=np.eye(3))
    raw = bytearray((tmp_path / "a.npz").read_bytes())
    place = raw.index(b"PK\1\2") + 24  # the unpacked size in the central directory
    raw[place : place + 4] = (2**32 - 2).to_bytes(4, "little")
    (tmp_path / "a.npz").write_bytes(raw)
    with pytest.raises(FileError, match="incomplete or no zip archive"):
        open_table(tmp_path / "a.npz")


def test_objects_in_an_npz_are_not_loaded(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    np.save(buffer, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("config.npy", buffer.getvalue())
    with pytest.raises(FileError, match="holds Python objects"):
        open_table(tmp_path / "a.npz")
