"""Sizes of tables, and those of well-known models recomputed from their architectures."""

import tomllib
from typing import Any

import pytest

from embedscope.assets import read_asset
from embedscope.errors import EmbedscopeError, UnknownNameError
from embedscope.lessons.models import find_model, known_models, same_shape
from embedscope.lessons.sizes import MOST_ROWS, TableSize, spoken_bytes

ENTRIES = tomllib.loads(read_asset("lessons", "data", "models.toml").decode())["models"]
PUBLISHED = {
    "GPT-2 small": (50257, 768, 124_439_808, True),
    "GPT-2 XL": (50257, 1600, 1_557_611_200, True),
    "Llama-2-7B": (32000, 4096, 6_738_415_616, False),
    "Llama-3-8B": (128256, 4096, 8_030_261_248, False),
    "Llama-3-70B": (128256, 8192, 70_553_706_496, False),
    "Qwen2.5-0.5B": (151936, 896, 494_032_768, True),
    "Gemma-2-2B": (256000, 2304, 2_614_341_888, True),
    "Whisper tiny.en": (51864, 384, 37_760_256, True),
}


def gpt2_total(entry: dict[str, Any]) -> int:
    """Table and positions; a layer: attention 4 D^2 + 4 D, MLP 8 D^2 + 5 D, norms 4 D, 2 D."""
    v, d, layers = entry["n_rows"], entry["n_dims"], entry["n_layers"]
    layer = 4 * d * d + 4 * d + 8 * d * d + 5 * d + 4 * d
    return int(v * d + entry["architecture"]["context"] * d + layers * layer + 2 * d)


def llama_total(entry: dict[str, Any]) -> int:
    """Tables; a layer: q and o, k and v (with biases or not), gated MLP, RMS norms; last norm."""
    made = entry["architecture"]
    v, d, layers = entry["n_rows"], entry["n_dims"], entry["n_layers"]
    q, kv = made["heads"] * made["head_dim"], made["kv_heads"] * made["head_dim"]
    biases = q + 2 * kv if made["qkv_bias"] else 0
    layer = 2 * d * q + 2 * d * kv + biases + 3 * d * made["mlp"] + made["norms"] * d
    return int((1 if entry["tied"] else 2) * v * d + layers * layer + d)


def whisper_total(entry: dict[str, Any]) -> int:
    """Encoder: two convolutions of width 3, fixed positions, layers; decoder: table, positions.

    Keys have no bias; a decoder layer has a second attention with its norm.
    """
    made = entry["architecture"]
    v, d, layers = entry["n_rows"], entry["n_dims"], entry["n_layers"]
    attention, mlp, norm = 4 * d * d + 3 * d, 8 * d * d + 5 * d, 2 * d
    stems = (3 * made["mel_bins"] * d + d) + (3 * d * d + d)
    encoder = stems + made["audio_context"] * d + layers * (attention + mlp + 2 * norm) + norm
    decoder = (v + made["text_context"]) * d + layers * (2 * attention + mlp + 3 * norm) + norm
    return int(encoder + decoder)


RECIPES = {"gpt2": gpt2_total, "llama": llama_total, "whisper": whisper_total}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_totals_follow_from_the_architecture(entry: dict[str, Any]) -> None:
    total = RECIPES[entry["architecture"]["family"]](entry)
    assert total == entry["total_parameters"]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_figures_are_the_published_ones(name: str) -> None:
    model = find_model(name)
    found = (model.n_rows, model.n_dims, model.total_parameters, model.tied)
    assert found == PUBLISHED[name]
    assert "config.json" in model.source
    assert model.total_source.startswith("recomputed from the architecture")


def test_models_are_listed_from_small_to_large() -> None:
    assert [model.name for model in known_models()] == [
        *("Whisper tiny.en", "GPT-2 small", "Qwen2.5-0.5B", "GPT-2 XL"),
        *("Gemma-2-2B", "Llama-2-7B", "Llama-3-8B", "Llama-3-70B"),
    ]


def test_other_models_are_unknown() -> None:
    with pytest.raises(UnknownNameError, match='no figures of a model "GPT-9"; there are'):
        find_model("GPT-9")
    assert same_shape(50257, 768) is find_model("GPT-2 small")
    assert same_shape(50257, 769) is None


def test_gpt2_small_is_nearly_a_third_table() -> None:
    model = find_model("GPT-2 small")
    assert model.size.parameters == 38_597_376
    assert spoken_bytes(model.size.n_bytes) == "154 MB"
    assert round(100 * model.table_share) == 31
    assert model.share == model.table_share


def test_untied_models_pay_twice() -> None:
    model = find_model("Llama-3-8B")
    assert model.size.parameters == 525_336_576
    assert model.size.all_parameters == 1_050_673_152
    assert model.share == pytest.approx(2 * model.table_share)


def test_what_one_more_costs() -> None:
    tied = TableSize(50257, 768)
    assert (tied.one_more_token, tied.one_more_dim) == (768, 50257)
    untied = TableSize(50257, 768, tied=False)
    assert (untied.one_more_token, untied.one_more_dim) == (1536, 100514)
    assert TableSize(50258, 768).parameters - tied.parameters == tied.one_more_token
    assert TableSize(50257, 769).parameters - tied.parameters == tied.one_more_dim


@pytest.mark.parametrize(
    ("number_type", "n_bytes"),
    [("float32", 400), ("float16", 200), ("bfloat16", 200), ("int8", 100), ("int4", 50)],
)
def test_bytes_of_number_types(number_type: str, n_bytes: int) -> None:
    assert TableSize(10, 10, number_type).n_bytes == n_bytes


def test_the_estimated_share_is_near_the_true_one() -> None:
    for name in ("GPT-2 small", "GPT-2 XL", "Llama-2-7B", "Llama-3-8B", "Llama-3-70B"):
        model = find_model(name)
        assert model.size.estimated_share == pytest.approx(model.share, rel=0.1), name


def test_smaller_models_are_more_table() -> None:
    shares = [TableSize(50257, dims, n_layers=12).estimated_share for dims in (64, 256, 768, 4096)]
    assert shares == sorted(shares, reverse=True)
    assert TableSize(50257, 768, n_layers=0).estimated_share == 1.0


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((0, 5), "number of rows must be 1 to 10,000,000"),
        ((MOST_ROWS + 1, 5), "number of rows"),
        ((5, 0), "number of dims must be 1 to 100,000"),
        ((5, 5, "float31"), 'no number type "float31"'),
        ((5, 5, "int8", True, -1), "number of layers"),
    ],
)
def test_impossible_sizes_are_refused(size: tuple[Any, ...], said: str) -> None:
    with pytest.raises(EmbedscopeError, match=said):
        TableSize(*size)


@pytest.mark.parametrize(
    ("n_bytes", "said"),
    [(72, "72 bytes"), (1500, "1.5 kB"), (154e6, "154 MB"), (2.1e9, "2.1 GB"), (9.96e6, "10 MB")],
)
def test_bytes_in_words(n_bytes: float, said: str) -> None:
    assert spoken_bytes(n_bytes) == said
