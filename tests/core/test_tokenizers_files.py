"""Rank files, merge lists, word lists and GGUF vocabularies as tokenizers."""

import lzma
import random
from base64 import b64encode
from pathlib import Path

import pytest
import tiktoken
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from embedscope.assets import read_asset
from embedscope.errors import EmbedscopeError, FileError, UnknownNameError
from embedscope.tokenizers import NO_ID, get_tokenizer, tokenizer_notes
from embedscope.tokenizers.byte_alphabet import BYTE_OF_CHAR, CHAR_OF_BYTE, bytes_of
from embedscope.tokenizers.from_file import find_tokenizer, open_tokenizer
from embedscope.tokenizers.gguf_vocabulary import GgufVocabulary, from_gguf_vocabulary
from embedscope.tokenizers.merge_list import MergeList, MergeListTokenizer
from embedscope.tokenizers.merges import MergeTree, merge_tree
from embedscope.tokenizers.merging import byte_parts, merge
from embedscope.tokenizers.rank_files import Ranks, bundled_ranks
from embedscope.tokenizers.splittings import SPLITTINGS

FILES = Path(__file__).parents[1] / "cases" / "files"
GPT2 = get_tokenizer("gpt2")


def first_ranks(n: int) -> Ranks:
    return {data: rank for data, rank in bundled_ranks("r50k_base").items() if rank < n}


def merge_pairs(n: int) -> list[tuple[bytes, bytes]]:
    """GPT-2's own merges, found again from its ranks."""
    trees = [merge_tree(GPT2, token_id) for token_id in range(256, n)]
    return [(tree.parts[0].data, tree.parts[1].data) for tree in trees]


def merging(
    tokens: list[bytes], merges: list[tuple[bytes, bytes]], splitting: str
) -> MergeListTokenizer:
    return MergeListTokenizer("x", MergeList(tokens, merges, SPLITTINGS[splitting]))


def written(data: bytes) -> str:
    return "".join(CHAR_OF_BYTE[byte] for byte in data)


def rank_lines(ranks: Ranks) -> bytes:
    return b"".join(b64encode(data) + b" %d\n" % rank for data, rank in ranks.items())


def mixed_lines(n: int) -> list[str]:
    generator = random.Random(7)
    pieces = ["the", " cat", "ing", "\n", "\n\n", " ", "   ", "\t", "é", "日本", "😀", "123", "'s"]
    pieces += ["!", "..", "_", "\x1c", "\u2028", "e\u0301", "Ⅷ", "WORLD", "\r\n", "-", "½"]
    return ["".join(generator.choices(pieces, k=generator.randint(1, 12))) for _ in range(n)]


def test_a_rank_file_of_a_bundled_encoding_is_that_encoding(tmp_path: Path) -> None:
    path = tmp_path / "any.tiktoken"
    path.write_bytes(lzma.decompress(read_asset("vocabularies", "cl100k_base.tiktoken.xz")))
    tokenizer = get_tokenizer(path)
    assert tokenizer.name == str(path)
    assert tokenizer.size == 100277
    assert tokenizer.encode("a<|endoftext|>b", "special").ids.tolist() == [64, 100257, 65]
    assert tokenizer_notes(tokenizer) == ()


