"""How the laws are tried: the same examples in each run, or many at random (``make fuzz``)."""

import os

from hypothesis import settings

_USUAL = 100  # examples that hypothesis draws
_FUZZ_FILES = 500  # changed files for which all laws are tried once more

FACTOR = max(1, int(os.environ.get("EMBEDSCOPE_FUZZ", "0")) // _FUZZ_FILES)


def examples(usual: int) -> int:
    """Return how many examples to draw where a run of the tests draws ``usual``."""
    return usual * FACTOR


def load_profile() -> None:
    """Make all laws draw as the environment says; a failure at random says how to repeat it."""
    settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
    settings.register_profile(
        "random",
        deadline=None,
        derandomize=False,
        max_examples=examples(_USUAL),
        print_blob=True,
    )
    settings.load_profile("random" if "EMBEDSCOPE_FUZZ" in os.environ else "repeatable")
