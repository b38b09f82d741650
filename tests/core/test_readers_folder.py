"""Whole folders, checkpoints in parts, and the files beside a table."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from embedscope.errors import FileError, UnknownNameError
from embedscope.readers import describe_file, open_table
from embedscope.readers.paths import is_plain_name

WTE = np.arange(776, dtype=np.float32).reshape(97, 8)
CASES = Path(__file__).parents[1] / "cases" / "files"


def model(folder: Path, **tensors: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Path:
    folder.mkdir(exist_ok=True, parents=True)
    named = {name.replace("__", "."): np.ascontiguousarray(v) for name, v in tensors.items()}
    save_file(named or {"model.embed_tokens.weight": WTE}, folder / "model.safetensors")
    return folder


def sharded(folder: Path, weight_map: object = None) -> Path:
    """Write a checkpoint in two files with its index, and return the index."""
    folder.mkdir(exist_ok=True)
    save_file({"h.0.weight": np.ones((8, 8), "f4")}, folder / "model-00001-of-00002.safetensors")
    save_file({"wte.weight": WTE}, folder / "model-00002-of-00002.safetensors")
    places = {
        "h.0.weight": "model-00001-of-00002.safetensors",
        "wte.weight": "model-00002-of-00002.safetensors",
    }
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {}, "weight_map": weight_map or places}))
    return index


def test_a_folder_opens_with_its_tokenizer(tmp_path: Path) -> None:
    folder = model(tmp_path / "my model ü")
    (folder / "tokenizer.json").write_text("{}")
    table = open_table(folder)
    assert (table.name, table.shape) == ("my model ü", (97, 8))
    assert table.path == folder / "model.safetensors"
    assert table.tokenizer == folder / "tokenizer.json"


def test_the_config_s_vocabulary_turns_a_table(tmp_path: Path) -> None:
    folder = model(tmp_path, model__embed_tokens__weight=WTE.T)
    (folder / "config.json").write_text('{"text_config": {"vocab_size": 97}}')
    table = open_table(folder)
    np.testing.assert_array_equal(table.rows([96]), WTE[[96]])
    assert describe_file(folder).chosen == table.tensor == "model.embed_tokens.weight.T"
    np.testing.assert_array_equal(open_table(folder, table.tensor).rows([96]), WTE[[96]])


def test_the_tokenizer_s_size_turns_a_table(tmp_path: Path) -> None:
    pytest.importorskip("tokenizers")
    values = np.arange(40, dtype=np.float32).reshape(4, 10)  # that tokenizer has 10 tokens
    folder = model(tmp_path, wte__weight=values)
    source = CASES / "F37_more_rows" / "tokenizer.json"
    (folder / "tokenizer.json").write_bytes(source.read_bytes())
    table = open_table(folder)
    assert table.shape == (10, 4)
    assert "turned" in table.notes[0]


@pytest.mark.parametrize("config", ['{"vocab_size": "many"}', "[1]", "not json", '{"a": ' * 5000])
def test_a_config_that_says_nothing_is_passed_over(config: str, tmp_path: Path) -> None:
    folder = model(tmp_path)
    (folder / "config.json").write_text(config)
    assert open_table(folder).shape == (97, 8)


def test_a_tied_output_is_told_from_the_config(tmp_path: Path) -> None:
    folder = model(tmp_path)
    (folder / "config.json").write_text('{"tie_word_embeddings": true, "vocab_size": 97}')
    assert open_table(folder).notes == ("The model's output uses this table too (tied).",)


def test_a_separate_output_is_told_and_can_be_opened(tmp_path: Path) -> None:
    folder = model(tmp_path, model__embed_tokens__weight=WTE, lm_head__weight=WTE + 1)
    assert "lm_head.weight is another one (untied)" in open_table(folder).notes[0]
    np.testing.assert_array_equal(open_table(folder, "lm_head.weight").rows([0]), WTE[[0]] + 1)


def test_an_equal_output_is_tied(tmp_path: Path) -> None:
    folder = model(tmp_path, model__embed_tokens__weight=WTE, lm_head__weight=WTE)
    assert open_table(folder).notes == (
        "The output table lm_head.weight holds the same numbers (tied).",
    )


def test_a_folder_of_the_hub_s_cache(tmp_path: Path) -> None:
    old = model(tmp_path / "models--a--b" / "snapshots" / "1111", wte__weight=WTE[:5])
    os.utime(old, (0, 0))
    model(tmp_path / "models--a--b" / "snapshots" / "0000")
    assert open_table(tmp_path / "models--a--b").shape == (97, 8)


def test_a_model_in_a_subfolder_for_onnx_takes_what_is_beside_it(tmp_path: Path) -> None:
    model(tmp_path / "onnx").joinpath("model.safetensors").rename(tmp_path / "onnx" / "model.onnx")
    (tmp_path / "tokenizer.json").write_text("{}")
    assert open_table(tmp_path).tokenizer == tmp_path / "tokenizer.json"


def test_another_model_s_vocabulary_is_not_taken(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", WTE)
    (tmp_path / "other.gguf").write_bytes(b"GGUF")
    assert open_table(tmp_path / "a.npy").tokenizer is None


def test_a_folder_without_a_table_says_so(tmp_path: Path) -> None:
    (tmp_path / "merges.txt").write_text("a\nb\n")
    with pytest.raises(FileError, match="folder without a model or table"):
        open_table(tmp_path)


@pytest.mark.parametrize(
    "name", ["", "model.safetensors.index.json", "model-00001-of-00002.safetensors"]
)
def test_a_checkpoint_in_parts_opens_by_folder_index_or_any_part(name: str, tmp_path: Path) -> None:
    sharded(tmp_path)
    table = open_table(tmp_path / name)
    assert table.tensor == "wte.weight"
    np.testing.assert_array_equal(table.rows([96, 0]), WTE[[96, 0]])
    assert ("one of several files" in " ".join(table.notes)) == name.startswith("model-")


def test_a_missing_part_matters_only_if_the_table_is_in_it(tmp_path: Path) -> None:
    index = sharded(tmp_path)
    (tmp_path / "model-00001-of-00002.safetensors").unlink()
    assert open_table(index).shape == (97, 8)
    with pytest.raises(
        FileError, match=r"h\.0\.weight is in model-00001.*is missing; download it too"
    ):
        open_table(index, "h.0.weight")
    (tmp_path / "model-00002-of-00002.safetensors").unlink()
    with pytest.raises(FileError, match=r"model-00002-of-00002.safetensors, which is missing"):
        open_table(index)


def test_a_tensor_that_is_not_where_the_index_says(tmp_path: Path) -> None:
    index = sharded(tmp_path, {"wte.weight": "model-00001-of-00002.safetensors"})
    with pytest.raises(
        FileError, match=r"should be in model-00001-of-00002\.safetensors but is not"
    ):
        open_table(index)


@pytest.mark.parametrize(
    "name",
    ["../secret.safetensors", "/etc/passwd", "a/b.bin", "..", "C:\\x", "a\\b", "", "a\0b", 7],
)
def test_an_index_cannot_lead_out_of_its_folder(name: object, tmp_path: Path) -> None:
    index = sharded(tmp_path / "model", {"wte.weight": name})
    with pytest.raises(FileError, match="not a file in its own folder"):
        open_table(index)
    assert not is_plain_name(str(name)) or name == 7


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"weight_map": {}}', '{"weight_map": 3}', "[" * 10**5]
)
def test_an_index_that_lists_nothing(text: str, tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors.index.json"
    path.write_text(text)
    with pytest.raises(FileError, match=r"(valid JSON|lists no tensors|is empty)"):
        open_table(path)


def test_a_shard_with_a_name_that_no_file_can_have_is_a_fault_of_the_index(tmp_path: Path) -> None:
    name = f"m{'0' * 300}.safetensors"
    index = sharded(tmp_path / "m", {"wte.weight": name})
    info = describe_file(index)
    assert info.tensors[0].problem.startswith(f"is in {name}, which cannot be read (")


def test_a_file_with_the_longest_name_opens(tmp_path: Path) -> None:
    stem = "n" * 240
    np.save(tmp_path / f"{stem}.npy", WTE)
    np.testing.assert_array_equal(open_table(tmp_path / f"{stem}.npy").rows([96]), WTE[[96]])
    (tmp_path / f"{stem}.txt").write_text("1 2\n3 4\n")
    assert open_table(tmp_path / f"{stem}.txt").shape == (2, 2)
    shard = tmp_path / f"{'m' * 224}-00001-of-00002.safetensors"
    save_file({"wte.weight": WTE}, shard)
    assert open_table(shard).shape == WTE.shape


def test_a_sharded_pytorch_checkpoint(tmp_path: Path) -> None:
    part = (CASES / "F08d_pytorch.bin").read_bytes()
    (tmp_path / "pytorch_model-00001-of-00001.bin").write_bytes(part)
    places = {"wte.weight": "pytorch_model-00001-of-00001.bin"}
    index = tmp_path / "pytorch_model.bin.index.json"
    index.write_text(json.dumps({"weight_map": places}))
    assert open_table(tmp_path).rows([4]).tolist() == [[40, 41, 42]]


def test_an_unknown_tensor_lists_the_others(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"no tensor is called nope; there are model\.embed"):
        open_table(model(tmp_path), "nope")


def test_describing_tells_all_without_loading(tmp_path: Path) -> None:
    info = describe_file(model(tmp_path, wte__weight=WTE, ln__bias=WTE[0]))
    assert info.format == "safetensors"
    assert {(item.name, item.shape, item.n_bytes) for item in info.tensors} == {
        ("wte.weight", (97, 8), 3104),
        ("ln.bias", (8,), 32),
    }
    assert (info.chosen, info.is_sure) == ("wte.weight", True)
    assert info.path == tmp_path / "model.safetensors"


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "no/such/file", ""])
def test_a_name_that_is_no_file(name: str) -> None:
    with pytest.raises((UnknownNameError, FileError)):
        open_table(name)


def test_a_file_of_no_known_format(tmp_path: Path) -> None:
    (tmp_path / "a.xyz").write_bytes(bytes(range(200)))
    with pytest.raises(FileError, match=r"a\.xyz: is in no format known here"):
        open_table(tmp_path / "a.xyz")
