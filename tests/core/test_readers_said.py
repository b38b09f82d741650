"""What is said of a file or folder before its table is opened."""

import os
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError, UnknownNameError
from embedscope.readers import describe_file, existing, open_table, title
from embedscope.readers.sorting import is_tokenizer
from embedscope.tokenizers.registry import get_tokenizer

FILES = Path(__file__).parents[1] / "cases" / "files"


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("F20_3d.npy", "An array of 1 x 5 x 3 is shown as 5 rows x 3."),
        ("F20_bool.npy", "True and false are shown as 1 and 0."),
    ],
)
def test_F20_a_description_says_what_the_table_says(file: str, said: str) -> None:
    assert describe_file(FILES / file).notes == (said,)
    assert open_table(FILES / file).notes == (said,)


def test_a_folder_says_which_of_its_tables_it_took(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        np.save(tmp_path / f"{name}.npy", np.zeros((3, 2), "f4"))
    said = "a.npy is the first of 3 such files in the folder; to open another, name it."
    assert open_table(tmp_path).notes == (said,)
    assert describe_file(tmp_path).notes == (said,)


def test_F34_the_parts_of_one_file_are_one() -> None:
    assert describe_file(FILES / "F34_split").notes == ()


def test_a_folder_with_a_tokenizer_only_says_so() -> None:
    with pytest.raises(FileError, match=r"^T15_template: is a folder with a tokenizer and no "):
        open_table(FILES / "T15_template")


def test_titles_of_folders_named_by_dots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    assert title(Path()) == "inner"
    assert title(Path("..")) == "outer"
    assert title(Path("/")) == str(Path("/").resolve())


def test_a_missing_file_is_told_with_the_presets() -> None:
    with pytest.raises(UnknownNameError, match=r"there is no file no-such .*book-6x3"):
        existing("no-such")


def test_a_preset_has_one_tensor() -> None:
    assert open_table("whisper-tiny.en", "decoder.token_embedding.weight").shape == (51864, 384)
    with pytest.raises(UnknownNameError, match=r"^book-6x3 is built in: there is no tensor wte in"):
        open_table("book-6x3", "wte")


def test_an_empty_name_is_not_the_present_folder() -> None:
    with pytest.raises(UnknownNameError, match="the name of the table is empty"):
        open_table("")


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert not is_tokenizer(pipe)
    for opens in (open_table, get_tokenizer):
        with pytest.raises(FileError, match=r"^pipe: is not a regular file"):
            opens(pipe)


def test_an_empty_file_is_no_list_of_words(tmp_path: Path) -> None:
    (tmp_path / "words.txt").touch()
    with pytest.raises(FileError, match=r"^words\.txt: is empty"):
        get_tokenizer(tmp_path / "words.txt")
