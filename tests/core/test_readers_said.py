"""What is said of a file or folder before its table is opened."""

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

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
    with pytest.raises(
        UnknownNameError, match=r"there is no file and no preset .no-such.; .*book-6x3"
    ):
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


def test_a_missing_shard_with_the_token_table_lets_no_other_table_stand_in(
    tmp_path: Path,
) -> None:
    here, gone = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"
    save_file({"h.0.mlp.weight": np.zeros((4, 3), "f4")}, tmp_path / here)
    places = {"h.0.mlp.weight": here, "model.embed_tokens.weight": gone}
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": places}))
    said = (
        f"its token table model.embed_tokens.weight is in {gone}, which is missing; download it too"
    )
    for path in (tmp_path, index, tmp_path / here):
        with pytest.raises(FileError, match=re.escape(f"{index.name}: {said}")):
            open_table(path)
        assert describe_file(path).chosen is None
    assert open_table(index, "h.0.mlp.weight").shape == (4, 3)


def test_long_doubles_are_called_numbers(tmp_path: Path) -> None:
    header = b"{'descr': '<f16', 'fortran_order': False, 'shape': (1, 2), }\n"
    magic = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little")
    (tmp_path / "a.npy").write_bytes(magic + header + bytes(32))
    with pytest.raises(FileError, match=r"holds numbers of 128 bits; save them as float64$"):
        open_table(tmp_path / "a.npy")


def test_a_token_table_of_unread_numbers_is_passed_over_with_a_note(tmp_path: Path) -> None:
    header = {
        "wte.weight": {"dtype": "F4", "shape": [4, 4], "data_offsets": [0, 8]},
        "other.weight": {"dtype": "F32", "shape": [2, 1], "data_offsets": [8, 16]},
    }
    data = json.dumps(header).encode()
    (tmp_path / "a.safetensors").write_bytes(len(data).to_bytes(8, "little") + data + bytes(16))
    info = describe_file(tmp_path / "a.safetensors")
    assert (info.chosen, info.is_sure) == ("other.weight", False)
    said = "The token table wte.weight has F4 numbers, which are not supported."
    assert said in open_table(tmp_path / "a.safetensors").notes
