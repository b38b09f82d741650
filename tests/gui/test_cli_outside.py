"""The command line as a stranger meets it: odd labels, axes, colours and places."""

from pathlib import Path

import pytest

from embedscope_gui.cli import main

FILES = Path(__file__).parents[1] / "cases" / "files"

Captured = pytest.CaptureFixture[str]

pytestmark = pytest.mark.usefixtures("qapp")


def lookup(table: str | Path, tokenizer: str | Path, text: str, *more: str) -> int:
    words = ("--table", str(table), "--tokenizer", str(tokenizer), "--text", text)
    return main(["lookup", *words, *more])


def test_F14_labels_with_a_header_name_the_right_rows(capsys: Captured) -> None:
    assert lookup(FILES / "F14_vectors.tsv", FILES / "F14b_meta_header1.tsv", "fox") == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].split() == [
        "0",
        "fox",
        "66",
        "6f",
        "78",
        "2",
        "2",
        "-1.0000",
        "0.0000",
    ]
    said = 'Line 1 of the labels is a header; the labels are those of "word".'
    assert err == f"note: F14b_meta_header1.tsv: {said}\n"


def test_T15_added_and_unknown_tokens_are_marked(capsys: Captured) -> None:
    table, tokenizer = FILES / "T21_small_table.npy", FILES / "T15_template" / "tokenizer.json"
    assert lookup(table, tokenizer, "cat flew", "--specials", "special") == 0
    head, *lines = capsys.readouterr().out.splitlines()[3:]
    assert head.endswith("  remark")
    remarks = [line[head.index("remark") :] for line in lines]
    added = "added, not in the text"
    assert remarks == [added, "", "not in the vocabulary", added]


def test_plain_and_unknown_tokens_need_no_remark(capsys: Captured) -> None:
    assert lookup("book-6x3", "book-words", "fox wolf") == 0
    assert "remark" not in capsys.readouterr().out


def figure(place: Path, *words: str) -> int:
    return main(["figure", "vectors2d", "-o", str(place), "--table", "book-6x3", *words])


@pytest.mark.parametrize("axes", ["5,6", "0,3", "0,1,9"])
def test_axes_that_the_table_does_not_have(axes: str, tmp_path: Path, capsys: Captured) -> None:
    assert figure(tmp_path / "x.png", "--axes", axes) == 1
    missing = next(dim for dim in axes.split(",") if int(dim) > 2)
    said = f"There is no dim {missing} for an axis: book-6x3 has the dims 0 to 2."
    assert capsys.readouterr().err == f"embedscope: {said}\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--axes=-1,0",), "-1,0 names no axes; dims are written as 0,1 or 0,1,2"),
        (("--colour", "nope"), "nope names no colours; write norm, id, class, script, or an expr"),
        (("--axes", "foo("), "foo( names no axes; write pca, tokens, 0,1,2, or an expression ("),
    ],
)
def test_words_that_name_nothing(
    words: tuple[str, ...], said: str, tmp_path: Path, capsys: Captured
) -> None:
    assert figure(tmp_path / "x.png", *words) == 2
    assert said in capsys.readouterr().err


def test_a_picture_is_not_put_beside_the_folder_that_was_named(
    tmp_path: Path, capsys: Captured
) -> None:
    assert main(["figure", "table", "-o", f"{tmp_path}/inner/", "--table", "book-6x3"]) == 2
    assert "is a folder; give the name of a file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_options_that_mean_nothing_for_a_figure_are_told(tmp_path: Path, capsys: Captured) -> None:
    place = str(tmp_path / "x.png")
    words = ("--table", "book-6x3", "--axes", "0,1", "--colour", "id")
    assert main(["figure", "tokens", "-o", place, *words, "--transparent"]) == 0
    assert capsys.readouterr().err == (
        "note: --axes means nothing for the figure tokens.\n"
        "note: --colour means nothing for the figure tokens.\n"
    )
    assert figure(tmp_path / "y.png", *words[2:], "--transparent") == 0
    assert capsys.readouterr().err == ""


def test_X06_a_window_smaller_than_it_can_be_is_refused(tmp_path: Path, capsys: Captured) -> None:
    words = ("--table", "book-6x3", "--width", "300", "--height", "200", "--transparent")
    assert main(["figure", "window", "-o", str(tmp_path / "x.png"), *words]) == 1
    note, fault = capsys.readouterr().err.splitlines()
    assert note == "note: --transparent means nothing for the figure window."
    assert fault == (
        "embedscope: The window cannot have 300 x 200 pixels: its smallest size is 800 x 560."
    )
    assert not list(tmp_path.iterdir())
