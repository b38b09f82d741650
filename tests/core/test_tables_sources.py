"""All storage forms give the same rows as the array they were written from."""

from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray

from embedscope.errors import Cancelled, EmbedscopeError, FileError, MissingRowError
from embedscope.progress import Progress
from embedscope.tables import flat, runs, turned
from embedscope.tables.array import array_source
from embedscope.tables.file_bytes import FileBytes, OpenFile
from embedscope.tables.flat import FlatSource
from embedscope.tables.storage import element_storage
from embedscope.tables.table import Table
from embedscope.tables.turned import TurnedSource


class MakeTable(Protocol):
    """Store an array (V, D) in one of the forms and return its table."""

    def __call__(self, values: NDArray[np.generic], **layout: int) -> Table: ...


CODES = {"f4": "f32", "f2": "f16", "f8": "f64", "i2": "i16"}


def stored(
    folder: Path, values: NDArray[np.generic], form: str, lead: int = 5, pad: int = 0
) -> FlatSource | TurnedSource:
    """Write ``values`` (V, D) in a form, with bytes before and between, and return its source."""
    n_rows, n_dims = values.shape
    path = folder / f"{form}.bin"
    storage = element_storage(CODES[values.dtype.str[1:]])
    lines = values if form == "flat" else values.T
    path.write_bytes(b"x" * lead + (b"p" * pad).join(line.tobytes() for line in lines))
    stride = lines.shape[1] * values.itemsize + pad
    source = FlatSource if form == "flat" else TurnedSource
    return source(FileBytes(path), lead, (n_rows, n_dims), storage, stride)


@pytest.fixture(params=["array", "fortran", "flat", "turned"])
def make_table(request: pytest.FixtureRequest, tmp_path: Path) -> MakeTable:
    def make(values: NDArray[np.generic], **layout: int) -> Table:
        if request.param == "array":
            return Table.from_array(values)
        if request.param == "fortran":
            return Table.from_array(np.asfortranarray(values))
        return Table(stored(tmp_path, values, request.param, **layout), "stored")

    return make


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make reads so small that a table of 40 rows needs several."""
    monkeypatch.setattr(flat, "READ_BYTES", 256)
    monkeypatch.setattr(flat, "GAP_BYTES", 64)
    monkeypatch.setattr(turned, "READ_BYTES", 64)
    monkeypatch.setattr(turned, "GAP_BYTES", 16)
    monkeypatch.setattr(turned, "BLOCK_VALUES", 32)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_rows_blocks_and_exact_rows_equal_the_array(
    make_table: MakeTable, data: st.DataObject
) -> None:
    code = data.draw(st.sampled_from(sorted(CODES)))
    n_rows, n_dims = data.draw(st.integers(1, 40)), data.draw(st.integers(1, 9))
    values = np.arange(n_rows * n_dims).reshape(n_rows, n_dims).astype(code) - 7
    table = make_table(values, lead=data.draw(st.integers(0, 9)), pad=data.draw(st.integers(0, 5)))
    expected = values.astype(np.float32)

    ids = data.draw(st.lists(st.integers(0, n_rows - 1), max_size=60))
    np.testing.assert_array_equal(table.rows(ids), expected[ids])
    np.testing.assert_array_equal(table.exact_rows(ids), values[ids])
    step = data.draw(st.integers(1, 45))
    whole = np.concatenate([block.copy() for _, block in table.blocks(step)])
    np.testing.assert_array_equal(whole, expected)
    np.testing.assert_array_equal(table.gather(ids).block(0, len(ids)), expected[ids])


@given(st.lists(st.integers(0, 500)), st.integers(1, 20), st.integers(1, 30))
def test_runs_cover_all_ids_in_short_pieces(
    numbers: list[int], max_gap: int, max_span: int
) -> None:
    ids = np.sort(np.array(numbers, np.int64))
    pieces = list(runs.runs(ids, max_gap, max_span))
    assert [i for first, last in pieces for i in range(first, last)] == list(range(len(ids)))
    for first, last in pieces:
        piece = ids[first:last]
        assert piece[-1] - piece[0] < max_span
        assert len(piece) <= max_span
        assert (np.diff(piece) <= max_gap).all()


def test_a_quarter_of_a_million_ids_are_not_as_many_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flat, "READ_BYTES", 1 << 18)
    values = np.arange(40_000, dtype="f4").reshape(10_000, 4)
    table = Table(stored(tmp_path, values, "flat"), "stored")
    ids = np.random.default_rng(0).integers(0, 10_000, 250_000)
    reads = counted_reads(monkeypatch)
    np.testing.assert_array_equal(table.rows(ids), values[ids])
    assert len(reads) < 100


def test_short_columns_are_read_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turned, "READ_BYTES", 1 << 14)
    monkeypatch.setattr(turned, "GAP_BYTES", 1 << 10)
    monkeypatch.setattr(turned, "BLOCK_VALUES", 1 << 20)
    values = np.arange(60_000, dtype="f4").reshape(12, 5_000)
    table = Table(stored(tmp_path, values, "turned", pad=3), "stored")
    reads = counted_reads(monkeypatch)
    np.testing.assert_array_equal(table.rows([11, 0, 3]), values[[11, 0, 3]])
    assert len(reads) == -(-5_000 // ((1 << 14) // (12 * 4 + 3)))


def counted_reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by the place of every read of a file."""
    places: list[int] = []
    read_into = OpenFile.read_into

    def count(file: OpenFile, offset: int, out: Any) -> None:
        places.append(offset)
        read_into(file, offset, out)

    monkeypatch.setattr(OpenFile, "read_into", count)
    return places