def test_an_unknown_rank_file_says_that_its_pattern_was_guessed(tmp_path: Path) -> None:
    path = tmp_path / "own.tiktoken"
    path.write_bytes(rank_lines(first_ranks(1000)))
    tokenizer = get_tokenizer(path)
    native = tiktoken.Encoding(
        "own",
        pat_str=SPLITTINGS["gpt2"].pattern,
        mergeable_ranks=first_ranks(1000),
        special_tokens={},
    )
    for line in mixed_lines(200):
        assert tokenizer.encode(line).ids.tolist() == native.encode_ordinary(line)
    assert tokenizer.size == 1000
    assert tokenizer_notes(tokenizer) == (
        "A rank file does not say how texts are cut: the way of gpt2 was taken.",
    )


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("a\nb\n")
    first = get_tokenizer(path)
    assert get_tokenizer(str(path)) is first
    path.write_text("b\na\nc\n")
    assert get_tokenizer(path).encode("a").ids.tolist() == [1]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"IQ== 0\nIg== x\n", "line 2 is not"),
        (b"IQ== 0\nIQ== 1\n", "stands there twice"),
        (b"IQ== 0\n", "is incomplete: each of the 256 bytes"),
        (b"\xfd7zXZ\x00junk junk junk", "cannot be unpacked"),
        (b"\xfd7zXZ\x00", "is cut short"),
        (rank_lines(first_ranks(256)) + b"AAAA 7\n", "gives two tokens the same rank"),
        (rank_lines(first_ranks(256)) + b"AAAA 99999999999\n", "out of all proportion"),
        (b"\x93NUMPY\x01\x00", "is no tokenizer in a known format"),
        (b"version https://git-lfs.github.com/spec/v1\n", "is a Git LFS pointer"),
        (b"<!DOCTYPE html>\n<html>", "is a web page"),
        (b"2 3\nthe 0.1 -2e-5 3\nof 1 2 3\n", "is a table of vectors"),
        (b"GGUF\x03\x00\x00\x00", "cut short|incomplete|ends"),
    ],
)
def test_bad_files_are_told_in_one_sentence(content: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.tiktoken"
    path.write_bytes(content)
    with pytest.raises(FileError, match=rf"^bad\.tiktoken: .*{problem}") as caught:
        get_tokenizer(path)
    assert "\n" not in str(caught.value)


def test_names_that_are_neither_names_nor_paths() -> None:
    for name in ("no/such/file", "a\x00b", "", "x" * 5000, "~nobody-here/x"):
        with pytest.raises(UnknownNameError):
            get_tokenizer(name)


def test_word_lists_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_bytes(b"\xef\xbb\xbfthe\r\n\ncaf\xc3\xa9\ncaf\xe9\nthe\n1 000\n")
    tokenizer = get_tokenizer(path)
    assert [tokenizer.token_bytes(i) for i in range(7)] == [
        *(b"the", b"", "café".encode(), b"caf\xe9", b"the", b"1 000", None),
    ]
    assert tokenizer.encode("The café x").ids.tolist() == [0, 2, NO_ID]
    assert tokenizer_notes(tokenizer) == (
        "Whole words: a text is cut at blanks, and around marks where need be; "
        "capital letters are taken as small ones.",
    )


def test_the_best_tokenizer_of_a_folder(tmp_path: Path) -> None:
    assert find_tokenizer(tmp_path) is None
    with pytest.raises(FileError, match="is a folder without a tokenizer"):
        get_tokenizer(tmp_path)
    for name in ("config.json", "vocab.txt", "a.tiktoken", "tokenizer.model", "tokenizer.json"):
        (tmp_path / name).write_text("x")
        expected = None if name == "config.json" else tmp_path / name
        assert find_tokenizer(tmp_path) == expected


def test_the_byte_alphabet() -> None:
    assert len(BYTE_OF_CHAR) == len(CHAR_OF_BYTE) == 256
    assert bytes_of("Ġworld") == b" world"
    assert bytes_of("Ċ") == b"\n"
    assert bytes_of("<|日|>") == "<|日|>".encode()


def test_vocab_json_and_merges_txt_give_gpt2_s_ids(tmp_path: Path) -> None:
    n = 3000
    ranks = {**first_ranks(n), b"<|endoftext|>": n}
    vocab = ", ".join(f'"{_json(written(data))}": {i}' for data, i in ranks.items())
    merges = "".join(f"{written(a)} {written(b)}\n" for a, b in merge_pairs(n))
    (tmp_path / "vocab.json").write_text("{" + vocab + "}", "utf-8")
    (tmp_path / "merges.txt").write_text("#version: 0.2\n" + merges, "utf-8")
    native = tiktoken.Encoding(
        "cut",
        pat_str=SPLITTINGS["gpt2"].pattern,
        mergeable_ranks=first_ranks(n),
        special_tokens={},
    )
    for path in (tmp_path, tmp_path / "merges.txt"):
        tokenizer = get_tokenizer(path)
        assert tokenizer.special_tokens == {"<|endoftext|>": n}
        for line in mixed_lines(300):
            encoding = tokenizer.encode(line)
            assert encoding.ids.tolist() == native.encode_ordinary(line)
            assert tokenizer.decode(encoding.ids) == line.encode()
            assert list(encoding.token_bytes) == native.decode_tokens_bytes(encoding.ids.tolist())


def _json(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def test_a_wrong_line_of_merges_is_named(tmp_path: Path) -> None:
    (tmp_path / "vocab.json").write_text('{"a": 0}')
    (tmp_path / "merges.txt").write_text("#version: 0.2\na b c\n")
    with pytest.raises(FileError, match=r"^merges\.txt: line 2 is not a merge"):
        get_tokenizer(tmp_path / "vocab.json")


def plain_merge(parts: list[bytes], pairs: list[tuple[bytes, bytes]]) -> list[bytes]:
    """The textbook rule: merge everywhere, in the order of the merges."""
    for left, right in pairs:
        done: list[bytes] = []
        for part in parts:
            if done and (done[-1], part) == (left, right):
                done[-1] = left + right
            else:
                done.append(part)
        parts = done
    return parts


@settings(deadline=None)
@given(st.binary(max_size=30), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20))))
def test_merging_equals_the_textbook(data: bytes, choices: list[tuple[int, int]]) -> None:
    tokens = [b"a", b"b", b"c"]
    pairs: list[tuple[bytes, bytes]] = []
    for left, right in choices:
        pair = (tokens[left % len(tokens)], tokens[right % len(tokens)])
        if pair not in pairs and b"".join(pair) not in tokens:
            pairs.append(pair)
            tokens.append(b"".join(pair))
    text = bytes(b"abc"[byte % 3] for byte in data)
    ranks = {pair: rank for rank, pair in enumerate(pairs)}
    merged = merge(byte_parts(text), lambda left, right: ranks.get((left, right)))
    assert merged == plain_merge(byte_parts(text), pairs)


