"""Scores are written with as many digits as tell them apart."""

from pathlib import Path

import numpy as np

from embedscope.geometry.neighbours import neighbours
from embedscope.geometry.score_texts import score_texts

CASES = Path(__file__).parents[1] / "cases" / "files"


def test_N12_cosines_close_to_1_are_written_with_enough_digits() -> None:
    found = neighbours(np.load(CASES / "N12_dominant_column.npy"), 0, 10)
    texts = score_texts(found.scores)
    assert texts[:2] == ["0.999983", "0.999980"]
    assert len(set(texts)) == 10


def test_four_decimals_are_usual() -> None:
    assert score_texts(np.array([0.9, 0.12345, -0.5])) == ["0.9000", "0.1235", "-0.5000"]


def test_equal_scores_stay_equal_and_large_ones_as_they_are() -> None:
    assert score_texts(np.array([1.0, 1.0, 0.5])) == ["1.0000", "1.0000", "0.5000"]
    assert score_texts(np.array([2.9999, 2.99991]) * 1e5) == ["3.000e+05", "3.000e+05"]
    assert score_texts(np.array([0.5, np.nan])) == ["0.5000", "–"]
    assert score_texts(np.zeros(0)) == []
