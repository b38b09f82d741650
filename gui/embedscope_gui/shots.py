"""Draws the README's pictures: ``python -m embedscope_gui.shots FOLDER``."""

import sys
from pathlib import Path

from embedscope_gui.cli import main as command_line
from embedscope_gui.theme import ThemeName
from embedscope_gui.window_picture import window_picture

WINDOWS: tuple[tuple[str, str | None, ThemeName, int, int], ...] = (
    ("window-light.png", None, "light", 1440, 900),
    ("window-dark.png", None, "dark", 1440, 900),
    ("book-light.png", "book-6x3", "light", 1000, 700),
)
FIGURES = (
    ("journey.svg", ("pipeline", "--table", "book-6x3")),
    ("lookup.png", ("lookup", "--table", "book-6x3", "--scale", "2")),
    ("points.png", ("vectors3d", "--scale", "2")),
)


def draw(folder: Path) -> int:
    """Write every picture into ``folder`` and return how many failed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table, theme, width, height in WINDOWS:
        window_picture(folder / name, table, width=width, height=height, theme=theme)
    return sum(
        command_line(["figure", *arguments, "-o", str(folder / name)]) != 0
        for name, arguments in FIGURES
    )


if __name__ == "__main__":
    sys.exit(draw(Path(sys.argv[1] if len(sys.argv) > 1 else "docs")))
