"""The embedding projector's configs, raw numbers and label files."""

import json
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table
from embedscope.tables.table import Table
from embedscope.tokenizers.words import WordTokenizer

NUMBERS = np.arange(12, dtype="<f4").reshape(4, 3) / 8
TEXT = "\n".join("\t".join(map(str, row)) for row in NUMBERS.tolist())
LABELS = "word\tcount\na\t1\nb c\t2\n\t3\nd\t4\n"


def config(folder: Path, **fields: object) -> Path:
    entry = {"tensorName": "my words", "tensorShape": [4, 3], "tensorPath": "t.bytes"} | fields
    path = folder / "projector_config.json"
    path.write_text(json.dumps({"embeddings": [entry]}))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with vectors in both forms and labels."""
    (tmp_path / "t.bytes").write_bytes(NUMBERS.tobytes())
    (tmp_path / "v.tsv").write_text(TEXT)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "t.bytes").write_bytes(NUMBERS.tobytes())
    (tmp_path / "below" / "labels.tsv").write_text(LABELS)
    return tmp_path


def assert_numbers(table: Table) -> None:
    np.testing.assert_array_equal(table.rows(range(4)), NUMBERS)


def words(table: Table) -> list[str | None]:
    assert isinstance(table.tokenizer, WordTokenizer)
    return list(table.tokenizer.words)


@pytest.mark.parametrize("tensor", ["t.bytes", "v.tsv", "below/t.bytes", r"below\t.bytes"])
def test_a_config_opens_what_it_names(tensor: str, folder: Path) -> None:
    path = config(folder, tensorPath=tensor, metadataPath="below/labels.tsv")
    table = open_table(path)
    assert_numbers(table)
    assert words(table) == ["a", "b c", "", "d"]
    assert (table.tensor, table.dtype) == ("my words", "f32")
    assert describe_file(path).format == "projector config"


def test_the_text_form_that_tensorboard_writes(folder: Path) -> None:
    path = folder / "projector_config.pbtxt"
    path.write_text(
        'embeddings {\n  tensor_name: "default:00000"\n  metadata_path: "below/labels.tsv"\n'
        '  sprite {\n    image_path: "x.png"\n    single_image_dim: 8\n  }\n'
        '  tensor_path: "v.tsv"\n}\nembeddings {\n  tensor_name: "raw"\n'
        '  tensor_path: "t.bytes"\n  tensor_shape: 4\n  tensor_shape: 3\n}\n'
    )
    assert [item.shape for item in describe_file(path).tensors] == [(4, 3), (4, 3)]
    table = open_table(path, "default:00000")
    assert_numbers(table)
    assert words(table) == ["a", "b c", "", "d"]
    assert_numbers(open_table(path, "raw"))


def test_fields_of_mixed_kinds_are_taken_as_text(folder: Path) -> None:
    path = folder / "projector_config.pbtxt"
    path.write_text('embeddings { tensor_path: 7 tensor_path: "v.tsv" tensor_path: 1 }')
    assert_numbers(open_table(path))


@pytest.mark.parametrize("name", ["projector_config.json", "projector_config.pbtxt"])
def test_a_log_folder_opens_by_its_config(name: str, folder: Path) -> None:
    entry = 'embeddings { tensor_path: "v.tsv" }'
    (folder / name).write_text(
        entry if name.endswith("pbtxt") else json.dumps({"embeddings": [{"tensorPath": "v.tsv"}]})
    )
    table = open_table(folder)
    assert_numbers(table)
    assert table.tensor == "v.tsv"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"tensorPath": "../t.bytes"}, "'../t.bytes', which is not in its own folder"),
        ({"tensorPath": "/etc/passwd"}, "'/etc/passwd', which is not in its own folder"),
        ({"tensorPath": "C:\\t.bytes"}, "which is not in its own folder"),
        ({"tensorPath": "https://a.test/t.bytes"}, "which is on the web; download it first"),
        ({"tensorPath": ""}, "names no file for it: TensorFlow checkpoints are not read"),
        ({"tensorPath": "gone.bytes"}, "is in gone.bytes, which cannot be read (No such file"),
        ({"tensorShape": [4, 7]}, "is in t.bytes, which has 48 bytes, not whole rows of 7"),
        ({"tensorShape": [10**9, 10**9]}, "is in t.bytes, which has 48 bytes, not whole rows"),
        ({"tensorShape": None}, "is in t.bytes, which"),
    ],
)
def test_what_cannot_be_opened_says_why(
    fields: dict[str, object], sentence: str, folder: Path
) -> None:
    path = config(folder, **fields)
    with pytest.raises(FileError) as caught:
        open_table(path)
    assert sentence in str(caught.value)


def test_shapes_and_labels_that_do_not_fit_are_said(folder: Path) -> None:
    path = config(folder, tensorShape=[5, 3], metadataPath="gone.tsv")
    table = open_table(path)
    assert_numbers(table)
    assert table.notes == (
        "4 x 3 numbers found, the config says 5 x 3.",
        "The labels cannot be used: gone.tsv: cannot be read (No such file or directory).",
    )


@pytest.mark.parametrize("text", ["{", '{"embeddings": 3, "tensorPath": 1}', "[" * 10_000])
def test_damaged_configs_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text('{"embeddings": "tensorPath": ' + text)
    with pytest.raises(FileError, match="JSON"):
        open_table(path)
    path.write_text('{"embeddings": [], "tensorPath": 1}')
    with pytest.raises(FileError, match="names no embeddings"):
        open_table(path)
    path.write_text(json.dumps({"embeddings": [{"tensorPath": "x"}] * 201}))
    with pytest.raises(FileError, match="names 201 tables, more than 200"):
        open_table(path)


@pytest.mark.parametrize("part", ["embeddings", " ", "a", 'a:"', "a: ", "embeddings{", "sprite "])
def test_long_configs_without_sense_are_refused_at_once(part: str, tmp_path: Path) -> None:
    path = tmp_path / "projector_config.pbtxt"
    path.write_text("embeddings " + part * (300_000 // len(part)))
    with pytest.raises(FileError, match="names no embeddings"):
        open_table(path)
    path.write_text("embeddings {" + part * (300_000 // len(part)) + "}")
    with pytest.raises(FileError):
        open_table(path)


def test_raw_numbers_take_their_shape_from_the_config_beside_them(folder: Path) -> None:
    config(folder, metadataPath="below/labels.tsv")
    table = open_table(folder / "t.bytes")
    assert_numbers(table)
    assert words(table) == ["a", "b c", "", "d"]


@pytest.mark.parametrize("text", [LABELS, "a\nb c\n\nd\n", "word\na\nb c\n\nd\n"])
def test_raw_numbers_take_their_shape_from_the_labels_beside_them(text: str, folder: Path) -> None:
    (folder / "metadata.tsv").write_text(text)
    table = open_table(folder / "t.bytes")
    assert_numbers(table)
    assert words(table) == ["a", "b c", "", "d"]
    assert table.notes[0] == "The 4 labels beside it tell its shape."


def test_raw_numbers_alone_have_no_shape(folder: Path) -> None:
    with pytest.raises(FileError, match="nothing says how many dims they have; put the projector"):
        open_table(folder / "t.bytes")


@pytest.mark.parametrize(
    ("vectors", "labels"),
    [
        ("vectors.tsv", "metadata.tsv"),
        ("glove_tensor.tsv", "glove_metadata.tsv"),
        ("Vectors.tsv", "labels.txt"),
        ("words.tsv", "words_labels.tsv"),
        ("my.vecs.tsv", "metadata.tsv"),
    ],
)
def test_names_of_label_files(vectors: str, labels: str, tmp_path: Path) -> None:
    (tmp_path / vectors).write_text(TEXT)
    (tmp_path / labels).write_text("a\nb\nc\nd\n")
    assert words(open_table(tmp_path / vectors)) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Name\tid\nx\t1\n", "x"),
        ("id\tName\n1\tx\n", "x"),
        ("id\tkind\n1\tx\n", "1"),
        ("x\r\n", "x"),
        ("\ufeffx", "x"),
        ("x\ty\n", "x"),
    ],
)
def test_the_column_of_labels(text: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "vectors.tsv").write_text("1\t2\n")
    (tmp_path / "metadata.tsv").write_bytes(text.encode())
    assert words(open_table(tmp_path / "vectors.tsv")) == [expected]


def test_labels_that_cannot_be_read_do_not_keep_the_vectors(tmp_path: Path) -> None:
    (tmp_path / "vectors.tsv").write_text("1\t2\n3\t4\n")
    (tmp_path / "metadata.tsv").write_bytes(b"\x1f\x8b broken")
    table = open_table(tmp_path / "vectors.tsv")
    assert table.shape == (2, 2)
    assert table.notes[0].startswith("The labels cannot be used: metadata.tsv: is damaged")


def test_words_in_the_file_itself_count_more(tmp_path: Path) -> None:
    (tmp_path / "vectors.tsv").write_text("own\t1\t2\n")
    (tmp_path / "metadata.tsv").write_text("other\n")
    assert words(open_table(tmp_path / "vectors.tsv")) == ["own"]