def test_a_byte_without_a_token_is_unknown() -> None:
    tokenizer = merging([b"a", b"b", b"ab"], [(b"a", b"b")], "gpt2")
    encoding = tokenizer.encode("ab é")
    assert encoding.ids.tolist() == [2, NO_ID, NO_ID, NO_ID]
    assert encoding.kinds.tolist() == [0, 2, 2, 2]
    assert encoding.char_spans.tolist() == [[0, 2], [2, 3], [3, 4], [3, 4]]


def test_gguf_merges_with_tokens_in_another_order() -> None:
    n = 600
    data = sorted(first_ranks(n))
    vocabulary = GgufVocabulary(
        model="gpt2",
        tokens=[written(token).encode() for token in data] + [b"<|im_start|>"],
        types=[1] * n + [3],
        merges=[f"{written(a)} {written(b)}".encode() for a, b in merge_pairs(n)],
        pre="gpt-2",
    )
    tokenizer = from_gguf_vocabulary("g", vocabulary)
    native = tiktoken.Encoding(
        "g", pat_str=SPLITTINGS["gpt2"].pattern, mergeable_ranks=first_ranks(n), special_tokens={}
    )
    for line in mixed_lines(100):
        expected = [data.index(token) for token in _tokens(native, line)]
        assert tokenizer.encode(line).ids.tolist() == expected
    special = tokenizer.encode("a<|im_start|>", "special")
    assert special.ids.tolist() == [data.index(b"a"), n]


def _tokens(native: tiktoken.Encoding, line: str) -> list[bytes]:
    return native.decode_tokens_bytes(native.encode_ordinary(line))


@pytest.mark.parametrize(("pre", "ids"), [("llama-bpe", [4]), ("gpt-2", [3, 2])])
def test_llama_takes_a_word_that_no_merge_makes(pre: str, ids: list[int]) -> None:
    tokens = [b"a", b"b", b"c", b"ab", b"abc"]
    vocabulary = GgufVocabulary("gpt2", tokens, merges=[b"a b", b"a bc"], pre=pre)
    assert from_gguf_vocabulary("g", vocabulary).encode("abc").ids.tolist() == ids


def test_gguf_user_defined_tokens_are_one_token_in_any_text() -> None:
    tokens = [b"a", b"b", b"<x>", b"<s>"]
    vocabulary = GgufVocabulary("gpt2", tokens, types=[1, 1, 4, 3], merges=[b"a b"])
    tokenizer = from_gguf_vocabulary("g", vocabulary)
    assert tokenizer.encode("a<x>b").ids.tolist() == [0, 2, 1]
    assert tokenizer.encode("a<x>b").kinds.tolist() == [0, 0, 0]
    assert tokenizer.special_tokens == {"<s>": 3}


def test_gguf_lists_that_do_not_fit_are_told() -> None:
    with pytest.raises(EmbedscopeError, match="differ in length"):
        from_gguf_vocabulary("g", GgufVocabulary("llama", [b"a", b"b"], scores=[0.0]))


def test_gguf_pre_tokenizers_that_are_not_known_are_noted() -> None:
    vocabulary = GgufVocabulary("gpt2", [b"a", b"b", b"ab"], merges=[b"a b"], pre="new-model")
    assert tokenizer_notes(from_gguf_vocabulary("g", vocabulary)) == (
        'The way "new-model" cuts a text is not known here: Llama 3\'s was taken.',
    )


def test_gguf_kinds_that_are_not_known_are_looked_up_as_words() -> None:
    tokenizer = from_gguf_vocabulary("g", GgufVocabulary("rwkv", [b"a", "▁the".encode()]))
    assert tokenizer.encode("the cat").ids.tolist() == [1, NO_ID]
    assert tokenizer_notes(tokenizer) == (
        'Texts are not cut as "rwkv" does it: only whole words are looked up.',
    )


