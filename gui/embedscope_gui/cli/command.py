"""From the words of a command line to an exit code: 0 done, 1 a fault told in one line, 2 usage."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from embedscope.errors import EmbedscopeError, UnknownNameError
from embedscope_gui.cli.output import complain, safe_streams
from embedscope_gui.cli.parser import COMMANDS, command_parser, window_parser

DEBUG = "EMBEDSCOPE_DEBUG"
INTERRUPTED = 130
NEARLY = 0.75  # of the letters

Run = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; faults are told on stderr, never as a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    with safe_streams():
        try:
            return _run(words)
        except SystemExit as stop:  # argparse has said what is wrong, or printed the help
            return stop.code if isinstance(stop.code, int) else complain(stop.code)
        except BrokenPipeError:  # the reader, head say, has seen enough
            _forget_stdout()
            return 1
        except KeyboardInterrupt:
            return INTERRUPTED


def _run(words: list[str]) -> int:
    try:
        run, given = _chosen(words)
        code = run(given)
        sys.stdout.flush()
        return code
    except EmbedscopeError as error:
        return complain(error)
    except MemoryError:
        return complain("There is not enough memory for this.")
    except BrokenPipeError:
        raise
    except OSError as error:  # a full disk under stdout, say
        where = f"{error.filename}: " if error.filename else ""
        return complain(f"{where}{error.strerror or error}.")
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        fault = f"{type(error).__name__}: {error}"
        return complain(f"This should not have happened ({fault}); {DEBUG}=1 shows where.")


def _chosen(words: list[str]) -> tuple[Run, argparse.Namespace]:
    """Return what to run; the first word decides, so that ./lookup opens a file of that name."""
    if words and words[0] in COMMANDS:
        given = command_parser().parse_args(words)
        return _command(given.command), given
    parser = window_parser()
    _tell_nearly_a_command(words)
    parse = parser.parse_args if "--" in words else parser.parse_intermixed_args
    return _open_window, parse(words)


def _tell_nearly_a_command(words: list[str]) -> None:
    """Stop at a first word that is a command but for a letter or two, and no file or preset."""
    if not words or not words[0].isalpha() or Path(words[0]).exists():  # no preset is one word
        return
    from difflib import get_close_matches  # not needed for a quick start

    close = get_close_matches(words[0], COMMANDS, n=1, cutoff=NEARLY)
    if close:
        problem = f'There is no command, file or preset "{words[0]}"'
        raise UnknownNameError(f"{problem}; did you mean embedscope {close[0]}?")


def _command(name: str) -> Run:
    """Return a command's function; its module is imported only now, for a quick start."""
    run: Run = import_module(_MODULES[name]).run
    return run


_MODULES: Mapping[str, str] = {
    name: f"embedscope_gui.cli.{module}"
    for name, module in (
        ("lookup", "lookup"),
        ("info", "info"),
        ("neighbours", "nearest"),
        ("figure", "picture"),
        ("lesson", "lesson"),
    )
}


def _open_window(given: argparse.Namespace) -> int:
    """Hand over to the window; ``=`` keeps values that begin with a dash."""
    from embedscope_gui import app

    words = [f"--specials={given.specials}"]
    words += [f"--text={given.text}"] if given.text is not None else []
    words += [f"--tokenizer={given.tokenizer}"] if given.tokenizer is not None else []
    words += [f"--tensor={given.tensor}"] if given.tensor is not None else []
    words += ["--", given.table, *given.more] if given.table is not None else []
    return app.main(words)


def _forget_stdout() -> None:
    """Let nothing be written to the closed pipe when Python ends."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):  # no real stdout
        return
