"""How large a table is: parameters, bytes, its share of a model, the price of one more."""

from collections.abc import Mapping
from dataclasses import dataclass

from embedscope.errors import EmbedscopeError

BYTES_OF_TYPE: Mapping[str, float] = {
    "float32": 4,
    "float16": 2,
    "bfloat16": 2,
    "int8": 1,
    "int4": 0.5,
}
"""Bytes that one number takes, without the scales that go with whole-number types."""
STORED_AS: Mapping[str, str] = {"f32": "float32", "f16": "float16", "bf16": "bfloat16"}
MOST_ROWS, MOST_DIMS = 10_000_000, 100_000


@dataclass(frozen=True)
class TableSize:
    """A table of ``n_rows`` (V) x ``n_dims`` (D) numbers of one type, in a model with ``n_layers``.

    ``tied``: the output layer, which gives a score to each of V tokens, is the same table; untied
    models have a second one of the same size. EmbedscopeError for sizes out of range.
    """

    n_rows: int
    n_dims: int
    number_type: str = "float32"
    tied: bool = True
    n_layers: int = 12

    def __post_init__(self) -> None:
        if self.number_type not in BYTES_OF_TYPE:
            raise EmbedscopeError(f'There is no number type "{self.number_type}".')
        for name, value, most in (
            ("rows", self.n_rows, MOST_ROWS),
            ("dims", self.n_dims, MOST_DIMS),
            ("layers", self.n_layers + 1, 1001),
        ):
            if not 1 <= value <= most:
                raise EmbedscopeError(f"The number of {name} must be 1 to {most:,}.")

    @property
    def parameters(self) -> int:
        """V x D: the numbers of the table."""
        return self.n_rows * self.n_dims

    @property
    def n_tables(self) -> int:
        """1 if tied, else 2: the table and the output layer."""
        return 1 if self.tied else 2

    @property
    def all_parameters(self) -> int:
        """The table and, if untied, the output layer."""
        return self.n_tables * self.parameters

    @property
    def n_bytes(self) -> int:
        """Bytes of the table."""
        return int(self.parameters * BYTES_OF_TYPE[self.number_type])

    @property
    def one_more_token(self) -> int:
        """Parameters that one more row costs."""
        return self.n_tables * self.n_dims

    @property
    def one_more_dim(self) -> int:
        """Parameters that one more dim costs in the table (every layer grows as well)."""
        return self.n_tables * self.n_rows

    @property
    def layer_parameters(self) -> int:
        """About 12 D^2 a transformer layer (Kaplan et al. 2020, arXiv 2001.08361, table 1)."""
        return 12 * self.n_layers * self.n_dims**2

    @property
    def estimated_share(self) -> float:
        """Share of the table (and an untied output layer) in a model of that many layers."""
        return self.all_parameters / (self.all_parameters + self.layer_parameters)

    def share_of(self, total_parameters: int) -> float:
        """Return the share of the table alone in a model of ``total_parameters``."""
        return self.parameters / total_parameters


def spoken_bytes(n_bytes: float) -> str:
    """Return "154 MB", "2.1 GB", "72 bytes": 1 MB is a million bytes."""
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if n_bytes >= unit:
            number = n_bytes / unit
            return f"{number:.0f} {name}" if number >= 9.95 else f"{number:.1f} {name}"
    return f"{n_bytes:.0f} bytes"
