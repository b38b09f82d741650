"""A pane with the map in it, and the ways to move the map from outside."""

from PySide6.QtWidgets import QWidget

from embedscope_gui.heatmap.even_zoom import Spans, readable
from embedscope_gui.heatmap.span import Span
from embedscope_gui.heatmap.view import HeatmapView
from embedscope_gui.widgets.pane import Pane


class MapPane(Pane):
    """Moves its ``view``; rows and dims are places in the order on view."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.view = HeatmapView()

    @property
    def spans(self) -> Spans:
        """The stretches of rows and dims on view, to come back to."""
        return self.view.scene.rows, self.view.scene.cols

    def show_spans(self, spans: Spans) -> None:
        """Come back to ``spans``, as far as there are still rows; the whole stays the whole."""
        now = self.spans
        rows, cols = (
            Span.whole(here.size)
            if span.is_whole
            else Span(span.low, span.high, here.size).clamped()
            for span, here in zip(spans, now, strict=True)
        )
        self.view.move_to((rows, cols))

    def fit(self) -> None:
        """Show all of the table."""
        rows, cols = self.view.scene.shape
        self.view.move_to((Span.whole(rows), Span.whole(cols)))

    def reveal(self, row: int) -> None:
        """Bring ``row`` into view if it is outside."""
        scene = self.view.scene
        if 0 <= row < scene.rows.size:
            self.view.move_to((scene.rows.revealing(row), scene.cols))

    def reveal_dim(self, dim: int) -> None:
        """Bring ``dim`` into view if it is outside."""
        scene = self.view.scene
        if 0 <= dim < scene.cols.size:
            self.view.move_to((scene.rows, scene.cols.revealing(dim)))

    def zoom_to(self, row: int, dims: tuple[int, int] | None = None) -> None:
        """Show ``row`` and its neighbours so large that their numbers are printed.

        The dims are those around the chosen one, or ``dims`` (low, high).
        """
        scene, area = self.view.scene, self.view.layout_now.map
        if not 0 <= row < scene.rows.size:
            return
        about = row + 0.5, None if scene.chosen_dim is None else scene.chosen_dim + 0.5
        rows, cols = readable((scene.rows, scene.cols), about, (area.height(), area.width()))
        if dims is not None:
            cols = Span(float(dims[0]), float(dims[1]), cols.size).clamped()
        self.view.move_to((scene.rows.around(row, rows.length), cols))

    def focus_map(self) -> None:
        """Let the next keys go to the map."""
        self.view.setFocus()

    def dim_in_use(self) -> int | None:
        """Return the dim under the pointer, else the one in the middle of the view."""
        return self.view.dim_in_use()
