"""What Rust libraries raise: panics, which are no Exceptions, and messages of many lines."""


def is_panic(fault: BaseException) -> bool:
    """Tell whether ``fault`` is pyo3's PanicException, which no module exports."""
    return type(fault).__name__ == "PanicException"


def first_line(fault: BaseException) -> str:
    """Return the first line of a message."""
    return (str(fault).splitlines() or [type(fault).__name__])[0]