def test_rows_of_stored_float32_keep_every_bit(tmp_path: Path) -> None:
    patterns = np.array([[0x7F800001, 0xFFC12345], [0x80000000, 0x00000001]], np.uint32)
    table = Table(stored(tmp_path, patterns.view(np.float32), "flat"), "stored")
    assert table.rows([1, 0]).view(np.uint32).tolist() == patterns[::-1].tolist()


def test_an_id_without_a_row_names_id_and_rows(make_table: MakeTable) -> None:
    table = make_table(np.zeros((3, 2), "f4"))
    for ids in ([0, 3], [-1], np.array([2**64 - 1], np.uint64)):
        with pytest.raises(MissingRowError, match=r"has no row: .* has rows 0 to 2"):
            table.rows(ids)
    with pytest.raises(MissingRowError, match=r"^id -1 "):
        table.exact_rows([-1])


def test_missing_rows_are_nan_and_marked(make_table: MakeTable) -> None:
    table = make_table(np.array([[1, 2], [3, 4]], "f4"))
    rows, missing = table.rows_or_missing([1, -1, 0, 2])
    assert missing.tolist() == [False, True, False, True]
    np.testing.assert_array_equal(rows, [[3, 4], [np.nan] * 2, [1, 2], [np.nan] * 2])


def test_gathered_rows_may_be_missing_and_gathered_again(make_table: MakeTable) -> None:
    table = make_table(np.array([[1, 2], [3, 4]], "f8"))
    gathered = table.gather([1, 5, 0]).gather([2, 1, 0, 9])
    expected = [[1, 2], [np.nan] * 2, [3, 4], [np.nan] * 2]
    assert gathered.shape == (4, 2)
    np.testing.assert_array_equal(gathered.block(0, 4), expected)
    np.testing.assert_array_equal(gathered.exact_rows([0, 1, 2, 3]), expected)
    np.testing.assert_array_equal(table.gather([7]).exact_rows([0]), [[np.nan] * 2])


def test_gathering_nothing_is_an_empty_table(make_table: MakeTable) -> None:
    empty = make_table(np.zeros((3, 2), "f4")).gather([])
    assert empty.shape == (0, 2)
    assert list(empty.blocks()) == []
    assert empty.rows([]).shape == (0, 2)


