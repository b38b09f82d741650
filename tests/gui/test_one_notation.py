"""Numbers are written alike wherever they stand: one minus sign, one form of percent."""

import re
from pathlib import Path

import pytest

ROOTS = [Path(__file__).parents[2] / root for root in ("core", "gui", "assets")]
WRITTEN = ("*.py", "*.toml")
READ = {"level_edits.py", "decimals.py"}  # what people and files may write, too


def sources() -> list[Path]:
    """Return the files that hold words of the window, figures and lessons."""
    return sorted(path for root in ROOTS for kind in WRITTEN for path in root.rglob(kind))


@pytest.mark.parametrize(
    ("sign", "why"),
    [
        ("\N{MINUS SIGN}|MINUS SIGN", "a minus is the one that can be copied into code"),
        (r"%\}", "percents have a space: 52.7 %"),
        (r"\d%(?![\w(])", "percents have a space: 52.7 %"),
    ],
)
def test_no_other_notation_is_written(sign: str, why: str) -> None:
    found = [
        path.name
        for path in sources()
        if path.name not in READ and re.search(sign, path.read_text(encoding="utf-8"))
    ]
    assert found == [], why
