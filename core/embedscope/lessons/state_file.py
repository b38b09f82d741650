"""The [steps.state] of a lesson file."""

from typing import cast, get_args

from embedscope.lessons.fields import Fields
from embedscope.lessons.lesson import PointView, StepState
from embedscope.presets import PRESETS
from embedscope.session.session import AxesKind, Metric, Mode
from embedscope.tokenizers.base import Specials
from embedscope.tokenizers.registry import TOKENIZER_NAMES


def read_state(values: object, place: str) -> StepState:
    """Return the state of one step from its keys (None: nothing is set); raises LessonError."""
    if values is None:
        return StepState()
    keys = Fields(values, f"{place}, state")
    state = StepState(
        preset=keys.one_of("preset", tuple(PRESETS)),
        tokenizer=keys.one_of("tokenizer", TOKENIZER_NAMES),
        text=_any_text(keys),
        specials=cast(Specials | None, keys.one_of("specials", get_args(Specials))),
        selected=_count(keys, "selected"),
        row=_count(keys, "row"),
        mode=cast(Mode | None, keys.one_of("mode", get_args(Mode))),
        view=cast(PointView | None, keys.one_of("view", get_args(PointView))),
        axes=cast(AxesKind | None, keys.one_of("axes", get_args(AxesKind))),
        dims=_dims(keys),
        metric=cast(Metric | None, keys.one_of("metric", get_args(Metric))),
    )
    keys.done()
    if state.selected is not None and state.row is not None:
        keys.fail("choose a token by selected or a row by row, not both")
    return state


def _any_text(keys: Fields) -> str | None:
    """Return the text to type, blanks and all; an empty one is allowed."""
    value = keys.raw("text")
    if value is not None and not isinstance(value, str):
        keys.fail(f"text must be a text, not {value!r}")
    return value


def _count(keys: Fields, key: str) -> int | None:
    value = keys.raw(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        keys.fail(f"{key} must be a whole number from 0, not {value!r}")
    return value


def _dims(keys: Fields) -> tuple[int, int, int] | None:
    value = keys.raw("dims")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 3 or not all(map(_is_count, value)):
        keys.fail(f"dims must be three whole numbers from 0, not {value!r}")
    first, second, third = value
    return (first, second, third)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
