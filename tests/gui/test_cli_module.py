"""The command as ``python -m embedscope_gui``, in a process of its own and to its very end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from embedscope import __version__


def run(*words: str, folder: Path) -> tuple[int, str, str]:
    """Run the command in ``folder`` without a display; give exit code, stdout and stderr."""
    environment = {
        k: v for k, v in os.environ.items() if not k.startswith(("QT_", "DISPLAY", "WAYL"))
    }
    done = subprocess.run(
        [sys.executable, "-m", "embedscope_gui", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_module_runs_the_command(tmp_path: Path) -> None:
    assert run("--version", folder=tmp_path) == (0, f"embedscope {__version__}\n", "")
    assert run("lookup", folder=tmp_path)[0] == 2


@pytest.mark.parametrize(
    "words", [("no-such",), ("figure", "window", "-o", "x.png", "--table", "no-such")]
)
def test_a_window_without_its_table_ends_with_a_sentence(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    code, out, err = run(*words, folder=tmp_path)
    assert (code, out) == (1, "")
    assert err.startswith('embedscope: there is no file and no preset "no-such"')
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="arguments are text on Windows")
@pytest.mark.parametrize("utf8", ["0", "1"])
@pytest.mark.parametrize(
    ("text", "ids"),
    [(b"a\xed\xa0\xbdb", [64, 4210, 65]), ("a é".encode(), [64, 38251])],
)
def test_T04_a_text_is_read_alike_in_every_locale(text: bytes, ids: list[int], utf8: str) -> None:
    words = (sys.executable, "-m", "embedscope_gui", "lookup", "--json", "--text", text)
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": utf8, "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(words, env=environment, capture_output=True, check=False)
    assert [token["id"] for token in json.loads(done.stdout)["tokens"]] == ids
    assert (b"1 half of a character was replaced" in done.stderr) == (4210 in ids)
