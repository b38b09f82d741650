"""A piece of work for one channel, with every input it needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from embedscope.progress import Progress
from embedscope.session.results import Results
from embedscope.session.session import Session

Lane = Literal["view", "work", "slow"]
"""Whom a request may wait for: a picture under the hand ("view") never waits for what takes
seconds ("work"), and neither waits for the passes over a whole table ("slow")."""

Key = tuple[object, ...]


@dataclass(frozen=True, eq=False)
class Request:
    """Work for one channel: ``run(progress)`` gives the value of that field of Results."""

    channel: str
    key: Key
    run: Callable[[Progress], object]
    quick: bool = False  # shorter than a frame: run it at once, so that a keystroke shows at once
    patience_ms: int = 0  # start only when nothing newer was asked for in the meantime
    lane: Lane = "work"


Builder = Callable[[Session, Results], Request | None]
Builders = Mapping[str, Builder]
