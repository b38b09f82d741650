"""Known places follow a text that is being edited."""

from hypothesis import given
from hypothesis import strategies as st

from embedscope_gui.text.drift import Drift, drift_between, drift_of_edit

TEXTS = st.text(alphabet="ab\n", max_size=12)
EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.floats(0, 1), st.text(alphabet="xy", max_size=3)),
    min_size=1,
    max_size=4,
)


def agree(old: str, new: str, drift: Drift) -> None:
    """What a drift calls unedited is the same text in both."""
    assert old[: drift.start] == new[: drift.start]
    assert old[drift.old_stop :] == new[drift.new_stop :]
    assert len(new) - len(old) == drift.shift
    for place in range(len(old) + 1):
        moved = drift.moved(place)
        if moved is not None and place >= drift.old_stop:
            assert old[place:] == new[moved:]


@given(TEXTS, EDITS)
def test_edits_in_a_row_are_covered_by_one_stretch(
    text: str, edits: list[tuple[float, float, str]]
) -> None:
    new, drift = text, None
    for where, share, added in edits:
        at = round(where * len(new))
        removed = round(share * (len(new) - at))
        new = new[:at] + added + new[at + removed :]
        edit = (at, removed, len(added))
        drift = drift_of_edit(*edit) if drift is None else drift.edited(*edit)
    assert drift is not None
    agree(text, new, drift)


@given(TEXTS, TEXTS)
def test_the_drift_between_two_texts_covers_their_difference(old: str, new: str) -> None:
    drift = drift_between(old, new)
    if old == new:
        assert drift is None
    else:
        assert drift is not None
        agree(old, new, drift)
        room = min(drift.old_stop, drift.new_stop)
        assert drift.start <= room
        assert old[drift.start : drift.old_stop] != new[drift.start : drift.new_stop]


def test_a_drift_counts_utf16_units() -> None:
    assert drift_between("😀a😀b", "😀xa😀b") == Drift(2, 2, 3)
    assert drift_between("a😀😀", "a😀") == Drift(3, 5, 3)


def test_a_span_moves_as_a_whole_or_is_gone() -> None:
    drift = drift_of_edit(5, 2, 4)
    assert drift.span_moved((0, 5)) == (0, 5)
    assert drift.span_moved((7, 9)) == (9, 11)
    assert drift.span_moved((4, 6)) is None
    assert drift.span_moved((5, 7)) is None
    assert [drift.moved(place) for place in (5, 6, 7)] == [5, None, 9]
