"""Run ``python -m benchmarks [NAME ...]``; without names, all of them."""

import os
import sys
from importlib import import_module

NAMES = ("startup", "typing", "paste", "heatmap", "geometry", "space", "open")


def main(names: list[str]) -> int:
    """Run the benchmarks called ``names`` and return how many promises were not kept."""
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):  # both slow every library's BLAS
        os.environ.pop(name, None)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    broken = 0
    for name in names or NAMES:
        module = import_module(f"benchmarks.bench_{name}")
        rows = module.run()
        import_module("benchmarks.report").show(module.TITLE, rows)
        broken += sum(row.kept is False for row in rows)
    return broken


sys.exit(main(sys.argv[1:]))
