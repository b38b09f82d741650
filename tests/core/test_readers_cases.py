"""The users' cases of binary files, each with the rows or the sentence it must give."""

import os
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import EmbedscopeError, FileError
from embedscope.readers import describe_file, open_table

FILES = Path(__file__).parents[1] / "cases" / "files"
GRID = [[10 * row + col for col in range(3)] for row in range(5)]  # M[r, c] = 10 r + c


def rows(name: str, tensor: str | None = None) -> list[list[float]]:
    table = open_table(FILES / name, tensor)
    found: list[list[float]] = table.rows(range(table.n_rows)).tolist()
    return found


def refusal(name: str) -> str:
    """Return the sentence a file is refused with."""
    with pytest.raises(FileError) as caught, little_memory():
        open_table(FILES / name)
    sentence = str(caught.value)
    assert sentence.startswith(f"{name}: ")
    assert "\n" not in sentence
    return sentence


@contextmanager
def little_memory(limit: int = 1 << 24) -> Iterator[None]:
    """Fail when more than 16 MB are taken."""
    tracemalloc.start()
    try:
        yield
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < limit


@pytest.mark.parametrize("name", ["F08c_gguf_named.bin", "F08d_pytorch.bin"])
def test_F08_bin_files_are_told_apart_by_content(name: str) -> None:
    expected = {"F08c_gguf_named.bin": ("GGUF", (6, 32)), "F08d_pytorch.bin": ("PyTorch", (5, 3))}
    assert (describe_file(FILES / name).format, open_table(FILES / name).shape) == expected[name]


def test_F08_a_fasttext_model_names_the_vec_file() -> None:
    assert "fastText model; use the .vec file" in refusal("F08a_fasttext.bin")


@pytest.mark.parametrize("name", ["F17a_pickle_inside.npy", "F17b_dict.npy"])
def test_F17_python_objects_are_refused_and_not_run(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CASE_F17_EXECUTED", raising=False)
    assert "holds Python objects" in refusal(name)
    assert "save the numbers as a plain array" in refusal(name)
    assert "CASE_F17_EXECUTED" not in os.environ


def test_F18_only_plain_tables_of_an_npz_are_proposed_wte_first() -> None:
    info = describe_file(FILES / "F18_multi.npz")
    assert [item.name for item in info.tensors if item.is_table] == ["wte", "wpe"]
    assert info.chosen == "wte"
    assert rows("F18_multi.npz")[6] == [60, 61, 62]
    assert rows("F18_multi.npz", "wpe") != rows("F18_multi.npz", "wte")


@pytest.mark.parametrize(
    "name",
    ["fortran_f4", "big_f4", "big_fortran_f8", "f2", "i8", "v3"],
)
def test_F19_six_encodings_of_the_same_table(name: str) -> None:
    assert rows(f"F19_{name}.npy") == GRID


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("0d", "the shape ()"),
        ("1d", "the shape (6,)"),
        ("0rows", "the shape (0, 3)"),
        ("0cols", "the shape (5, 0)"),
        ("complex", "complex numbers"),
        ("struct", "records"),
        ("str", "text"),
    ],
)
def test_F20_arrays_that_are_no_tables_say_why(name: str, words: str) -> None:
    assert words in refusal(f"F20_{name}.npy")


def test_F20_a_leading_axis_of_one_is_dropped_with_a_note() -> None:
    assert rows("F20_3d.npy") == GRID
    assert open_table(FILES / "F20_3d.npy").notes == (
        "An array of 1 x 5 x 3 is shown as 5 rows x 3.",
    )


def test_F20_bool_is_shown_as_0_and_1() -> None:
    table = open_table(FILES / "F20_bool.npy")
    assert set(table.rows(range(5)).ravel().tolist()) <= {0.0, 1.0}
    assert table.notes == ("True and false are shown as 1 and 0.",)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("F21a_truncated.npy", "needs 60 bytes, it has 40"),
        ("F21b_hugeshape.npy", "needs 1,200,000,000,000,000 bytes, it has 16"),
        ("F21c_empty.npy", "is empty"),
    ],
)
def test_F21_cut_and_lying_arrays(name: str, words: str) -> None:
    assert words in refusal(name)


def test_F22_bfloat16() -> None:
    found = np.array(rows("F22_bf16.safetensors"), np.float32)
    expected = [
        [1, -2.5, 0.15625],
        [3.140625, 65536, -0.0],
        [1.17549435e-38, np.inf, np.nan],
        [0, 0, 0],
    ]
    np.testing.assert_array_equal(found, np.array(expected, np.float32))
    assert np.signbit(found[1, 2])


def test_F23_fp8_is_decoded_and_the_other_tensor_stays_selectable() -> None:
    expected = [[1, -2], [448, 0.001953125], [np.nan, 0], [2, -1]]
    np.testing.assert_array_equal(rows("F23_fp8.safetensors"), expected)
    assert open_table(FILES / "F23_fp8.safetensors", "small.weight").shape == (3, 2)


@pytest.mark.parametrize("suffix", ["safetensors", "bin", "gguf", "npy", "txt"])
def test_F24_an_lfs_pointer_is_named_with_its_remedy(suffix: str) -> None:
    sentence = refusal(f"F24_lfs_pointer.{suffix}")
    assert "Git LFS pointer, not the data (real size 548105171 bytes)" in sentence
    assert "git lfs pull" in sentence


