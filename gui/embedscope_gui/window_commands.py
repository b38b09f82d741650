"""Commands of the window that are not about the session: dialogs, theme, focus, help."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from embedscope.export import EXPORT_FORMATS, save_rows
from embedscope.presets import PRESETS
from embedscope.session.session import Session
from embedscope_gui import style
from embedscope_gui.controller import Controller
from embedscope_gui.habits import habits_of
from embedscope_gui.help import about_text, show_glossary, show_help
from embedscope_gui.last_look import look_of
from embedscope_gui.main_window import MainWindow
from embedscope_gui.opener import Opener
from embedscope_gui.opening import is_there
from embedscope_gui.settings import Settings, ThemeWish
from embedscope_gui.sizes import factor, next_size

if TYPE_CHECKING:
    from embedscope_gui.export.commands import ExportCommands
    from embedscope_gui.lessons.desk import LessonDesk


class WindowCommands(QObject):
    """Connects menu actions to dialogs and keeps what the window remembers."""

    def __init__(
        self, window: MainWindow, controller: Controller, opener: Opener, settings: Settings
    ) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._opener = opener
        self._settings = settings
        self._connect()
        self._connect_themes()
        controller.store.subscribe(self._on_session)
        window.closed.connect(self._keep_look)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_theme)

    def _connect(self) -> None:
        window = self._window
        slots: dict[str, Callable[[], object]] = {
            "actionOpenTable": self.ask_table,
            "actionOpenFolder": self.ask_folder,
            "actionOpenTokenizer": self.ask_tokenizer,
            "actionExportData": self.ask_rows,
            "actionExportImage": self.export_image,
            "actionCopyImage": self.copy_image,
            "actionFind": window.heatmap.focus_search,
            "actionGoText": window.text.setFocus,
            "actionGoTable": window.heatmap.focus_map,
            "actionGoVectors": window.vectors.focus_view,
            "actionGoNeighbours": window.inspector.neighbours.setFocus,
            "actionEnlarge": lambda: self.resize_everything(1),
            "actionShrink": lambda: self.resize_everything(-1),
            "actionPlane": lambda: window.vectors.show_dimensions(2),
            "actionSpace": lambda: window.vectors.show_dimensions(3),
            "actionFit": self._fit,
            "actionZoomRow": self._zoom_row,
            "actionLessonNext": lambda: self.walk_lesson(1),
            "actionLessonBack": lambda: self.walk_lesson(-1),
            "actionShortcuts": lambda: show_help(window),
            "actionGlossary": lambda: show_glossary(window),
            "actionAbout": lambda: QMessageBox.about(window, "About embedscope", about_text()),
        }
        for name, slot in slots.items():
            window.actions_.on(name, slot)
        follow = window.actions_["actionFollow"]
        follow.setChecked(self._controller.follows)
        follow.toggled.connect(self._follow)
        window.vectors.dimensionsChanged.connect(self._check_dimensions)
        window.actions_["actionLessons"].toggled.connect(self.show_lessons)
        window.heatmap.exportRequested.connect(self.export_heatmap)
        window.vectors.exportRequested.connect(self.export_vectors)
        window.top_bar.openTableRequested.connect(self.ask_table)
        window.top_bar.openTokenizerRequested.connect(self.ask_tokenizer)

    # pictures

    @cached_property
    def exports(self) -> "ExportCommands":
        """The commands that make pictures, imported when first used: start-up waits for nothing."""
        from embedscope_gui.export.commands import ExportCommands

        return ExportCommands(self._window, self._controller)

    def export_image(self) -> None:
        """Open the export dialog on the whole journey."""
        self.exports.ask()

    def export_heatmap(self) -> None:
        """Open the export dialog on what the heatmap shows."""
        self.exports.ask(self.exports.heatmap_kind())

    def export_vectors(self) -> None:
        """Open the export dialog on the points as they are shown."""
        self.exports.ask(self.exports.vectors_kind())

    def copy_image(self) -> None:
        """Copy a picture of the pane in use."""
        self.exports.copy_focused()

    # lessons

    @cached_property
    def lessons(self) -> "LessonDesk":
        """What walks the lessons, imported when first used."""
        from embedscope_gui.lessons.desk import LessonDesk

        return LessonDesk(self._window, self._controller, lambda: self.exports)

    def show_lessons(self, shown: bool) -> None:
        """Open the list of lessons, or leave the lesson and close the panel."""
        self.lessons.toggle(shown)

    def begin_lesson(self, path: str) -> None:
        """Begin the lesson "NAME" or "NAME/STEP" as soon as a table is open; "": the list."""
        self._window.actions_["actionLessons"].setChecked(True)
        if path:
            self.lessons.begin(path)

    def walk_lesson(self, step: int) -> None:
        """Go one step on or back, wherever the keyboard is; without a lesson, open the list."""
        if self._window.actions_["actionLessons"].isChecked():
            self.lessons.walk(step)
        else:
            self._window.actions_["actionLessons"].setChecked(True)

    # files

    def ask_table(self) -> None:
        """Ask for a table file and open it."""
        path, _ = QFileDialog.getOpenFileName(self._window, "Open a table", self._folder())
        if path:
            self._opener.open(path)

    def ask_folder(self) -> None:
        """Ask for a model's folder and open it."""
        path = QFileDialog.getExistingDirectory(self._window, "Open a folder", self._folder())
        if path:
            self._opener.open(path)

    def ask_tokenizer(self) -> None:
        """Ask for a tokenizer file and read the text with it."""
        path, _ = QFileDialog.getOpenFileName(self._window, "Open a tokenizer", self._folder())
        if path:
            self._opener.open_tokenizer(path)

    def ask_rows(self) -> None:
        """Ask where to save the looked-up rows."""
        text = self._controller.results.text
        if text is None or not len(text.ids):
            self._window.notice.show_message(
                "There is nothing to export yet: type a text first.", "warning"
            )
            return
        kinds = ";;".join(f"{kind.upper()} (*.{kind})" for kind in EXPORT_FORMATS)
        path, chosen = QFileDialog.getSaveFileName(
            self._window, "Export looked-up rows", "rows.csv", kinds
        )
        if path:
            kind = chosen.split(" ")[0].lower()
            self._save_rows(path, kind if kind in EXPORT_FORMATS else None)

    def _save_rows(self, path: str, kind: str | None) -> None:
        text = self._controller.results.text
        if text is None:
            return
        named = Path(path).suffix[1:].lower() in EXPORT_FORMATS
        self._controller.run_aside(
            "export",
            lambda progress: save_rows(text, path, None if named else kind, progress),
            lambda place: self._window.notice.tell_done(f"Saved {place}"),
        )

    def _folder(self) -> str:
        recent = self._settings.recent
        return str(Path(recent[0]).parent) if recent else ""

    # what is remembered

    def bring_back_look(self) -> None:
        """Show the table and the points as they were shown when the window was closed."""
        look, habits = self._settings.look, self._settings.habits
        self._controller.change(**habits.changes(self._controller.session))
        menu = self._window.vectors.menu
        menu.path.setChecked(habits.path)
        menu.ties.setChecked(habits.ties)
        menu.cloud.setChecked(habits.cloud)
        self._controller.set_mode(look.mode)
        self._window.actions_["actionSpace" if look.n_axes == 3 else "actionPlane"].trigger()

    def _keep_look(self) -> None:
        name = _remembered(self._controller.table_name)
        if name == self._settings.table:  # no table that was made in a lesson
            session, menu = self._controller.session, self._window.vectors.menu
            drawn = {"path": menu.path.isChecked(), "ties": menu.ties.isChecked()}
            self._settings.habits = habits_of(session, cloud=menu.cloud.isChecked(), **drawn)
            self._settings.look = look_of(session, name, self._window.vectors.dimensions)

    def _on_session(self, old: Session, new: Session) -> None:
        if new.table is old.table:
            return
        name = self._controller.table_name
        if name not in PRESETS and not is_there(name):
            return  # made here, in a lesson
        self._settings.table = _remembered(name)
        if name not in PRESETS:
            self._settings.add_recent(_remembered(name))
            titles = [(p.name, p.title) for p in PRESETS.values()]
            self._window.top_bar.show_tables(titles, self._settings.recent)
            self._window.top_bar.show_table(name, Path(name).name)

    # theme

    def _connect_themes(self) -> None:
        actions = self._window.actions_
        wishes: dict[str, ThemeWish] = {
            "actionThemeSystem": "system",
            "actionThemeLight": "light",
            "actionThemeDark": "dark",
        }
        for name, wish in wishes.items():
            actions[name].setChecked(self._settings.theme == wish)
            actions.on(name, lambda wish=wish: self.set_theme(wish))  # type: ignore[misc]

    def set_theme(self, wish: ThemeWish) -> None:
        """Use and remember a theme."""
        self._settings.theme = wish
        self._apply_theme()

    def _on_system_theme(self, _scheme: Qt.ColorScheme) -> None:
        if self._settings.theme == "system":
            self._apply_theme()

    def _apply_theme(self) -> None:
        wish = self._settings.theme
        name = style.system_theme() if wish == "system" else wish
        app = QApplication.instance()
        if isinstance(app, QApplication):
            self._window.set_theme(style.apply(app, name))
            self._controller.set_theme(name)

    def resize_everything(self, step: int) -> None:
        """Choose how large everything is drawn from the next start on, a step up or down."""
        at_100 = self._window.screen().size().toSizeF() * factor()
        self._settings.size, said = next_size(self._settings.size, step, at_100)
        self._window.notice.tell_done(said)

    # view

    def _follow(self, on: bool) -> None:
        self._controller.follows = on

    def _check_dimensions(self, n_axes: int) -> None:
        self._window.actions_["actionSpace" if n_axes == 3 else "actionPlane"].setChecked(True)

    def _fit(self) -> None:
        self._window.heatmap.fit()
        self._window.vectors.fit()

    def _zoom_row(self) -> None:
        row = self._controller.view_row()
        if row is not None:
            self._window.heatmap.zoom_to(row)


def _remembered(name: str) -> str:
    """Return the name under which a table is found again, wherever the next start is from.

    A link stays one: model caches keep files under other names, and only links beside a tokenizer.
    """
    path = Path(name)
    whole = path.resolve() if ".." in path.parts else path.absolute()
    return name if name in PRESETS else str(whole)
