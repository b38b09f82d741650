"""Columns of the command line are aligned by what a terminal shows of them."""

import io
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from embedscope_gui.cli import main
from embedscope_gui.cli.output import display_width


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-8"])
@pytest.mark.parametrize(
    ("command", "heads"),
    [("lookup --text a␣漢␣b␣Ωé --table T", ("id", "row")), ("neighbours Ωé --table T", ("row",))],
)
def test_columns_are_aligned_as_they_are_printed(
    command: str,
    heads: tuple[str, ...],
    encoding: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "T").write_text("a 1 2\n漢 3 4\nb 5 7\nΩé 7 9\ne\u0301 1 1\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    assert main([word.replace("␣", " ") for word in command.split()]) == 0
    lines = [_in_columns(line) for line in raw.getvalue().decode(encoding).splitlines()]
    head, *rows = lines[lines.index("") + 1 :]
    assert len(rows) == 4
    for end in (head.index(f" {name} ") + len(name) + 1 for name in heads):
        assert {row[end - 1].isdigit() and row[end] == " " for row in rows} == {True}, lines


def _in_columns(line: str) -> str:
    """Return a line with one sign for each column of a terminal."""
    return "".join(char if display_width(char) == 1 else "?" * display_width(char) for char in line)


def test_names_of_tensors_do_not_break_their_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = np.ones((9, 2), np.float32)
    save_file({"a\nb": rows, "wte": rows}, tmp_path / "a.safetensors")
    assert main(["info", str(tmp_path / "a.safetensors")]) == 0
    first, second = (line for line in capsys.readouterr().out.splitlines() if "9 x 2" in line)
    assert first == "   a\\nb    9 x 2  f32   72 bytes"
    assert second.index("9 x 2") == first.index("9 x 2")
