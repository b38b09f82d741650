"""The command line as a process of its own: imports, pipes, no display."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

START = "import sys; from embedscope_gui.cli import main; code = main(sys.argv[1:])"
END = "sys.exit(code)"
NO_QT = "assert not [m for m in sys.modules if m.startswith(('PySide6', 'pyqtgraph'))], 'Qt'"


def run(*words: str, then: str = "", env: dict[str, str] | None = None) -> str:
    """Run a command in a fresh Python and return its stdout."""
    code = "; ".join(filter(None, (START, then, END)))
    environment = {
        k: v for k, v in os.environ.items() if not k.startswith(("QT_", "DISPLAY", "WAYL"))
    }
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**environment, **(env or {})},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_lookups_do_not_import_qt() -> None:
    out = run("lookup", "--text", "Hello, world!", "--json", then=NO_QT)
    assert [token["id"] for token in json.loads(out)["tokens"]] == [15496, 11, 995, 0]


def test_neighbours_and_info_do_not_import_qt() -> None:
    run(
        "neighbours",
        "over",
        "--table",
        "book-6x3",
        then=f"{NO_QT}; main(['info', 'book-6x3']); {NO_QT}",
    )


def test_figures_need_no_display(tmp_path: Path) -> None:
    place = tmp_path / "x.pdf"
    assert run("figure", "lookup", "--table", "book-6x3", "-o", str(place)) == f"{place}\n"
    assert place.read_bytes().startswith(b"%PDF")


def test_fonts_that_lack_a_script_are_not_told_on_stderr(tmp_path: Path) -> None:
    asked = "assert not QLoggingCategory('qt.text.font.db').isInfoEnabled()"
    then = f"from PySide6.QtCore import QLoggingCategory; {asked}"
    run("figure", "tokens", "--text", "हिन्दी", "-o", str(tmp_path / "x.png"), then=then)


def test_a_terminal_that_knows_only_ascii_shows_escapes() -> None:
    out = run("lookup", "--text", "a 漢", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert "\\u2423" in out


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_closed_pipe_is_no_fault() -> None:
    code = f"{START}; {END}"
    reader, writer = os.pipe()
    os.close(reader)
    text = "fox dog " * 2000
    done = subprocess.run(
        [sys.executable, "-c", code, "lookup", "--table", "book-6x3", "--text", text],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode == 1


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_streams_that_are_closed_from_the_start_are_no_fault(closed: str) -> None:
    code = f"{START}; {END}"
    words = ["lookup", "--table", "book-6x3", "--text", "fox"]
    shell = f'exec "$0" "$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", shell, sys.executable, "-c", code, *words], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_is_told_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", f"{START}; {END}", "info", "book-6x3"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"embedscope: No space left on device.\n")


def test_bytes_that_are_not_text_in_an_argument_are_announced() -> None:
    if sys.platform == "win32":
        pytest.skip("arguments are text on Windows")
    done = subprocess.run(
        [sys.executable, "-c", f"{START}; {END}", "lookup", "--json", "--text", b"caf\xe9"],
        env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["text"] == "caf\ufffd"
    assert done.stderr.startswith(b"note: ")
