"""Lesson files read and checked; what is wrong in one is said with its file and step."""

import re
import tomllib
from dataclasses import fields as fields_of
from functools import cache
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any, get_args, get_type_hints

from embedscope.assets import asset
from embedscope.errors import UnknownNameError
from embedscope.lessons.demos import DEMOS, FIGURES, Demo, demo_name
from embedscope.lessons.fields import Fields
from embedscope.lessons.lesson import TARGETS, Lesson, LessonError, Step, TryIt
from embedscope.lessons.state_file import read_state
from embedscope.lessons.templates import check

_FILE_NAME = re.compile(r"([0-9]+)-([a-z0-9]+(?:-[a-z0-9]+)*)\.toml")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@cache
def load_lessons() -> tuple[Lesson, ...]:
    """Return all lessons in order; LessonError names the file and step of the first fault."""
    found = [place for place in asset("lessons").iterdir() if place.name.endswith(".toml")]
    lessons = sorted((_read(place) for place in found), key=lambda lesson: lesson.number)
    for former, lesson in pairwise(lessons):
        if former.number == lesson.number:
            raise LessonError(f"{former.name} and {lesson.name} have the same number")
    return tuple(lessons)


def find_lesson(name: str) -> Lesson:
    """Return the lesson with this name or number; UnknownNameError where there is none."""
    for lesson in load_lessons():
        if name in (lesson.name, str(lesson.number)):
            return lesson
    names = ", ".join(lesson.name for lesson in load_lessons())
    raise UnknownNameError(f'There is no lesson "{name}"; choose one of {names}.')


def find_step(path: str) -> tuple[Lesson, Step]:
    """Return the lesson and step of "NAME/STEP"; a lesson alone stands for its first step."""
    name, _, step = path.partition("/")
    lesson = find_lesson(name)
    return lesson, lesson.step(step) if step else lesson.steps[0]


def _read(place: Traversable) -> Lesson:
    return read_lesson(place.read_text(encoding="utf-8"), place.name)


def read_lesson(text: str, file_name: str) -> Lesson:
    """Return the lesson that ``text`` (TOML) describes; raises LessonError."""
    named = _FILE_NAME.fullmatch(file_name)
    if named is None:
        raise LessonError(f"{file_name}: a lesson file is called like 2-looking-up-a-row.toml")
    try:
        keys = Fields(tomllib.loads(text), file_name)
    except tomllib.TOMLDecodeError as fault:
        raise LessonError(f"{file_name}: this is not TOML: {fault}") from fault
    name = keys.text("name")
    if name != named[2]:
        keys.fail(f'the name "{name}" is not that of the file')
    steps = keys.raw("steps")
    if not isinstance(steps, list) or not steps:
        keys.fail("a lesson has steps, each under [[steps]]")
    lesson = Lesson(
        int(named[1]),
        name,
        keys.text("title"),
        keys.text("summary"),
        tuple(_step(step, number, file_name) for number, step in enumerate(steps, 1)),
    )
    keys.done()
    names = [step.name for step in lesson.steps]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        keys.fail(f'two steps are called "{twice}"')
    return lesson


def _step(values: object, number: int, file_name: str) -> Step:
    keys = Fields(values, f"{file_name}, step {number}")
    name = keys.text("name")
    if not _NAME.fullmatch(name):
        keys.fail(f'the name "{name}" must be small letters, digits and hyphens')
    keys.place = f'{file_name}, step "{name}"'
    demo, alone = _demo(keys)
    figure = keys.one_of("figure", FIGURES) or (demo_name(demo) if demo else None)
    if figure in DEMOS and (demo is None or demo_name(demo) != figure):
        keys.fail(f'the figure "{figure}" needs the demo of the same name')
    step = Step(
        name,
        keys.text("title"),
        _template(keys, "text"),
        _template(keys, "listing", ""),
        read_state(keys.raw("state"), keys.place),
        keys.one_of("point_at", TARGETS),
        figure,
        demo,
        _try_it(keys),
        alone,
        keys.flag("norms"),
    )
    keys.done()
    return step


def _template(keys: Fields, key: str, default: str | None = None) -> str:
    text = keys.text(key, default)
    problem = check(text)
    if problem:
        keys.fail(f"{key}: {problem}")
    return text


def _try_it(keys: Fields) -> TryIt | None:
    if not keys.has("try_it"):
        return None
    inner = Fields(keys.raw("try_it"), f"{keys.place}, try_it")
    question = TryIt(_template(inner, "prompt"), _template(inner, "answer", ""))
    inner.done()
    return question


def _demo(keys: Fields) -> tuple[Demo | None, bool]:
    """Return the demo, whose parameters have the types of its fields, and whether it is alone."""
    if not keys.has("demo"):
        return None, False
    inner = Fields(keys.raw("demo"), f"{keys.place}, demo")
    name = inner.one_of("name", tuple(DEMOS))
    if name is None:
        inner.fail("a demo has a name")
    kind, alone = DEMOS[name], inner.flag("alone")
    given: dict[str, Any] = inner.rest()
    types = get_type_hints(kind)
    for key, value in given.items():
        if key not in types:
            known = ", ".join(field.name for field in fields_of(kind)) or "none"
            inner.fail(f'"{name}" has no parameter "{key}"; it has {known}')
        if not _fits(value, types[key]):
            inner.fail(f"{key} cannot be {value!r}")
    return kind(**given), alone


def _fits(value: object, wanted: type) -> bool:
    if isinstance(value, bool):
        return wanted is bool
    if get_args(wanted):  # a Literal
        return value in get_args(wanted)
    return isinstance(value, (int, float) if wanted is float else wanted)
