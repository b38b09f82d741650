"""What the parts of models are called: token tables, output tables, and what looks like them."""

import re
from enum import IntEnum

_WRAPPERS = ("module.", "_orig_mod.", "model.", "language_model.", "state_dict.", "ema.")

_INPUT = frozenset({
    "gpt_neox.embed_in", "transformer.wte", "transformer.word_embeddings", "word_embeddings",
    "embed_tokens", "tok_embeddings", "embeddings.word_embeddings", "embeddings.tok_embeddings",
    "wte", "transformer.embd.wte", "embedding", "backbone.embedding", "backbone.embeddings",
    "transformer.in_out_embed", "embedding.word_embeddings", "transformer.token_embeddings",
    "shared", "rwkv.embeddings", "embeddings", "encoder", "token_embd", "decoder.embed_tokens",
    "decoder.token_embedding", "bert.embeddings.word_embeddings",
    "roberta.embeddings.word_embeddings", "text_model.embeddings.token_embedding", "tok_emb",
    "token_embedding", "token_embeddings", "emb", "embed",
})  # fmt: skip
_INPUT_ENDS = frozenset({
    "wte", "embed_in", "embed_tokens", "word_embeddings", "tok_embeddings", "token_embedding",
    "token_embeddings", "token_embd", "tok_emb", "token_emb", "in_out_embed", "word_embedding",
    "tokens_embed", "embedding", "embeddings", "emb",
})  # fmt: skip
_OUTPUT_ENDS = frozenset({
    "embed_out", "lm_head", "output", "word_embeddings_for_head", "lm_head.linear",
    "output_layer", "head", "ff_out", "head.decoder", "predictions.decoder", "out_head",
    "unembed", "generator.proj",
})  # fmt: skip
_DECOY = re.compile(
    r"wpe|(^|[._])(pos|position|positional|positions)([._]|$)|position_?emb|pos_?emb|rel_?pos"
    r"|token_type|segment|relative_attention|rotary|patch|vision|visual|image|per_layer"
    r"|(^|[._])(time|audio|speaker|class|label)_?emb"
)


class Part(IntEnum):
    """What a tensor's name says of it."""

    INPUT = 0  # a name that known models give their token table
    LIKE_INPUT = 1  # ends as such names do
    UNKNOWN = 2
    OUTPUT = 3
    DECOY = 4  # positions, token types, patches of pictures ...


def bare(name: str) -> str:
    """Return a tensor's name without ``.weight`` and without what wrappers put in front."""
    name = name.removesuffix(".weight")
    while True:
        for wrapper in _WRAPPERS:
            if name.startswith(wrapper):
                name = name.removeprefix(wrapper)
                break
        else:
            return name


def part(name: str) -> Part:
    """Return what a tensor of this name is in a model."""
    plain = bare(name)
    steps = plain.split(".")
    ends = {steps[-1], ".".join(steps[-2:])}
    if _DECOY.search(plain):
        return Part.DECOY
    if plain in _INPUT:
        return Part.INPUT
    if ends & _OUTPUT_ENDS:
        return Part.OUTPUT
    return Part.LIKE_INPUT if ends & _INPUT_ENDS else Part.UNKNOWN
