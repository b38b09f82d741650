"""The demonstrations that a step can show, each with the parameters a lesson file may give it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

OptimiserName = Literal["sgd", "adam"]
PairChoice = Literal["text", "disagreeing"]
SizeFocus = Literal["parameters", "bytes", "share", "tied", "one-more"]
TrainingPart = Literal["points", "chances", "loss", "chances-and-loss", "start"]


@dataclass(frozen=True)
class WeightedSumDemo:
    """Raw ids times a weight that the learner drags."""

    weight: float = 0.01
    least: float = -0.1
    most: float = 0.1


@dataclass(frozen=True)
class IdNeighboursDemo:
    """The rows next to the chosen token by number, and by vector."""

    each_side: int = 4


@dataclass(frozen=True)
class MergeChainDemo:
    """The merges that built the chosen token."""


@dataclass(frozen=True)
class OneHotRowDemo:
    """The chosen id as zeros and a single one."""


@dataclass(frozen=True)
class ProductDemo:
    """One-hot row x table, added up step by step."""


@dataclass(frozen=True)
class GradientDemo:
    """dL/dE of a toy loss: zero but for the looked-up rows."""


@dataclass(frozen=True)
class TableSizeDemo:
    """V, D, number type and tied or not as inputs; parameters, bytes and share as outputs.

    ``focus``: which of these are in sight.
    """

    focus: SizeFocus = "parameters"


@dataclass(frozen=True)
class ModelSizesDemo:
    """The tables of well-known models, drawn to scale, or their shares of the models."""

    highlighted: str = ""
    picture: Literal["tables", "shares"] = "tables"


@dataclass(frozen=True)
class TrainingDemo:
    """A table trained in front of the learner; without ``text`` the given one.

    ``shown``: after how many steps it is shown at first, and in figures. ``beside``: what is shown
    beside the table; chances are those of the words that may follow ``after``.
    """

    text: str = ""
    n_dims: int = 3
    optimiser: OptimiserName = "sgd"
    learning_rate: float = 1.0
    n_steps: int = 200
    seed: int = 123
    shown: int = 0
    beside: TrainingPart = "points"
    after: str = "cat"

    @property
    def run(self) -> "TrainingDemo":
        """The run alone, however it is shown."""
        return replace(self, shown=0, beside="points", after="cat")


@dataclass(frozen=True)
class TopTensDemo:
    """The nearest rows by cosine and by dot product, side by side.

    ``column``: what is told of each besides its score, its place by the other or its length.
    """

    k: int = 10
    column: Literal["place", "length"] = "place"


@dataclass(frozen=True)
class TwoArrowsDemo:
    """Two tokens as arrows: angle, lengths, both scores.

    ``pair``: the chosen token and the next one of the text, or the pair on which the scores
    disagree most.
    """

    pair: PairChoice = "text"


@dataclass(frozen=True)
class CentringDemo:
    """Cosines of rows, random and nearest, before and after the mean row is taken away."""


Demo = (
    WeightedSumDemo
    | IdNeighboursDemo
    | MergeChainDemo
    | OneHotRowDemo
    | ProductDemo
    | GradientDemo
    | TableSizeDemo
    | ModelSizesDemo
    | TrainingDemo
    | TopTensDemo
    | TwoArrowsDemo
    | CentringDemo
)

DEMOS: Mapping[str, type[Demo]] = {
    "weighted-sum": WeightedSumDemo,
    "id-neighbours": IdNeighboursDemo,
    "merge-chain": MergeChainDemo,
    "one-hot-row": OneHotRowDemo,
    "product": ProductDemo,
    "gradient": GradientDemo,
    "table-size": TableSizeDemo,
    "model-sizes": ModelSizesDemo,
    "training": TrainingDemo,
    "top-tens": TopTensDemo,
    "two-arrows": TwoArrowsDemo,
    "centring": CentringDemo,
}

FIGURE_KINDS: tuple[str, ...] = (
    *("pipeline", "tokens", "table", "lookup", "vectors2d", "vectors3d", "onehot"),
)
"""The kinds of figures that are drawn of any text and table."""
FIGURES: tuple[str, ...] = (*FIGURE_KINDS, *DEMOS)
"""What ``figure`` of a step may name."""


def demo_name(demo: Demo) -> str:
    """Return the name that lesson files use for this kind of demo."""
    return next(name for name, kind in DEMOS.items() if type(demo) is kind)
