"""The seven bundled encodings against tiktoken's own constructors."""

import hashlib
import lzma
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
import tiktoken
from tiktoken_ext import openai_public  # type: ignore[import-untyped]

from embedscope.assets import read_asset
from embedscope.tokenizers import get_tokenizer
from embedscope.tokenizers.encodings import ENCODINGS
from embedscope.tokenizers.rank_files import bundled_ranks
from embedscope.tokenizers.specials import SpecialFinder
from embedscope.tokenizers.splittings import SPLITTINGS

Official = Mapping[str, dict[str, Any]]
SHA256 = {
    "r50k_base": "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
    "p50k_base": "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}
CORPUS = (
    "Hello, world! It's 1234567 o'clock; WE'LL don't I'M",
    'def f(x):\n    return {"a": x[0] ** 2}\n\n\n\t# done\r\n\r\n',
    "你好，世界。これは日本語です。한국어도",
    "שלום עולם مرحبا بالعالم नमस्ते दुनिया",
    "👩‍🚀🎉 👨‍👩‍👧‍👦 🇩🇪 naïve café e\u0301 ﬁne Ⅷ",
    "\x00\x01\x1f\x7f\x85 \xa0 \u2028 \u200b \ufeff \ufffd",
    "a" + " " * 5000 + "b" + "\n" * 3000 + "\t" * 2000 + "c" + " \n" * 1000,
    "https://example.test/a/b?c=d&e=f//\n/x !\n\n/y",
    "<|endoftext|><|fim_prefix|><|start|>x<|reserved_200018|><|endofprompt|>",
)


@pytest.fixture(scope="module")
def official() -> Iterator[Official]:
    """Each encoding as tiktoken itself makes it, but from the bundled rank files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            openai_public,
            "load_tiktoken_bpe",
            lambda url, **_: bundled_ranks(url.rsplit("/", 1)[1].removesuffix(".tiktoken")),
        )
        patch.setattr(
            openai_public,
            "data_gym_to_mergeable_bpe_ranks",
            lambda **_: bundled_ranks("r50k_base"),
        )
        yield {name: make() for name, make in openai_public.ENCODING_CONSTRUCTORS.items()}


@pytest.mark.parametrize("vocabulary", SHA256)
def test_bundled_rank_files_are_tiktokens_own(vocabulary: str) -> None:
    data = lzma.decompress(read_asset("vocabularies", f"{vocabulary}.tiktoken.xz"))
    assert hashlib.sha256(data).hexdigest() == SHA256[vocabulary]


def test_the_seven_encodings_are_all_there(official: Official) -> None:
    assert set(ENCODINGS) == set(official)


@pytest.mark.parametrize("name", ENCODINGS)
def test_pattern_specials_ranks_and_size_equal_tiktokens(name: str, official: Official) -> None:
    spec, theirs = ENCODINGS[name], official[name]
    assert SPLITTINGS[spec.splitting].pattern == theirs["pat_str"]
    assert dict(spec.specials) == theirs["special_tokens"]
    assert bundled_ranks(spec.vocabulary) == theirs["mergeable_ranks"]
    assert spec.size == 1 + max(*theirs["mergeable_ranks"].values(), *spec.specials.values())
    assert get_tokenizer(name).size == spec.size


@pytest.mark.parametrize("name", ENCODINGS)
def test_ids_of_a_mixed_corpus_equal_tiktokens(name: str, official: Official) -> None:
    ours, theirs = get_tokenizer(name), tiktoken.Encoding(**official[name])
    for text in CORPUS:
        assert ours.encode(text).ids.tolist() == theirs.encode_ordinary(text)
        special = ours.encode(text, specials="special")
        assert special.ids.tolist() == theirs.encode(text, allowed_special="all")
        assert b"".join(special.token_bytes) == text.encode()


@pytest.mark.parametrize("name", ENCODINGS)
def test_decode_gives_the_text_back(name: str) -> None:
    tokenizer = get_tokenizer(name)
    for text in CORPUS:
        assert tokenizer.decode(tokenizer.encode(text).ids) == text.encode()


def test_ids_in_the_gaps_have_no_token() -> None:
    cl100k, o200k = get_tokenizer("cl100k_base"), get_tokenizer("o200k_base")
    gaps = [i for i in range(100200, cl100k.size) if cl100k.token_bytes(i) is None]
    assert gaps == [100256, *range(100261, 100276)]
    assert o200k.token_bytes(199998) is None
    assert o200k.token_bytes(200000) is None
    assert cl100k.token_bytes(-1) is None
    assert cl100k.token_bytes(2**40) is None
    assert cl100k.decode([100256, -1, 9906]) == b"Hello"


def test_two_special_texts_may_share_an_id() -> None:
    harmony = get_tokenizer("o200k_harmony")
    encoding = harmony.encode("<|endofprompt|><|reserved_200018|>", "special")
    assert encoding.ids.tolist() == [200018, 200018]
    assert encoding.char_spans.tolist() == [[0, 15], [15, 34]]
    assert harmony.token_bytes(200018) == b"<|endofprompt|>"


def test_the_longest_special_text_is_taken() -> None:
    finder = SpecialFinder({"<a>": 1, "<a>b": 2, "": 3})
    assert [tuple(part) for part in finder.stretches("x<a>b<a>", "special")] == [
        (0, 1, None),
        (1, 5, 2),
        (5, 8, 1),
    ]
    assert [tuple(part) for part in finder.stretches("x<a>b", "plain")] == [(0, 5, None)]


def test_hello_world_in_gpt2() -> None:
    encoding = get_tokenizer("gpt2").encode("Hello, world!")
    assert encoding.ids.tolist() == [15496, 11, 995, 0]
    assert encoding.ids.dtype == np.int64
    assert list(encoding.token_bytes) == [b"Hello", b",", b" world", b"!"]
    assert encoding.byte_spans.tolist() == [[0, 5], [5, 6], [6, 12], [12, 13]]
    assert encoding.kinds.tolist() == [0, 0, 0, 0]
    assert encoding.notes == ()
