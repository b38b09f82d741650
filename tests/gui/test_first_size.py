"""The first window fits the screen and uses it."""

import pytest
from PySide6.QtCore import QSize

from embedscope_gui.first_size import first_size


@pytest.mark.parametrize(
    ("screen", "wanted"),
    [
        ((1440, 900), (1424, 852)),  # all of it, with room for a title bar
        ((1366, 728), (1350, 680)),
        ((1920, 1040), (1440, 900)),
        ((2560, 1400), (1920, 1120)),
        ((5120, 1440), (3840, 1152)),
        ((1080, 1920), (1064, 1536)),
    ],
)
def test_first_size(screen: tuple[int, int], wanted: tuple[int, int]) -> None:
    assert first_size(QSize(*screen)) == QSize(*wanted)
