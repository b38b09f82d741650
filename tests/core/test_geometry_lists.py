"""Lists of neighbours folded, compared, and coordinates written and read back."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from embedscope.errors import FileError
from embedscope.geometry.compare import ABSENT, compare_ranks
from embedscope.geometry.coordinates import Coordinates, load_coordinates, save_coordinates
from embedscope.geometry.neighbours import Neighbours, neighbours
from embedscope.geometry.variants import fold, fold_key, folded_neighbours
from embedscope.presets import PRESETS
from embedscope.tokenizers.registry import get_tokenizer


@pytest.mark.parametrize(
    "forms",
    [
        [b"king", b" king", b" King", b"KING", b" kings", b"Kings"],
        [b" city", b" cities", b"City"],
        [b" box", b" boxes"],
        [b" church", b"churches"],
        ["Straße".encode(), b"strasse"],
        ["ﬁre".encode(), b" fire"],
    ],
)
def test_forms_of_a_word_share_a_key(forms: list[bytes]) -> None:
    assert len({fold_key(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (b"glass", b"glas"),
        (b"plus", b"plu"),
        (b"as", b"a"),
        (b" ", b"  "),
        (b"1", b" 1"),
        (b"\xf0", b"\xf1"),
    ],
)
def test_other_tokens_do_not(one: bytes, other: bytes) -> None:
    assert fold_key(one) != fold_key(other)


def test_families_keep_the_order_of_their_best_member() -> None:
    tokenizer = get_tokenizer("gpt2")
    words = [" Kings", " queen", "king", " queens", "Queen"]
    ids = np.concatenate([tokenizer.encode(w).ids for w in words])
    found = Neighbours(ids, np.array([0.9, 0.8, 0.7, 0.6, 0.5]), "cosine", 100)
    folded = fold(found, tokenizer)
    assert [f.members for f in folded.families] == [(ids[0], ids[2]), (ids[1], ids[3], ids[4])]
    assert [f.score for f in folded.families] == [0.9, 0.8]
    own = fold(found, tokenizer, b"king")
    assert own.own is not None
    assert own.own.members == (ids[0], ids[2])
    assert len(own.families) == 1


def test_folded_neighbours_are_k_words_in_the_plain_order() -> None:
    tokenizer, table = get_tokenizer("gpt2"), PRESETS["whisper-tiny.en"].make()
    king = int(tokenizer.encode(" king").ids[0])
    folded = folded_neighbours(table, tokenizer, king, 10, n_rows=50257)
    assert len(folded.families) == 10
    plain = neighbours(table, king, 200, n_rows=50257).ids.tolist()
    firsts = [plain.index(f.id) for f in folded.families]
    assert firsts == sorted(firsts)
    assert folded.own is not None
    assert int(tokenizer.encode(" King").ids[0]) in folded.own.members
    keys = {fold_key(tokenizer.token_bytes(f.id) or b"") for f in folded.families}
    assert len(keys) == 10
    assert fold_key(b"king") not in keys


def test_small_tables_give_what_there_is() -> None:
    folded = folded_neighbours(np.eye(6), get_tokenizer("book-words"), 0, 10)
    assert len(folded.families) == 5
    assert folded.own is None
    assert len(folded_neighbours(np.eye(8), get_tokenizer("book-words"), np.ones(8)).families) == 8


def test_ranks_in_both_lists() -> None:
    first = Neighbours(np.array([4, 7, 9]), np.zeros(3), "cosine", 3)
    second = Neighbours(np.array([9, 4, 1]), np.zeros(3), "dot", 3)
    both = compare_ranks(first, second)
    assert both.ids.tolist() == [4, 7, 9, 1]
    assert both.first.tolist() == [0, 1, 2, ABSENT]
    assert both.second.tolist() == [1, ABSENT, 0, 2]
    assert both.climbs.tolist() == [-1, 0, 2, 0]
    assert both.n_shared == 2


@given(
    points=arrays(
        np.float32,
        st.tuples(st.integers(0, 6), st.integers(1, 3)),
        elements=st.floats(width=32, allow_infinity=False),
    ),
    caption=st.text(max_size=20),
    title=st.text(st.characters(codec="utf-8"), max_size=8),
)
def test_coordinates_come_back_bit_for_bit(
    points: np.ndarray, caption: str, title: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("points") / "points.csv"
    titles = tuple(f"{title}{i}" for i in range(points.shape[1]))
    caption = caption.encode("utf-8", "replace").decode()
    before = Coordinates(np.arange(len(points)) * 7, points, titles, caption)
    save_coordinates(path, before)
    after = load_coordinates(path)
    np.testing.assert_array_equal(after.points, points)
    assert after.ids.tolist() == before.ids.tolist()
    assert after.titles == tuple(" ".join(t.split()) for t in titles)
    assert after.caption == " ".join(caption.split())


def test_infinities_become_gaps(tmp_path: Path) -> None:
    points = np.array([[1.5, np.inf], [np.nan, -0.1]], np.float32)
    coordinates = Coordinates(np.array([3, 5]), points, ("PC 1 (22.9 %)", "dim 7"), "two\npoints")
    save_coordinates(tmp_path / "a.csv", coordinates)
    text = (tmp_path / "a.csv").read_text("utf-8")
    assert text == "# two points\nid,PC 1 (22.9 %),dim 7\n3,1.5,\n5,,-0.1\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "holds no coordinates"),
        ("a,b\n1,2\n", "holds no coordinates"),
        ("id\n1\n", "holds no coordinates"),
        ("id,x\n1,2\nzwei,3\n", "line 3 is not an id and numbers"),
        ("# c\nid,x\n1,2\n2,a\n", "line 4 is not an id and numbers"),
        (f"id,x\n{'9' * 30},2\n", "line 2 is not an id and numbers"),
        ("id,x,y\n1,2\n", "line 2 has 2 columns, not 3"),
        ("id,x\n,1\n", "line 2 is not an id and numbers"),
    ],
)
def test_other_files_are_refused_with_the_line(text: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(FileError, match=problem):
        load_coordinates(path)
    with pytest.raises(FileError, match="cannot be read"):
        load_coordinates(tmp_path / "none.csv")
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError, match="cannot be read as text"):
        load_coordinates(tmp_path / "binary.csv")
