"""Axes of expressions, maps of some rows, colours, and how far a picture can be believed."""

import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from embedscope.expressions import Scope, split
from embedscope.expressions.naming import TokenNames
from embedscope.geometry.agreement import neighbour_agreement, neighbour_agreements
from embedscope.geometry.coordinates import Coordinates
from embedscope.geometry.pca import Pca, fit_pca
from embedscope.geometry.projection import pca_basis
from embedscope.geometry.spaces import fit_space, in_space
from embedscope.geometry.stats import row_stats
from embedscope.presets import PRESETS
from embedscope.session.colours import Painted, row_colours
from embedscope.session.components import components, space_without
from embedscope.session.judging import Chosen, Picture, judge, rows_to_judge
from embedscope.session.projected import Known, find_space
from embedscope.session.session import AxesChoice, Colouring
from embedscope.tables.table import Table
from embedscope.tokenizers.classes import TOKEN_CLASSES, token_class
from embedscope.tokenizers.registry import get_tokenizer

CASES = Path(__file__).parents[1] / "cases" / "files"
WORDS, IDS = get_tokenizer("book-words"), get_tokenizer("ids")


@cache
def book() -> Table:
    return PRESETS["book-6x3"].make()


@cache
def blobs() -> Table:
    return Table.from_array(np.load(CASES / "N11_blobs.npy"), "blobs")


def own(*sources: str) -> AxesChoice:
    x, y, z = (*sources, "", "")[:3]
    return AxesChoice("expressions", expressions=(x, y, z))


def test_coordinates_are_dot_products_with_directions() -> None:
    known = Known(scope=Scope.of(book(), WORDS))
    space = find_space(book(), own('"fox" - "dog"', "dim(2)"), known)
    rows = book().rows(np.arange(6)).astype(float)
    way = rows[2] - rows[1]
    np.testing.assert_allclose(space.cloud[:, 0], rows @ way / np.linalg.norm(way), rtol=1e-5)
    np.testing.assert_allclose(space.cloud[:, 1], rows[:, 2], rtol=1e-6)
    assert space.basis.titles == ('"fox" - "dog"', "dim(2)", "(empty)")
    assert space.faults == (None, None, None)


def test_a_fault_leaves_the_axes_of_before() -> None:
    scope = Scope.of(book(), WORDS)
    before = find_space(book(), own("dim(0)", "dim(1)"), Known(scope=scope))
    after = find_space(book(), own("dim(0)", "dim(7)"), Known(scope=scope, before=before))
    assert after.cloud is before.cloud
    assert after.faults[0] is None
    assert after.faults[1] is not None
    assert "dims 0 to 2" in str(after.faults[1])
    alone = find_space(book(), own('"fox" - "fox"'), Known(scope=scope))
    assert alone.basis.titles[0] == "(empty)"
    assert "no direction" in str(alone.faults[0])


def test_components_are_those_of_the_rows_that_have_a_token() -> None:
    table = Table.from_array(np.vstack([book().rows(np.arange(6)), np.full((20, 3), 50.0)]))
    scope = Scope(table, TokenNames(WORDS), n_fitted=6)
    space = find_space(table, own("pc(1)"), Known(scope=scope))
    alone = find_space(book(), own("pc(1)"), Known(scope=Scope.of(book(), WORDS)))
    np.testing.assert_allclose(space.basis.matrix, alone.basis.matrix, atol=1e-9)


def test_a_map_draws_its_rows_only() -> None:
    points = np.array([[1, 2], [3, 4], [np.nan, 0], [5, 6]], np.float32)
    made = Coordinates(np.array([4, 1, 2, 99]), points, ("a 1", "a 2"), "A map.")
    space = find_space(book(), AxesChoice("map", map=made))
    assert space.cloud[4].tolist() == [1, 2, 0]
    assert space.cloud[1].tolist() == [3, 4, 0]
    assert np.isnan(space.cloud[[0, 2, 3, 5]]).all()
    assert space.rows is not None
    assert space.rows.tolist() == [1, 2, 4]
    assert space.basis.titles == ("a 1", "a 2", "(empty)")
    assert space.note == (
        "A map. 3 rows; the other 3 are not drawn. 1 row of the map not in this table."
    )


def chosen(rows: list[int]) -> Chosen:
    return Chosen(np.array(rows), np.array(rows))


def test_P08_agreement_of_some_rows_is_counted_among_those() -> None:
    points = np.random.default_rng(0).normal(size=(30, 2)).astype(np.float32)
    made = Coordinates(np.arange(30, 60), points, ("x", "y"))
    space = find_space(blobs(), AxesChoice("map", map=made))
    found = judge(Picture(blobs(), space), chosen([31, 40]), "cosine")
    expected = neighbour_agreement(blobs().gather(np.arange(30, 60)), points, [1, 10])
    assert found.on_plane.ids.tolist() == found.sample.tolist() == [1, 10]
    assert found.on_plane.kept.tolist() == expected.kept.tolist()
    np.testing.assert_array_equal(found.in_space.true_ids, expected.true_ids)


def test_true_neighbours_follow_metric_and_space() -> None:
    space = find_space(blobs(), AxesChoice())
    moved = fit_space(blobs())
    found = judge(Picture(blobs(), space, moved), chosen([*range(9)]), "euclidean")
    expected = neighbour_agreement(
        in_space(blobs(), moved), space.cloud[:, :2], np.arange(9), metric="euclidean"
    )
    assert found.on_plane.kept.tolist() == expected.kept.tolist()
    assert (found.metric, found.removed) == ("euclidean", 0)


