"""The table pane: the map with its controls above and its lines of explanation below."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QWidget

from embedscope.heatmap.colormap import COLORMAPS, Colormap
from embedscope.heatmap.levels import Levels
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.ribbon import ColumnRibbon, RowRibbon
from embedscope_gui.heatmap.captions import EMPTY, ROW_TITLES, captions_of
from embedscope_gui.heatmap.footer import Footer
from embedscope_gui.heatmap.layout import ROOMY_PX
from embedscope_gui.heatmap.levels_editor import LevelsEditor
from embedscope_gui.heatmap.map_pane import MapPane
from embedscope_gui.heatmap.menu import ViewMenu
from embedscope_gui.heatmap.mode_box import ModeBox
from embedscope_gui.heatmap.paint_legend import legend_entries
from embedscope_gui.heatmap.paint_map import fades
from embedscope_gui.heatmap.paint_ribbon import longest_norm
from embedscope_gui.heatmap.readout import Readout
from embedscope_gui.heatmap.scene import (
    HeatmapScene,
    Keys,
    Marks,
    Naming,
    RowLabel,
    ValueReader,
    itself,
)
from embedscope_gui.heatmap.search import SearchBar
from embedscope_gui.heatmap.span import Span
from embedscope_gui.theme import LIGHT, Theme


class HeatmapPane(MapPane):
    """Shows pictures of a table; asks for them by ``viewportChanged`` and tells what people do.

    Rows and dims are places in the order on view, in what it is shown and in what it tells.
    """

    viewportChanged = Signal(object)
    modeChanged = Signal(str)
    rowClicked = Signal(int)
    dimClicked = Signal(int)
    rowOrderChanged = Signal(str)
    dimOrderChanged = Signal(str)
    undoOrderRequested = Signal()
    searchEdited = Signal(str)
    searchStepped = Signal(int)
    levelsEdited = Signal(float, float)
    levelsAutoRequested = Signal()
    colormapChanged = Signal(str)
    reductionChanged = Signal(str)
    scaleChanged = Signal(str)
    exportRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Table", parent)
        self._theme = LIGHT
        self.footer = Footer()
        self._readout = Readout(self.footer)
        self.mode_box = ModeBox()
        self.search = SearchBar()
        self.menu = ViewMenu()
        self.editor = LevelsEditor(self)
        self._fill()
        self._connect()
        self._change(norms=True, spreads=True)
        self._show_mode_words()
        self._readout.show()

    def _fill(self) -> None:
        """Put the controls in the title line, the map and its footer under it."""
        self.header.insertWidget(1, self.mode_box)
        self.header.insertWidget(2, self.search, 4)
        self.header.addWidget(self.menu)
        self.body.addWidget(self.view, 1)
        self.body.addWidget(self.footer)

    def _connect(self) -> None:
        """Pass on what people do."""
        view, menu = self.view, self.menu
        view.viewportChanged.connect(self.viewportChanged)
        view.rowClicked.connect(self.rowClicked)
        view.dimClicked.connect(self.dimClicked)
        view.pointed.connect(self._on_pointed)
        view.resetRequested.connect(self.levelsAutoRequested)
        self.mode_box.currentIndexChanged.connect(self._on_mode)
        self.search.edited.connect(self.searchEdited)
        self.search.stepped.connect(self.searchStepped)
        self.search.shownOrHidden.connect(self._arrange_header)
        for source in (view.bar, self.editor):
            source.levelsEdited.connect(self.levelsEdited)
            source.autoRequested.connect(self.levelsAutoRequested)
        view.bar.editRequested.connect(self.edit_levels)
        menu.colormaps.chosen.connect(self.colormapChanged)
        menu.reductions.chosen.connect(self.reductionChanged)
        menu.scales.chosen.connect(self.scaleChanged)
        menu.row_orders.chosen.connect(self.rowOrderChanged)
        menu.dim_orders.chosen.connect(self.dimOrderChanged)
        self.footer.undoOrderRequested.connect(self.undoOrderRequested)
        menu.edit_levels.triggered.connect(self.edit_levels)
        menu.auto_levels.triggered.connect(self.levelsAutoRequested)
        for name in ("dim_others", "numbers", "norms", "spreads"):
            switch: QAction = getattr(menu, name)
            switch.toggled.connect(lambda on, name=name: self._change(**{name: on}))
        menu.fit.triggered.connect(self.fit)
        menu.readable.triggered.connect(lambda: view.press(Qt.Key.Key_N))
        view.customContextMenuRequested.connect(lambda at: menu.menu().popup(view.mapToGlobal(at)))
        menu.export.triggered.connect(self.exportRequested)

    # what is shown

    @property
    def scene(self) -> HeatmapScene:
        """What is on view, for a saved picture of it."""
        return self.view.scene

    @property
    def mode(self) -> str:
        """Return "whole" or "looked-up"."""
        return str(self.mode_box.currentData())

    def show_mode(self, mode: str) -> None:
        """Show which rows are on view."""
        with QSignalBlocker(self.mode_box):
            self.mode_box.setCurrentIndex(self.mode_box.findData(mode))
        self._show_mode_words()

    def show_table(
        self,
        shape: tuple[int, int],
        row_label: RowLabel,
        missing: NDArray[np.int64] | None = None,
        *,
        keep_view: bool = False,
    ) -> None:
        """Show a table of ``shape`` (rows, dims), all of it; ``row_label(row)`` names its rows.

        The places ``missing`` (n,), ascending, stand for tokens without a row. ``keep_view``: it is
        the old one, changed: what is visible stays, and so does its picture.
        """
        old = self.view.scene
        rows, cols = (Span.whole(size) for size in shape)
        if keep_view and not (old.rows.is_whole and old.cols.is_whole):
            rows = Span(old.rows.low, old.rows.high, shape[0]).clamped()
            cols = Span(old.cols.low, old.cols.high, shape[1]).clamped()
        picture, image = (old.picture, old.image) if keep_view else (None, None)
        self._change(
            rows=rows,
            cols=cols,
            row_label=row_label,
            picture=picture,
            image=image,
            marks=Marks(),
            hits=Marks().rows,
            missing=Marks().rows if missing is None else missing,
            ribbon=None,
            columns=None,
            chosen_dim=None,
            longest=0.0,
        )
        self.view.forget_viewport()

    def show_order(
        self,
        words: str,
        row_id: Naming = itself,
        dim_id: Naming = itself,
        *,
        keys: Keys = ("id", "index"),
    ) -> None:
        """Name the order of rows and dims in ``words``, "": the table's own.

        ``row_id`` and ``dim_id`` give the numbers of what stands at a place; ``keys`` are the
        entries of the menu in use.
        """
        self._change(order_words=words, row_id=row_id, dim_id=dim_id)
        self.footer.order.show_words(words)
        self.menu.row_orders.show_key(keys[0])
        self.menu.dim_orders.show_key(keys[1])
        self._readout.show()

    def show_picture(self, picture: Picture, image: NDArray[np.uint32]) -> None:
        """Show the picture of the viewport asked for last; ``image`` are its colours (h, w)."""
        self._change(picture=picture, image=np.ascontiguousarray(image, np.uint32))
        self.menu.reductions.show_key(picture.reduction)
        self.footer.legend.show_entries(legend_entries(picture, self.scene.missing), self._theme)

    def show_marks(
        self,
        rows: NDArray[np.int64],
        labels: Sequence[str],
        selected: int | None,
        apart: NDArray[np.int64] | None = None,
    ) -> None:
        """Light ``rows`` (n,), named by ``labels``; the ``selected`` row in the accent colour.

        Those ``apart`` (m,) are lit because they were marked, in a colour of their own.
        """
        if selected != self.view.scene.marks.selected:
            self._readout.say("")
        self._change(marks=Marks.of(rows, tuple(labels), selected, apart))

    def show_levels(self, levels: Levels, colormap: Colormap | str) -> None:
        """Show the range and the colours in use."""
        colours = COLORMAPS[colormap] if isinstance(colormap, str) else colormap
        self.view.bar.show_levels(levels, colours)
        self._change(levels=levels, colormap=colours)
        self.menu.colormaps.show_key(colours.name)
        self.menu.scales.show_key(levels.scale)

    def show_ribbon(self, ribbon: RowRibbon | None, longest: float | None = None) -> None:
        """Show the row norms of the viewport beside the map, or none.

        ``longest`` is the norm that fills the strip; else the longest seen of this table, so
        that the strip keeps its measure while the view moves.
        """
        if longest is None:
            longest = max(self.view.scene.longest, longest_norm(ribbon))
        self._change(ribbon=ribbon, longest=longest)

    def show_columns(self, columns: ColumnRibbon | None, reach: tuple[float, float]) -> None:
        """Show facts of the dims under the map, or none; ``reach``: the values at the edges."""
        self._change(columns=columns, reach=reach)

    def show_hits(self, rows: NDArray[np.int64]) -> None:
        """Mark all ``rows`` (n,) that a search found."""
        self._change(hits=np.sort(rows))

    def show_chosen_dim(self, dim: int | None) -> None:
        """Mark the dim that is looked at."""
        if dim != self.view.scene.chosen_dim:
            self._readout.say("")
        self._change(chosen_dim=dim)

    def say(self, sentence: str) -> None:
        """Say something in the place of the read-out, until the pointer is over another cell."""
        self._readout.say(sentence)

    def show_search(self, n_hits: int, index: int, brief: str = "", why: str = "") -> None:
        """Say which hit (from 0; -1: none yet) of how many is shown, or why there are none."""
        self.search.show_hits(n_hits, index, brief, why)

    def set_value_reader(self, read: ValueReader | None) -> None:
        """Take the function that reads one value of the table, for what is under the pointer."""
        self._readout.set_reader(read)

    def set_theme(self, theme: Theme) -> None:
        """Paint everything in ``theme`` from now on."""
        self._theme = theme
        self.view.set_theme(theme)
        self.search.set_theme(theme)
        self.editor.set_theme(theme)
        self.footer.set_theme(theme)
        self._readout.show()

    def focus_search(self) -> None:
        """Let the next keys go to the search field."""
        self.search.field.setFocus()
        self.search.field.selectAll()

    def edit_levels(self) -> None:
        """Open the form with the range of the colours."""
        levels, bar = self.view.bar.levels, self.view.bar
        if levels is not None:
            self.editor.open_at(bar.mapToGlobal(QPoint(0, 24)), levels)

    # inside

    def _change(self, **changes: object) -> None:
        """Show the scene with some parts replaced."""
        self.view.show_scene(replace(self.view.scene, **changes))  # type: ignore[arg-type]
        self._show_caption()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what a narrow title line has no room for."""
        super().resizeEvent(event)
        self._arrange_header()

    def _arrange_header(self) -> None:
        """In a narrow pane, a search takes the place of the title and is stepped by keys."""
        narrow = self.width() < ROOMY_PX + 40
        self.search.set_narrow(narrow)
        self.title_label.setVisible(not (narrow and self.search.is_searching))

    def _on_pointed(self, cell: tuple[int, int] | None) -> None:
        self._readout.point(self.view.scene, cell, near=self.view.is_near)

    def _on_mode(self, _index: int) -> None:
        self._show_mode_words()
        self.modeChanged.emit(self.mode)

    def _show_mode_words(self) -> None:
        """Name the rows and hint at what fills the pane, as the mode asks."""
        self.view.empty_hint = EMPTY[self.mode]
        self._change(row_title=ROW_TITLES[self.mode], mark_every=self.mode == "whole")

    def _show_caption(self) -> None:
        """Say what a pixel stands for."""
        scene = self.view.scene
        row_px = self.view.layout_now.row_px / scene.rows.length
        self.footer.show_caption(captions_of(scene, faded=fades(scene, row_px)))
