"""``embedscope figure``: a picture of one kind in a file."""

import argparse
from pathlib import Path

from embedscope.errors import EmbedscopeError
from embedscope.presets import DEFAULT_PRESET
from embedscope.tables.table import Table
from embedscope_gui.cli.output import clear_progress, note, progress_line, say
from embedscope_gui.cli.parser import LESSON
from embedscope_gui.cli.pick import chosen_table, chosen_text, chosen_tokenizer
from embedscope_gui.offscreen import draw_in_memory


def run(given: argparse.Namespace) -> int:
    """Write the picture and print where it is."""
    draw_in_memory()  # before Qt is imported
    _tell_unused(given)
    if given.kind.startswith(LESSON):
        place = _lesson(given)
    else:
        place = _window(given) if given.kind == "window" else _figure(given)
    say(str(place))
    return 0


def _tell_unused(given: argparse.Namespace) -> None:
    """Say which options mean nothing for this kind of figure."""
    is_window, is_lesson = given.kind == "window", given.kind.startswith(LESSON)
    has_points = given.kind in ("pipeline", "vectors2d", "vectors3d")
    asked = {
        "--axes": bool(given.axes) and not has_points,
        "--colour": bool(given.colour) and not has_points,
        "--table": is_lesson and given.table != DEFAULT_PRESET,
        "--tensor": is_lesson and given.tensor is not None,
        "--tokenizer": is_lesson and given.tokenizer is not None,
        "--transparent": is_window and given.transparent,
    }
    for option in (option for option, is_unused in asked.items() if is_unused):
        note(f"{option} means nothing for the figure {given.kind}.")


def _window(given: argparse.Namespace) -> Path:
    from embedscope_gui.window_picture import window_picture

    return window_picture(
        given.output,
        given.table,
        chosen_text(given),
        given.tokenizer,
        width=given.width,
        height=given.height,
        scale=given.scale,
        theme=given.theme,
        specials=given.specials,
        tensor=given.tensor,
    )


def _lesson(given: argparse.Namespace) -> Path:
    """Write a step of a lesson, with its own table and, unless another is given, its own text."""
    from PySide6.QtGui import QGuiApplication

    from embedscope.lessons.loading import find_step
    from embedscope_gui.figures.save import SaveOptions, save_figure
    from embedscope_gui.lessons.step_figure import lesson_figure
    from embedscope_gui.theme import THEMES

    path = given.kind.removeprefix(LESSON)
    find_step(path)
    application = QGuiApplication.instance() or QGuiApplication(["embedscope"])
    options = SaveOptions(
        given.width, given.height, given.scale, given.transparent, THEMES[given.theme]
    )
    figure = lesson_figure(path, given.text, given.colormap, progress_line())
    clear_progress()
    place = save_figure(figure, given.output, options)
    del application
    return place


def _check_dims(dims: tuple[int, int, int], table: Table) -> None:
    """Raise EmbedscopeError for an axis that the table does not have; -1: none was named."""
    missing = next((dim for dim in dims if dim >= table.n_dims), None)
    if missing is not None:
        known = f"{table.name} has the dims 0 to {table.n_dims - 1}"
        raise EmbedscopeError(f"There is no dim {missing} for an axis: {known}.")


def _figure(given: argparse.Namespace) -> Path:
    from PySide6.QtGui import QGuiApplication

    from embedscope.session.session import AxesChoice, Colouring
    from embedscope_gui.figures.kinds import SHOWS_POINTS, build_figure
    from embedscope_gui.figures.save import SaveOptions, save_figure
    from embedscope_gui.figures.subject import Source, View, make_subject
    from embedscope_gui.theme import THEMES

    application = QGuiApplication.instance() or QGuiApplication(["embedscope"])
    table = chosen_table(given)
    source = Source(table, chosen_tokenizer(given, table), chosen_text(given), given.specials)
    axes = AxesChoice(*given.axes) if given.axes else None
    if axes is not None and axes.kind == "dims":
        _check_dims(axes.dims, table)
    colouring = Colouring(*given.colour) if given.colour else Colouring()
    view = View(colormap=given.colormap, axes=axes, colouring=colouring)
    points = given.kind in SHOWS_POINTS
    subject = make_subject(source, view, points=points, progress=progress_line())
    clear_progress()
    options = SaveOptions(
        given.width, given.height, given.scale, given.transparent, THEMES[given.theme]
    )
    place = save_figure(build_figure(given.kind, subject), given.output, options)
    del application
    return place
