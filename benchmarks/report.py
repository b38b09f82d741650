"""How a benchmark says what it found."""

import re
import resource
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Row:
    """One comparison: ours against theirs, and the most that was promised."""

    what: str
    ours: float
    theirs: float
    unit: str
    promised: str = ""
    kept: bool | None = None  # None: nothing was promised

    @property
    def ratio(self) -> float:
        """Ours / theirs."""
        return self.ours / self.theirs if self.theirs else float("inf")


def show(title: str, rows: Sequence[Row]) -> None:
    """Print ``rows`` as a table."""
    print(f"\n{title}")
    print(f"  {'what':58} {'ours':>10} {'theirs':>10} {'unit':>5} {'ratio':>8}  promised")
    for row in rows:
        verdict = "" if row.kept is None else "  kept" if row.kept else "  NOT KEPT"
        print(
            f"  {row.what:58} {row.ours:10.2f} {row.theirs:10.2f} {row.unit:>5} "
            f"{row.ratio:8.3f}  {row.promised}{verdict}"
        )


def median_ms(work: Callable[[], object], times: int = 7) -> float:
    """Return the median milliseconds of ``times`` runs of ``work``, after one to warm up."""
    work()
    spent = []
    for _ in range(times):
        start = perf_counter()
        work()
        spent.append(1000 * (perf_counter() - start))
    return median(spent)


def peak_mb() -> float:
    """Return the most memory that this process has held, in MB of 1024 kB.

    Not ``ru_maxrss`` where it can be helped: a new process inherits it from the one before.
    """
    with suppress(OSError):
        found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text())
        if found is not None:
            return int(found[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def forget_peak() -> None:
    """Let ``peak_mb`` count from what is held now, where the system can."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
