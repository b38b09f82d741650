"""Single lines made wide enough to be seen."""

import numpy as np
from numpy.typing import NDArray


def widened(lines: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return ``lines`` (n,) with their neighbours set too: one pixel is easily missed."""
    wide = lines.copy()
    wide[1:] |= lines[:-1]
    wide[:-1] |= lines[1:]
    return wide
