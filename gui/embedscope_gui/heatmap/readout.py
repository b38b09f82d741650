"""What the line under the map says: the value under the pointer, or something in passing."""

from embedscope.errors import EmbedscopeError
from embedscope.numerals import format_value
from embedscope_gui.heatmap.captions import hint_of
from embedscope_gui.heatmap.footer import Footer
from embedscope_gui.heatmap.paint_missing import NO_ROW
from embedscope_gui.heatmap.reading import reading
from embedscope_gui.heatmap.scene import HeatmapScene, ValueReader, no_scene

Cell = tuple[int, int]  # row, dim


class Readout:
    """Reads the table itself, never the picture; writes into ``footer``."""

    def __init__(self, footer: Footer) -> None:
        self._footer = footer
        self._scene = no_scene()
        self._read: ValueReader | None = None
        self._cell: Cell | None = None
        self._said = ""
        self._near = False

    def set_reader(self, read: ValueReader | None) -> None:
        """Take the function that reads one value."""
        self._read = read
        self.show()

    def say(self, sentence: str) -> None:
        """Say ``sentence`` until the pointer is over another cell; "" takes it back."""
        self._said = sentence
        self.show()

    def point(self, scene: HeatmapScene, cell: Cell | None, *, near: bool = False) -> None:
        """Read the value at ``cell`` of ``scene``; None: nothing is there.

        ``near``: the view is so close that numbers are printed in the cells.
        """
        self._said = self._said if cell == self._cell else ""
        self._scene, self._cell, self._near = scene, cell, near
        self.show()

    def show(self) -> None:
        """Write the line again."""
        if self._said:
            self._footer.show_reading(self._said)
        elif self._cell is None or self._read is None:
            self._footer.show_reading(hint_of(self._scene, near=self._near), hint=True)
        else:
            self._footer.show_reading(self._text(self._read, *self._cell))

    def _text(self, read: ValueReader, row: int, dim: int) -> str:
        scene = self._scene
        try:
            value = NO_ROW if scene.is_missing(row) else format_value(read(row, dim))
        except EmbedscopeError as error:
            value = str(error)
        where = scene.row_title, scene.row_id(row), scene.row_label(row), scene.dim_id(dim)
        return reading(*where, value)
