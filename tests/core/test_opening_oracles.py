"""Whole models opened as people do, equal to outside readers: values, and ids on 1,000 lines."""

import io
import json
import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray

from embedscope.readers import open_table
from embedscope.tables.table import Table
from embedscope.tokenizers import get_tokenizer
from embedscope.tokenizers.base import Tokenizer

if TYPE_CHECKING:
    import gguf
    import sentencepiece
    import tokenizers
    from safetensors import safe_open
    from safetensors.numpy import save_file
else:
    gguf = pytest.importorskip("gguf")
    sentencepiece = pytest.importorskip("sentencepiece")
    tokenizers = pytest.importorskip("tokenizers")
    safe_open = pytest.importorskip("safetensors").safe_open
    save_file = pytest.importorskip("safetensors.numpy").save_file

N_LINES, N_DIMS = 1000, 64
WORDS = [
    *("the", "cat", "sat", "on", "a", "mat", "while", "naïve", "Größe", "日本語", "привет"),
    *("token", "tokens", "tokenizer", "12345"),
]
ODD = [
    *("  ", "\t", "🙂", "👩\u200d👩\u200d👧", "e\u0301", "ﬁ", "Ⅷ", "don't", "I'M", "\u00a0"),
    *("x\r\ny", "עברית", "…", "¿"),
]


@cache
def lines() -> tuple[str, ...]:
    """1,000 lines of words, digits, marks, odd blanks and signs of many scripts."""
    generator = random.Random(7)
    made = []
    for _ in range(N_LINES):
        parts = generator.choices(WORDS, k=6) + generator.choices(ODD, k=2)
        parts.append("".join(chr(generator.randrange(32, 0x500)) for _ in range(5)))
        generator.shuffle(parts)
        made.append(generator.choice([" ", "", " "]).join(parts))
    return tuple(made)


def values(n_rows: int) -> NDArray[np.float32]:
    return np.random.default_rng(3).standard_normal((n_rows, N_DIMS)).astype(np.float32)


@cache
def native(kind: str) -> tokenizers.Tokenizer:
    """Train a small tokenizer of a common make."""
    corpus = [" ".join(line.split()) for line in lines()[:200]]
    trainer: (
        tokenizers.trainers.BpeTrainer
        | tokenizers.trainers.UnigramTrainer
        | tokenizers.trainers.WordPieceTrainer
    )
    if kind == "byte-level":
        made = tokenizers.Tokenizer(tokenizers.models.BPE())
        made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
        made.decoder = tokenizers.decoders.ByteLevel()
        alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
        trainer = tokenizers.trainers.BpeTrainer(
            vocab_size=600, initial_alphabet=alphabet, special_tokens=["<|end|>"]
        )
    elif kind == "metaspace":
        made = tokenizers.Tokenizer(tokenizers.models.Unigram())
        made.normalizer = tokenizers.normalizers.NFKC()
        made.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
        trainer = tokenizers.trainers.UnigramTrainer(
            vocab_size=1500, special_tokens=["<unk>"], unk_token="<unk>"
        )
    else:
        made = tokenizers.Tokenizer(tokenizers.models.WordPiece(unk_token="[UNK]"))
        made.normalizer = tokenizers.normalizers.BertNormalizer()
        made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
        trainer = tokenizers.trainers.WordPieceTrainer(
            vocab_size=400, special_tokens=["[UNK]", "[CLS]", "[SEP]"]
        )
    made.train_from_iterator(corpus, trainer)
    if kind == "wordpiece":
        made.post_processor = tokenizers.processors.TemplateProcessing(
            single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
        )
    made.encode_special_tokens = True
    return made


def own_tokenizer(table: Table) -> Tokenizer:
    own = table.tokenizer
    assert own is not None
    return own if isinstance(own, Tokenizer) else get_tokenizer(own)


def write_model(folder: Path, n_rows: int) -> Path:
    save_file({"model.embed_tokens.weight": values(n_rows)}, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps({"vocab_size": n_rows}))
    return folder


