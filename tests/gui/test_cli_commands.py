"""The command line, in this process: output, exit codes, one line for every fault."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from embedscope import __version__
from embedscope.presets import PRESETS
from embedscope.progress import SILENT
from embedscope.readers import open_table
from embedscope_gui.cli import main
from embedscope_gui.cli.output import aligned, clear_progress, display_width, progress_line

FILES = Path(__file__).parents[1] / "cases" / "files"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(name="run")
def fixture_run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command and gives exit code, stdout and stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(words)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


def fault(result: tuple[int, str, str]) -> str:
    """Return the one line that a failed command tells."""
    code, out, err = result
    assert (code, out) == (1, "")
    assert err.startswith("embedscope: ")
    assert err.count("\n") == 1
    return err


def lookup_json(run: Run, *words: str) -> Any:
    code, out, _ = run("lookup", *words, "--json")
    assert code == 0
    return json.loads(out)


# lookup


def test_lookup_of_the_default_preset(run: Run) -> None:
    document = lookup_json(run, "--text", "Hello, world!")
    assert [token["id"] for token in document["tokens"]] == [15496, 11, 995, 0]
    assert document["table"] == {
        "name": "whisper-tiny.en",
        "rows": 51864,
        "dims": 384,
        "dtype": "f16",
    }
    rows = np.array([token["values"] for token in document["tokens"]], np.float32)
    assert rows.tobytes() == open_table("whisper-tiny.en").rows([15496, 11, 995, 0]).tobytes()


def test_lookup_of_the_teaching_presets(run: Run) -> None:
    book = lookup_json(run, "--table", "book-6x3", "--text", "fox jumps over dog")
    assert [token["id"] for token in book["tokens"]] == [2, 3, 5, 1]
    assert [round(v, 4) for v in book["tokens"][0]["values"]] == [1.2753, -0.2010, -0.1606]
    cat = lookup_json(run, "--table", "the-cat-4x4", "--text", "the cat")
    assert [token["values"] for token in cat["tokens"]] == [
        [0.3, -0.1, 0.5, 0.2],
        [0.1, -0.4, 0.8, 0.0],
    ]


def test_lookup_for_people_is_aligned(run: Run) -> None:
    code, out, err = run("lookup", "--table", "book-6x3", "--text", "fox cat over")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "book-6x3: 6 rows x 3 dims, f32; tokenizer book-words",
        "3 tokens, 12 characters, 12 bytes",
        "",
        "#  token  bytes             id     row    dim 0    dim 1    dim 2",
        "0  fox    66 6f 78           2       2   1.2753  -0.2010  -0.1606",
        "1  cat    63 61 74     unknown  no row        -        -        -",
        "2  over   6f 76 65 72        5       5  -2.8400  -0.7849  -1.4096",
    ]


def test_lookup_of_many_dims_says_that_there_are_more(run: Run) -> None:
    _, out, _ = run("lookup", "--text", "Hello")
    assert "... to dim 383" in out


def test_T01_special_tokens_as_chosen(run: Run) -> None:
    words = ("--table", "minilm-gpt2-64d", "--text", "a<|endoftext|>b")
    plain = lookup_json(run, *words)
    special = lookup_json(run, *words, "--specials", "special")
    assert len(plain["tokens"]) == 9
    assert [token["id"] for token in special["tokens"]] == [64, 50256, 65]


def test_T20_an_empty_text_has_no_tokens(run: Run) -> None:
    assert lookup_json(run, "--text", "")["tokens"] == []
    code, out, _ = run("lookup", "--text", "")
    assert code == 0
    assert "0 tokens, 0 characters, 0 bytes" in out


def test_T04_a_lone_surrogate_in_an_argument_is_announced(run: Run) -> None:
    code, out, err = run("lookup", "--text", "a\ud83db", "--json")
    assert code == 0
    assert [token["id"] for token in json.loads(out)["tokens"]] == [64, 4210, 65]
    assert err.startswith("note: ")
    assert err.count("\n") == 1


def test_another_tables_ids_are_announced(run: Run) -> None:
    words = ("--table", "minilm-gpt2-64d", "--tokenizer", "cl100k_base", "--text", "Hello")
    code, _, err = run("lookup", *words)
    assert code == 0
    assert "ids were made for another table" in err


def test_T21_a_file_that_names_no_tokenizer(run: Run) -> None:
    code, out, err = run(
        "lookup", "--table", str(FILES / "T21_small_table.npy"), "--text", "hello !a"
    )
    assert code == 0
    assert "gpt2 is used, --tokenizer chooses another" in err
    assert "no row" in out.splitlines()[4]
    assert out.splitlines()[6].split()[-4:] == ["640.00", "641.00", "642.00", "643.00"]


# info


def test_info_lists_the_tensors_of_a_file(run: Run) -> None:
    code, out, _ = run("info", str(FILES / "F28_names.safetensors"))
    assert code == 0
    assert out.splitlines()[0] == "F28_names.safetensors: safetensors, 4 tensors"
    chosen = next(line for line in out.splitlines() if line.startswith("*"))
    assert "_orig_mod.module.transformer.wte.weight" in chosen
    assert "97 x 8" in chosen
    assert "tokenizer: not named" in out
    code, out, _ = run("info", str(FILES / "F28_names.safetensors"), "--json")
    document = json.loads(out)
    assert document["chosen"] == "_orig_mod.module.transformer.wte.weight"
    assert [97, 8] in [tensor["shape"] for tensor in document["tensors"]]


@pytest.mark.parametrize("preset", list(PRESETS))
def test_info_knows_the_presets(preset: str, run: Run) -> None:
    code, out, _ = run("info", preset)
    rows, dims = open_table(preset).shape
    assert code == 0
    assert f"{rows:,} x {dims:,}" in out
    assert f"tokenizer: {PRESETS[preset].tokenizer}" in out


# neighbours


def test_neighbours_of_a_token_and_of_a_row(run: Run) -> None:
    words = ("--table", "book-6x3", "-k", "2")
    code, out, _ = run("neighbours", "over", *words)
    assert code == 0
    assert [line.split()[1:3] for line in out.splitlines()[3:]] == [["lazy", "4"], ["jumps", "3"]]
    assert run("neighbours", "#5", *words)[1] == out
    document = json.loads(run("neighbours", "id:5", *words, "--json")[1])
    assert [entry["row"] for entry in document["neighbours"]] == [4, 3]
    rows = open_table("book-6x3").rows([5, 4]).astype(float)
    cosine = rows[0] @ rows[1] / np.linalg.norm(rows[0]) / np.linalg.norm(rows[1])
    assert document["neighbours"][0]["score"] == pytest.approx(cosine, abs=1e-6)


def test_neighbours_by_each_metric_differ(run: Run) -> None:
    orders = set()
    for metric in ("cosine", "dot", "euclidean"):
        out = run("neighbours", "#2", "--table", "book-6x3", "--metric", metric, "--json")[1]
        orders.add(tuple(entry["row"] for entry in json.loads(out)["neighbours"]))
    assert len(orders) > 1


def test_a_printed_token_can_be_asked_for(run: Run) -> None:
    words = ("--table", "minilm-gpt2-64d", "-k", "1", "--json")
    asked = [json.loads(run("neighbours", text, *words)[1]) for text in ("␣king", " king")]
    assert asked[0] == asked[1]
    assert asked[0]["row"] == 5822


def test_a_text_of_several_tokens_is_told_with_its_pieces(run: Run) -> None:
    line = fault(run("neighbours", "banana bread"))
    assert "is 3 tokens in gpt2: ban #3820, ana #2271, ␣bread #8509" in line
    assert "#3820" in line


def test_a_blank_in_front_is_suggested_where_it_helps(run: Run) -> None:
    assert 'write " tokenizer"' not in fault(run("neighbours", "banana bread"))
    line = fault(run("neighbours", "embarrassing"))
    assert 'or write " embarrassing" with a blank in front, which is one' in line


def test_words_and_rows_that_are_not_there(run: Run) -> None:
    assert "is not in the vocabulary of book-words" in fault(
        run("neighbours", "cat", "--table", "book-6x3")
    )
    assert "rows 0 to 5" in fault(run("neighbours", "#6", "--table", "book-6x3"))
    assert "The token is empty" in fault(run("neighbours", "", "--table", "book-6x3"))


# figure


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_figure_writes_a_file_and_says_where(ending: str, tmp_path: Path, run: Run) -> None:
    place = tmp_path / f"a--b ü.{ending}"
    words = ("figure", "onehot", "--table", "book-6x3", "-o", str(place), "--theme", "dark")
    assert run(*words) == (0, f"{place}\n", "")
    heads = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    assert place.read_bytes().startswith(heads[ending])


@pytest.mark.usefixtures("qapp")
def test_figure_of_the_asked_size(tmp_path: Path, run: Run) -> None:
    from PySide6.QtGui import QImage

    words = ("figure", "tokens", "--table", "book-6x3", "-o", str(tmp_path / "x"))
    code, out, _ = run(
        *words, "--width", "701", "--height", "301", "--scale", "1.5", "--transparent"
    )
    assert (code, out) == (0, f"{tmp_path / 'x.png'}\n")
    image = QImage(str(tmp_path / "x.png"))
    assert (image.width(), image.height()) == (round(701 * 1.5), round(301 * 1.5))
    assert image.pixelColor(0, 0).alpha() == 0


@pytest.mark.usefixtures("qapp")
def test_figure_on_chosen_axes(tmp_path: Path, run: Run) -> None:
    place = tmp_path / "x.svg"
    words = ("figure", "vectors2d", "--table", "the-cat-4x4", "-o", str(place))
    assert run(*words, "--axes", "2,3")[0] == 0
    assert "dim 2 →" in place.read_text("utf-8")
    assert run(*words, "--axes", "tokens")[0] == 0
    assert "the rows of the text" in place.read_text("utf-8")


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ["N02_all_zero.npy", "N05a_one_row.npy", "N06a_one_dim.npy"])
@pytest.mark.parametrize("kind", ["vectors2d", "vectors3d"])
def test_figures_of_points_that_are_all_in_one_place(
    tmp_path: Path, run: Run, name: str, kind: str
) -> None:
    words = ("--table", str(FILES / name), "--tokenizer", "ids", "--text", "0 0 99")
    code, _, err = run("figure", kind, "-o", str(tmp_path / "x.svg"), *words)
    assert (code, [line for line in err.splitlines() if not line.startswith("note: ")]) == (0, [])


def test_T20_figures_of_an_empty_text(tmp_path: Path, run: Run) -> None:
    words = ("--table", "book-6x3", "--text", "", "-o", str(tmp_path / "x.png"))
    for kind in ("tokens", "lookup", "pipeline", "onehot"):
        assert "The text is empty" in fault(run("figure", kind, *words))
    assert list(tmp_path.iterdir()) == []
    assert run("figure", "table", *words)[0] == 0


@pytest.mark.usefixtures("qapp")
def test_figures_that_cannot_be_written(tmp_path: Path, run: Run) -> None:
    words = ("figure", "tokens", "--table", "book-6x3")
    assert "there is no folder" in fault(run(*words, "-o", str(tmp_path / "none" / "x.png")))
    wide = ("--width", "30000", "--height", "30000", "-o", str(tmp_path / "x.png"))
    assert "cannot be made" in fault(run(*words, *wide))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "pictures").mkdir()
    said = fault(run(*words, "-o", str(tmp_path / "pictures")))
    assert "pictures: this is a folder; give the name of a file in it" in said
    assert [path.name for path in tmp_path.iterdir()] == ["pictures"]


# faults and usage


@pytest.mark.parametrize(
    "words",
    [
        ("lookup", "--text", "a", "--table", "no-such-table"),
        ("lookup", "--text", "a", "--tokenizer", "no-such-tokenizer"),
        ("lookup", "--text", "a", "--table", str(FILES / "F20_0d.npy")),
        ("info", "no-such-file"),
        ("info", str(FILES / "F21a_truncated.npy")),
        ("lookup", "--text", "a", "--table", str(FILES / "F17a_pickle_inside.npy")),
        ("info", str(FILES / "F25e_shape_lie.safetensors")),
        ("lookup", "--text", "a", "--table", str(FILES / "F28_names.safetensors"), "--tensor", "x"),
        ("neighbours", "a", "--table", str(FILES / "F25f_empty.safetensors")),
    ],
)
def test_faults_are_one_line_and_exit_1(words: tuple[str, ...], run: Run) -> None:
    fault(run(*words))


@pytest.mark.parametrize(
    "words",
    [
        ("lookup",),
        ("figure", "tokens"),
        ("figure", "pie", "-o", "x.png"),
        ("figure", "tokens", "-o", "x.jpg"),
        ("figure", "tokens", "-o", "x.png", "--width", "0"),
        ("figure", "tokens", "-o", "x.png", "--scale", "nan"),
        ("figure", "tokens", "-o", "x.png", "--scale", "1,5"),
        ("figure", "tokens", "-o", "x.png", "--width", "wide"),
        ("figure", "tokens", "-o", "x.png", "--axes", "left"),
        ("figure", "tokens", "-o", "x.png", "--theme", "pink"),
        ("neighbours",),
        ("neighbours", "a", "-k", "0"),
        ("neighbours", "a", "-k", "many"),
        ("neighbours", "a", "--metric", "manhattan"),
        ("lookup", "--text", "a", "--specials", "maybe"),
        ("info",),
        ("--nonsense",),
    ],
)
def test_wrong_usage_exits_2(words: tuple[str, ...], run: Run) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert "usage: embedscope" in err
    assert "error: " in err
    assert "invalid _" not in err  # argparse would name a function of ours


def test_version_and_help(run: Run) -> None:
    assert run("--version") == (0, f"embedscope {__version__}\n", "")
    code, out, _ = run("--help")
    assert code == 0
    assert all(word in out for word in ("lookup", "info", "neighbours", "figure", "book-6x3"))
    for command in ("lookup", "info", "neighbours", "figure"):
        code, out, _ = run(command, "--help")
        assert code == 0
        assert "presets: whisper-tiny.en" in out


def test_an_unexpected_fault_is_one_line_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("wheels\ncame off")

    monkeypatch.setattr("embedscope_gui.cli.lookup.look_up_text", broken)
    line = fault(run("lookup", "--text", "a"))
    assert "RuntimeError: wheels came off" in line
    monkeypatch.setenv("EMBEDSCOPE_DEBUG", "1")
    with pytest.raises(RuntimeError):
        main(["lookup", "--text", "a"])


def test_interruption_and_memory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def raising(error: BaseException) -> Callable[..., None]:
        def fail(*_: object) -> None:
            raise error

        return fail

    target = "embedscope_gui.cli.lookup.look_up_text"
    monkeypatch.setattr(target, raising(KeyboardInterrupt()))
    assert run("lookup", "--text", "a") == (130, "", "")
    monkeypatch.setattr(target, raising(MemoryError()))
    assert "not enough memory" in fault(run("lookup", "--text", "a"))


# the window


def test_without_a_command_the_window_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    from embedscope_gui import app

    seen: list[list[str] | None] = []

    def record(words: list[str] | None = None) -> int:
        seen.append(words)
        return 7

    monkeypatch.setattr(app, "main", record)
    assert main([]) == 7
    assert main(["./lookup", "--text", "-x- lookup", "--tokenizer", "gpt2"]) == 7
    assert main(["--specials", "special", "--", "-odd"]) == 7
    assert seen == [
        ["--specials=plain"],
        ["--specials=plain", "--text=-x- lookup", "--tokenizer=gpt2", "--", "./lookup"],
        ["--specials=special", "--", "-odd"],
    ]
    for words, table in zip(seen, (None, "./lookup", "-odd"), strict=True):
        assert app.parse(words).table == table


# output


def test_what_a_stream_cannot_encode_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="latin-1", write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["lookup", "--text", "naïve 漢", "--table", "minilm-gpt2-64d"]) == 0
    assert b"\xef" in raw.getvalue()
    assert b"\\u2423" in raw.getvalue()
    raw.seek(0)
    raw.truncate()
    assert main(["lookup", "--text", "漢", "--table", "minilm-gpt2-64d", "--json"]) == 0
    assert json.loads(raw.getvalue().decode("ascii"))["text"] == "漢"
    assert stream.errors == "strict"


def test_columns_are_aligned_by_width_on_the_terminal() -> None:
    assert display_width("漢字") == 4
    assert display_width("e\u0301") == 1
    lines = list(aligned([["漢", "1"], ["abc", "10"]], right=[1]))
    assert lines == ["漢    1", "abc  10"]


class Terminal(io.StringIO):
    """A stderr that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_long_work_shows_a_line_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, clock = Terminal(), iter([0.0, 0.5, 2.0, 2.1, 2.5])
    monkeypatch.setattr("embedscope_gui.cli.output.monotonic", lambda: next(clock))
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = progress_line()
    for done in (0.1, 0.2, 0.3, 0.4):
        progress.step(done, "reading")
    assert [part.strip() for part in terminal.getvalue().split("\r")] == [
        "",
        "reading 20 %",
        "reading 40 %",
    ]
    clear_progress()
    assert terminal.getvalue().endswith(f"\r{' ' * 60}\r")
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert progress_line() is SILENT


def test_one_of_a_thing_is_not_spoken_of_as_several(run: Run) -> None:
    _, out, _ = run(
        "lookup", "--table", str(FILES / "N05a_one_row.npy"), "--tokenizer", "ids", "--text", "0"
    )
    assert out.splitlines()[0].startswith("N05a_one_row.npy: 1 row x 4 dims, f32")
    assert out.splitlines()[1] == "1 token, 1 character, 1 byte"


def test_names_cannot_steer_the_terminal(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "red\x1b[31m.npy"
    np.save(path, np.ones((4, 2), np.float32))
    code, out, err = run("info", str(path))
    assert code == 0
    assert "red\\x1b[31m.npy" in out
    assert "\x1b" not in out + err
    assert "\x1b" not in fault(run("info", str(tmp_path / "no\x1b[31m.npy")))
