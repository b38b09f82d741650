"""Lesson files: the seven that are there, and what is said of one that is wrong."""

import re
from pathlib import Path

import pytest

from embedscope.assets import asset
from embedscope.errors import UnknownNameError
from embedscope.lessons.demos import DEMOS, FIGURE_KINDS, TrainingDemo, WeightedSumDemo, demo_name
from embedscope.lessons.lesson import TARGETS, LessonError, Step, StepState, TryIt
from embedscope.lessons.loading import find_lesson, find_step, load_lessons, read_lesson
from embedscope.lessons.view import open_view
from embedscope.presets import PRESETS

NAMES = (
    "from-text-to-vectors",
    "looking-up-a-row",
    "an-id-is-a-label",
    "a-lookup-is-a-layer",
    "how-big-the-table-gets",
    "from-random-to-learned",
    "cosine-and-dot-product",
)
GOOD = """
name = "good"
title = "Good"
summary = "One step."
[[steps]]
name = "only"
title = "Only"
text = "Say {tokens}."
"""


def test_there_are_seven_lessons_in_order() -> None:
    lessons = load_lessons()
    assert tuple(lesson.name for lesson in lessons) == NAMES
    assert [lesson.number for lesson in lessons] == list(range(1, 8))


def test_files_are_called_like_their_lessons() -> None:
    files = {place.name for place in asset("lessons").iterdir() if place.name.endswith(".toml")}
    assert files == {f"{number}-{name}.toml" for number, name in enumerate(NAMES, 1)}


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.name)
def test_a_lesson_is_a_walk_of_four_to_seven_steps(lesson) -> None:
    assert 4 <= len(lesson.steps) <= 7
    for step in lesson.steps:
        assert step.point_at in TARGETS
        assert step.figure in FIGURE_KINDS or step.figure == demo_name(step.demo)
        assert not re.search(r"\d", step.title), "a number in a title cannot follow the text"


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.name)
def test_the_state_of_every_step_can_be_opened(lesson) -> None:
    assert lesson.steps[0].state.preset in PRESETS
    for step in lesson.steps:
        state = lesson.state_at(step)
        view = open_view(state)
        assert state.dims is None or state.axes != "dims" or max(state.dims) < view.table.n_dims
        assert view.text.encoding.text == state.text
        if state.selected is not None:
            assert view.position == state.selected


def test_lessons_and_steps_are_found_by_name_or_number() -> None:
    lesson, step = find_step("looking-up-a-row/several-rows")
    assert (lesson.number, step.name) == (2, "several-rows")
    assert find_step("2/3") == (lesson, step)
    assert find_step("2")[1].name == "a-table"
    assert find_lesson("2") is lesson


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nothing", 'no lesson "nothing"; choose one of from-text-to-vectors, looking'),
        ("2/nothing", 'looking-up-a-row has no step "nothing"; it has a-table, counted'),
        ("2/9", 'has no step "9"'),
    ],
)
def test_other_names_list_those_there_are(path: str, said: str) -> None:
    with pytest.raises(UnknownNameError, match=said):
        find_step(path)


def test_states_add_up_on_the_way() -> None:
    start = StepState(preset="book-6x3", text="fox", selected=0, mode="looked-up", view="3d")
    assert start.then(StepState(text="dog")) == StepState(
        preset="book-6x3", text="dog", mode="looked-up", view="3d"
    )
    assert start.then(StepState(row=1)) == StepState(
        preset="book-6x3", text="fox", row=1, mode="looked-up", view="3d"
    )
    assert start.then(StepState(preset="the-cat-4x4")) == StepState(
        preset="the-cat-4x4", mode="looked-up", view="3d"
    )
    assert start.then(StepState()) == start


def test_a_file_may_use_every_key() -> None:
    text = """
name = "all-keys"
title = "T"
summary = "S"
[[steps]]
name = "one"
title = "One"
text = "A {{brace}} and {tokens}."
listing = "{rows}"
point_at = "demo"
figure = "lookup"
[steps.state]
preset = "book-6x3"
tokenizer = "ids"
text = ""
specials = "special"
selected = 0
mode = "looked-up"
view = "2d"
axes = "pca-tokens"
dims = [2, 1, 0]
metric = "dot"
[steps.demo]
name = "weighted-sum"
weight = 1
[steps.try_it]
prompt = "P {ids}"
answer = "A"
"""
    lesson = read_lesson(text, "12-all-keys.toml")
    state = StepState(
        "book-6x3", "ids", "", "special", 0, None, "looked-up", "2d", "pca-tokens", (2, 1, 0), "dot"
    )
    assert lesson.number == 12
    assert lesson.steps == (
        Step("one", "One", "A {{brace}} and {tokens}.", "{rows}", state, "demo", "lookup",
             WeightedSumDemo(1), TryIt("P {ids}", "A")),
    )  # fmt: skip


def test_a_thing_to_try_needs_no_answer() -> None:
    lesson = read_lesson(GOOD + '[steps.try_it]\nprompt = "Type {tokens}."\n', "1-good.toml")
    assert lesson.steps[0].try_it == TryIt("Type {tokens}.", "")


