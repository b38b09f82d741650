"""Signals of the window to methods of the controller: the one place where they meet."""

from collections.abc import Callable

from embedscope_gui.controller import Controller
from embedscope_gui.main_window import MainWindow
from embedscope_gui.map_control import MapControl
from embedscope_gui.opener import Opener


def wire(window: MainWindow, controller: Controller, opener: Opener) -> None:
    """Connect every pane and action of ``window``."""
    _wire_opening(window, opener)
    _wire_top(window, controller)
    _wire_panes(window, controller)
    _wire_heatmap(window, controller)
    wire_map(window, MapControl(controller, window.heatmap))
    _wire_actions(window, controller)


def _wire_opening(window: MainWindow, opener: Opener) -> None:
    window.top_bar.tableChosen.connect(opener.open)
    window.top_bar.tokenizerChosen.connect(opener.open_tokenizer)
    window.filesDropped.connect(opener.open_dropped)
    window.actions_.on("actionChooseTensor", opener.choose_tensor)
    window.actions_.on("actionTurnTable", opener.turn)


def _wire_top(window: MainWindow, controller: Controller) -> None:
    window.top_bar.specialsChosen.connect(controller.set_specials)
    window.progress.cancelled.connect(controller.cancel)


def _wire_panes(window: MainWindow, controller: Controller) -> None:
    window.text.textEdited.connect(controller.set_text)
    window.text.tokenSelected.connect(controller.select)
    window.vectors.tokenClicked.connect(controller.select)
    window.vectors.rowClicked.connect(controller.choose_row)
    window.vectors.dimsChanged.connect(controller.set_dims)
    window.inspector.neighbourActivated.connect(controller.choose_row)
    window.inspector.metricChanged.connect(controller.set_metric)


def _wire_heatmap(window: MainWindow, controller: Controller) -> None:
    heatmap = window.heatmap
    heatmap.viewportChanged.connect(controller.set_viewport)
    heatmap.modeChanged.connect(controller.set_mode)
    heatmap.rowClicked.connect(controller.click_row)
    heatmap.searchEdited.connect(controller.search)
    heatmap.searchStepped.connect(controller.step_search)


def wire_map(window: MainWindow, control: MapControl) -> None:
    """Connect colours, orders, odd rows and dims."""
    heatmap = window.heatmap
    heatmap.levelsEdited.connect(control.set_levels)
    heatmap.levelsAutoRequested.connect(control.auto_levels)
    heatmap.colormapChanged.connect(control.set_colormap)
    heatmap.reductionChanged.connect(control.set_reduction)
    heatmap.scaleChanged.connect(control.set_scale)
    heatmap.rowOrderChanged.connect(control.set_row_order)
    heatmap.dimOrderChanged.connect(control.set_dim_order)
    heatmap.undoOrderRequested.connect(control.undo_order)
    heatmap.dimClicked.connect(control.look_at_place)
    window.inspector.dimClosed.connect(control.leave_dim)
    slots: dict[str, Callable[[], object]] = {
        "actionNextOddRow": lambda: control.walk_rows(1),
        "actionPreviousOddRow": lambda: control.walk_rows(-1),
        "actionNextOddDim": lambda: control.walk_dims(1),
        "actionPreviousOddDim": lambda: control.walk_dims(-1),
        "actionInspectDim": lambda: control.look_at_place(heatmap.dim_in_use()),
        "actionUndoOrder": control.undo_order,
    }
    for name, slot in slots.items():
        window.actions_.on(name, slot)


def _wire_actions(window: MainWindow, controller: Controller) -> None:
    slots: dict[str, Callable[[], object]] = {
        "actionNextToken": lambda: controller.step_token(1),
        "actionPreviousToken": lambda: controller.step_token(-1),
        "actionNextHit": lambda: controller.step_search(1),
        "actionPreviousHit": lambda: controller.step_search(-1),
        "actionModeWhole": lambda: controller.set_mode("whole"),
        "actionModeLookedUp": lambda: controller.set_mode("looked-up"),
    }
    for name, slot in slots.items():
        window.actions_.on(name, slot)
