"""The vectors pane: typed tokens as points on two or three axes, over all rows of the table."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from embedscope.tables.base import Floats
from embedscope_gui.theme import GRID_PX, LIGHT, Theme
from embedscope_gui.vectors.axes_chooser import DIMS, AxesBox, AxesChoices, DimsRow
from embedscope_gui.vectors.canvas import PointCanvas
from embedscope_gui.vectors.header import DimensionSwitch, VectorsMenu
from embedscope_gui.vectors.plane_view import PlaneView
from embedscope_gui.vectors.points_view import PointsView, no_points
from embedscope_gui.vectors.remarks import caption_text, description, hint_text, lost_sentence
from embedscope_gui.vectors.scene import (
    LABELLED_ROWS,
    NO_TITLES,
    Content,
    Scene2D,
    Scene3D,
    Titles,
)
from embedscope_gui.vectors.space_view import SpaceView
from embedscope_gui.widgets.pane import Pane, plain_label


class VectorsPane(Pane):
    """Shows points; tells what was clicked, hovered and chosen. Typing never moves the view."""

    axesChanged = Signal(str)
    dimsChanged = Signal(tuple)
    tokenClicked = Signal(int)  # text position
    rowClicked = Signal(int)  # a row of the cloud
    rowHovered = Signal(int)  # -1: none
    dimensionsChanged = Signal(int)  # 2 or 3, by the user
    arrowsToggled = Signal(bool)
    pathToggled = Signal(bool)
    exportRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Vectors", parent)
        self._cloud: Floats | None = None
        self._tokens = no_points()
        self._row: int | None = None
        self._caption = ""
        self._lost = {2: "", 3: ""}  # what is said of rows that are not finite, by axes
        self._choices = AxesChoices(3)
        self._titles: Titles = NO_TITLES
        self._row_label: Callable[[int], str] = "row {:,}".format
        self._arrows: bool | None = None  # None: as the points ask for
        self._path: bool | None = None
        self._fitted_on: tuple[object, ...] = ()
        self.plane, self.space = PlaneView(LIGHT), SpaceView(LIGHT)
        self.switch, self.axes_box = DimensionSwitch(), AxesBox()
        self.menu, self.dims_row = VectorsMenu(), DimsRow()
        self.caption = plain_label(name="caption")
        self._fill()
        self._connect()
        self.show_axes(NO_TITLES, self._choices)

    def _fill(self) -> None:
        """Put the controls in the title line, the two views and the caption under it."""
        self.header.insertWidget(1, self.switch)
        self.header.insertWidget(2, self.axes_box, 4)
        self.header.addWidget(self.menu)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.plane)
        self.stack.addWidget(self.space)
        self.caption.setWordWrap(True)
        self.caption.setContentsMargins(GRID_PX, GRID_PX // 2, GRID_PX, GRID_PX // 2)
        self.body.addWidget(self.dims_row)
        self.body.addWidget(self.stack, 1)
        self.body.addWidget(self.caption)

    def _connect(self) -> None:
        """Pass on what people do."""
        for view in (self.plane, self.space):
            view.tokenClicked.connect(self.tokenClicked)
            view.rowClicked.connect(self.rowClicked)
            view.rowHovered.connect(self.rowHovered)
        self.switch.chosen.connect(self._on_dimensions)
        self.axes_box.keyChosen.connect(self._on_axes)
        self.dims_row.dimsChosen.connect(self.dimsChanged)
        menu = self.menu
        menu.arrows.toggled.connect(self._on_arrows)
        menu.path.toggled.connect(self._on_path)
        menu.cloud.toggled.connect(self._rebuild)
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
        self._show_caption()

    def show_cloud(self, points: Floats | None) -> None:
        """Show all rows (V, 3) dimmed, or none; the first cloud after none is fitted."""
        if self._cloud is None or points is None:
            self._want_fit()
        if points is not self._cloud:
            self._lost = {n: lost_sentence(points, n, "row") for n in (2, 3)}
        self._cloud = points
        self._rebuild()

    def show_tokens(self, view: PointsView) -> None:
        """Show the typed tokens; ranges stay."""
        self._tokens = view
        self._rebuild()

    def show_selected(self, position: int | None) -> None:
        """Mark the token at a text position as the selected one."""
        self._tokens = self._tokens.with_selected(position)
        self._rebuild()

    def show_row(self, row: int | None) -> None:
        """Mark a row of the table that was chosen elsewhere and has no token in the text."""
        if row != self._row:
            self._row = row
            self._rebuild()

    def show_axes(self, titles: Titles, choices: AxesChoices) -> None:
        """Name the axes and offer ``choices``; other axes than before are fitted anew."""
        self._choices = choices
        self.axes_box.show_choices(choices)
        self.dims_row.show_dims(choices.dims, choices.n_dims)
        self.dims_row.setVisible(choices.current == DIMS)
        self.plane.pca = choices.current != DIMS
        kind = (choices.n_dims, choices.current, choices.dims if choices.current == DIMS else ())
        if kind != self._fitted_on:
            self._fitted_on = kind
            self._want_fit()
        self._titles = titles
        self._rebuild()

    def show_caption(self, text: str) -> None:
        """Say ``text`` under the picture, with what had to be left out of it."""
        self._caption = text
        self._show_caption()

    def set_row_label(self, label: Callable[[int], str]) -> None:
        """Name the rows of the cloud by ``label(row)``, under the pointer and in small tables."""
        self._row_label = label
        for view in (self.plane, self.space):
            view.row_label = label
        self._rebuild()

    def show_options(self, *, arrows: bool | None = None, path: bool | None = None) -> None:
        """Draw arrows or the line in text order; None leaves it to the points."""
        self._arrows, self._path = arrows, path
        self._rebuild()

    def fit(self) -> None:
        """Bring everything into view."""
        for view in (self.plane, self.space):
            view.fit()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        for view in (self.plane, self.space):
            view.set_theme(theme)

    def focus_view(self) -> None:
        """Put the keyboard on the picture."""
        self.view.setFocus()

    # inside

    def _rebuild(self) -> None:
        """Give both views what is to be seen."""
        cloud, tokens = self._shown_cloud(), self._shown_tokens()
        self.menu.arrows.blockSignals(True)
        self.menu.path.blockSignals(True)
        self.menu.arrows.setChecked(tokens.arrows)
        self.menu.path.setChecked(tokens.path)
        self.menu.arrows.blockSignals(False)
        self.menu.path.blockSignals(False)
        content = Content(
            cloud=cloud,
            tokens=tokens,
            titles=self._titles,
            selected=tokens.selected,
            row_labels=self._row_labels(cloud),
            hint=hint_text(self._cloud, tokens),
        )
        for view in (self.plane, self.space):
            view.show_content(content)
            view.setAccessibleDescription(description(content))
        self._show_caption()

    def _want_fit(self) -> None:
        """Let both views fit when they are painted next."""
        for view in (self.plane, self.space):
            view.wants_fit = True

    def _shown_cloud(self) -> Floats | None:
        return self._cloud if self.menu.cloud.isChecked() else None

    def _shown_tokens(self) -> PointsView:
        view = self._tokens
        arrows = view.arrows if self._arrows is None else self._arrows
        path = view.path if self._path is None else self._path
        view = view.drawn(arrows=arrows, path=path)
        row, cloud = self._row, self._cloud
        if row is None or cloud is None or view.selected is not None or not row < len(cloud):
            return view
        return view.with_row(row, cloud[row], self._row_label(row))

    def _row_labels(self, cloud: Floats | None) -> tuple[str, ...]:
        if cloud is None or len(cloud) > LABELLED_ROWS:
            return ()
        return tuple(self._row_label(row) for row in range(len(cloud)))

    def _show_caption(self) -> None:
        axes = self.dimensions
        tokens = lost_sentence(self._tokens.points, axes, "token")
        rows = "" if "not drawn" in self._caption else self._lost[axes]
        text = caption_text(self._caption, (rows, tokens))
        self.caption.setText(text)
        self.caption.setVisible(bool(text))

    def _on_dimensions(self, n_axes: int) -> None:
        self.show_dimensions(n_axes)
        self.dimensionsChanged.emit(n_axes)

    def _on_axes(self, key: str) -> None:
        self.dims_row.setVisible(key == DIMS)
        self.axesChanged.emit(key)

    def _on_arrows(self, shown: bool) -> None:
        self._arrows = shown
        self._rebuild()
        self.arrowsToggled.emit(shown)

    def _on_path(self, shown: bool) -> None:
        self._path = shown
        self._rebuild()
        self.pathToggled.emit(shown)

    def _on_reset(self) -> None:
        for view in (self.plane, self.space):
            view.reset()
