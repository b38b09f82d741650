"""The commands that make pictures: the dialog, saving, and the clipboard."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from embedscope.errors import EmbedscopeError
from embedscope_gui.controller import Controller
from embedscope_gui.export.dialog import ExportDialog, Wish
from embedscope_gui.export.subject import window_subject
from embedscope_gui.figures.figure import Figure
from embedscope_gui.figures.formats import figure_image
from embedscope_gui.figures.kinds import TITLES, build_figure
from embedscope_gui.figures.save import SaveOptions, look_of, save_figure
from embedscope_gui.figures.widget_figure import WidgetFigure
from embedscope_gui.main_window import MainWindow
from embedscope_gui.theme import THEMES

WINDOW = "window"
COPY_SCALE = 2.0


class ExportCommands(QObject):
    """Makes pictures of what ``window`` shows."""

    def __init__(self, window: MainWindow, controller: Controller) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self._offered: dict[str, tuple[str, Callable[[], Figure]]] = {}

    def offer(self, kind: str, title: str, make: Callable[[], Figure]) -> None:
        """Let the dialog list another picture ``kind``, which ``make()`` draws."""
        self._offered[kind] = (title, make)

    def withdraw(self, kind: str) -> None:
        """Let the dialog list it no longer."""
        self._offered.pop(kind, None)

    def ask(self, kind: str = "pipeline") -> ExportDialog:
        """Open the dialog on ``kind``."""
        offered = [(name, title) for name, (title, _) in self._offered.items()]
        kinds = [*offered, *TITLES.items(), (WINDOW, "The whole window")]
        dialog = ExportDialog(kinds, self.figure, self._controller.session.theme, self._window)
        dialog.show_kind(kind)
        dialog.saveRequested.connect(lambda wish: self._ask_place(dialog, wish))
        dialog.copyRequested.connect(lambda wish: dialog.tell(self.copy(wish) or "Copied."))
        dialog.show()
        return dialog

    def figure(self, kind: str) -> Figure:
        """Return the figure of what the window shows; EmbedscopeError where there is none."""
        if kind == WINDOW:
            self._window.notice.let_pass()  # "Saved" is no part of the picture
            return WidgetFigure(self._window, "embedscope")
        if kind in self._offered:
            return self._offered[kind][1]()
        subject = window_subject(self._controller.session, self._controller.results)
        return build_figure(kind, subject)

    def copy(self, wish: Wish) -> str:
        """Put the picture on the clipboard; return what stood in the way, or ""."""
        try:
            figure = self.figure(wish.kind)
            image = figure_image(figure, look_of(figure, wish.options))
        except EmbedscopeError as error:
            self._window.notice.show_message(str(error), "error")
            return str(error)
        QGuiApplication.clipboard().setImage(image)
        self._window.notice.tell_done("The picture is on the clipboard.")
        return ""

    def copy_focused(self) -> None:
        """Copy the picture of the pane that has the focus, else the whole journey."""
        theme = THEMES[self._controller.session.theme]
        options = SaveOptions(scale=COPY_SCALE, theme=theme)
        self.copy(Wish(self._focused_kind(), "png", options))

    def save(self, wish: Wish, path: str) -> str:
        """Write the picture and say where it is, or why not; return why not, or ""."""
        try:
            place = save_figure(self.figure(wish.kind), path, wish.options, wish.format)
        except EmbedscopeError as error:
            self._window.notice.show_message(str(error), "error")
            return str(error)
        self._window.notice.tell_done(f"Saved {place}")
        return ""

    def _ask_place(self, dialog: ExportDialog, wish: Wish) -> None:
        name = f"embedscope-{wish.kind}.{wish.format}"
        kinds = f"{wish.format.upper()} (*.{wish.format})"
        path, _ = QFileDialog.getSaveFileName(dialog, "Save the picture", name, kinds)
        if path:
            dialog.tell(self.save(wish, path) or "Saved.")

    def heatmap_kind(self) -> str:
        """Return the kind of what the heatmap shows."""
        return "table" if self._controller.session.mode == "whole" else "lookup"

    def vectors_kind(self) -> str:
        """Return the kind of the view of points in front."""
        return "vectors2d" if self._window.vectors.dimensions == 2 else "vectors3d"

    def _focused_kind(self) -> str:
        window = self._window
        focus = window.focusWidget()
        for pane, kind in (
            (window.text, "tokens"),
            (window.heatmap, self.heatmap_kind()),
            (window.vectors, self.vectors_kind()),
        ):
            if pane.isAncestorOf(focus):
                return kind
        return "pipeline"
