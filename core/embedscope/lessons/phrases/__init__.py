"""What lesson texts may say about the live state: one function a placeholder."""

from collections.abc import Mapping

from embedscope.lessons.phrases import (  # noqa: F401 - they register their phrases
    labels,
    layer,
    learning,
    nearness,
    rows,
    size,
    tokens,
)
from embedscope.lessons.phrases.registry import PHRASE, Phrase

PHRASES: Mapping[str, Phrase] = PHRASE
