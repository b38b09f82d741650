"""Pictures of point clouds against a plain painter's algorithm, pixel by pixel."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.geometry.density import opacity_ramp, splat_density
from embedscope.geometry.discs import covers, disc_rows, pixel_of
from embedscope.geometry.pick import pick, points_at, points_inside
from embedscope.geometry.shading import fade, mix
from embedscope.geometry.splat import depth_keys, far_to_near, front_points, splat

W, H = 24, 17

coordinates = st.one_of(
    st.floats(-8, 40, width=32), st.sampled_from([np.nan, np.inf, -np.inf, 1e38])
)
points = st.lists(st.tuples(coordinates, coordinates, st.floats(0.5, 100, width=16)), max_size=25)


def columns(rows: list[tuple[float, float, float]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    x, y, depth = np.array(rows, np.float32).reshape(-1, 3).T
    return x, y, depth


def painted(x: np.ndarray, y: np.ndarray, order: list[int], size: int) -> np.ndarray:
    """Paint discs one after the other, pixel by pixel."""
    picture = np.full((H, W), -1)
    for i in order:
        if not (abs(x[i]) < 1e6 and abs(y[i]) < 1e6):
            continue
        column, row = int(pixel_of(x[i : i + 1], size)[0]), int(pixel_of(y[i : i + 1], size)[0])
        for dy, first, end in disc_rows(size):
            for dx in range(first, end):
                if 0 <= row + dy < H and 0 <= column + dx < W:
                    picture[row + dy, column + dx] = i
    return picture


@given(points, st.integers(1, 9))
def test_equals_painting_one_by_one(rows: list[tuple[float, float, float]], size: int) -> None:
    x, y, depth = columns(rows)
    far_first = sorted(range(len(x)), key=lambda i: (-depth[i], i))
    assert (front_points(x, y, depth, W, H, size) == painted(x, y, far_first, size)).all()
    flat = front_points(x, y, None, W, H, size)
    assert (flat == painted(x, y, list(range(len(x))), size)).all()


@given(points, st.integers(1, 7), st.floats(0, W - 0.01), st.floats(0, H - 0.01))
def test_what_is_picked_is_what_is_seen(
    rows: list[tuple[float, float, float]], size: int, at_x: float, at_y: float
) -> None:
    x, y, depth = columns(rows)
    for z in (depth, None):
        seen = front_points(x, y, z, W, H, size)[int(at_y), int(at_x)]
        found = pick(x, y, z, at_x, at_y, radius_px=0, size_px=size)
        assert found == (None if seen < 0 else seen)


@pytest.mark.parametrize(
    ("size", "widths"),
    [(1, [1]), (2, [2, 2]), (3, [3, 3, 3]), (4, [2, 4, 4, 2]), (5, [3, 5, 5, 5, 3])],
)
def test_discs_are_round(size: int, widths: list[int]) -> None:
    assert [end - first for _, first, end in disc_rows(size)] == widths
    assert disc_rows(size)[0][0] == -((size - 1) // 2)


def test_covers_agrees_with_the_rows_of_a_disc() -> None:
    dy, dx = np.mgrid[-9:10, -9:10]
    for size in range(1, 10):
        assert np.count_nonzero(covers(dx, dy, size)) == sum(e - f for _, f, e in disc_rows(size))


def test_a_single_point_has_its_colour_and_the_rest_the_background() -> None:
    one = np.array([2.5], np.float32)
    picture = splat(one, one, one, 0xFF112233, 5, 5, 3, 0xFF000000)
    expected = np.full((5, 5), 0xFF000000, np.uint32)
    expected[1:4, 1:4] = 0xFF112233
    np.testing.assert_array_equal(picture, expected)
    assert picture.dtype == np.uint32
    clear = splat(one, one, one, np.array([0xFF112233], np.uint32), 5, 5, 1)
    assert clear[2, 2] == 0xFF112233
    assert np.count_nonzero(clear) == 1


def test_the_nearest_covers_even_where_only_its_rim_reaches() -> None:
    x, y = np.array([4, 6], np.float32), np.array([4, 4], np.float32)
    near_first = front_points(x, y, np.array([1, 2], np.float32), 12, 9, 5)
    assert near_first[4, 2:9].tolist() == [0, 0, 0, 0, 0, 1, 1]
    near_second = front_points(x, y, np.array([2, 1], np.float32), 12, 9, 5)
    assert near_second[4, 2:9].tolist() == [0, 0, 1, 1, 1, 1, 1]


def test_no_points_give_the_background() -> None:
    none = np.zeros(0, np.float32)
    assert splat(none, none, none, 0xFFFFFFFF, 4, 3, 5, 7).tolist() == [[7] * 4] * 3
    assert splat_density(none, none, 0xFFFFFFFF, 4, 3).tolist() == [[0] * 4] * 3
    assert pick(none, none, none, 1, 1) is None


def test_the_same_input_gives_the_same_bytes() -> None:
    rng = np.random.default_rng(0)
    x, y, depth = rng.uniform(1, 60, (3, 20000)).astype(np.float32)
    colours = rng.integers(0, 2**32, 20000, np.uint32)
    assert len({splat(x, y, depth, colours, 64, 64, 3).tobytes() for _ in range(3)}) == 1
    assert len({splat_density(x, y, colours, 64, 64, 3).tobytes() for _ in range(3)}) == 1


@given(st.lists(st.floats(2.0**-20, 2.0**20, width=32), max_size=50))
def test_depth_keys_keep_the_order(depths: list[float]) -> None:
    depth = np.array(depths, np.float32)
    keys = depth_keys(depth).astype(int)
    ascending = np.argsort(depth, kind="stable")
    assert (np.diff(keys[ascending]) >= 0).all()


def test_depth_keys_are_fine_near_the_eye_and_whatever_one_outlier_does() -> None:
    depth = np.append(np.linspace(1, 2, 1000), 1e6).astype(np.float32)
    assert len(set(depth_keys(depth).tolist())) == 1001


def test_depths_that_are_not_positive_are_ordered_too() -> None:
    depth = np.array([0.5, -3, 0, 2, -1], np.float32)
    assert far_to_near(depth).tolist() == [3, 0, 2, 4, 1]


def test_pick_takes_the_closest_when_none_is_under_the_pointer() -> None:
    x, y = np.array([10, 16, 10], np.float32), np.array([10, 10, 10], np.float32)
    depth = np.array([1.0, 5.0, 2.0], np.float32)
    assert pick(x, y, depth, 14.6, 10, 8, 1) == 1
    assert pick(x, y, depth, 12.4, 10, 8, 1) == 0
    assert pick(x, y, None, 12.4, 10, 8, 1) == 2
    assert pick(x, y, depth, 30, 10, 8, 1) is None
    assert points_at(x, y, 10, 10).tolist() == [0, 2]


def test_a_lasso_takes_what_is_inside() -> None:
    x, y = (a.ravel().astype(np.float32) for a in np.meshgrid(np.arange(10), np.arange(10)))
    square = points_inside(x, y, [(1.5, 1.5), (4.5, 1.5), (4.5, 3.5), (1.5, 3.5)])
    assert {(x[i], y[i]) for i in square} == {(c, r) for c in (2, 3, 4) for r in (2, 3)}
    triangle = points_inside(x, y, [(-1, -1), (20, -1), (-1, 20)])
    assert len(triangle) == np.count_nonzero((x + 1) + (y + 1) < 21)
    star = [(0, 0), (9, 0), (9, 9), (0, 9), (0, 0), (3.5, 3.5), (3.5, 6.5), (6.5, 6.5), (6.5, 3.5)]
    assert not set(points_inside(x, y, [*star, (3.5, 3.5)])) & {44, 45, 54, 55}
    assert len(points_inside(np.array([np.nan], np.float32), y[:1], star)) == 0
    assert len(points_inside(x, y, [])) == 0


def test_fade_moves_the_far_ones_towards_the_background() -> None:
    depth = np.array([1, 2, 3, np.nan], np.float32)
    argb = np.full(4, 0xFF204060, np.uint32)
    faded = fade(argb, depth, 0xFFFFFF, 1.0)
    assert faded[0] == 0xFF204060
    assert faded[2] == 0xFFFFFFFF
    assert faded[3] == 0xFF204060
    red = (faded >> np.uint32(16)) & np.uint32(255)
    assert red[0] < red[1] < red[2]
    nowhere = np.full(4, np.nan, np.float32)
    assert fade(argb, nowhere, 0).tolist() == argb.tolist()


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**24 - 1), st.integers(0, 256))
def test_mix_goes_from_one_colour_to_the_other(colour: int, goal: int, weight: int) -> None:
    mixed = int(mix(np.array([colour], np.uint32), goal, np.array([weight], np.uint32))[0])
    assert mixed >> 24 == colour >> 24
    for shift in (0, 8, 16):
        start, end = colour >> shift & 255, goal >> shift & 255
        exact = (start * (256 - weight) + end * weight) / 256
        assert 0 <= exact - (mixed >> shift & 255) < 1


def test_density_of_lone_points_is_opaque() -> None:
    x = np.array([2, 6], np.float32)
    picture = splat_density(x, x, 0xFF336699, 9, 9, 1)
    assert picture[2, 2] == picture[6, 6] == 0xFF336699
    assert np.count_nonzero(picture) == 2


def test_density_grows_with_the_number_of_points() -> None:
    x = np.repeat(np.arange(4), [1, 10, 100, 1000]).astype(np.float32)
    alpha = splat_density(x, np.zeros_like(x), 0xFFFFFFFF, 5, 1, 1)[0] >> np.uint32(24)
    assert alpha[4] == 0
    assert 60 <= alpha[0] < alpha[1] < alpha[2] < alpha[3] == 255


def test_density_has_the_mean_colour_premultiplied_or_over_a_background() -> None:
    x = np.zeros(2, np.float32)
    colours = np.array([0xFF000000, 0xFFFF0080], np.uint32)
    assert splat_density(x, x, colours, 1, 1, 1)[0, 0] == 0xFF800040
    crowd = np.repeat(np.arange(2), [1, 99]).astype(np.float32)
    clear = int(splat_density(crowd, crowd * 0, 0xFFFF0000, 2, 1, 1)[0, 0])
    alpha = clear >> 24
    assert 0 < alpha < 255
    assert clear >> 16 & 255 == alpha
    white = int(splat_density(crowd, crowd * 0, 0xFFFF0000, 2, 1, 1, 0xFFFFFFFF)[0, 0])
    assert white >> 24 == 255
    assert white >> 16 & 255 == 255
    assert white & 255 == 255 - alpha


def test_density_ramp_is_monotone_and_ends_at_one() -> None:
    counts = np.random.default_rng(0).poisson(3, 5000).astype(np.int32)
    ramp = opacity_ramp(counts)
    assert ramp[0] == 0
    assert (np.diff(ramp) >= 0).all()
    assert ramp[-1] == 1
