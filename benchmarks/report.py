"""How a benchmark says what it found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
