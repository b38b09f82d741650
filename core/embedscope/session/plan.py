"""From a session to the work it needs: one request per channel whose inputs changed.

A request holds every input it needs, so it may run on any thread; its ``key`` names those
inputs, so that equal keys mean that nothing has to be computed again.
"""

from collections.abc import Iterator, Mapping

from embedscope.progress import Progress
from embedscope.session.geometry_channels import CHANNELS as GEOMETRY
from embedscope.session.geometry_channels import uses_names
from embedscope.session.map_channels import CHANNELS as MAP
from embedscope.session.map_channels import shown_table
from embedscope.session.request import Builders, Key, Request
from embedscope.session.results import Results, SearchResult
from embedscope.session.session import Session
from embedscope.session.text import look_up_text
from embedscope.tokenizers.search import VocabularyIndex

__all__ = ["CHANNELS", "plan", "shown_table"]

QUICK_CHARACTERS = 20_000


def plan(session: Session, results: Results, keys: Mapping[str, Key]) -> Iterator[Request | str]:
    """Yield a Request for each channel that is out of date, or its name where inputs are gone.

    ``keys`` holds the key last requested for every channel that has a value or is at work.
    """
    for channel, build in CHANNELS.items():
        request = build(session, results)
        if request is None:
            if channel in keys:
                yield channel
        elif keys.get(channel) != request.key:
            yield request


def _text(session: Session, results: Results) -> Request | None:
    text, tokenizer, table, specials = (
        session.text,
        session.tokenizer,
        session.table,
        session.specials,
    )
    if tokenizer is None or table is None:
        return None
    before = results.text
    return Request(
        "text",
        (text, tokenizer, specials, table),
        lambda progress: look_up_text(text, tokenizer, specials, table, progress, before),
        quick=len(text) <= QUICK_CHARACTERS,
        lane="view",
    )


def _vocabulary(session: Session, _results: Results) -> Request | None:
    tokenizer, table = session.tokenizer, session.table
    if tokenizer is None or table is None or not (session.query or uses_names(session)):
        return None
    n_rows = table.n_rows

    def read(progress: Progress) -> VocabularyIndex:
        index = VocabularyIndex(tokenizer, n_rows)
        index.find("0x00", progress)  # reads all tokens here, not when the first letter is typed
        return index

    return Request("vocabulary", (tokenizer, n_rows), read)


def _search(session: Session, results: Results) -> Request | None:
    query, vocabulary = session.query, results.vocabulary
    if not query or vocabulary is None:
        return None
    return Request(
        "search",
        (query, vocabulary),
        lambda progress: SearchResult(query, *vocabulary.answer(query, progress)),
        lane="view",
    )


CHANNELS: Builders = {
    "levels": MAP["levels"],  # on its way while the text is looked up
    "text": _text,
    **MAP,
    "vocabulary": _vocabulary,
    "search": _search,
    **GEOMETRY,
}