def test_rows_of_the_text_and_always_the_same_sample_are_judged() -> None:
    table = Table.from_array(np.random.default_rng(0).normal(size=(5000, 3)))
    space = find_space(table, AxesChoice("dims"))
    alone = rows_to_judge(space, None, coloured=False)
    assert len(alone.rows) == 200
    assert alone.rows.tolist() == alone.sample.tolist()
    typed = rows_to_judge(space, np.array([7, 7, 3]), coloured=False)
    assert typed.rows.tolist() == sorted({3, 7, *alone.sample.tolist()})
    coloured = rows_to_judge(space, np.zeros(0, np.int64), coloured=True)
    assert len(coloured.rows) == 500
    for other in (typed, coloured):
        assert other.sample.tolist() == alone.sample.tolist()
        assert np.isin(alone.sample, other.rows).all()


def test_rows_that_were_judged_before_are_not_judged_again(monkeypatch) -> None:
    space, picked = find_space(blobs(), AxesChoice()), []
    picture = Picture(blobs(), space)

    def watched(source, pictures, ids, *rest):
        picked.append(ids.tolist())
        return neighbour_agreements(source, pictures, ids, *rest)

    monkeypatch.setattr("embedscope.session.judging.neighbour_agreements", watched)
    first = judge(picture, chosen([3, 9]), "cosine")
    second = judge(picture, chosen([2, 9, 11]), "cosine", first)
    third = judge(picture, chosen([9, 11]), "cosine", second)
    other = judge(picture, chosen([9]), "euclidean", third)
    assert picked == [[3, 9], [2, 11], [], [9]]
    expected = neighbour_agreement(blobs(), space.cloud, [2, 9, 11])
    assert second.in_space.ids.tolist() == [2, 9, 11]
    assert second.in_space.kept.tolist() == expected.kept.tolist()
    np.testing.assert_array_equal(second.in_space.true_ids, expected.true_ids)
    assert third.on_plane.ids.tolist() == [9, 11]
    assert other.metric == "euclidean"


@pytest.mark.parametrize("kind", ["norm", "id", "class", "script", "expression"])
def test_every_colouring_gives_each_row_a_number(kind: str) -> None:
    painted = Painted(book(), WORDS, row_stats(book()), Scope.of(book(), WORDS))
    found = row_colours(Colouring(kind, "dim(0)"), painted)  # type: ignore[arg-type]
    assert found is not None
    assert np.isfinite(found.values).all()
    if kind == "class":
        names = [TOKEN_CLASSES[int(value)] for value in found.values]
        assert names == [token_class(WORDS, row) for row in range(6)]
    if kind == "expression":
        np.testing.assert_allclose(found.values, book().rows(np.arange(6))[:, 0], rtol=1e-6)
        assert found.diverging


def test_colours_that_cannot_be_are_none_or_a_fault() -> None:
    painted = Painted(book(), WORDS, scope=Scope.of(book(), WORDS))
    assert row_colours(Colouring(), painted) is None
    assert row_colours(Colouring("norm"), painted) is None
    assert row_colours(Colouring("agreement"), painted) is None
    assert row_colours(Colouring("expression", " "), painted) is None
    faulty = row_colours(Colouring("expression", "dim(9)"), painted)
    assert faulty is not None
    assert faulty.fault is not None
    assert np.isnan(faulty.values).all()


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("pc(1)", ("pc(1)",)),
        ('"a" - "b"; pc(2) ;dim(3)', ('"a" - "b"', "pc(2)", "dim(3)")),
        ("\";\" + '\\';'; id(1)", ("\";\" + '\\';'", "id(1)")),
        ("pc(1);", ("pc(1)", "")),
        ('"open; pc(2)', ('"open; pc(2)',)),
    ],
)
def test_expressions_are_parted_by_semicolons_outside_quotes(
    source: str, parts: tuple[str, ...]
) -> None:
    assert split(source) == parts


def test_components_are_found_once_for_axes_expressions_and_lists(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table.from_array(np.random.default_rng(1).normal(size=(300, 20)) * np.arange(1, 21))
    fits: list[int] = []

    def counted(*given: object, **named: object) -> Pca:
        fits.append(1)
        return fit_pca(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("embedscope.session.components.fit_pca", counted)
    module = sys.modules["embedscope.expressions.evaluate"]  # hidden by the function of its name
    monkeypatch.setattr(module, "fit_pca", counted)
    space = find_space(table, AxesChoice())
    own_axes = find_space(table, own("pc(2)", "pc(9)"), Known(scope=Scope.of(table, IDS)))
    without = space_without(table, None, 3)
    assert len(fits) == 1
    expected = fit_pca(table, 9)
    np.testing.assert_array_equal(space.basis.matrix, expected.components[:3])
    assert space.basis.titles == pca_basis(fit_pca(table, 3)).titles
    np.testing.assert_allclose(own_axes.basis.matrix[:2], expected.components[[1, 8]])
    np.testing.assert_array_equal(without.removed, fit_space(table, 3).removed)
    space_without(table, None, 12)
    assert len(fits) == 2


def test_components_that_are_not_there_are_said_as_before() -> None:
    table = Table.from_array([[1.0, 2.0], [3.0, 5.0], [2.0, 1.0]])
    for k in (1, 2, 3):
        assert components(table, None, k).note == fit_pca(table, k).note
    same = Table.from_array(np.ones((5, 4)))
    assert components(same, None, 3).note == fit_pca(same, 3).note
    assert len(space_without(same, None, 3).removed) == 0
