"""The vectors pane: typed tokens as points on two or three axes, over all rows of the table."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from embedscope.expressions.errors import ExpressionError
from embedscope.session.results import ColoursResult
from embedscope.session.session import Colouring
from embedscope.tables.base import Floats, Ints
from embedscope_gui.theme import GRID_PX, LIGHT, Theme
from embedscope_gui.vectors.assemble import Preview, Shown, assemble, paint_rows
from embedscope_gui.vectors.axes_chooser import (
    DIMS,
    EXPRESSIONS,
    MAP,
    AxesBox,
    AxesChoices,
    DimsRow,
)
from embedscope_gui.vectors.canvas import PointCanvas
from embedscope_gui.vectors.expressions_row import AxesLines, ColourLine
from embedscope_gui.vectors.header import DimensionSwitch
from embedscope_gui.vectors.in_line import ordered
from embedscope_gui.vectors.judged import Judged
from embedscope_gui.vectors.menu import VectorsMenu
from embedscope_gui.vectors.plane_view import PlaneView
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.remarks import NOT_FINITE, caption_text, description, lost_sentence
from embedscope_gui.vectors.scene import NO_TITLES, Scene2D, Scene3D, Titles
from embedscope_gui.vectors.space_view import SpaceView
from embedscope_gui.widgets.expression_edit import Complete
from embedscope_gui.widgets.pane import Pane, plain_label


class VectorsPane(Pane):
    """Shows points; tells what was clicked, hovered and chosen. Typing never moves the view."""

    axesChanged = Signal(str)
    dimsChanged = Signal(tuple)
    expressionsChanged = Signal(tuple)
    colouringChanged = Signal(object)  # a Colouring
    tokenClicked = Signal(int)  # text position
    rowClicked = Signal(int)  # a row of the cloud
    rowHovered = Signal(int)  # -1: none
    rowsMarked = Signal(object, bool)  # rows (n,); besides those marked already?
    dimensionsChanged = Signal(int)  # 2 or 3, by the user
    arrowsToggled = Signal(bool)
    pathToggled = Signal(bool)
    exportRequested = Signal()
    mapRequested = Signal()
    saveMapRequested = Signal()
    loadMapRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Vectors", parent)
        self._shown = Shown()
        self._caption = ""
        self._lost = {2: "", 3: ""}  # what is said of rows that are not finite, by axes
        self._choices = AxesChoices(3)
        self._colouring = Colouring()
        self._fitted_on: tuple[object, ...] = ()
        self._painted = paint_rows(self._shown)
        self.plane, self.space = PlaneView(LIGHT), SpaceView(LIGHT)
        self.switch, self.axes_box = DimensionSwitch(), AxesBox()
        self.menu, self.dims_row = VectorsMenu(), DimsRow()
        self.axes_lines, self.colour_line = AxesLines(), ColourLine()
        self.caption = plain_label(name="caption")
        self._fill()
        self._connect()
        self.show_axes(NO_TITLES, self._choices)
        self.show_dimensions(2)

    def _fill(self) -> None:
        """Put the controls in the title line, the two views and the caption under it."""
        self.header.insertWidget(1, self.switch)
        self.header.insertWidget(2, self.axes_box, 100)
        self.header.addWidget(self.menu)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.plane)
        self.stack.addWidget(self.space)
        self.caption.setWordWrap(True)
        self.caption.setContentsMargins(GRID_PX, GRID_PX // 2, GRID_PX, GRID_PX // 2)
        for row in (self.dims_row, self.axes_lines, self.colour_line):
            row.hide()
            self.body.addWidget(row)
        self.body.addWidget(self.stack, 1)
        self.body.addWidget(self.caption)

    def _connect(self) -> None:
        """Pass on what people do."""
        for view in (self.plane, self.space):
            view.tokenClicked.connect(self.tokenClicked)
            view.rowClicked.connect(self.rowClicked)
            view.rowHovered.connect(self.rowHovered)
            view.rowsMarked.connect(self.rowsMarked)
            view.menuWanted.connect(self.menu.menu().popup)
        self.switch.chosen.connect(self._on_dimensions)
        self.axes_box.keyChosen.connect(self._on_axes)
        self.dims_row.dimsChosen.connect(self.dimsChanged)
        self.axes_lines.expressionsChosen.connect(self.expressionsChanged)
        self.colour_line.expressionChosen.connect(self._on_colour_expression)
        self._connect_menu(self.menu)

    def _connect_menu(self, menu: VectorsMenu) -> None:
        menu.arrows.toggled.connect(self._on_arrows)
        menu.path.toggled.connect(self._on_path)
        menu.cloud.toggled.connect(lambda shown: self._change(with_cloud=shown))
        menu.ties.toggled.connect(lambda shown: self._change(with_ties=shown))
        menu.colouringChosen.connect(self._on_colouring)
        menu.drawRequested.connect(self._on_draw)
        menu.unmarkRequested.connect(self.plane.unmark)
        menu.mapRequested.connect(self.mapRequested)
        menu.saveMapRequested.connect(self.saveMapRequested)
        menu.loadMapRequested.connect(self.loadMapRequested)
        menu.fit.triggered.connect(self.fit)
        menu.reset.triggered.connect(self._on_reset)
        menu.export.triggered.connect(self.exportRequested)

    # what is shown

    @property
    def dimensions(self) -> int:
        """2 or 3: the view in front."""
        return 2 if self.stack.currentWidget() is self.plane else 3

    @property
    def scene(self) -> Scene2D | Scene3D:
        """What is on view, for a saved picture of it."""
        self.view.fit_if_wanted()
        return self.view.scene

    @property
    def view(self) -> PointCanvas[Scene2D] | PointCanvas[Scene3D]:
        """The view in front."""
        return self.plane if self.dimensions == 2 else self.space

    def show_dimensions(self, n_axes: int) -> None:
        """Bring the plane (2) or the space (3) to the front."""
        self.switch.show_dimensions(n_axes)
        self.stack.setCurrentWidget(self.plane if n_axes == 2 else self.space)
        self.dims_row.show_z(n_axes == 3)
        self.axes_lines.show_z(n_axes == 3)
        self._show_caption()

    def show_cloud(self, points: Floats | None, rows: Ints | None = None) -> None:
        """Show all rows (V, 3) dimmed, or none; the first cloud after none, or a map, is fitted.

        ``rows``: those that are in the picture, where it is a map of some.
        """
        another_map = self._choices.current == MAP and points is not self._shown.cloud
        if self._shown.cloud is None or points is None or another_map:
            self._want_fit()
        if points is not self._shown.cloud:
            self._lost = {n: lost_sentence(points, n, "row") for n in (2, 3)}
        self._change(cloud=points, rows=rows)

    def show_tokens(self, view: PointsView) -> None:
        """Show the typed tokens; ranges stay."""
        self._change(tokens=view)

    def show_selected(self, position: int | None) -> None:
        """Mark the token at a text position as the selected one."""
        self._change(tokens=self._shown.tokens.with_selected(position))

    def show_row(self, row: int | None) -> None:
        """Mark a row of the table that was chosen elsewhere and has no token in the text."""
        if row != self._shown.row:
            self._change(row=row)

    def show_axes(self, titles: Titles, choices: AxesChoices) -> None:
        """Name the axes and offer ``choices``; other axes than before are fitted anew."""
        self.show_choices(choices)
        self.plane.pca = choices.current != DIMS
        own = {DIMS: choices.dims, EXPRESSIONS: choices.expressions}
        kind = (choices.n_dims, choices.current, own.get(choices.current, choices.map_title))
        if kind != self._fitted_on:
            self._fitted_on = kind
            self._want_fit()
        self._change(titles=titles, axes=choices.current)

    def show_coming(self, coming: bool) -> None:
        """Say, while there is nothing to see, whether points are on their way."""
        self._change(coming=coming)

    def show_choices(self, choices: AxesChoices) -> None:
        """Offer ``choices``; the points on the axes that are chosen may still be on their way."""
        self._choices = choices
        self.axes_box.show_choices(choices)
        self.dims_row.show_dims(choices.dims, choices.n_dims)
        self.axes_lines.show_expressions(choices.expressions)
        self._show_rows_of(choices.current)

    def show_faults(self, faults: Sequence[ExpressionError | None]) -> None:
        """Mark what is wrong with the expressions on the axes."""
        self.axes_lines.show_faults(faults)

    def show_colours(self, colouring: Colouring, colours: ColoursResult | None) -> None:
        """Colour the rows by ``colours``, None: in one quiet colour (or not yet)."""
        self._colouring = colouring
        self.menu.show_colouring(colouring.kind)
        self.colour_line.show_expressions([colouring.expression])
        self.colour_line.show_faults([None if colours is None else colours.fault])
        self.colour_line.setVisible(colouring.kind == EXPRESSION)
        self._change(colours=colours)

    def show_marked(self, rows: Ints | None) -> None:
        """Let these rows (n,) of the cloud stand out."""
        self._change(marked=rows)

    def show_near(self, rows: Ints | None) -> None:
        """Draw lines to ``rows`` (k,) from the chosen row, while lines are wanted."""
        self._change(near=rows)

    def show_preview(self, preview: Preview | None) -> None:
        """Show a map that is being made, None: what was shown before."""
        self._want_fit()
        self._change(preview=preview)

    def show_caption(self, text: str) -> None:
        """Say ``text`` under the picture, with what had to be left out of it."""
        self._caption = text
        self._show_caption()

    def show_agreement(self, on_plane: Judged, in_space: Judged) -> None:
        """Say how far the picture can be believed, on two axes and on three."""
        self.plane.judged, self.space.judged = on_plane, in_space
        self._show_caption()

    def set_row_label(self, label: Callable[[int], str]) -> None:
        """Name the rows of the cloud by ``label(row)``, under the pointer and in small tables."""
        named = ordered(label)
        for view in (self.plane, self.space):
            view.row_label = named
        self._change(row_label=named)

    def set_completion(self, complete: Complete) -> None:
        """Offer what ``complete(source, cursor)`` returns while an expression is typed."""
        for lines in (self.axes_lines, self.colour_line):
            lines.set_completion(complete)

    def show_options(self, *, arrows: bool | None = None, path: bool | None = None) -> None:
        """Draw arrows or the line in text order; None leaves it to the points."""
        self._change(arrows=arrows, path=path)

    def fit(self) -> None:
        """Bring everything into view."""
        for view in (self.plane, self.space):
            view.fit()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        for part in (self.plane, self.space, self.axes_lines, self.colour_line):
            part.set_theme(theme)
        self._change(theme=theme)

    def focus_view(self) -> None:
        """Put the keyboard on the picture."""
        self.view.setFocus()

    # inside

    def _change(self, **told: object) -> None:
        """Take note of what the pane is ``told`` and give both views what is to be seen."""
        before, self._shown = self._shown, replace(self._shown, **told)  # type: ignore[arg-type]
        if {"colours", "cloud", "theme"} & told.keys() and _looks(before) != _looks(self._shown):
            self._painted = paint_rows(self._shown)
        content = assemble(self._shown, self._painted)
        for action, checked in (
            (self.menu.arrows, content.tokens.arrows),
            (self.menu.path, content.tokens.path),
        ):
            action.blockSignals(True)
            action.setChecked(checked)
            action.blockSignals(False)
        for view in (self.plane, self.space):
            view.show_content(content)
            view.setAccessibleDescription(description(content))
        self._show_caption()

    def _want_fit(self) -> None:
        """Let both views fit when they are painted next."""
        for view in (self.plane, self.space):
            view.wants_fit = True

    def _show_rows_of(self, axes: str) -> None:
        """Show the controls that belong to a kind of axes."""
        self.dims_row.setVisible(axes == DIMS)
        self.axes_lines.setVisible(axes == EXPRESSIONS)

    def _show_caption(self) -> None:
        preview = self._shown.preview
        text = self._caption_words() if preview is None else preview.caption
        text = "" if self.view.scene.content.is_empty else text
        self.caption.setText(text)
        self.caption.setVisible(bool(text))

    def _caption_words(self) -> str:
        """Return what was said of the picture, how far it goes, and what it leaves out."""
        axes = self.dimensions
        is_map = self._choices.current == MAP
        why = "not in the map" if is_map else NOT_FINITE
        tokens = lost_sentence(self._shown.tokens.points, axes, "token", why)
        rows = "" if is_map or "not drawn" in self._caption else self._lost[axes]
        said = " ".join(part for part in (self._caption, self.view.judged.sentence) if part)
        return caption_text(said, (rows, tokens))

    def _on_dimensions(self, n_axes: int) -> None:
        self.show_dimensions(n_axes)
        self.dimensionsChanged.emit(n_axes)

    def _on_axes(self, key: str) -> None:
        self._show_rows_of(key)
        self.axesChanged.emit(key)

    def _on_colouring(self, kind: str) -> None:
        colouring = replace(self._colouring, kind=kind)  # type: ignore[arg-type]
        self.colour_line.setVisible(kind == EXPRESSION)
        self.colouringChanged.emit(colouring)
        if kind == EXPRESSION:
            self.colour_line.edits[0].setFocus()

    def _on_colour_expression(self, source: str) -> None:
        self.colouringChanged.emit(Colouring("expression", source))

    def _on_draw(self, what: str) -> None:
        self.view.setFocus()
        self.view.draw("lasso" if what == "lasso" else "box")

    def _on_arrows(self, shown: bool) -> None:
        self._change(arrows=shown)
        self.arrowsToggled.emit(shown)

    def _on_path(self, shown: bool) -> None:
        self._change(path=shown)
        self.pathToggled.emit(shown)

    def _on_reset(self) -> None:
        for view in (self.plane, self.space):
            view.reset()


EXPRESSION = "expression"


def _looks(shown: Shown) -> tuple[object, ...]:
    """Return what the colours of the rows depend on; arrays by identity."""
    return id(shown.colours), id(shown.cloud), shown.theme.name
