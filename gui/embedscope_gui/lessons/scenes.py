"""From the state of a step to one change of the session."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from embedscope.lessons.lesson import StepState
from embedscope.presets import DEFAULT_PRESET, PRESETS
from embedscope.progress import Progress
from embedscope.session.session import (
    NATURAL,
    AxesChoice,
    Colouring,
    NearestWish,
    suitable_axes,
)
from embedscope.session.text import TextResult
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.controller import Controller
from embedscope_gui.kept import KeptSession
from embedscope_gui.opening import Opened, load_table

AFRESH: Mapping[str, object] = {
    "dim": None,
    "marked": None,
    "levels": None,
    "scale": "linear",
    "reduction": "magnitude",
    "order": NATURAL,
    "nearest": NearestWish(),
    "colouring": Colouring(),
}
"""What a step does not speak of is as it is at first; the user's own choice comes back later."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table and the reading of a step, with nothing left open."""

    preset: str
    tokenizer: str
    text: str
    state: StepState


def scene_of(state: StepState) -> Scene:
    """Return what ``state`` asks for; what it leaves open is as the preset has it."""
    preset = PRESETS[state.preset or DEFAULT_PRESET]
    text = preset.text if state.text is None else state.text
    return Scene(preset.name, state.tokenizer or preset.tokenizer, text, state)


class Scenes:
    """Shows scenes; presets stay open, with what was computed of them, while lessons are walked."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._kept: dict[str, KeptSession] = {}

    def show(self, state: StepState, then: Callable[[], None]) -> None:
        """Show ``state`` as soon as its table is there, and call ``then()``."""
        scene = scene_of(state)
        known = self._known(scene)

        def arrived(opened: Opened) -> None:
            self._apply(opened, scene)
            then()

        if known is not None:
            self._controller.cancel("open")  # of a step that was left before its table came
            arrived(known)
        else:
            self._controller.run_aside("open", lambda p: _load(scene, p), arrived)

    def remember(self, kept: KeptSession) -> None:
        """Keep what was computed of a preset, to be shown again at once."""
        if kept.table_name in PRESETS and kept.session.table is not None:
            self._kept[kept.table_name] = kept

    def forget(self) -> None:
        """Let go of the tables."""
        self._kept.clear()

    def _known(self, scene: Scene) -> Opened | None:
        """Return the scene's table if it is open already."""
        controller, kept = self._controller, self._kept.get(scene.preset)
        table = kept.session.table if kept is not None else None
        if controller.table_name == scene.preset and controller.session.table is not None:
            table = controller.session.table
        if table is None:
            return None
        return Opened(scene.preset, table, get_tokenizer(scene.tokenizer), scene.text)

    def _apply(self, opened: Opened, scene: Scene) -> None:
        controller = self._controller
        changes = self._changes(opened, scene)
        if controller.session.table is opened.table:
            controller.change(**changes)
            return
        self.remember(controller.keep())
        kept = self._kept.get(scene.preset)
        if kept is None:
            controller.show_opened(opened, **changes)
            return
        session = replace(kept.session, viewport=None, **changes)  # type: ignore[arg-type]
        controller.bring_back(replace(kept, session=session))

    def _changes(self, opened: Opened, scene: Scene) -> dict[str, object]:
        state, session = scene.state, self._controller.session
        changes: dict[str, object] = {
            "tokenizer": opened.tokenizer,
            "text": scene.text,
            "specials": state.specials or "plain",
            "selected": state.selected,
            "row": state.row,
            "mode": state.mode or "whole",
            "axes": _axes(state, opened.table),
            "metric": state.metric or "cosine",
            **AFRESH,
        }
        if state.selected is not None:
            asked = replace(session, **{k: changes[k] for k in ("tokenizer", "text", "specials")})  # type: ignore[arg-type]
            if asked == session and session.table is opened.table:
                changes["row"] = _row_at(self._controller.results.text, state.selected)
        return changes


def _load(scene: Scene, progress: Progress) -> Opened:
    return load_table(scene.preset, scene.text, scene.tokenizer, None, None, progress)


def _axes(state: StepState, table: Table) -> AxesChoice:
    usual = suitable_axes(table)
    return AxesChoice(state.axes or usual.kind, state.dims or usual.dims)


def _row_at(text: TextResult | None, position: int) -> int | None:
    """Return the row of a token whose text is read already."""
    if text is None or position >= len(text.ids) or not text.has_row[position]:
        return None
    return int(text.ids[position])
