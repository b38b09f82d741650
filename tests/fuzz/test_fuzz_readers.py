"""Changed files of every format: always a table or one sentence, soon, in little memory.

A few in each run of the tests; ``make fuzz`` (EMBEDSCOPE_FUZZ=10000) many. EMBEDSCOPE_FUZZ_SEED
gives others. The file at fault stays where the message says.
"""

import os
import random
import signal
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from embedscope.errors import EmbedscopeError
from embedscope.readers import describe_file, open_table
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer
from fuzz.mutants import mutants
from fuzz.seeds import by_reader

COUNT = int(os.environ.get("EMBEDSCOPE_FUZZ", "60"))  # of each format
SEED = os.environ.get("EMBEDSCOPE_FUZZ_SEED", "0")
SECONDS = 2.0  # of the processor's time, for a file
SPARE_BYTES = 64 << 20
MOST_TENSORS = 3
MARKS = ("CASE_F17_EXECUTED", "CASE_F31_EXECUTED")
GROUPS = by_reader()


def look_at(table: Table) -> None:
    """Read some of a table as the panes do."""
    last = table.n_rows - 1
    assert table.rows([0, last]).shape == (2, table.n_dims)
    assert table.block(0, min(3, table.n_rows)).shape[1] == table.n_dims
    known = table.tokenizer
    if known is not None:
        tokenizer = get_tokenizer(known) if isinstance(known, str | Path) else known
        tokenizer.token_bytes(last)
        tokenizer.encode("a word")


def open_all(path: Path) -> None:
    """Open a file in the ways that the program does; EmbedscopeError where that cannot be."""
    info = describe_file(path)
    for tensor in [item for item in info.tensors if item.is_table][:MOST_TENSORS]:
        try:
            look_at(open_table(path, tensor.name))
        except EmbedscopeError as fault:
            check_sentence(fault)
    look_at(open_table(path))


def open_tokenizer(path: Path) -> None:
    """Open a file as a tokenizer."""
    tokenizer = get_tokenizer(path)
    encoding = tokenizer.encode("Hello, wörld 😀")
    tokenizer.decode(encoding.ids.tolist())


def check_sentence(fault: EmbedscopeError) -> None:
    sentence = str(fault)
    assert sentence
    assert "\n" not in sentence
    assert len(sentence) < 1000


@contextmanager
def bounded(n_bytes: int) -> Iterator[None]:
    """Fail where the block takes more than its time or memory, or runs code of the file."""
    before = resident_bytes()
    tracemalloc.start()
    start = time.process_time()
    try:
        with interrupted():
            yield
    finally:
        seconds = time.process_time() - start
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    limit = 2 * n_bytes + SPARE_BYTES
    assert seconds < SECONDS, f"took {seconds:.1f} s"
    assert peak < limit, f"took {peak:,} bytes of memory"
    assert resident_bytes() - before < limit, "made the process too large"
    assert not any(mark in os.environ for mark in MARKS), "ran code of the file"


@contextmanager
def interrupted() -> Iterator[None]:
    """Raise in a block that goes on and on, where the system has such timers."""
    if sys.platform == "win32":
        yield
        return

    def stop(*_: object) -> None:
        raise AssertionError("hangs")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, 5 * SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def resident_bytes() -> int:
    """Return the most memory that this process ever had, for what tracemalloc does not see."""
    if sys.platform == "win32":
        return 0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.filterwarnings("ignore:invalid escape sequence:DeprecationWarning")  # pickletools
@pytest.mark.fuzz
@pytest.mark.timeout(86_400 if COUNT > 1000 else 300)
@pytest.mark.parametrize("group", sorted(GROUPS))
def test_changed_files_give_a_table_or_a_sentence(
    group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMBEDSCOPE_CACHE", "off")
    for mark in MARKS:
        monkeypatch.delenv(mark, raising=False)
    seeds = GROUPS[group]
    others = [seed.data for seed in seeds]
    work = open_tokenizer if group == "tokenizers" else open_all
    for number, seed in enumerate(seeds):
        count = COUNT * (number + 1) // len(seeds) - COUNT * number // len(seeds)
        folder = tmp_path / str(number)
        folder.mkdir()
        source = random.Random(f"{SEED} {seed.name}")
        for mutant in mutants(seed.data, others, count, source):
            check(work, seed.write(folder, mutant), len(mutant))


def check(work: Callable[[Path], None], path: Path, n_bytes: int) -> None:
    """Fail unless ``work`` ends well or with a sentence; the failure names the file."""
    try:
        with bounded(n_bytes):
            try:
                work(path)
            except EmbedscopeError as fault:
                check_sentence(fault)
    except BaseException as failure:
        failure.add_note(f"the file: {path}")
        raise
