"""embedscope: text, tokens, ids and the rows of an embedding table."""

__version__ = "0.1.0.dev0"