def test_gather_keeps_its_own_ids() -> None:
    ids = np.array([1, 0])
    gathered = Table.from_array(np.eye(2, dtype="f4")).gather(ids)
    ids[:] = 0
    assert gathered.rows([0]).tolist() == [[0, 1]]


def test_blocks_of_a_float32_array_are_views_and_others_are_not() -> None:
    values = np.zeros((4, 2), np.float32)
    assert np.shares_memory(Table.from_array(values).block(1, 3), values)
    assert not np.shares_memory(Table.from_array(values).rows([1]), values)
    doubles = np.zeros((4, 2))
    assert not np.shares_memory(Table.from_array(doubles).block(1, 3), doubles)


def test_block_fills_the_given_buffer(make_table: MakeTable) -> None:
    table = make_table(np.arange(8, dtype="f4").reshape(4, 2))
    out = np.full((2, 2), -1, np.float32)
    assert table.block(1, 3, out) is out
    assert out.tolist() == [[2, 3], [4, 5]]


@pytest.mark.parametrize(("start", "stop"), [(-1, 2), (2, 5), (3, 2)])
def test_blocks_outside_the_table_are_refused(make_table: MakeTable, start: int, stop: int) -> None:
    with pytest.raises(MissingRowError, match="it has 4"):
        make_table(np.zeros((4, 2), "f4")).block(start, stop)


def test_walking_reports_and_stops(make_table: MakeTable) -> None:
    table = make_table(np.zeros((6, 2), "f4"))
    told = []
    list(table.blocks(2, Progress(report=lambda done, what: told.append((done, what)))))
    assert [round(done, 3) for done, _ in told] == [0, 0.333, 0.667]
    assert told[0][1] == f"reading {table.name}"
    with pytest.raises(Cancelled):
        next(table.blocks(2, Progress(stopped=lambda: True)))


@pytest.mark.parametrize("ids", [[1.0], [[1]], ["1"], [True], 1])
def test_ids_are_whole_numbers_in_a_row(ids: ArrayLike) -> None:
    with pytest.raises(TypeError, match="ids are whole numbers"):
        Table.from_array(np.zeros((3, 2))).rows(ids)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (np.zeros(3), r"shape \(3,\)"),
        (np.zeros((0, 3)), r"shape \(0, 3\)"),
        (np.zeros((2, 2), complex), "complex128"),
        (np.array([["a"]]), "<U1"),
        (np.array([[None]]), "object"),
    ],
)
def test_arrays_that_are_no_tables(values: ArrayLike, words: str) -> None:
    with pytest.raises(EmbedscopeError, match=words):
        array_source(values)


def test_what_a_table_says_of_itself(tmp_path: Path) -> None:
    table = Table(stored(tmp_path, np.zeros((3, 4), "f2"), "flat"), "halves")
    assert (table.n_rows, table.n_dims, table.dtype, table.n_bytes) == (3, 4, "f16", 24)
    assert Table.from_array(np.zeros((2, 2), bool)).dtype == "bool"
    assert Table.from_array(np.zeros((2, 2), np.uint8)).dtype == "u8"
    assert Table.from_array(np.zeros((2, 2), np.float32)).dtype == "f32"


@pytest.mark.parametrize("form", ["flat", "turned"])
def test_a_file_shorter_than_its_table_is_refused_at_once(tmp_path: Path, form: str) -> None:
    source = stored(tmp_path, np.zeros((3, 4), "f4"), form)
    with pytest.raises(FileError, match="cut short: 4,805"):
        type(source)(source.file, 5, (3 * 100, 4), source.storage)


def test_turning_twice_gives_the_table_back(make_table: MakeTable) -> None:
    values = np.arange(12, dtype="f4").reshape(3, 4)
    source = make_table(values).source
    across = Table(turned.turned(source), "turned")
    np.testing.assert_array_equal(across.rows([2, 0]), values.T[[2, 0]])
    back = Table(turned.turned(across.source), "back")
    np.testing.assert_array_equal(back.rows([2, 0]), values[[2, 0]])
