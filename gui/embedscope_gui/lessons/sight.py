"""What panes say of their own accord: in a lesson, only what it speaks of is in sight."""

from embedscope_gui.main_window import MainWindow
from embedscope_gui.text.token_model import Column


class Sight:
    """Leaves things out of the panes of ``window``, and brings them back after the lesson."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        menu = window.heatmap.menu
        self._switches = (menu.norms, menu.spreads, menu.dim_others)
        self._kept: tuple[bool, ...] | None = None

    def narrow(self, *, norms: bool) -> None:
        """Leave out what no lesson speaks of, and how long rows are unless ``norms``.

        Rows are not faded either: their colours would not be those of the colour bar.
        """
        if self._kept is None:
            self._kept = tuple(switch.isChecked() for switch in self._switches)
        self._switch(norms, False, False)
        no_norm = () if norms else (Column.NORM,)
        self._window.text.table.leave_out({Column.BYTES, *no_norm})
        self._window.inspector.say_less(norms=norms)

    def end(self) -> None:
        """Show everything again, as the switches of the menu were before the lesson."""
        if self._kept is None:
            return
        self._switch(*self._kept)
        self._kept = None
        self._window.text.table.leave_out(set())
        self._window.inspector.say_all()

    def _switch(self, *shown: bool) -> None:
        for switch, on in zip(self._switches, shown, strict=True):
            switch.setChecked(on)
