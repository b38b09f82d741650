"""Neighbours, PCA and point clouds at the size of a real vocabulary, beside faiss and scikit-learn.

The peers take part where they are installed (``pip install faiss-cpu scikit-learn``); a
comparison with a peer that is missing is left out.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.report import Row, forget_peak, median_ms, peak_mb
from embedscope.geometry.camera import fit_camera, orbit, project
from embedscope.geometry.neighbours import neighbours, neighbours_of_many
from embedscope.geometry.parallel import thread_count
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.splat import splat
from embedscope.geometry.stats import row_stats
from embedscope.readers import open_table
from embedscope.tables.base import Doubles, Floats
from embedscope.tables.table import Table

V, D, K = 128_256, 1_024, 50
TITLE = f"Geometry of {V:,} x {D:,}; wide PCA of 32,768 x 8,192; 256,000 points on 900 x 700"


def run() -> list[Row]:
    """Measure everything in one process."""
    rows = np.random.default_rng(0).standard_normal((V, D), np.float32)
    found = [*_neighbours(rows), *_storages(rows), *_faiss(rows), _cloud()]
    rows *= np.linspace(2, 0.5, D, dtype=np.float32)
    rows += 3
    rows[:, 7] += 40  # a large common offset and a rogue dim
    found += _pca(rows)
    del rows
    return [*found, *_wide_pca()]


def _neighbours(rows: Floats) -> Iterator[Row]:
    """One query against the bare product with the same rows, a hundred against a hundred ones."""
    table = Table.from_array(rows)
    stats = row_stats(table)
    forget_peak()
    before = peak_mb()
    one = median_ms(lambda: neighbours(table, 5, K, stats=stats))
    many = median_ms(lambda: neighbours_of_many(table, np.arange(100), K, stats=stats), 3)
    yield Row("one cosine query / numpy's product of the same rows", one, _product(rows), "ms")
    yield Row("100 queries at once / 100 times one", many, 100 * one, "ms")
    extra = peak_mb() - before
    yield Row(
        "extra memory of 100 queries", extra, rows.nbytes / 1e6, "MB", "< 200 MB", extra < 200
    )


def _product(rows: Floats) -> float:
    query = rows[5].copy()
    return median_ms(lambda: rows @ query)


def _storages(rows: Floats) -> Iterator[Row]:
    """One query over a file of each number type against the same in float32."""
    with tempfile.TemporaryDirectory() as folder:
        times = {}
        for dtype in ("F32", "BF16", "F16"):
            path = Path(folder) / f"{dtype}.safetensors"
            _write(path, rows, dtype)
            table = open_table(path)
            stats = row_stats(table)
            times[dtype] = median_ms(partial(neighbours, table, 5, K, stats=stats))
            path.unlink()
    for dtype, most in (("BF16", 2.5), ("F16", 3.5)):
        what = f"one query over a file in {dtype.lower()} / in f32"
        kept = times[dtype] < most * times["F32"]
        yield Row(what, times[dtype], times["F32"], "ms", f"< {most}", kept)


def _write(path: Path, rows: Floats, dtype: str) -> None:
    """Write a safetensors file of one tensor, 4,096 rows at a time."""
    convert: dict[str, Callable[[Floats], np.ndarray]] = {
        "F32": lambda block: block,
        "F16": lambda block: block.astype(np.float16),
        "BF16": lambda block: (block.view(np.uint32) >> 16).astype(np.uint16),
    }
    size = rows.size * (4 if dtype == "F32" else 2)
    tensor = {"dtype": dtype, "shape": list(rows.shape), "data_offsets": [0, size]}
    header = json.dumps({"wte.weight": tensor}).encode()
    header += b" " * (-len(header) % 8)
    with path.open("wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        for start in range(0, len(rows), 4096):
            file.write(convert[dtype](rows[start : start + 4096]).tobytes())


def _faiss(rows: Floats) -> Iterator[Row]:
    """Ask the same of faiss's flat index, of rows scaled to length 1 beforehand."""
    if find_spec("faiss") is None:
        return
    import faiss

    faiss.omp_set_num_threads(thread_count())
    table = Table.from_array(rows)
    stats = row_stats(table)
    index = faiss.IndexFlatIP(D)
    for start in range(0, V, 4096):
        here = slice(start, start + 4096)
        index.add(rows[here] / stats.norm[here, None].astype(np.float32))
    queries = rows[:100] / stats.norm[:100, None].astype(np.float32)
    one = median_ms(lambda: neighbours(table, 5, K, stats=stats))
    theirs = median_ms(lambda: index.search(queries[5:6], K + 1))
    yield Row("one cosine query / faiss IndexFlatIP", one, theirs, "ms", "<= 1", one <= theirs)
    many = median_ms(lambda: neighbours_of_many(table, np.arange(100), K, stats=stats), 3)
    theirs = median_ms(lambda: index.search(queries, K + 1), 3)
    yield Row("100 queries / faiss IndexFlatIP", many, theirs, "ms", "< 1/3", 3 * many < theirs)


