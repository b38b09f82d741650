"""The tables of well-known models, from a data file that names its sources."""

import tomllib
from dataclasses import dataclass
from functools import cache

from embedscope.assets import read_asset
from embedscope.errors import UnknownNameError
from embedscope.lessons.sizes import TableSize


@dataclass(frozen=True)
class KnownModel:
    """A released model: V, D, all parameters, and where these figures come from."""

    name: str
    n_rows: int
    n_dims: int
    total_parameters: int
    tied: bool
    n_layers: int
    number_type: str  # that it was released in
    source: str  # of V, D and tied
    total_source: str

    @property
    def size(self) -> TableSize:
        """The table with its output layer."""
        return TableSize(self.n_rows, self.n_dims, self.number_type, self.tied, self.n_layers)

    @property
    def table_share(self) -> float:
        """Share of the table, without an untied output layer."""
        return self.size.share_of(self.total_parameters)

    @property
    def share(self) -> float:
        """Share of the table together with an untied output layer."""
        return self.size.all_parameters / self.total_parameters


@cache
def known_models() -> tuple[KnownModel, ...]:
    """Return the models of the data file, smallest first."""
    data = tomllib.loads(read_asset("lessons", "data", "models.toml").decode())
    models = (
        KnownModel(**{key: value for key, value in entry.items() if key != "architecture"})
        for entry in data["models"]
    )
    return tuple(sorted(models, key=lambda model: model.total_parameters))


def find_model(name: str) -> KnownModel:
    """Return the model of that name; UnknownNameError where there is none."""
    for model in known_models():
        if model.name == name:
            return model
    names = ", ".join(model.name for model in known_models())
    raise UnknownNameError(f'There are no figures of a model "{name}"; there are those of {names}.')


def same_shape(n_rows: int, n_dims: int) -> KnownModel | None:
    """Return the model whose table has this shape, if any."""
    matches = (m for m in known_models() if (m.n_rows, m.n_dims) == (n_rows, n_dims))
    return next(matches, None)
