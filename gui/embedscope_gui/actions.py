"""Every command of the window: its name, text, shortcut and menu, in one table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu


@dataclass(frozen=True, slots=True)
class Command:
    """One action; ``group`` makes it one choice of several, ``checkable`` an on/off switch."""

    name: str  # objectName
    menu: str
    text: str
    keys: str = ""
    checkable: bool = False
    group: str = ""
    tip: str = ""


SEPARATOR = "-"
COMMANDS: tuple[Command | str, ...] = (
    Command("actionOpenTable", "&File", "&Open table…", "Ctrl+O"),
    Command("actionOpenFolder", "&File", "Open &folder…", "Ctrl+Alt+O"),
    Command("actionOpenTokenizer", "&File", "Open &tokenizer…", "Ctrl+Shift+O"),
    SEPARATOR,
    Command("actionChooseTensor", "&File", "Choose another te&nsor…", "Ctrl+Shift+T"),
    Command("actionTurnTable", "&File", "T&urn the table", "Ctrl+Shift+R"),
    SEPARATOR,
    Command("actionExportImage", "&File", "&Export image…", "Ctrl+E"),
    Command("actionCopyImage", "&File", "&Copy image", "Ctrl+Shift+C"),
    Command("actionExportData", "&File", "Export looked-up &rows…", "Ctrl+Shift+E"),
    SEPARATOR,
    Command("actionQuit", "&File", "&Quit", "Ctrl+Q"),
    Command("actionNextToken", "&Go", "&Next token", "Alt+Right"),
    Command("actionPreviousToken", "&Go", "&Previous token", "Alt+Left"),
    Command("actionFind", "&Go", "&Find token or id…", "Ctrl+F"),
    Command("actionNextHit", "&Go", "Next &hit", "F3"),
    Command("actionPreviousHit", "&Go", "Previous h&it", "Shift+F3"),
    SEPARATOR,
    Command("actionGoText", "&Go", "Go to the &text", "F6"),
    Command("actionGoTable", "&Go", "Go to the ta&ble", "F7"),
    Command("actionGoVectors", "&Go", "Go to the &vectors", "F8"),
    Command("actionGoNeighbours", "&Go", "Go to the neigh&bours", "F9"),
    Command("actionRowBack", "&Go", "B&ack to the row before", "Ctrl+["),
    Command("actionRowForward", "&Go", "Forwar&d again", "Ctrl+]"),
    SEPARATOR,
    Command("actionLessonNext", "&Go", "Next step of the &lesson", "Alt+PgDown"),
    Command("actionLessonBack", "&Go", "Previous step of the le&sson", "Alt+PgUp"),
    Command("actionRowFacts", "&Rows", "Row &facts…", "Ctrl+I"),
    Command("actionCompareLists", "&Rows", "&Compare two lists of neighbours…", "Ctrl+K"),
    Command("actionSaveList", "&Rows", "&Save the nearest rows…", "Ctrl+Shift+S"),
    SEPARATOR,
    Command("actionNextOddRow", "&Rows", "Next &odd row", "F4"),
    Command("actionPreviousOddRow", "&Rows", "Pre&vious odd row", "Shift+F4"),
    Command("actionNextOddDim", "&Rows", "Next odd &dim", "F2"),
    Command("actionPreviousOddDim", "&Rows", "Previous odd d&im", "Shift+F2"),
    Command("actionInspectDim", "&Rows", "&Look at the dim under the pointer", "Ctrl+Shift+I"),
    SEPARATOR,
    Command("actionMap", "&Rows", "&t-SNE of rows…", "Ctrl+M"),
    Command("actionSaveMap", "&Rows", "Save coo&rdinates…", "Ctrl+Shift+M"),
    Command("actionLoadMap", "&Rows", "&Load coordinates…", "Ctrl+Alt+M"),
    Command("actionModeWhole", "&View", "&Whole table", "Ctrl+1", group="mode"),
    Command("actionModeLookedUp", "&View", "&Looked-up rows", "Ctrl+2", group="mode"),
    SEPARATOR,
    Command("actionPlane", "&View", "Vectors in &2D", "Ctrl+3", group="space"),
    Command("actionSpace", "&View", "Vectors in &3D", "Ctrl+4", group="space"),
    SEPARATOR,
    Command("actionFit", "&View", "&Fit table and vectors", "Ctrl+0"),
    Command("actionFollow", "&View", "F&ollow the selection", "Ctrl+Shift+F", checkable=True),
    Command("actionZoomRow", "&View", "&Zoom to the selected row", "Ctrl+R"),
    Command("actionUndoOrder", "&View", "&Undo the order of rows and dims", "Ctrl+Shift+U"),
    SEPARATOR,
    Command("actionShowText", "&View", "Text pane", "Ctrl+Shift+1", checkable=True),
    Command("actionShowTable", "&View", "Table pane", "Ctrl+Shift+2", checkable=True),
    Command("actionShowVectors", "&View", "Vectors pane", "Ctrl+Shift+3", checkable=True),
    Command("actionShowInspector", "&View", "Inspector", "Ctrl+Shift+4", checkable=True),
    Command("actionLessons", "&View", "Lesson&s", "Ctrl+L", checkable=True),
    Command("actionResetLayout", "&View", "&Reset the layout", "Ctrl+Shift+0"),
    SEPARATOR,
    Command("actionThemeSystem", "&View", "Theme of the &system", "Ctrl+Shift+D", group="theme"),
    Command("actionThemeLight", "&View", "L&ight theme", "Ctrl+Alt+D", group="theme"),
    Command("actionThemeDark", "&View", "&Dark theme", "Ctrl+D", group="theme"),
    SEPARATOR,
    Command("actionEnlarge", "&View", "&Enlarge everything", "Ctrl++"),
    Command("actionShrink", "&View", "Shrin&k everything", "Ctrl+-"),
    Command("actionShortcuts", "&Help", "&Keyboard and mouse", "F1"),
    Command("actionGlossary", "&Help", "&Words", "Ctrl+F1"),
    Command("actionAbout", "&Help", "&About embedscope", "Shift+F1"),
)


class Actions:
    """The QActions of COMMANDS, put into the menus of a window; look them up by name."""

    def __init__(self, window: QMainWindow) -> None:
        self._made: dict[str, QAction] = {}
        menus: dict[str, QMenu] = {}
        groups: dict[str, QActionGroup] = {}
        menu: QMenu | None = None
        for command in COMMANDS:
            if isinstance(command, str):
                if menu is not None:
                    menu.addSeparator()
                continue
            menu = menus.setdefault(command.menu, QMenu(command.menu, window))
            action = self._make(command, window)
            menu.addAction(action)
            if command.group:
                groups.setdefault(command.group, QActionGroup(window)).addAction(action)
        self.menus: Mapping[str, QMenu] = menus
        for made in menus.values():
            window.menuBar().addMenu(made)

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def on(self, name: str, slot: Callable[[], object]) -> None:
        """Call ``slot()`` when the action ``name`` is chosen."""
        self._made[name].triggered.connect(lambda _checked=False: slot())

    def _make(self, command: Command, window: QMainWindow) -> QAction:
        action = QAction(command.text, window)
        action.setObjectName(command.name)
        action.setCheckable(command.checkable or bool(command.group))
        if command.keys:
            action.setShortcut(QKeySequence(command.keys))
        window.addAction(action)  # shortcuts work while the menu bar is hidden, too
        self._made[command.name] = action
        return action


def shortcut_list() -> tuple[tuple[str, str], ...]:
    """Return (what, keys) of every command that has a shortcut, for the help page."""
    return tuple(
        (command.text.replace("&", "").rstrip("…"), command.keys)
        for command in COMMANDS
        if isinstance(command, Command) and command.keys
    )