@pytest.mark.parametrize("kind", ["byte-level", "metaspace", "wordpiece"])
def test_ids_of_a_folder_s_tokenizer_json_equal_the_library_s(kind: str, tmp_path: Path) -> None:
    theirs = native(kind)
    theirs.save(str(tmp_path / "tokenizer.json"))
    table = open_table(write_model(tmp_path, theirs.get_vocab_size()))
    ours = own_tokenizer(table)
    assert ours.size == table.n_rows == theirs.get_vocab_size()
    for line in lines():
        assert ours.encode(line).ids.tolist() == theirs.encode(line).ids


def test_values_of_a_folder_equal_safetensors(tmp_path: Path) -> None:
    table = open_table(write_model(tmp_path, 300))
    with safe_open(tmp_path / "model.safetensors", "np") as file:
        expected = file.get_tensor("model.embed_tokens.weight")
    np.testing.assert_array_equal(table.block(0, 300), expected)


def test_ids_of_a_folder_s_sentencepiece_model_equal_the_library_s(tmp_path: Path) -> None:
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines()[:300]),
        model_writer=written,
        vocab_size=1200,
        character_coverage=0.98,
        model_type="bpe",
        byte_fallback=True,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    (tmp_path / "tokenizer.model").write_bytes(written.getvalue())
    theirs = sentencepiece.SentencePieceProcessor(model_proto=written.getvalue())
    ours = own_tokenizer(open_table(write_model(tmp_path, theirs.get_piece_size())))
    for line in lines():
        assert ours.encode(line).ids.tolist() == theirs.encode(line)


@pytest.mark.parametrize("quant", ["F32", "F16", "Q8_0", "Q4_0"])
def test_a_gguf_file_equals_its_library_s_values(quant: str, tmp_path: Path) -> None:
    kind = gguf.GGMLQuantizationType[quant]
    path = tmp_path / "model.gguf"
    write_gguf(path, native("byte-level"), kind)
    tensor = next(t for t in gguf.GGUFReader(path).tensors if t.name == "token_embd.weight")
    expected = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
    table = open_table(path)
    assert table.shape == expected.shape
    np.testing.assert_array_equal(table.block(0, table.n_rows), expected.astype(np.float32))


def test_ids_of_a_gguf_file_s_vocabulary_equal_those_of_the_tokenizer_it_was_made_of(
    tmp_path: Path,
) -> None:
    theirs = native("byte-level")
    write_gguf(tmp_path / "model.gguf", theirs, gguf.GGMLQuantizationType.F16)
    ours = own_tokenizer(open_table(tmp_path / "model.gguf"))
    for line in lines():
        assert ours.encode(line).ids.tolist() == theirs.encode(line).ids


def write_gguf(path: Path, tokenizer: tokenizers.Tokenizer, kind: int) -> None:
    """Write a GGUF file with the tokens and merges of a byte-level BPE."""
    model = json.loads(tokenizer.to_str())["model"]
    tokens = sorted(model["vocab"], key=model["vocab"].__getitem__)
    merges = [pair if isinstance(pair, str) else " ".join(pair) for pair in model["merges"]]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    special = gguf.TokenType.CONTROL, gguf.TokenType.NORMAL
    writer.add_token_types([special[text != "<|end|>"] for text in tokens])
    writer.add_token_merges(merges)
    data = gguf.quants.quantize(values(len(tokens)), gguf.GGMLQuantizationType(kind))
    writer.add_tensor("token_embd.weight", data, raw_dtype=gguf.GGMLQuantizationType(kind))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def test_a_position_table_beside_the_tokens_is_never_taken(tmp_path: Path) -> None:
    """As many positions as tokens, stored before them and of the same shape."""
    theirs = native("byte-level")
    n_rows = theirs.get_vocab_size()
    theirs.save(str(tmp_path / "tokenizer.json"))
    save_file(
        {
            "a.position_embeddings.weight": values(n_rows) + 100,
            "transformer.wpe.weight": values(n_rows) + 200,
            "transformer.wte.weight": values(n_rows),
            "transformer.h.0.mlp.c_fc.weight": values(N_DIMS),
        },
        tmp_path / "model.safetensors",
    )
    table = open_table(tmp_path)
    assert table.tensor == "transformer.wte.weight"
    np.testing.assert_array_equal(table.block(0, n_rows), values(n_rows))
    assert not any("osition" in note for note in table.notes)
