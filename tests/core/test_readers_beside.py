"""Vocabularies near a table that nobody names: told by what is in them and how much."""

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError, MissingLibraryError
from embedscope.readers import open_table
from embedscope.readers.beside import tokenizer_beside
from embedscope.readers.token_count import token_count
from embedscope.tokenizers import get_tokenizer
from embedscope.tokenizers.labels import row_name, rows_without_token

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
sentencepiece = pytest.importorskip("sentencepiece")
CASES = Path(__file__).parents[1] / "cases" / "files"
WORDS = ["the", "cat", "sat", "mat", "of"]


def table(folder: Path, n_rows: int = 5, name: str = "vectors.npy") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / name, np.zeros((n_rows, 3), np.float32))
    return folder / name


def write_tokenizer(path: Path, n_tokens: int, n_added: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    vocabulary = {f"w{i}": i for i in range(n_tokens)}
    model = {"type": "WordLevel", "vocab": vocabulary, "unk_token": "w0"}
    added = [{"id": n_tokens + i, "content": f"<{i}>", "special": True} for i in range(n_added)]
    path.write_text(json.dumps({"version": "1.0", "model": model, "added_tokens": added}))
    return path


@pytest.mark.parametrize(
    "name", ["words.txt", "my_vocab.txt", "Labels.txt", "index.lst", "vectors.words", "vocab"]
)
def test_a_list_with_a_word_for_each_row_is_taken(name: str, tmp_path: Path) -> None:
    path = table(tmp_path)
    (tmp_path / name).write_text("\n".join(WORDS) + "\n")
    found = tokenizer_beside(path, 5)
    assert found == (tmp_path / name if "." in name else None)  # not a file without an ending


@pytest.mark.parametrize("n_words", [4, 6])
def test_a_list_of_another_length_is_not(n_words: int, tmp_path: Path) -> None:
    path = table(tmp_path)
    (tmp_path / "words.txt").write_text("word\n" * n_words)
    assert tokenizer_beside(path, 5) is None


def test_the_same_numbers_as_text_are_no_words(tmp_path: Path) -> None:
    path = table(tmp_path)
    (tmp_path / "vectors.txt").write_text("0.0 0.0 0.0\n" * 5)
    (tmp_path / "words.txt").write_text("the 1 2 3\n" * 5)
    (tmp_path / "vocabulary.txt").write_text("This is a sentence about words.\n" * 5)
    assert tokenizer_beside(path, 5) is None


def test_a_tokenizer_in_a_folder_of_its_own_may_be_a_little_smaller(tmp_path: Path) -> None:
    path = table(tmp_path / "text_encoder", 100)
    near = write_tokenizer(tmp_path / "tokenizer" / "tokenizer.json", 90, 2)
    assert tokenizer_beside(path, 100) == near
    write_tokenizer(near, 80)
    assert tokenizer_beside(path, 100) is None
    write_tokenizer(near, 101)
    assert tokenizer_beside(path, 100) is None


def test_a_model_s_settings_are_no_vocabulary(tmp_path: Path) -> None:
    path = table(tmp_path)
    for name in ("tokenizer_config.json", "config.json", "special_tokens_map.json"):
        write_tokenizer(tmp_path / name, 5)
    assert tokenizer_beside(path, 5) is None


def test_the_file_itself_and_what_is_too_large_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS))
    assert tokenizer_beside(path, 5) is None
    (tmp_path / "vocab.lst").write_bytes(b"x" * 40_000 + b"\n" * 5)
    assert tokenizer_beside(path, 5) is None


def test_a_table_opens_with_the_words_of_a_parquet_column(tmp_path: Path) -> None:
    path = table(tmp_path)
    parquet.write_table(pyarrow.table({"index": WORDS}), tmp_path / "glove_index.parquet")
    opened = open_table(path)
    assert opened.tokenizer == tmp_path / "glove_index.parquet"
    tokenizer = get_tokenizer(tmp_path / "glove_index.parquet")
    assert tokenizer.encode("The cat flew").ids.tolist() == [0, 1, -1]
    assert tokenizer.size == 5


def test_without_the_library_a_parquet_list_is_named_and_the_line_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = table(tmp_path)
    parquet.write_table(pyarrow.table({"index": WORDS}), tmp_path / "words.parquet")
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    monkeypatch.setattr(
        "embedscope.readers.beside.find_spec",
        lambda name: None if name == "pyarrow" else find_spec(name),
    )
    assert tokenizer_beside(path, 5) == tmp_path / "words.parquet"
    with pytest.raises(MissingLibraryError, match=r'pip install "embedscope\[arrow\]"'):
        get_tokenizer(tmp_path / "words.parquet")


def test_parquet_files_that_are_no_vocabulary_say_so(tmp_path: Path) -> None:
    parquet.write_table(pyarrow.table({"x": [1.0, 2.0]}), tmp_path / "numbers.parquet")
    with pytest.raises(FileError, match="has no column of words"):
        get_tokenizer(tmp_path / "numbers.parquet")
    whole = tmp_path / "words.parquet"
    parquet.write_table(pyarrow.table({"x": WORDS}), whole)
    (tmp_path / "cut.parquet").write_bytes(whole.read_bytes()[:-20])
    with pytest.raises(FileError, match="is no Parquet file that can be read"):
        get_tokenizer(tmp_path / "cut.parquet")


def test_missing_words_of_a_column_are_rows_without_a_token(tmp_path: Path) -> None:
    column = pyarrow.array(["the", None, "cat"]).dictionary_encode()
    parquet.write_table(pyarrow.table({"token": column}), tmp_path / "words.parquet")
    tokenizer = get_tokenizer(tmp_path / "words.parquet")
    assert [row_name(tokenizer, row) for row in range(4)] == [
        "the",
        "id 1 (no token)",
        "cat",
        "id 3 (no token)",
    ]
    assert rows_without_token(tokenizer, 5).tolist() == [1, 3, 4]


def test_tokens_are_counted_without_a_library(tmp_path: Path) -> None:
    assert token_count(write_tokenizer(tmp_path / "a.json", 7, 2)) == 9
    (tmp_path / "vocab.json").write_text('{"a": 0, "b": 5}')
    assert token_count(tmp_path / "vocab.json") == 6
    unigram = {"type": "Unigram", "vocab": [["a", -1.0], ["b", -2.0], ["c", -3.0]]}
    (tmp_path / "u.json").write_text(json.dumps({"model": unigram}))
    assert token_count(tmp_path / "u.json") == 3
    assert token_count(CASES / "F37_more_rows" / "tokenizer.json") == 10


def test_pieces_are_counted_without_the_library(tmp_path: Path) -> None:
    path = tmp_path / "t.model"
    with path.open("wb") as file:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(["the cat sat on the mat", "dogs ran far"] * 50),
            model_writer=file,
            vocab_size=30,
            hard_vocab_limit=False,
            minloglevel=2,
        )
    expected = sentencepiece.SentencePieceProcessor(model_file=str(path)).get_piece_size()
    assert token_count(path) == expected


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b'{"model": {"vocab": 3}}', b"{}", b"[" * 99_999, b"\x00" * 50],
)
@pytest.mark.parametrize("ending", [".json", ".model", ".txt", ".parquet"])
def test_what_cannot_be_counted_counts_as_unknown(
    content: bytes, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"vocab{ending}"
    path.write_bytes(content)
    assert token_count(path) is None
    path.write_bytes(b'{"model":' + b"[" * 99_999)
    assert token_count(path) is None
    assert token_count(tmp_path / "missing") is None
