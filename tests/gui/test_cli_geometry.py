"""Expressions on the command line: as queries, axes and colours; and other spaces."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from embedscope.geometry.neighbours import neighbours
from embedscope.geometry.spaces import fit_space, in_space
from embedscope.presets import PRESETS
from embedscope_gui.cli import main

Run = Callable[..., tuple[int, str, str]]
FILES = Path(__file__).parents[1] / "cases" / "files"
BOOK = ("--table", "book-6x3")


@pytest.fixture(name="run")
def fixture_run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command and gives exit code, stdout and stderr."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(words)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_neighbours_of_an_expression(run: Run) -> None:
    code, out, _ = run("neighbours", '"fox" - "dog"', *BOOK, "-k", "2", "--json")
    document = json.loads(out)
    rows = PRESETS["book-6x3"].make().rows(np.arange(6)).astype(float)
    expected = neighbours(rows, rows[2] - rows[1], 2)
    assert code == 0
    assert [entry["row"] for entry in document["neighbours"]] == expected.ids.tolist()
    assert (document["row"], document["expression"]) == (None, '"fox" - "dog"')
    assert run("neighbours", "id(5)", *BOOK)[1].startswith("id(5) in book-6x3: cosine, in the ori")


def test_a_word_in_quotes_is_an_expression_and_a_bare_one_a_token(run: Run) -> None:
    bare = json.loads(run("neighbours", "fox", *BOOK, "--json")[1])
    quoted = json.loads(run("neighbours", '"fox"', *BOOK, "--json")[1])
    assert (bare["row"], quoted["row"]) == (2, None)
    assert quoted["neighbours"][0]["row"] == 2
    assert quoted["neighbours"][1:6] == bare["neighbours"]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ('"fox" - dog', "At character 9: There is no function dog"),
        ('"fox" - "cat"', 'At character 9: "cat" is no token of book-words'),
        ('"fox', 'At character 1: This " has no closing "'),
        ("pc(9)", "At character 1: This table has the components 1 to 3"),
        ("2 * 3", "At character 1: This is the number 6"),
    ],
)
def test_a_fault_is_one_line_that_points_at_the_character(run: Run, word: str, said: str) -> None:
    code, out, err = run("neighbours", word, *BOOK)
    assert (code, out) == (1, "")
    assert err.startswith(f"embedscope: {said}")
    assert err.count("\n") == 1


def test_other_spaces_and_the_mean_cosine_of_random_pairs(run: Run) -> None:
    table = PRESETS["book-6x3"].make()
    raw = json.loads(run("neighbours", "over", *BOOK, "--json")[1])
    centred = json.loads(run("neighbours", "over", *BOOK, "--json", "--centred")[1])
    removed = json.loads(run("neighbours", "over", *BOOK, "--json", "--remove", "1")[1])
    for document, k in ((centred, 0), (removed, 1)):
        expected = neighbours(in_space(table, fit_space(table, k)), 5)
        assert [entry["row"] for entry in document["neighbours"]] == expected.ids.tolist()
        assert document["removed"] == k
    assert raw["removed"] is None
    assert centred["mean_pair_cosine"] < raw["mean_pair_cosine"]
    assert (
        json.loads(run("neighbours", "over", *BOOK, "--json", "--metric", "dot")[1])[
            "mean_pair_cosine"
        ]
        is None
    )


def test_L07_scores_stand_beside_what_random_pairs_have(run: Run) -> None:
    words = ("--table", str(FILES / "L07_common_offset.npy"), "--tokenizer", "ids")
    head = run("neighbours", "#3", *words)[1].splitlines()[0]
    assert head.endswith("29 rows compared; two random rows: 0.9670 on average")
    head = run("neighbours", "#3", *words, "--centred")[1].splitlines()[0]
    assert "mean taken away" in head
    assert head.endswith("two random rows: -0.0342 on average")


def test_forms_of_a_word_are_one_line(run: Run) -> None:
    words = ("neighbours", " king", "--table", "minilm-gpt2-64d", "-k", "3")
    lines = run(*words, "--fold")[1].splitlines()[2:]
    assert lines[0].split() == ["#", "token", "row", "cosine", "forms"]
    assert lines[1].startswith("=  ␣King")
    document = json.loads(run(*words, "--fold", "--json")[1])
    assert all(entry["forms"][0] == entry["row"] for entry in document["neighbours"])


def test_rows_without_a_token_are_left_out_as_in_the_window_and_counted(run: Run) -> None:
    words = ("neighbours", " king", "--table", "whisper-tiny.en")
    head = run(*words)[1].splitlines()[0]
    assert "50,256 rows compared (1,607 without a token left out); two random" in head
    document = json.loads(run(*words, "--json")[1])
    assert (document["rows_compared"], document["rows_left_out"]) == (50_256, 1607)


def test_rows_without_a_token_are_listed_where_that_is_asked_for(run: Run) -> None:
    words = ("neighbours", " king", "--table", "whisper-tiny.en")
    assert "51,863 rows compared; two random" in run(*words, "--all-rows")[1].splitlines()[0]
    document = json.loads(run(*words, "--all-rows", "--json")[1])
    assert (document["rows_compared"], document["rows_left_out"]) == (51_863, 0)


def test_with_a_foreign_tokenizer_rows_are_left_out_only_where_asked(run: Run) -> None:
    words = ("neighbours", "#5", "--table", "gpt2-random-256d", "--tokenizer", "book-words")
    assert json.loads(run(*words, "--json")[1])["rows_left_out"] == 0
    assert json.loads(run(*words, "--only-tokens", "--json")[1])["rows_compared"] == 5
    assert run(*words, "--only-tokens", "--all-rows")[0] == 2


@pytest.mark.usefixtures("qapp")
def test_axes_of_ones_own_in_a_figure(tmp_path: Path, run: Run) -> None:
    place = tmp_path / "x.svg"
    words = ("figure", "vectors2d", *BOOK, "-o", str(place))
    assert run(*words, "--axes", '"fox" - "dog"; pc(1)')[0] == 0
    picture = place.read_text("utf-8")
    assert '"fox" - "dog" →' in picture.replace("&quot;", '"')
    assert "↑ pc(1)" in picture
    assert run(*words, "--axes", "pc(1); pc(7)")[0] == 1


@pytest.mark.usefixtures("qapp")
def test_colours_in_a_figure_have_a_legend(tmp_path: Path, run: Run) -> None:
    place = tmp_path / "x.svg"
    words = ("figure", "vectors3d", *BOOK, "-o", str(place), "--colour")
    for what, title in (("norm", "norm"), ("class", "token class"), ("dim(1)", "dim(1)")):
        assert run(*words, what)[0] == 0
        assert f">{title}<" in place.read_text("utf-8").replace("\n", "")


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    "words",
    [
        ("--axes", "left"),
        ("--axes", "pc(1); pc(2); pc(3); pc(4)"),
        ("--axes", "1,2,3,4"),
        ("--colour", "purple"),
    ],
)
def test_axes_and_colours_that_cannot_be_are_wrong_usage(run: Run, words: tuple[str, str]) -> None:
    code, _, err = run("figure", "vectors2d", *BOOK, "-o", "x.png", *words)
    assert code == 2
    assert "error: argument --" in err


def test_what_leaves_nothing_to_compare_is_said(run: Run) -> None:
    code, out, err = run("neighbours", "fox", *BOOK, "--remove", "3")
    assert (code, out) == (1, "")
    assert err == "embedscope: --remove 3 takes all 3 dims away; give at most 2.\n"
    code, out, err = run("neighbours", "wolf", *BOOK)
    assert (code, out) == (1, "")
    assert err.endswith(
        "not in the vocabulary of book-words; write another token, or a row as #0.\n"
    )
    table = str(FILES / "N05a_one_row.npy")
    code, out, err = run("neighbours", "#0", "--table", table)
    assert code == 0
    assert "There is no other row to compare with." in err
    assert "token" not in out.splitlines()[-1]


def test_tokens_that_a_tokenizer_adds_are_none_of_the_word(tmp_path: Path, run: Run) -> None:
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "cat", "##s", "dog"]
    (tmp_path / "vocab.txt").write_text("\n".join(words) + "\n", "utf-8")
    table = np.random.default_rng(0).normal(size=(len(words), 4)).astype(np.float32)
    np.save(tmp_path / "model.npy", table)
    where = ("--table", str(tmp_path / "model.npy"), "--tokenizer", str(tmp_path))
    document = json.loads(run("neighbours", "cat", *where, "--json")[1])
    assert document["row"] == 4
    code, _, told = run("neighbours", "cats", *where)
    assert code == 1
    assert '"cats" is 2 tokens' in told
    assert "cat #4, ##s #5" in told
    assert "[CLS]" not in told


@pytest.mark.parametrize(
    ("word", "meant"), [("lokup", "lookup"), ("neighbors", "neighbours"), ("figures", "figure")]
)
def test_a_word_that_is_nearly_a_command(word: str, meant: str, run: Run) -> None:
    said = f'There is no command, file or preset "{word}"; did you mean embedscope {meant}?'
    assert run(word, "--text", "a") == (1, "", f"embedscope: {said}\n")


def test_a_lesson_has_its_own_table_and_says_so(tmp_path: Path, run: Run) -> None:
    own = ("figure", "lesson:2/several-rows", "-o", str(tmp_path / "a.svg"))
    code, _, told = run(*own, "--table", "book-6x3", "--tokenizer", "gpt2")
    assert code == 0
    assert told.splitlines() == [
        f"note: {option} means nothing for the figure lesson:2/several-rows."
        for option in ("--table", "--tokenizer")
    ]
    assert run(*own)[2] == ""


def test_a_folder_and_the_vocabulary_in_it_are_one_tokenizer(tmp_path: Path, run: Run) -> None:
    (tmp_path / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\ncat\ndog\n", "utf-8")
    np.save(tmp_path / "model.npy", np.eye(6, dtype=np.float32))
    for place in (tmp_path, tmp_path / "vocab.txt", tmp_path / ".." / tmp_path.name):
        words = ("--table", str(tmp_path / "model.npy"), "--tokenizer", str(place))
        assert run("neighbours", "cat", *words)[2] == ""
    words = ("--table", str(tmp_path / "model.npy"), "--tokenizer", "gpt2")
    assert "made for another table" in run("neighbours", "#4", *words)[2]
