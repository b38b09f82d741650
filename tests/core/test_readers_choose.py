"""Which tensor is the token table: names of model families, decoys, shapes, doubt."""

import pytest

from embedscope.readers.base import TensorInfo
from embedscope.readers.choose import Clues, choose
from embedscope.readers.names import Part, bare, part

FAMILIES = {
    "GPT-2": "transformer.wte.weight",
    "GPT-2, bare": "wte.weight",
    "GPT-NeoX": "gpt_neox.embed_in.weight",
    "OPT": "model.decoder.embed_tokens.weight",
    "BLOOM": "word_embeddings.weight",
    "BLOOM, wrapped": "transformer.word_embeddings.weight",
    "Llama": "model.embed_tokens.weight",
    "Llama, original": "tok_embeddings.weight",
    "Llama 4": "language_model.model.embed_tokens.weight",
    "Phi-2": "transformer.embd.wte.weight",
    "OLMo": "model.transformer.wte.weight",
    "InternLM2": "model.tok_embeddings.weight",
    "Mamba": "backbone.embedding.weight",
    "Mamba 2": "backbone.embeddings.weight",
    "RWKV": "rwkv.embeddings.weight",
    "RWKV, original": "emb.weight",
    "BERT": "bert.embeddings.word_embeddings.weight",
    "MiniLM": "embeddings.word_embeddings.weight",
    "RoBERTa": "roberta.embeddings.word_embeddings.weight",
    "T5": "shared.weight",
    "T5, alias": "encoder.embed_tokens.weight",
    "Whisper": "model.decoder.embed_tokens.weight",
    "Whisper, original": "decoder.token_embedding.weight",
    "CLIP": "text_model.embeddings.token_embedding.weight",
    "GGUF": "token_embd.weight",
    "compiled, parallel": "_orig_mod.module.transformer.wte.weight",
    "averaged": "ema.model.embed_tokens.weight",
    "checkpoint": "state_dict.model.embed_tokens.weight",
    "model2vec": "embeddings",
    "DBRX": "transformer.wte.weight",
    "Falcon": "transformer.word_embeddings.weight",
    "ALBERT": "albert.embeddings.word_embeddings.weight",
    "a course's": "tok_emb.weight",
}
OUTPUTS = [
    "lm_head.weight", "embed_out.weight", "output.weight", "head.weight", "output_layer.weight",
    "cls.predictions.decoder.weight", "lm_head.linear.weight", "model.transformer.ff_out.weight",
    "transformer.output_layer.weight", "model_state_dict.out_head.weight",
]  # fmt: skip
DECOYS = [
    "wpe.weight", "transformer.wpe.weight", "embeddings.position_embeddings.weight",
    "model.decoder.embed_positions.weight", "embeddings.token_type_embeddings.weight",
    "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", "pos_emb.weight",
    "vision_model.embeddings.patch_embedding.weight", "model.embed_tokens_per_layer.weight",
    "vision_tower.embeddings.position_embedding.weight", "decoder.positional_embedding",
    "visual.pos_embed", "bert.embeddings.segment_embeddings.weight", "position_embd.weight",
    "token_types.weight", "per_layer_token_embd.weight",
]  # fmt: skip
OTHERS = ["h.0.attn.c_attn.weight", "blk.0.ffn_up.weight", "encoder.layer.0.output.dense.weight"]


def table(name: str, n_rows: int = 100, n_dims: int = 8, problem: str = "") -> TensorInfo:
    return TensorInfo(name, (n_rows, n_dims), "f32", 4 * n_rows * n_dims, problem)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_token_table_of_every_family_is_found_among_the_rest(family: str) -> None:
    name = FAMILIES[family]
    rest = [table(other, 5000, 64) for other in (*OTHERS, *OUTPUTS, *DECOYS)]
    choice = choose([*rest[:7], table(name), *rest[7:]])
    assert choice is not None
    assert (choice.name, choice.is_sure) == (name, True)
    assert choice.reason == f"{name} is what models call their token table."


