"""How the window looked before a lesson: panes, splitters, and where each view looked."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QByteArray, QSignalBlocker

from embedscope_gui.heatmap.even_zoom import Spans
from embedscope_gui.main_window import PANES, SHOW_ACTIONS, MainWindow
from embedscope_gui.vectors.scene import Scene2D, Scene3D


@dataclass(frozen=True, eq=False)
class Caret:
    """Where the text cursor was, and how far the text was scrolled."""

    anchor: int
    position: int
    scrolled: int


@dataclass(frozen=True, eq=False)
class KeptWindow:
    """What is seen besides the session; None where a view had not been fitted yet."""

    shown: tuple[str, ...]
    across: QByteArray
    down: QByteArray
    spans: Spans
    plane: Scene2D | None
    space: Scene3D | None
    dimensions: int
    caret: Caret


def keep_window(window: MainWindow) -> KeptWindow:
    """Return how ``window`` looks now."""
    heatmap, vectors = window.heatmap, window.vectors
    return KeptWindow(
        shown=tuple(name for name in PANES if window.actions_[SHOW_ACTIONS[name]].isChecked()),
        across=window.across.saveState(),
        down=window.down.saveState(),
        spans=(heatmap.scene.rows, heatmap.scene.cols),
        plane=None if vectors.plane.wants_fit else vectors.plane.scene,
        space=None if vectors.space.wants_fit else vectors.space.scene,
        dimensions=vectors.dimensions,
        caret=_caret(window),
    )


def bring_back_panes(window: MainWindow, kept: KeptWindow) -> None:
    """Show the panes that were shown, as large as they were."""
    for name in PANES:
        window.actions_[SHOW_ACTIONS[name]].setChecked(name in kept.shown)
    window.across.restoreState(kept.across)
    window.down.restoreState(kept.down)


def bring_back_views(window: MainWindow, kept: KeptWindow) -> None:
    """Let each view look where it looked; the session must be back already."""
    heatmap = window.heatmap
    if tuple(span.size for span in kept.spans) == heatmap.scene.shape:
        heatmap.view.move_to(kept.spans)
    show_dimensions(window, kept.dimensions)
    _bring_back_points(window, kept)
    _place_caret(window, kept.caret)


def show_dimensions(window: MainWindow, n_axes: int) -> None:
    """Bring the plane (2) or the space (3) to the front, in pane and menu."""
    window.vectors.show_dimensions(n_axes)
    window.actions_["actionPlane" if n_axes == 2 else "actionSpace"].setChecked(True)


def _bring_back_points(window: MainWindow, kept: KeptWindow) -> None:
    plane, space = window.vectors.plane, window.vectors.space
    if kept.plane is not None and not plane.scene.content.is_empty:
        plane.fit()
        plane.scene = replace(plane.scene, extent=kept.plane.extent, equal=kept.plane.equal)
    if kept.space is not None and not space.scene.content.is_empty:
        space.fit()
        space.scene = replace(space.scene, camera=kept.space.camera, bounds=kept.space.bounds)


def _caret(window: MainWindow) -> Caret:
    edit = window.text.edit
    cursor = edit.textCursor()
    return Caret(cursor.anchor(), cursor.position(), edit.verticalScrollBar().value())


def _place_caret(window: MainWindow, caret: Caret) -> None:
    edit = window.text.edit
    end = edit.document().characterCount() - 1  # the text may have become shorter
    with QSignalBlocker(edit):  # the caret chooses a token only where the user puts it
        cursor = edit.textCursor()
        cursor.setPosition(min(caret.anchor, end))
        cursor.setPosition(min(caret.position, end), cursor.MoveMode.KeepAnchor)
        edit.setTextCursor(cursor)
    edit.verticalScrollBar().setValue(caret.scrolled)