def test_F24_a_web_page_is_named() -> None:
    assert "is a web page" in refusal("F24_html_page.safetensors")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a_truncated", "is incomplete: 9 of 148 bytes are missing"),
        ("b_header_len", "a header of 1,099,511,627,776 bytes does not fit"),
        ("c_not_json", "not valid JSON"),
        ("d_offsets", "6,000 bytes for tensor 'wte.weight'"),
        ("e_shape_lie", "60 bytes for tensor 'wte.weight', its shape [5, 4] needs 80"),
        ("f_empty", "is empty"),
    ],
)
def test_F25_broken_safetensors(name: str, words: str) -> None:
    assert words in refusal(f"F25{name}.safetensors")


def test_F27_a_lone_output_matrix_is_offered_with_a_word_of_doubt() -> None:
    info = describe_file(FILES / "F27a_head_only.safetensors")
    assert (info.chosen, info.is_sure) == ("lm_head.weight", False)
    table = open_table(FILES / "F27a_head_only.safetensors")
    assert "output matrix; it may be tied" in table.notes[0]


def test_F27_of_two_tables_the_input_is_chosen_and_the_other_named() -> None:
    table = open_table(FILES / "F27b_both_differ.safetensors")
    assert table.tensor == "model.embed_tokens.weight"
    assert table.rows([1])[0, 0] == 10
    assert "lm_head.weight is another one (untied)" in table.notes[0]
    other = open_table(FILES / "F27b_both_differ.safetensors", "lm_head.weight")
    assert other.rows([1])[0, 0] == -10


@pytest.mark.parametrize("name", ["F28_names.safetensors", "F28b_embeddings.safetensors"])
def test_F28_wrapped_and_plain_names_are_found(name: str) -> None:
    table = open_table(FILES / name)
    assert table.shape == (97, 8)
    assert table.rows([96])[0, 7] == 967
    assert describe_file(FILES / name).is_sure


def test_F29_a_table_the_other_way_round_is_suspected_and_can_be_turned() -> None:
    table = open_table(FILES / "F29_transposed.safetensors")
    assert table.notes == ("8 rows x 97 columns: fewer rows than columns. Transposed?",)
    turned = open_table(FILES / "F29_transposed.safetensors", "embedding.weight.T")
    assert turned.shape == (97, 8)
    assert turned.rows([96])[0, 7] == 967
    assert turned.notes == ("Stored as 8 rows x 97 columns; turned, so that each token has a row.",)


@pytest.mark.parametrize("name", ["F31a_namespace.pt", "F31b_code.pt"])
def test_F31_foreign_objects_are_passed_over_and_not_run(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CASE_F31_EXECUTED", raising=False)
    assert rows(name) == GRID
    assert "CASE_F31_EXECUTED" not in os.environ


def test_F32_a_nested_checkpoint() -> None:
    table = open_table(FILES / "F32a_nested.pt")
    assert table.tensor == "model_state_dict.tok_emb.weight"
    assert table.rows([96])[0, 7] == 967


@pytest.mark.parametrize("name", ["b_legacy", "c_bf16", "d_bare_half"])
def test_F32_other_forms_of_checkpoints(name: str) -> None:
    assert rows(f"F32{name}.pt") == GRID


def test_F32_a_cut_zip_is_incomplete() -> None:
    assert "is incomplete" in refusal("F32e_truncated.pt")


@pytest.mark.parametrize(
    ("kind", "error"), [("F32", 0), ("F16", 2e-3), ("BF16", 1.2e-2), ("Q8_0", 2e-2), ("Q4_0", 0.35)]
)
def test_F33_gguf_rows_are_tokens_whatever_the_storage(kind: str, error: float) -> None:
    table = open_table(FILES / f"F33_{kind}.gguf")
    reference = np.load(FILES / "F33_reference_f32.npy")
    assert table.shape == (6, 32)
    assert table.dtype == kind.lower()
    assert np.abs(table.rows(range(6)) - reference).max() <= error
    assert table.tokenizer == FILES / f"F33_{kind}.gguf"


@pytest.mark.parametrize("part", [1, 2])
def test_F34_either_part_of_a_split_file_gives_table_and_labels(part: int) -> None:
    table = open_table(FILES / "F34_split" / f"m-0000{part}-of-00002.gguf")
    reference = np.load(FILES / "F33_reference_f32.npy")
    np.testing.assert_array_equal(table.rows(range(6)), reference)
    assert table.tokenizer == FILES / "F34_split" / "m-00001-of-00002.gguf"


@pytest.mark.parametrize("name", ["F37_more_rows", "F37_more_rows/table.npy"])
def test_F37_a_table_takes_the_tokenizer_beside_it(name: str) -> None:
    table = open_table(FILES / name)
    assert table.shape == (16, 4)
    assert table.tokenizer == FILES / "F37_more_rows" / "tokenizer.json"
    assert table.rows([2]).tolist() == [[20, 21, 22, 23]]


def test_T21_ids_without_a_row_are_marked_and_the_others_shown() -> None:
    table = open_table(FILES / "T21_small_table.npy")
    found, missing = table.rows_or_missing([31373, 5145, 64, -1, 100, 99])
    assert missing.tolist() == [True, True, False, True, True, False]
    assert found[2].tolist() == [640, 641, 642, 643]
    assert found[5].tolist() == [990, 991, 992, 993]
    with pytest.raises(EmbedscopeError, match=r"id 31373 has no row: .* rows 0 to 99"):
        table.rows([64, 31373])