def test_a_demo_stands_for_the_figure_where_none_is_named() -> None:
    text = GOOD + '[steps.demo]\nname = "training"\nshown = 20\noptimiser = "adam"\n'
    step = read_lesson(text, "1-good.toml").steps[0]
    assert step.figure == "training"
    assert step.demo == TrainingDemo(shown=20, optimiser="adam")
    assert not step.alone
    assert set(DEMOS) >= {demo_name(step.demo)}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "only"', 'name = "Only!"', r'step 1: the name "Only!" must be small letters'),
        ("title", "headline", r'unknown key "headline"|title must be a text'),
        ("{tokens}", "{tokenz}", r'step "only": text: there is no placeholder {tokenz}'),
        ("{tokens}", "{tokens:x}", r"text: {tokens:x}: this takes no argument"),
        ("{tokens}", "{id_of}", r"{id_of}: a text is missing after a colon"),
        ("{tokens}", "{model:GPT-9}", r"no such model; there are Whisper tiny.en"),
        ("{tokens}", "{outweighs:a}", r"two tokens are given as one\|other"),
        ("{tokens}", "{tokens", r'a single "{"'),
        ("Say {tokens}.", " ", r"text is blank"),
        ('summary = "One step."\n', "", r"1-good.toml: summary must be a text, not None"),
        ('name = "good"', 'name = "bad"', r'the name "bad" is not that of the file'),
        ("[[steps]]", "[[stops]]", r"a lesson has steps, each under"),
        ("[[steps]]", "[[steps", r"1-good.toml: this is not TOML"),
    ],
)
def test_faults_name_file_and_step(old: str, new: str, said: str) -> None:
    with pytest.raises(LessonError, match=said) as fault:
        read_lesson(GOOD.replace(old, new, 1), "1-good.toml")
    assert str(fault.value).startswith("1-good.toml")


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ('point_at = "toaster"', 'there is no point_at "toaster"; choose one of text, heatmap'),
        ('figure = "photo"', 'there is no figure "photo"'),
        ('figure = "training"', 'the figure "training" needs the demo of the same name'),
        ("colour = 1", 'unknown key "colour"; there are name, '),
        ("state = 1", "state: this must be a table of keys and values"),
        ('[steps.state]\npreset = "gpt9"', 'state: there is no preset "gpt9"; choose one of whis'),
        ('[steps.state]\nmood = "good"', 'state: unknown key "mood"'),
        ("[steps.state]\nselected = -1", "selected must be a whole number from 0, not -1"),
        ("[steps.state]\nselected = true", "selected must be a whole number from 0, not True"),
        ("[steps.state]\nselected = 0\nrow = 0", "selected or a row by row, not both"),
        ("[steps.state]\ndims = [0, 1]", "dims must be three whole numbers from 0"),
        ("[steps.state]\ntext = 5", "text must be a text, not 5"),
        ('[steps.state]\nview = "4d"', 'there is no view "4d"; choose one of 2d, 3d'),
        ("[steps.demo]\nweight = 1", "demo: a demo has a name"),
        ('[steps.demo]\nname = "juggling"', 'there is no name "juggling"; choose one of weighted'),
        ('[steps.demo]\nname = "gradient"\nk = 1', '"gradient" has no parameter "k"; it has none'),
        ('[steps.demo]\nname = "training"\nseed = 1.5', "seed cannot be 1.5"),
        ('[steps.demo]\nname = "training"\nseed = true', "seed cannot be True"),
        ('[steps.demo]\nname = "training"\nalone = 1', "alone must be true or false, not 1"),
        ('[steps.demo]\nname = "training"\noptimiser = "x"', "optimiser cannot be 'x'"),
        ('[steps.try_it]\nanswer = "!"', "try_it: prompt must be a text, not None"),
        ('[steps.try_it]\nprompt = "?"\nanswer = " "', "try_it: answer is blank"),
        ('[steps.try_it]\nprompt = "{x}"\nanswer = "!"', "try_it: prompt: there is no placeholder"),
        ('[[steps]]\nname = "only"\ntitle = "T"\ntext = "T"', 'two steps are called "only"'),
    ],
)
def test_more_faults(added: str, said: str) -> None:
    with pytest.raises(LessonError, match=re.escape(said)) as fault:
        read_lesson(f"{GOOD}{added}\n", "1-good.toml")
    assert str(fault.value).startswith("1-good.toml")


@pytest.mark.parametrize("name", ["good.toml", "1-Good.toml", "x-good.toml", "1-good.txt"])
def test_file_names_have_a_number_and_a_name(name: str) -> None:
    with pytest.raises(LessonError, match="a lesson file is called like 2-looking-up-a-row"):
        read_lesson(GOOD, name)


def test_adding_a_lesson_takes_a_file_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("embedscope.lessons.loading.asset", lambda _name: tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "10-good.toml").write_text(GOOD, encoding="utf-8")
    mine = tmp_path / "9-mine.toml"
    mine.write_text(GOOD.replace('"good"', '"mine"'), encoding="utf-8")
    assert [lesson.name for lesson in load_lessons.__wrapped__()] == ["mine", "good"]
    mine.rename(tmp_path / "10-mine.toml")
    with pytest.raises(LessonError, match="have the same number"):
        load_lessons.__wrapped__()


def test_a_state_out_of_range_is_said_in_a_sentence() -> None:
    with pytest.raises(Exception, match="selected = 4 is out of range: there are 4"):
        open_view(StepState(preset="book-6x3", selected=4))
    with pytest.raises(Exception, match="row = 6 is out of range: there are 6"):
        open_view(StepState(preset="book-6x3", row=6))


def test_a_step_says_whether_norms_have_been_told() -> None:
    assert not any(step.norms for step in read_lesson(GOOD, "1-good.toml").steps)
    speaking = GOOD.replace("[[steps]]", "[[steps]]\nnorms = true", 1)
    assert read_lesson(speaking, "1-good.toml").steps[0].norms
    with pytest.raises(LessonError, match=r"norms must be true or false, not 1$"):
        read_lesson(speaking.replace("true", "1", 1), "1-good.toml")
    told = [step.name for lesson in load_lessons() for step in lesson.steps if step.norms]
    assert told == ["cosine", "two-lists"]
