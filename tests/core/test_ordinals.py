"""Places in words."""

import pytest

from embedscope.ordinals import ordinal


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "first"),
        (6, "sixth"),
        (12, "twelfth"),
        (13, "13th"),
        (21, "21st"),
        (22, "22nd"),
        (103, "103rd"),
        (111, "111th"),
        (112, "112th"),
        (996, "996th"),
        (50_257, "50,257th"),
        (0, "0th"),
    ],
)
def test_ordinals(number: int, word: str) -> None:
    assert ordinal(number) == word
