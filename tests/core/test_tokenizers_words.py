"""Word vocabularies, id lists and the registry."""

import pytest

from embedscope.errors import UnknownNameError
from embedscope.tokenizers import NO_ID, TOKENIZER_NAMES, Tokenizer, TokenKind, get_tokenizer
from embedscope.tokenizers.words import WordTokenizer


def test_the_names() -> None:
    assert (
        *("gpt2", "r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base"),
        *("o200k_harmony", "ids", "book-words", "cat-words"),
    ) == TOKENIZER_NAMES
    for name in TOKENIZER_NAMES:
        tokenizer = get_tokenizer(name)
        assert isinstance(tokenizer, Tokenizer)
        assert tokenizer.name == name
        assert get_tokenizer(name) is tokenizer


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match='no file called "gpt-5"; choose one of gpt2, r50k'):
        get_tokenizer("gpt-5")


def test_the_words_of_the_book() -> None:
    tokenizer = get_tokenizer("book-words")
    encoding = tokenizer.encode("fox jumps over dog")
    assert encoding.ids.tolist() == [2, 3, 5, 1]
    assert encoding.char_spans.tolist() == [[0, 3], [4, 9], [10, 14], [15, 18]]
    assert tokenizer.size == 6
    assert [tokenizer.token_bytes(i) for i in range(-1, 7)] == [
        None,
        *(b"brown", b"dog", b"fox", b"jumps", b"lazy", b"over"),
        None,
    ]
    assert tokenizer.decode([2, 3, 99, 5]) == b"fox jumps over"


def test_the_little_vocabulary_has_no_word_for_1_and_3() -> None:
    tokenizer = get_tokenizer("cat-words")
    assert tokenizer.encode("the cat").ids.tolist() == [0, 2]
    assert [tokenizer.token_bytes(i) for i in range(4)] == [b"the", None, b"cat", None]
    assert tokenizer.size == 4


def test_marks_beside_a_word_are_pieces_of_their_own() -> None:
    encoding = get_tokenizer("book-words").encode(" The fox, 😀dog's...\n")
    assert list(zip(encoding.ids.tolist(), encoding.token_bytes, strict=True)) == [
        (NO_ID, b"The"),
        (2, b"fox"),
        (NO_ID, b","),
        (NO_ID, "😀".encode()),
        (NO_ID, b"dog's"),
        (NO_ID, b"..."),
    ]
    assert encoding.kinds.tolist() == [2, 0, 2, 2, 2, 2]
    assert encoding.utf16_spans[4].tolist() == [12, 17]


def test_words_with_blanks_and_marks_in_them() -> None:
    tokenizer = WordTokenizer("odd", ["a,b", "don't", "...", "Café"])
    assert tokenizer.encode("a,b don't ... Café café").ids.tolist() == [0, 1, 2, 3, NO_ID]


def test_F01_words_that_hold_blanks_are_found_in_a_text() -> None:
    words = ["the", ". . .", "to user@example.test", "1 000", "end", "1 000 000"]
    tokenizer = WordTokenizer("glove", words)
    encoding = tokenizer.encode("the . . . 1 000 1 000 000 1 0001 end")
    assert encoding.ids.tolist() == [0, 1, 3, 5, NO_ID, NO_ID, 4]
    assert encoding.char_spans[:4].tolist() == [[0, 3], [4, 9], [10, 15], [16, 25]]
    assert tokenizer.encode("to user@example.test").ids.tolist() == [2]


def test_F02_words_of_other_blanks() -> None:
    words = ["a\u00a0b", "\u00a0", "\u2028", "x\u0085y", "\u3000", "end"]
    tokenizer = WordTokenizer("vec", words)
    assert tokenizer.encode("\u2028 x\u0085y\n\u3000 end a\u00a0b").ids.tolist() == [2, 3, 4, 5, 0]
    assert tokenizer.encode("end\u3000end").ids.tolist() == [5, 5]


def test_case_is_folded_only_where_asked() -> None:
    words = ["hello", "World", "world"]
    assert WordTokenizer("w", words).encode("Hello World").ids.tolist() == [NO_ID, 1]
    folding = WordTokenizer("w", words, fold_case=True)
    assert folding.encode("Hello World WORLD").ids.tolist() == [0, 1, 2]


def test_words_that_are_not_utf8_keep_their_bytes() -> None:
    words = [b"caf\xc3".decode("utf-8", "surrogateescape")]
    assert WordTokenizer("w", words).token_bytes(0) == b"caf\xc3"


@pytest.mark.parametrize("text", ["2 3 5 1", "[2, 3, 5, 1]", "(2;3;5;1)", "2\n3\t5,1", "+2 3 05 1"])
def test_a_list_of_ids(text: str) -> None:
    assert get_tokenizer("ids").encode(text).ids.tolist() == [2, 3, 5, 1]


def test_what_is_no_id_is_unknown_and_noted() -> None:
    encoding = get_tokenizer("ids").encode("2 x -5 1.5 99999999999999999999 ٣ 7")
    assert encoding.ids.tolist() == [2, *[NO_ID] * 5, 7]
    assert encoding.kinds.tolist() == [0, *[TokenKind.UNKNOWN] * 5, 0]
    assert encoding.token_bytes[2] == b"-5"
    assert encoding.char_spans[6].tolist() == [34, 35]
    told = '"x" at character 2 is not the number of a row (and 4 more); write e.g. 2 3 5 1.'
    assert encoding.notes == (told,)


def test_ids_have_their_digits_as_bytes_and_come_back() -> None:
    tokenizer = get_tokenizer("ids")
    assert tokenizer.token_bytes(50256) == b"50256"
    assert tokenizer.token_bytes(-1) is None
    assert tokenizer.decode([2, -1, 3]) == b"2 3"
    assert tokenizer.size == 0