@pytest.mark.parametrize("name", DECOYS)
def test_decoys_lose_even_against_unknown_names(name: str) -> None:
    assert part(name) is Part.DECOY
    choice = choose([table(name, 5000), table("a.b", 50)])
    assert choice is not None
    assert choice.name == "a.b"


@pytest.mark.parametrize("name", DECOYS)
def test_a_lone_decoy_is_opened_with_a_doubt(name: str) -> None:
    choice = choose([table(name)])
    assert choice is not None
    assert not choice.is_sure
    assert "may hold positions" in choice.reason


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs_are_known_as_such(name: str) -> None:
    assert part(name) is Part.OUTPUT


@pytest.mark.parametrize("name", OTHERS)
def test_weights_of_layers_are_nothing_special(name: str) -> None:
    assert part(name) is Part.UNKNOWN


def test_a_position_table_of_similar_shape_beside_the_token_table() -> None:
    tensors = [table("embeddings.position_embeddings.weight", 512), table("embeddings.w", 500)]
    choice = choose(tensors, Clues(vocab_size=500))
    assert choice is not None
    assert choice.name == "embeddings.w"
    assert choice.reason == "One side of embeddings.w is the vocabulary of 500 tokens."


def test_an_output_matrix_is_better_than_weights_of_a_layer() -> None:
    tensors = [table("h.0.mlp.weight", 4000), table("lm_head.weight", 97), table("wpe.weight", 500)]
    choice = choose(tensors)
    assert choice is not None
    assert (choice.name, choice.is_sure) == ("lm_head.weight", False)


def test_a_tensor_that_fits_the_vocabulary_is_better_than_an_output() -> None:
    choice = choose([table("lm_head.weight", 97), table("x", 97)], Clues(vocab_size=97))
    assert choice is not None
    assert (choice.name, choice.is_sure) == ("x", True)


def test_without_names_the_largest_tall_tensor_is_guessed() -> None:
    choice = choose([table("a", 8, 900), table("b", 50, 8), table("c", 40, 8)])
    assert choice is not None
    assert (choice.name, choice.is_sure) == ("b", False)
    assert choice.reason.startswith("A guess")


def test_the_vocabulary_decides_between_equal_names() -> None:
    tensors = [table("a.embed_tokens.weight", 64), table("b.embed_tokens.weight", 50)]
    for size, name in ((60, "a.embed_tokens.weight"), (None, "a.embed_tokens.weight")):
        chosen = choose(tensors[::-1], Clues(vocab_size=size))
        assert chosen is not None
        assert chosen.name == name


def test_the_model_s_own_lookups_decide_where_names_say_nothing() -> None:
    tensors = [table("onnx::MatMul_1", 900), table("onnx::Gather_2", 50)]
    choice = choose(tensors, Clues(likely=frozenset({"onnx::Gather_2"})))
    assert choice is not None
    assert (choice.name, choice.is_sure) == ("onnx::Gather_2", True)
    assert choice.reason == "The file itself uses onnx::Gather_2 as its token table."


def test_a_table_turned_is_known_by_the_vocabulary() -> None:
    choice = choose([table("wte.weight", 8, 97)], Clues(vocab_size=97))
    assert choice is not None
    assert choice.is_turned
    assert choice.notes == ("Stored as 8 rows x 97 columns; turned, so that each token has a row.",)


def test_a_wide_table_that_fits_the_vocabulary_is_left_alone() -> None:
    choice = choose([table("wte.weight", 10, 768)], Clues(vocab_size=10))
    assert choice is not None
    assert (choice.is_turned, choice.notes) == (False, ())


def test_tensors_that_cannot_be_opened_are_passed_over() -> None:
    tensors = [table("wte.weight", problem="has F4 numbers"), table("a")]
    choice = choose(tensors)
    assert choice is not None
    assert choice.name == "a"
    assert choose(tensors[:1]) is None
    assert choose([]) is None


def test_bare_names() -> None:
    assert bare("_orig_mod.module.model.model.wte.weight") == "wte"
    assert bare("weight") == "weight"
    assert bare("model.embed_tokens") == "embed_tokens"
