"""``embedscope info``: what a file holds, what opens and why, its tokenizer, what does not fit."""

import json
import sys

import pytest

from embedscope_gui.cli import main
from opening_desk import CASES, model_file, values

F37 = CASES / "F37_more_rows"


@pytest.fixture
def info(capsys):
    def run(*words: object) -> tuple[int, list[str], str]:
        code = main(["info", *map(str, words)])
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return run


def test_format_tensors_choice_tokenizer_and_warnings(info):
    code, lines, err = info(F37 / "table.npy")
    assert (code, err) == (0, "")
    assert lines == [
        "table.npy: npy, 1 tensor",
        "",
        "   tensor   shape  type       size",
        "*  table   16 x 4  f32   256 bytes",
        "",
        "opens table: It is the only tensor with rows and columns.",
        f"tokenizer: {F37 / 'tokenizer.json'}, 10 tokens",
        "warning: 16 rows, 10 tokens: 6 rows have no token.",
    ]


def test_each_tensor_says_what_it_is_taken_for(info, tmp_path):
    path = model_file(
        tmp_path / "m.safetensors",
        wte=values(9, 4),
        lm_head__weight=values(9, 4) + 1,
        wpe=values(9, 4),
    )
    _, lines, _ = info(path)
    assert (
        "   lm_head.weight  9 x 4  f32   144 bytes  Output table (untied): other numbers than wte."
        in lines
    )
    assert "   wpe             9 x 4  f32   144 bytes  Positions, token types or the like." in lines
    assert "*  wte             9 x 4  f32   144 bytes" in lines
    assert "opens wte: wte is what models call their token table." in lines
    assert any(
        line.startswith("note: The output table lm_head.weight is another") for line in lines
    )


def test_a_folder_a_part_and_a_wide_table(info):
    _, lines, _ = info(CASES / "F34_split")
    assert lines[0] == "F34_split: GGUF, 2 tensors"
    assert lines[-2].endswith("m-00001-of-00002.gguf, 6 tokens")
    _, lines, _ = info(CASES / "F29_transposed.safetensors")
    assert lines[-1].startswith("note: 8 rows x 97 columns: fewer rows than columns. Transposed?")
    assert lines[-1].endswith("If so: --tensor embedding.weight.T")
    assert "tokenizer: not named" in lines


def test_the_same_as_json(info):
    code, lines, _ = info(F37 / "table.npy", "--json")
    document = json.loads("\n".join(lines))
    assert code == 0
    assert document["format"] == "npy"
    assert document["chosen"] == "table"
    assert document["tokens"] == 10
    assert document["warnings"] == ["16 rows, 10 tokens: 6 rows have no token."]


def test_a_tokenizer_is_told_as_one(info):
    code, lines, _ = info(CASES / "T15_template" / "tokenizer.json")
    assert code == 0
    assert lines == [
        "tokenizer.json: a tokenizer, 10 tokens",
        "special: [PAD], [UNK], [CLS], [SEP]",
    ]
    _, lines, _ = info(CASES / "T15_template" / "tokenizer.json", "--json")
    assert json.loads("\n".join(lines))["special"] == ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def test_a_tokenizer_that_cannot_be_opened_is_a_warning(info, tmp_path, monkeypatch):
    path = model_file(tmp_path / "model.safetensors", wte=values(10, 4))
    (tmp_path / "tokenizer.json").write_bytes((F37 / "tokenizer.json").read_bytes())
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    code, lines, _ = info(path)
    assert code == 0
    assert lines[-1] == (
        'warning: tokenizer.json needs the library tokenizers: pip install "embedscope[hf]".'
    )


def test_faults_are_one_line(info):
    code, lines, err = info(CASES / "T16_broken" / "tokenizer.json")
    assert (code, lines) == (1, [])
    assert err.startswith("embedscope: tokenizer.json: ")
    assert err.count("\n") == 1
