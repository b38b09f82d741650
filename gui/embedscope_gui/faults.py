"""A fault in the program itself is told in the window; the window lives on."""

import sys
import traceback
from collections.abc import Callable
from types import TracebackType

SENTENCE = (
    "Something went wrong inside embedscope ({fault}); what you see may be out of date. "
    "The details are on standard error."
)


def tell_faults(show: Callable[[str], None]) -> None:
    """Call ``show(sentence)`` for every exception that nobody caught, and print its details."""

    def tell(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, fault, trace)
        if not issubclass(kind, KeyboardInterrupt):
            show(SENTENCE.format(fault=f"{kind.__name__}: {fault}".rstrip(": ")))

    sys.excepthook = tell
