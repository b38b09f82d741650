"""Tokenizers: text to ids with exact bytes and spans, and back."""

from embedscope.tokenizers.base import NO_ID, Encoding, Tokenizer, TokenKind
from embedscope.tokenizers.registry import TOKENIZER_NAMES, get_tokenizer, tokenizer_notes

__all__ = [
    "NO_ID",
    "TOKENIZER_NAMES",
    "Encoding",
    "TokenKind",
    "Tokenizer",
    "get_tokenizer",
    "tokenizer_notes",
]
