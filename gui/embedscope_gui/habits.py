"""How the user likes things shown, whatever the table; brought back at the next start; no Qt."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, get_args

from embedscope.heatmap.colormap import COLORMAPS
from embedscope.heatmap.levels import Scale
from embedscope.heatmap.reduction import Reduction
from embedscope.session.session import Colouring, ColourKind, Metric, Session

MOST_REMOVED, MOST_NEAREST = 10, 1000
BOOLS = (False, True)
# Colours that speak of a table's tokens, or that take a pass over all rows of the next one.
NOT_KEPT: frozenset[ColourKind] = frozenset(("expression", "agreement"))


@dataclass(frozen=True)
class Habits:
    """Choices of the menus; the points are drawn with ``path``, ``ties`` and ``cloud`` or not."""

    colormap: str = "blue-red"
    scale: Scale = "linear"
    reduction: Reduction = "magnitude"
    metric: Metric = "cosine"
    k: int = 10
    removed: int | None = None
    folded: bool | None = None
    colour: ColourKind = "plain"
    path: bool = False
    ties: bool = False
    cloud: bool = True

    def to_json(self) -> str:
        """Return everything in ASCII."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> "Habits":
        """Return what ``line`` says; each foreign or broken value counts as absent."""
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            return cls()
        if not isinstance(said, dict):
            return cls()
        return cls(**{name: said[name] for name in _NAMES if _is_known(name, said.get(name, cls))})

    def changes(self, session: Session) -> dict[str, Any]:
        """Return what to change in ``session``."""
        nearest = replace(session.nearest, k=self.k, removed=self.removed, folded=self.folded)
        return {
            "colormap": self.colormap,
            "scale": self.scale,
            "reduction": self.reduction,
            "metric": self.metric,
            "nearest": nearest,
            "colouring": Colouring(self.colour),
        }


_NAMES = tuple(field.name for field in fields(Habits))
_KNOWN: Mapping[str, tuple[object, ...]] = {
    "colormap": tuple(COLORMAPS),
    "scale": get_args(Scale),
    "reduction": get_args(Reduction),
    "metric": get_args(Metric),
    "k": tuple(range(1, MOST_NEAREST + 1)),
    "removed": (None, *range(MOST_REMOVED + 1)),
    "folded": (None, *BOOLS),
    "colour": tuple(kind for kind in get_args(ColourKind) if kind not in NOT_KEPT),
    "path": BOOLS,
    "ties": BOOLS,
    "cloud": BOOLS,
}


def _is_known(name: str, value: object) -> bool:
    """Tell whether a choice is offered; True is no number here."""
    return any(type(value) is type(known) and value == known for known in _KNOWN[name])


def habits_of(session: Session, *, path: bool, ties: bool, cloud: bool) -> Habits:
    """Return what is to be remembered of ``session`` and of how its points are drawn."""
    colour = session.colouring.kind
    return Habits(
        session.colormap,
        session.scale,
        session.reduction,
        session.metric,
        session.nearest.k,
        session.nearest.removed,
        session.nearest.folded,
        "plain" if colour in NOT_KEPT else colour,
        path,
        ties,
        cloud,
    )
