"""Panics of Rust libraries, which are no Exceptions."""


def is_panic(fault: BaseException) -> bool:
    """Tell whether ``fault`` is pyo3's PanicException, which no module exports."""
    return type(fault).__name__ == "PanicException"
