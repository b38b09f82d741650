"""The words for the cell under the pointer."""

from unicodedata import bidirectional

_ISOLATE, _POP = "\u2068", "\u2069"  # first strong isolate, pop directional isolate


def reading(title: str, row: int, label: str, dim: int, value: str) -> str:
    """Return "row 995 · ␣world · dim 2:  0.0312"; ``title`` says what the rows are."""
    where = [f"{title} {row}", *([isolated(label)] if label else []), f"dim {dim}"]
    return " · ".join(where) + f":  {value}"


def isolated(label: str) -> str:
    """Return ``label`` so that Hebrew or Arabic in it does not turn the numbers around it."""
    if any(bidirectional(char) in ("R", "AL") for char in label):
        return f"{_ISOLATE}{label}{_POP}"
    return label
