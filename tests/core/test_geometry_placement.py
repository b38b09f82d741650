"""Labels: never on top of each other, never outside, always the same."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from embedscope.geometry.placement import Obstacles, candidate_rects, place_labels

BOUNDS = (0.0, 0.0, 300.0, 200.0)

labels = st.lists(
    st.tuples(
        st.floats(-20, 320),
        st.floats(-20, 220),
        st.floats(1, 80),
        st.floats(1, 20),
        st.integers(0, 3),
    ),
    max_size=30,
)


def overlap(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])


@given(labels)
def test_labels_neither_overlap_nor_leave_the_bounds(rows: list[tuple[float, ...]]) -> None:
    table = np.array(rows, np.float64).reshape(-1, 5)
    anchors, sizes, priority = table[:, :2], table[:, 2:4], table[:, 4]
    placed = place_labels(anchors, sizes, BOUNDS, priority)
    assert placed.n_hidden == placed.hidden.sum()
    assert np.isnan(placed.positions[placed.hidden]).all()
    shown = np.flatnonzero(~placed.hidden)
    rects = np.hstack([placed.positions, placed.positions + sizes])
    for i in shown:
        left, top, right, bottom = rects[i]
        assert left >= 0
        assert top >= 0
        assert right <= 300
        assert bottom <= 200
        assert not any(overlap(rects[i], rects[j]) for j in shown if j != i)
    outside = ((anchors < 0) | (anchors > [300, 200])).any(axis=1)
    assert placed.hidden[outside].all()
    again = place_labels(anchors, sizes, BOUNDS, priority)
    assert placed.positions.tobytes() == again.positions.tobytes()


@given(labels)
def test_labels_stay_where_they_were(rows: list[tuple[float, ...]]) -> None:
    table = np.array(rows, np.float64).reshape(-1, 5)
    first = place_labels(table[:, :2], table[:, 2:4], BOUNDS, table[:, 4])
    then = place_labels(table[:, :2], table[:, 2:4], BOUNDS, table[:, 4], prefer=first.slots)
    np.testing.assert_array_equal(then.slots, first.slots)


def test_a_lone_label_stands_right_of_its_point() -> None:
    placed = place_labels([(100, 100)], [(40, 10)], BOUNDS, gap=6)
    assert placed.positions.tolist() == [[106, 95]]
    assert placed.leaders.tolist() == [False]


def test_the_important_one_wins() -> None:
    anchors, sizes = [(100, 100), (100, 100)], [(290, 190), (10, 10)]
    bounds = (0.0, 0.0, 120.0, 105.0)
    assert place_labels(anchors, [(12, 8)] * 2, bounds, [0, 1]).positions[1].tolist() == [106, 96]
    first = place_labels(anchors, sizes, BOUNDS, [1, 0])
    assert first.hidden.tolist() == [True, False]


def test_labels_keep_off_other_points_where_they_can() -> None:
    placed = place_labels([(100, 100), (120, 100)], [(40, 10), (40, 10)], BOUNDS, gap=6)
    assert placed.positions[0].tolist() == [54, 95]
    assert placed.positions[1].tolist() == [126, 95]


CROWD = [(150 + 9 * (i % 4), 100 + 9 * (i // 4)) for i in range(12)]


def test_crowded_labels_go_farther_out_with_a_leader() -> None:
    placed = place_labels(CROWD, np.tile([[20.0, 8.0]], (12, 1)), BOUNDS, dot=2)
    assert placed.leaders.tolist() == (placed.slots >= 8).tolist()
    assert np.count_nonzero(placed.leaders) >= 2
    assert placed.n_hidden <= 2


def test_labels_may_be_kept_beside_their_points() -> None:
    sizes = np.tile([[20.0, 8.0]], (12, 1))
    placed = place_labels(CROWD, sizes, BOUNDS, dot=2, minor=[True] * 12)
    assert not placed.leaders.any()
    assert placed.hidden.any()


def test_minor_points_give_way_and_keep_clear_themselves() -> None:
    anchors = [(100.0, 100.0), (120.0, 100.0), (80.0, 100.0), (100.0, 84.0), (100.0, 116.0)]
    sizes = [(40.0, 10.0)] * 5
    minor = [False, True, True, True, True]
    placed = place_labels(anchors, sizes, BOUNDS, dot=3, minor=minor)
    assert placed.positions[0].tolist() == [106, 95]  # over the second point
    for i in range(1, 5):
        if not placed.hidden[i]:
            left, top = placed.positions[i]
            assert not any(left < x < left + 40 and top < y < top + 10 for x, y in anchors)


def test_labels_keep_off_texts_that_are_there() -> None:
    texts = Obstacles(rects=[(110.0, 90.0, 130.0, 110.0)])
    placed = place_labels([(100, 100)], [(40.0, 10.0)], BOUNDS, around=texts)
    assert placed.positions.tolist() == [[54, 95]]


def test_only_the_first_label_hides_points_rather_than_be_hidden() -> None:
    crowd = [(float(x), float(y)) for x in range(0, 301, 10) for y in range(0, 201, 10)]
    sizes, priority = [(40.0, 12.0)] * len(crowd), np.arange(len(crowd))
    placed = place_labels(crowd, sizes, BOUNDS, priority, dot=3)
    assert np.flatnonzero(~placed.hidden).tolist() == [len(crowd) - 1]


@given(labels, st.integers(0, 4))
def test_labels_and_leaders_hide_neither_points_nor_one_another(
    rows: list[tuple[float, ...]], dot: int
) -> None:
    table = np.array(rows, np.float64).reshape(-1, 5)
    anchors, sizes = table[:, :2], table[:, 2:4]
    placed = place_labels(anchors, sizes, BOUNDS, table[:, 4], dot=dot)
    shown = np.flatnonzero(~placed.hidden)
    inside = ((anchors >= 0) & (anchors <= [300, 200])).all(axis=1)
    first = min(np.flatnonzero(inside), key=lambda i: (-table[i, 4], i), default=-1)
    rects = np.hstack([placed.positions, placed.positions + sizes])
    for i in shown:
        if i != first:
            grown = rects[i] + [-dot, -dot, dot, dot]
            inner = (anchors[inside] > grown[:2]) & (anchors[inside] < grown[2:])
            assert not inner.all(axis=1).any()
        if placed.leaders[i]:
            end = np.clip(anchors[i], rects[i, :2], rects[i, 2:])
            leader = np.concatenate([anchors[i], end])
            others = [j for j in shown if j != i and placed.slots[j] >= 0 and j != first]
            assert not any(crossed_by(rects[j] + SHRUNK, leader) for j in others)


SHRUNK = np.array([1e-6, 1e-6, -1e-6, -1e-6])


def test_a_point_that_is_not_finite_has_no_label() -> None:
    placed = place_labels([(np.nan, 1), (10, 10)], [(5, 5), (5, 5)], BOUNDS)
    assert placed.hidden.tolist() == [True, False]


def test_no_labels() -> None:
    placed = place_labels(np.zeros((0, 2)), np.zeros((0, 2)), BOUNDS)
    assert placed.positions.shape == (0, 2)
    assert placed.n_hidden == 0


def test_no_place_covers_its_own_point() -> None:
    rects = candidate_rects(np.array([[50.0, 50.0]]), np.array([[30.0, 10.0]]), 4)[0]
    inside = (rects[:, 0] < 50) & (rects[:, 2] > 50) & (rects[:, 1] < 50) & (rects[:, 3] > 50)
    assert not inside.any()
    assert len(np.unique(rects, axis=0)) == len(rects)


def test_a_wanted_place_that_hides_another_point_is_given_up() -> None:
    anchors, sizes = [(20.0, 50.0), (50.0, 50.0)], [(40.0, 12.0), (20.0, 12.0)]
    placed = place_labels(
        anchors, sizes, (0.0, 0.0, 200.0, 100.0), prefer=np.array([0, 0]), dot=3.0
    )
    left, top = placed.positions[0]
    assert placed.slots[0] != 0  # to the right it would lie on the second point
    assert not (left < 50 < left + 40 and top < 50 < top + 12)
    assert placed.slots[1] == 0


def crossed_by(rect: np.ndarray, line: np.ndarray) -> bool:
    """Tell whether a line has a point inside a rect, by walking along it."""
    along = np.linspace(0, 1, 4001)[:, None]
    at = line[:2] + along * (line[2:] - line[:2])
    return bool(((at > rect[:2]) & (at < rect[2:])).all(axis=1).any())


def test_labels_keep_clear_of_lines_where_they_can() -> None:
    size = (40.0, 10.0)
    arrow = [(100.0, 100.0, 180.0, 100.0)]  # to the right, where a label would stand
    placed = place_labels([(100, 100)], [size], BOUNDS, gap=6, around=Obstacles(lines=arrow))
    assert placed.positions.tolist() == [[54, 95]]
    star = [(100.0, 100.0, 100 + 90 * x, 100 + 90 * y) for x, y in ((1, 0), (-1, 0), (0, 1))]
    placed = place_labels([(100, 100)], [size], BOUNDS, gap=6, around=Obstacles(lines=star))
    assert placed.positions.tolist() == [[80, 84]]
    nowhere = [(np.nan, 0.0, 1.0, 1.0)]
    placed = place_labels([(100, 100)], [size], BOUNDS, gap=6, around=Obstacles(lines=nowhere))
    assert placed.slots.tolist() == [0]


ends = st.lists(st.tuples(*[st.floats(-20, 320)] * 4), min_size=1, max_size=5)


@given(labels, ends)
def test_no_label_hides_a_line_that_another_place_would_not(
    rows: list[tuple[float, ...]], lines: list[tuple[float, ...]]
) -> None:
    table = np.array(rows, np.float64).reshape(-1, 5)[:1]
    if not len(table):
        return
    anchor, size, segments = table[0, :2], table[0, 2:4], np.array(lines)
    placed = place_labels([anchor], [size], BOUNDS, gap=6, around=Obstacles(lines=lines))
    if placed.hidden[0]:
        return
    rects = candidate_rects(anchor[None], size[None], 6.0)[0]
    chosen = rects[placed.slots[0]]
    if not any(crossed_by(chosen, line) for line in segments):
        return
    inside = (rects[:, :2] >= 0).all(axis=1) & (rects[:, 2:] <= [300, 200]).all(axis=1)
    free = [rect for rect in rects[inside] if not any(map(crossed_by, [rect] * 5, segments))]
    assert not free
