"""Colours and measures of the two themes, shared by the window and by saved figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ThemeName = Literal["light", "dark"]

GRID_PX = 8
TEXT_PX = 13
SMALL_PX = 11


@dataclass(frozen=True, slots=True)
class Theme:
    """Named colours as "#rrggbb"; text colours keep a contrast of 4.5 on window and surface."""

    name: ThemeName
    window: str  # chrome: bars, splitters
    surface: str  # panes, where the data is
    text: str
    muted: str  # second-rank text: hints, units, axis titles
    line: str  # thin separators
    edge: str  # frames of fields to type in
    grid: str  # grid lines inside plots
    accent: str  # the selected token, everywhere
    accent_text: str  # text on accent
    accent_soft: str  # selected background behind normal text
    error: str
    warning: str
    marks: str  # looked-up rows that are not selected
    marked: str  # rows that were marked together, told from the others by eyes of all kinds
    cloud: str  # points of the whole table
    tokens: tuple[str, ...]  # backgrounds of neighbouring tokens, behind text


LIGHT = Theme(
    name="light",
    window="#f4f5f7",
    surface="#ffffff",
    text="#1b1f24",
    muted="#59626e",
    line="#d5dae1",
    edge="#8a929d",
    grid="#e7eaee",
    accent="#0a5fc2",
    accent_text="#ffffff",
    accent_soft="#d6e6fb",
    error="#b3261e",
    warning="#7d5200",
    marks="#b3500f",
    marked="#004d3d",
    cloud="#8793a3",
    tokens=("#cfe3f7", "#fbe3c4", "#d3ecdf", "#ead9f2", "#f7efb5", "#d9dde3"),
)

DARK = Theme(
    name="dark",
    window="#16181c",
    surface="#1d2025",
    text="#e7e9ec",
    muted="#a3abb6",
    line="#353b44",
    edge="#6b7480",
    grid="#2a2f37",
    accent="#6fb4ff",
    accent_text="#0d1117",
    accent_soft="#1f3c5f",
    error="#ff8f85",
    warning="#e6b45c",
    marks="#ffa657",
    marked="#9df5bd",
    cloud="#76808d",
    tokens=("#1f4263", "#5c4118", "#1d4d3c", "#4b3359", "#504a14", "#3a414b"),
)

THEMES: Mapping[ThemeName, Theme] = {"light": LIGHT, "dark": DARK}
