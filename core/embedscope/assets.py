"""The bundled data files, found through importlib.resources wherever they are installed."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

PACKAGE = "embedscope_assets"


def asset(*parts: str) -> Traversable:
    """Return the asset at ``parts``, e.g. ``asset("vocabularies", "r50k_base.tiktoken.xz")``."""
    return files(PACKAGE).joinpath(*parts)


def read_asset(*parts: str) -> bytes:
    """Return the bytes of one asset; FileNotFoundError where there is none."""
    return asset(*parts).read_bytes()


@contextmanager
def asset_path(*parts: str) -> Iterator[Path]:
    """Give one asset as a real file for as long as the ``with`` block runs."""
    with as_file(asset(*parts)) as path:
        yield path
