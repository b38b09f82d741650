"""The expression language: values, located errors, and nothing else whatever the text."""

from functools import cache

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from draws import examples
from embedscope.expressions import ExpressionError, Scope, evaluate, expression_basis, parse, quote
from embedscope.expressions.completion import complete
from embedscope.expressions.evaluate import vector
from embedscope.expressions.literals import read_literal
from embedscope.expressions.naming import TokenNames
from embedscope.expressions.nodes import Chain, Number, TokenRow
from embedscope.geometry.pca import fit_pca
from embedscope.presets import PRESETS
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope.tokenizers.search import VocabularyIndex


@cache
def scope() -> Scope:
    return Scope(PRESETS["minilm-gpt2-64d"].make(), TokenNames(get_tokenizer("gpt2")))


@cache
def book() -> Scope:
    return Scope(PRESETS["book-6x3"].make(), TokenNames(get_tokenizer("book-words")))


def row(token: str) -> np.ndarray:
    ids = get_tokenizer("gpt2").encode(token).ids
    rows = scope().table.rows(ids).astype(np.float64)
    assert len(rows) == 1
    return np.asarray(rows[0])


def test_tokens_are_rows_and_signs_add_them() -> None:
    value = evaluate('" king" - " man" + " woman"', scope())
    np.testing.assert_array_equal(value, row(" king") - row(" man") + row(" woman"))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("id(3)", [-0.401488, 0.96657157, -1.148144]),
        ('"fox"', [1.2753012, -0.2009531, -0.16056378]),
        ("0.5 * id(3) * 2", [-0.401488, 0.96657157, -1.148144]),
        ("id(3) / 2", [-0.200744, 0.483285785, -0.574072]),
        ("-id(3)", [0.401488, -0.96657157, 1.148144]),
        ("--id(3) - -id(3)", [-0.802976, 1.93314314, -2.296288]),
        ("2 * (id(3) - id(3)) + id(3)", [-0.401488, 0.96657157, -1.148144]),
        ("dim(1)", [0, 1, 0]),
        ("dim(0) + 2 * dim(2)", [1, 0, 2]),
        ("unit(3 * dim(0) + 4 * dim(1))", [0.6, 0.8, 0]),
        ("mean(dim(0), dim(0), dim(1), dim(2))", [0.5, 0.25, 0.25]),
        ("dim(1 + 2 - 3)", [1, 0, 0]),
        ("+dim(1)", [0, 1, 0]),
        ("1e0*dim(0)+.5*dim(1)+2.*dim(2)", [1, 0.5, 2]),
    ],
)
def test_values(source: str, expected: list[float]) -> None:
    np.testing.assert_allclose(evaluate(source, book()), expected, atol=1e-7)


def test_numbers_alone_are_numbers() -> None:
    assert evaluate("2 + 3 * 4 - 6 / 2", book()) == 11
    assert evaluate("2 * -(1 + 1)", book()) == -4
    with pytest.raises(ExpressionError, match="This is the number 4, not a vector"):
        vector("2 * 2", book())


def test_patterns_average_all_matching_tokens() -> None:
    table = book().table.exact_rows(np.arange(6)).astype(np.float64)
    names = ["brown", "dog", "fox", "jumps", "lazy", "over"]
    with_o = [i for i, name in enumerate(names) if "o" in name]
    np.testing.assert_allclose(evaluate("mean(/o/)", book()), table[with_o].mean(axis=0))
    every = evaluate('mean(/^(dog|fox)$/, "over")', book())
    np.testing.assert_allclose(every, table[[1, 2, 5]].mean(axis=0))


def test_a_slash_divides_after_a_value_and_opens_a_pattern_elsewhere() -> None:
    quarter, whole = vector("mean(/o/) / 2 / 2", book()), vector("mean(/o/)", book())
    np.testing.assert_allclose(quarter * 4, whole)


def test_many_tokens_by_pattern() -> None:
    tokenizer, table = get_tokenizer("gpt2"), scope().table
    capitals = [
        i
        for i in range(tokenizer.size)
        if (data := tokenizer.token_bytes(i)) and data[:1] == b" " and data[1:2].isupper()
    ]
    expected = table.rows(capitals).astype(np.float64).mean(axis=0)
    np.testing.assert_allclose(evaluate("mean(/^ [A-Z]/)", scope()), expected, atol=1e-12)


