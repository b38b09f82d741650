"""Lines for expressions of one's own: on the axes, or behind the colours."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from embedscope.expressions.errors import ExpressionError
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.widgets.elided_label import ElidedLabel
from embedscope_gui.widgets.expression_edit import Complete, ExpressionEdit
from embedscope_gui.widgets.pane import plain_label

Expressions = tuple[str, str, str]
EXAMPLES = ('" woman" - " man"', "pc(2)", "dim(192)")


class ExpressionLines(QWidget):
    """One line an expression, named at the left, and a sentence on the first fault below."""

    committed = Signal()

    def __init__(self, names: Sequence[str], title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(GRID_PX, 0, GRID_PX, GRID_PX // 2)
        grid.setHorizontalSpacing(GRID_PX)
        grid.setVerticalSpacing(GRID_PX // 2)
        self.edits: list[ExpressionEdit] = []
        self.labels = []
        for line, name in enumerate(names):
            edit = ExpressionEdit(f"expression{name.capitalize()}", title.format(name=name))
            edit.setPlaceholderText(EXAMPLES[line % len(EXAMPLES)])
            edit.committed.connect(self.committed)
            edit.faultTold.connect(self._tell)
            label = plain_label(name)
            label.setBuddy(edit)
            grid.addWidget(label, line, 0)
            grid.addWidget(edit, line, 1)
            self.edits.append(edit)
            self.labels.append(label)
        self.fault = ElidedLabel("caption")
        self.fault.hide()
        grid.addWidget(self.fault, len(names), 1)

    def show_expressions(self, sources: Sequence[str]) -> None:
        """Show ``sources``, silently, but where one is being edited."""
        for edit, source in zip(self.edits, sources, strict=True):
            edit.show_expression(source)

    def show_faults(self, faults: Sequence[ExpressionError | None]) -> None:
        """Mark what is wrong with each line."""
        for edit, fault in zip(self.edits, faults, strict=False):
            edit.show_fault(fault)

    def show_line(self, line: int, shown: bool) -> None:
        """Show or hide a line."""
        self.labels[line].setVisible(shown)
        self.edits[line].setVisible(shown)

    def sources(self) -> tuple[str, ...]:
        """Return all expressions as they stand."""
        return tuple(edit.text() for edit in self.edits)

    def set_completion(self, complete: Complete) -> None:
        """Offer what ``complete(source, cursor)`` returns while an expression is typed."""
        for edit in self.edits:
            edit.complete = complete

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        for edit in self.edits:
            edit.theme = theme
            edit.update()

    def _tell(self, _sentence: str) -> None:
        told = next((str(edit.fault) for edit in self.edits if edit.fault is not None), "")
        self.fault.setText(told)
        self.fault.setVisible(bool(told))


class AxesLines(ExpressionLines):
    """``expressionsChosen((x, y, z))``: what the axes are to be."""

    expressionsChosen = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("xyz", "Expression on the {name} axis", parent)
        self.committed.connect(lambda: self.expressionsChosen.emit(self.sources()))

    def show_z(self, shown: bool) -> None:
        """Offer the third axis, in space."""
        self.show_line(2, shown)


class ColourLine(ExpressionLines):
    """``expressionChosen(str)``: what the colours are to tell."""

    expressionChosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(["colour"], "Expression behind the colours", parent)
        self.committed.connect(lambda: self.expressionChosen.emit(self.sources()[0]))
