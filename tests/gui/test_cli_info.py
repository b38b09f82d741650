"""``embedscope info``: names that are dots, and names of nothing."""

from pathlib import Path

import numpy as np
import pytest

from embedscope_gui.cli import main


def test_the_folder_one_is_in_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    np.save(folder / "rows.npy", np.zeros((3, 2), "f4"))
    monkeypatch.chdir(folder)
    assert main(["info", "."]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "mine: npy, 1 tensor"


def test_a_missing_file_is_told_as_by_the_other_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["info", "no-such"]) == 1
    first = capsys.readouterr().err
    assert main(["lookup", "--table", "no-such", "--text", "a"]) == 1
    assert capsys.readouterr().err == first
    assert first.startswith(
        'embedscope: there is no file and no preset "no-such"; the presets are whisper'
    )


def test_the_name_of_a_tokenizer_is_told_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["info", "gpt2"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "gpt2: a tokenizer, 50,257 tokens"
    folder = tmp_path / "gpt2"  # of a checkpoint: files come first
    folder.mkdir()
    np.save(folder / "wte.npy", np.zeros((3, 2), "f4"))
    monkeypatch.chdir(tmp_path)
    assert main(["info", "gpt2"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "gpt2: npy, 1 tensor"