def test_components_and_random_directions() -> None:
    pca = fit_pca(scope().table)
    np.testing.assert_array_equal(evaluate("pc(3)", scope()), pca.components[2])
    seven = vector("random(7)", scope())
    assert np.linalg.norm(seven) == pytest.approx(1)
    np.testing.assert_array_equal(seven, evaluate("random(7)", scope()))
    assert abs(float(seven @ vector("random(8)", scope()))) < 0.5


@pytest.mark.parametrize(
    ("source", "position", "sentence"),
    [
        ("", 0, 'Nothing here yet; try "king" - "man" + "woman".'),
        ("king", 0, 'There is no function king; a token stands in quotes: "king"'),
        ("id(1) + ", 8, "Here the expression ends, but a token in quotes, a number, a function"),
        ("id(1) id(2)", 6, "Here there is id, but a sign such as + or the end is expected."),
        ('"fox', 0, 'This " has no closing ".'),
        (r'"\q"', 1, "No such escape"),
        ('"\\u{110000}"', 1, "There is no character with this number."),
        ("(id(1)", 0, "This ( has no closing )."),
        ("id(1", 2, "This ( has no closing )."),
        ("id 1", 3, 'Here there is 1, but "(" after id is expected.'),
        ("id(1))", 5, 'Here there is ")", but a sign'),
        ("id(99)", 0, "id 99 has no row: there are rows 0 to 5."),
        ("id(0.5)", 3, "id() takes a whole number."),
        ("id(dim(0))", 3, "id() takes a whole number."),
        ("id(1, 2)", 6, "id() takes one value."),
        ("dim(3)", 0, "This table has the dims 0 to 2."),
        ("pc(4)", 0, "This table has the components 1 to 3."),
        ("pc(0)", 0, "This table has the components 1 to 3."),
        ("random(-1)", 0, "A seed is 0 or more."),
        ("id(1) + 2", 6, "A number and a vector cannot be added."),
        ("id(1) * id(2)", 6, "Two vectors cannot be multiplied."),
        ("2 / id(1)", 2, "Only a number can divide."),
        ("id(1) / (1 - 1)", 6, "Division by zero."),
        ("/o/", 0, "A pattern stands in mean(/o/) only."),
        ("mean(/[/)", 5, ""),
        ("mean(/zzz/)", 5, "No token with a row matches /zzz/."),
        ("mean(2)", 5, "A vector is expected here, not a number."),
        ("unit(id(1) - id(1))", 0, "A vector of zeros has no direction."),
        ("1e999", 0, "This number is too large."),
        ("1e300 * 1e300", 0, "The result is too large."),
        ("id(1) $ 2", 6, '"$" has no meaning here; tokens stand in quotes'),
        ("“fox”", 0, "is no quotation mark here"),
        ("mean(/o", 5, "This / has no closing /."),
        ('"wolf"', 0, '"wolf" is no token of book-words.'),
    ],
)
def test_errors_point_at_the_character(source: str, position: int, sentence: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate(source, book())
    assert caught.value.position == position
    assert sentence in caught.value.sentence
    assert str(caught.value).startswith(f"At character {position + 1}: ")


def test_several_tokens_in_one_quote_are_spelled_out() -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate('"king" + "unbelievably"', scope())
    assert caught.value.position == 9
    assert 'tokens of gpt2: write mean("' in caught.value.sentence


def test_rows_that_are_not_finite_are_refused_alone_and_skipped_in_a_crowd() -> None:
    table = Table.from_array(np.array([[1.0, 2], [np.nan, 1], [3, 4], [5, 6], [7, 8], [9, 10]]))
    here = Scope(table, TokenNames(get_tokenizer("book-words")))
    with pytest.raises(ExpressionError, match="Row 1 holds NaN or infinity"):
        evaluate('"dog"', here)
    np.testing.assert_array_equal(evaluate("mean(/^(dog|fox)$/)", here), [3, 4])


def test_special_tokens_raw_bytes_and_odd_blanks_can_be_named() -> None:
    names = TokenNames(get_tokenizer("gpt2"))
    assert names.id_of(b"<|endoftext|>", 0) == 50256
    assert names.id_of(b"\xf0", 0) == 172
    assert names.id_of(b"\n", 0) == 198
    assert names.id_of(b'"', 0) == 1
    node = parse('"\\xf0" + "\\n" + "\\"" + \'"\' + "\\u00a0\\u{1f600}"')
    assert isinstance(node, Chain)
    parts = [node.first, *(step.value for step in node.steps)]
    assert [p.data for p in parts if isinstance(p, TokenRow)] == [
        b"\xf0",
        b"\n",
        b'"',
        b'"',
        b"\xc2\xa0\xf0\x9f\x98\x80",
    ]


@given(st.binary(max_size=12))
@example(b"\\")
@example(b'"')
@example("\u2028\u202e\ufeff".encode())
def test_quote_can_be_read_back(data: bytes) -> None:
    literal = quote(data)
    assert read_literal(literal, 0) == (data, len(literal))
    assert parse(literal) == TokenRow(0, data)
    assert literal.isprintable()


SNIPPETS = st.sampled_from(
    [
        *[
            "id(",
            "mean(",
            "pc(1)",
            "dim(",
            ")",
            "(",
            '"fox"',
            '"',
            "/",
            "/o/",
            "+",
            "-",
            "*",
            "1",
            "2.5e3",
            ",",
            "\\",
            "unit(",
            "random(3)",
            "é",
        ],
        *("\ud800", "\0", "9" * 400, "__import__('os')", " "),
    ]
)


@settings(max_examples=examples(300))
@given(st.one_of(st.text(max_size=60), st.lists(SNIPPETS, max_size=14).map("".join)))
@example("(" * 5000)
@example("-" * 5000 + "1")
@example("1+" * 900 + "1")
@example("mean(" * 300)
@example("__import__('os').system('x')")
@example("id(" + "9" * 5000 + ")")
def test_any_text_gives_a_value_or_a_located_error(source: str) -> None:
    problem: ExpressionError | None = None
    try:
        assert np.isfinite(evaluate(source, book())).all()
    except ExpressionError as error:
        problem = error
    if problem is not None:
        assert 0 <= problem.position <= len(source)
        assert problem.sentence.endswith(".")


def test_long_sums_are_fine() -> None:
    assert evaluate("+".join(["1"] * 900), book()) == 900
    with pytest.raises(ExpressionError, match="too long"):
        evaluate("+".join(["1"] * 2000), book())


@given(st.floats(0, 1e6).map(lambda x: round(x, 6)))
def test_numbers_are_read_as_python_reads_them(value: float) -> None:
    assert parse(repr(value)) == Number(0, value)


def test_axes_are_directions_of_length_one_with_titles() -> None:
    basis = expression_basis(['id(3)  -\n "dog"', "dim(2)"], book())
    assert basis.titles == ('id(3) - "dog"', "dim(2)")
    np.testing.assert_allclose(np.linalg.norm(basis.matrix, axis=1), [1, 1])
    rows = book().table.rows([0, 5])
    np.testing.assert_array_equal(basis.transform(rows)[:, 1], rows[:, 2])
    with pytest.raises(ExpressionError, match="it has no direction"):
        expression_basis(["id(1) - id(1)"], book())


def test_completion_offers_tokens_in_quotes_and_functions_outside() -> None:
    tokenizer = get_tokenizer("gpt2")
    index = VocabularyIndex(tokenizer, tokenizer.size)
    source = 'mean(" Monda'
    found = complete(source, len(source), tokenizer, index)
    assert found.start == 5
    assert found.texts[0] == '" Monday"'
    functions = complete('"a" + m', 7, tokenizer, index)
    assert functions.start == 6
    assert functions.texts == ("mean(",)
    assert complete("", 0, tokenizer, index).n_all == 6
    some = complete('" S', 3, tokenizer, index, most=5)
    assert len(some.texts) == 5
    assert some.n_all > 500
    assert some.texts[0] == '" S"'
    assert complete('"\\', 2, tokenizer, index).texts == ()
    assert complete('"', 1, tokenizer, index).texts == ()