def test_F33_labels_from_a_gguf_file() -> None:
    tokenizer = get_tokenizer(FILES / "F33_F32.gguf")
    assert [tokenizer.token_bytes(i) for i in range(7)] == [
        *(b"tok0", b"tok1", b"tok2", b"tok3", b"tok4", b"tok5", None),
    ]


def test_F34_the_part_without_tokens_says_so() -> None:
    assert get_tokenizer(FILES / "F34_split" / "m-00001-of-00002.gguf").size == 6
    with pytest.raises(FileError, match="holds no vocabulary"):
        get_tokenizer(FILES / "F34_split" / "m-00002-of-00002.gguf")


@pytest.mark.parametrize("name", ["llama3", "qwen2", "digits"])
def test_other_splittings_keep_the_text(name: str) -> None:
    n = 2000
    tokenizer = merging(sorted(first_ranks(n)), merge_pairs(n), name)
    for line in mixed_lines(100):
        assert tokenizer.decode(tokenizer.encode(line).ids) == line.encode()


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("gpt2", ["a", " ", " 123", "4"]),
        ("llama3", ["a", " ", " ", "123", "4"]),
        ("qwen2", ["a", " ", " ", "1", "2", "3", "4"]),
        ("digits", ["a", "  ", "1", "2", "3", "4"]),
    ],
)
def test_how_digits_are_cut(name: str, pieces: list[str]) -> None:
    if name == "gpt2":
        pieces = ["a", " ", " 1234"]
    tokenizer = merging([], [], name)
    assert tokenizer._pattern.findall("a  1234") == pieces


def test_a_merge_tree_goes_down_to_the_bytes() -> None:
    tree = merge_tree(GPT2, 995)
    assert (tree.token_id, tree.data) == (995, b" world")
    assert [part.data for part in tree.parts] == [b" wor", b"ld"]
    assert [part.token_id for part in tree.parts] == [476, 335]
    leaves = [part for part in tree.walk() if not part.parts]
    assert b"".join(leaf.data for leaf in leaves) == b" world"
    assert [leaf.token_id for leaf in leaves] == [220, 86, 78, 81, 75, 67]
    assert list(tree.walk())[-1] == tree


def test_every_token_of_gpt2_has_two_parents() -> None:
    for token_id in range(0, 50_256, 97):
        tree = merge_tree(GPT2, token_id)
        assert len(tree.parts) == (2 if len(tree.data) > 1 else 0)
        assert all(part.token_id is not None for part in tree.walk())
        assert all((part.token_id or 0) < token_id for part in tree.parts if len(part.data) > 1)


def test_tokens_that_were_not_merged_have_no_parts() -> None:
    assert merge_tree(GPT2, 50256) == MergeTree(50256, b"<|endoftext|>")
    assert merge_tree(GPT2, 0) == MergeTree(0, b"!")
    assert merge_tree(get_tokenizer("book-words"), 2) == MergeTree(2, b"fox")
    with pytest.raises(UnknownNameError, match="gpt2 has no token with the id 50257"):
        merge_tree(GPT2, 50257)


def test_a_merge_tree_from_listed_merges() -> None:
    n = 1000
    tokens = sorted(first_ranks(n))
    tokenizer = merging(tokens, merge_pairs(n), "gpt2")
    for data in tokens[::37]:
        ours, theirs = (
            merge_tree(tokenizer, tokens.index(data)),
            merge_tree(GPT2, first_ranks(n)[data]),
        )
        assert [part.data for part in ours.walk()] == [part.data for part in theirs.walk()]


_SEEDS = (
    rank_lines(first_ranks(300)),
    (FILES / "F33_F32.gguf").read_bytes(),
    b"[UNK]\n[CLS]\n##s\nthe\n",
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(_SEEDS),
    st.floats(0, 1),
    st.integers(0, 9),
    st.binary(max_size=9),
    st.booleans(),
)
def test_damaged_files_give_a_tokenizer_or_one_sentence(
    tmp_path: Path, seed: bytes, where: float, cut: int, put_in: bytes, shorten: bool
) -> None:
    place = int(where * min(len(seed), 600))
    end = b"" if shorten else seed[place + cut :]
    path = tmp_path / "any.bin"
    path.write_bytes(seed[:place] + put_in + end)
    try:
        tokenizer = open_tokenizer(path, "any")
    except EmbedscopeError:
        return
    assert tokenizer.encode("a the\n日😀").text == "a the\n日😀"
