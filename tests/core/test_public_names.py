"""The names of the package, as its users import them."""

import embedscope


def test_all_names_are_there() -> None:
    for name in embedscope.__all__:
        assert getattr(embedscope, name).__class__ is not None
    assert embedscope.__all__ == sorted(embedscope.__all__, key=lambda n: (not n.isupper(), n))


def test_errors_are_caught_by_one_name() -> None:
    assert issubclass(embedscope.ExpressionError, embedscope.EmbedscopeError)
    assert "gpt2" in embedscope.TOKENIZER_NAMES
    assert embedscope.describe_file.__module__.startswith("embedscope.readers")
