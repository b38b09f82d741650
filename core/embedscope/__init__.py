"""embedscope: text, tokens, ids and the rows of an embedding table.

>>> import embedscope as es
>>> encoding = es.get_tokenizer("gpt2").encode("Hello, world!")
>>> table = es.open_table("whisper-tiny.en")
>>> table.rows(encoding.ids).shape
(4, 384)
>>> scope = es.Scope.of(table, es.get_tokenizer("gpt2"))
>>> ids, scores = es.neighbours(table, es.evaluate('" king" - " man" + " woman"', scope), k=3)
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0.dev0"

if TYPE_CHECKING:
    from embedscope.errors import EmbedscopeError as EmbedscopeError
    from embedscope.expressions import ExpressionError as ExpressionError
    from embedscope.expressions import Scope as Scope
    from embedscope.expressions import evaluate as evaluate
    from embedscope.expressions import expression_basis as expression_basis
    from embedscope.geometry.agreement import neighbour_agreement as neighbour_agreement
    from embedscope.geometry.facts import row_facts as row_facts
    from embedscope.geometry.neighbours import neighbours as neighbours
    from embedscope.geometry.pca import fit_pca as fit_pca
    from embedscope.geometry.spaces import fit_space as fit_space
    from embedscope.geometry.spaces import in_space as in_space
    from embedscope.geometry.tsne import fit_tsne as fit_tsne
    from embedscope.presets import PRESETS as PRESETS
    from embedscope.readers import describe_file as describe_file
    from embedscope.readers import open_table as open_table
    from embedscope.tables.onehot import one_hot as one_hot
    from embedscope.tables.table import Table as Table
    from embedscope.tables.torch_init import seeded_table as seeded_table
    from embedscope.tokenizers.registry import TOKENIZER_NAMES as TOKENIZER_NAMES
    from embedscope.tokenizers.registry import get_tokenizer as get_tokenizer

_HOMES = {
    "EmbedscopeError": "embedscope.errors",
    "TOKENIZER_NAMES": "embedscope.tokenizers.registry",
    "describe_file": "embedscope.readers",
    "get_tokenizer": "embedscope.tokenizers.registry",
    "open_table": "embedscope.readers",
    "Table": "embedscope.tables.table",
    "seeded_table": "embedscope.tables.torch_init",
    "one_hot": "embedscope.tables.onehot",
    "neighbours": "embedscope.geometry.neighbours",
    "fit_pca": "embedscope.geometry.pca",
    "fit_space": "embedscope.geometry.spaces",
    "in_space": "embedscope.geometry.spaces",
    "fit_tsne": "embedscope.geometry.tsne",
    "neighbour_agreement": "embedscope.geometry.agreement",
    "row_facts": "embedscope.geometry.facts",
    "evaluate": "embedscope.expressions",
    "expression_basis": "embedscope.expressions",
    "Scope": "embedscope.expressions",
    "ExpressionError": "embedscope.expressions",
    "PRESETS": "embedscope.presets",
}
__all__ = [
    "PRESETS",
    "TOKENIZER_NAMES",
    "EmbedscopeError",
    "ExpressionError",
    "Scope",
    "Table",
    "describe_file",
    "evaluate",
    "expression_basis",
    "fit_pca",
    "fit_space",
    "fit_tsne",
    "get_tokenizer",
    "in_space",
    "neighbour_agreement",
    "neighbours",
    "one_hot",
    "open_table",
    "row_facts",
    "seeded_table",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that start-up pays for nothing else."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
