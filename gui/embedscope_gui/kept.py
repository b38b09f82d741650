"""A session put aside with its results, to be brought back as it was."""

from collections.abc import Mapping
from dataclasses import dataclass

from embedscope.session.request import Key
from embedscope.session.results import Results
from embedscope.session.session import Session


@dataclass(frozen=True, eq=False)
class KeptSession:
    """What the controller holds; ``keys`` are those of the results that were up to date."""

    session: Session
    results: Results
    keys: Mapping[str, Key]
    table_name: str
    given_text: str
    hit: int  # which one of the search's