def _pca(rows: Floats) -> Iterator[Row]:
    """Time and largest relative error of the first three variances."""
    true = _true_variances(rows)
    start = perf_counter()
    ours = fit_pca(rows).explained_variance
    seconds, error = perf_counter() - start, _worst(ours, true)
    yield Row(
        "PCA: largest relative error of a variance",
        error * 1e9,
        1000,
        "e-9",
        "< 1e-6",
        error < 1e-6,
    )
    if find_spec("sklearn") is None:
        return
    from sklearn.decomposition import PCA

    start = perf_counter()
    peer = PCA(3, svd_solver="covariance_eigh").fit(rows)
    theirs = perf_counter() - start
    kept = seconds < 1.2 * theirs
    yield Row("PCA / scikit-learn covariance_eigh", seconds, theirs, "s", "< 1.2", kept)
    yield Row(
        "PCA error / scikit-learn's",
        error * 1e9,
        _worst(peer.explained_variance_, true) * 1e9,
        "e-9",
    )


def _true_variances(rows: Floats) -> Doubles:
    """Return the variances of the components, all sums in float64."""
    mean, scatter = rows.mean(axis=0, dtype=np.float64), np.zeros((D, D))
    for start in range(0, len(rows), 4096):
        block = rows[start : start + 4096].astype(np.float64) - mean
        scatter += block.T @ block
    values = np.linalg.eigvalsh(scatter / (len(rows) - 1))[::-1]
    return values.astype(np.float64)


def _worst(values: Doubles, true: Doubles) -> float:
    return float(np.abs(values / true[: len(values)] - 1).max())


def _wide_pca() -> Iterator[Row]:
    """Solve a table too wide for a full covariance, of which a quarter is timed, times four."""
    n_rows, n_dims = 32_768, 8_192
    rng = np.random.default_rng(1)
    rows = rng.standard_normal((n_rows, n_dims), np.float32)
    rows *= (1 / np.sqrt(np.arange(1, n_dims + 1))).astype(np.float32)
    start = perf_counter()
    pca = fit_pca(rows)
    ours = perf_counter() - start
    print(f"  {pca.note}")
    start = perf_counter()
    for at in range(0, n_rows // 4, 1024):
        np.matmul(rows[at : at + 1024].T, rows[at : at + 1024])
    theirs = 4 * (perf_counter() - start)
    what = "PCA of 32,768 x 8,192 / its covariance alone, not solved"
    yield Row(what, ours, theirs, "s", "< 1/4", 4 * ours < theirs)


def _cloud() -> Row:
    """One frame of a turning cloud: project and draw, against projecting alone."""
    rng = np.random.default_rng(2)
    points = rng.standard_normal((256_000, 3), np.float32)
    colours = rng.integers(0xFF000000, 0x100000000, len(points), np.uint32)
    camera = fit_camera(points)

    def frame() -> None:
        seen = project(points, orbit(camera, 0.3, 0), 900, 700)
        splat(*seen, colours, 900, 700, 3, 0xFFFFFFFF)

    bare = median_ms(lambda: project(points, camera, 900, 700))
    return Row("a frame of 256,000 points / their projection alone", median_ms(frame), bare, "ms")
