"""The menu of the list of nearest rows: near to what, in which space, what is left out."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from embedscope.session.session import NearestWish, QueryKind

COUNTS = (10, 25, 50, 100)
REMOVED = (1, 2, 3, 5, 10)
QUERIES: dict[QueryKind, str] = {
    "row": "The chosen row",
    "text": "The mean of the text's rows",
    "marked": "The mean of the marked rows",
    "expression": "An expression",
}
_MEAN = "Takes the mean of all rows that have a token away from each row: what all have in common"
_REMOVE = (
    "Takes away the mean and the part along the first principal components, "
    '"all-but-the-top" (Mu and Viswanath 2018): often frequency more than meaning'
)
_FOLD = "Case, leading blank and plural: one entry for all forms of a word, with their number"
_NAMED = "As word2vec does: king - man + woman is nearest to king itself"
_ONLY = "Padding and gaps in the vocabulary were never trained and crowd some lists"


class NearestMenu(QToolButton):
    """``wishChanged(NearestWish)`` tells what the user wants; the rest are commands."""

    wishChanged = Signal(object)
    compareRequested = Signal()
    saveRequested = Signal()
    copyRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("nearestMenu")
        self.setText("Options ▾")
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.setAccessibleName("Options of the nearest rows")
        self.setToolTip("Near to what, in which space, what is left out; compare, save")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAutoRaise(True)
        self._wish, self._folds = NearestWish(), False
        self._groups: list[QActionGroup] = []
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.setMenu(menu)
        self.queries = self._choices(
            menu.addMenu("Near to"),
            [(kind, text, "") for kind, text in QUERIES.items()],
            lambda kind: replace(self._wish, query=kind),
        )
        self.spaces = self._choices(
            menu.addMenu("Compare rows"), _spaces(), lambda k: replace(self._wish, removed=k)
        )
        self.counts = self._choices(
            menu.addMenu("List"),
            [(k, f"{k} rows", "") for k in COUNTS],
            lambda k: replace(self._wish, k=k),
        )
        menu.addSeparator()
        self.fold = self._switch(menu, "Fold forms of a word", _FOLD, self._on_fold)
        self.only = self._switch(menu, "Leave out rows without a token", _ONLY, self._on_only)
        self.named = self._switch(
            menu, "Leave out rows the expression names", _NAMED, self._on_named
        )
        menu.addSeparator()
        self.compare = menu.addAction("Compare two lists…", self.compareRequested.emit)
        self.save = menu.addAction("Save this list…", self.saveRequested.emit)
        self.copy = menu.addAction("Copy this list", self.copyRequested.emit)

    def show_wish(self, wish: NearestWish, *, folds: bool, only: bool, n_dims: int) -> None:
        """Check what is done, silently; ``folds``, ``only``: also where the wish leaves it open."""
        self._wish, self._folds = wish, folds
        for actions, chosen in (
            (self.queries, wish.query),
            (self.spaces, wish.removed),
            (self.counts, wish.k),
        ):
            for value, action in actions.items():
                action.setChecked(value == chosen)
        for removed, action in self.spaces.items():
            action.setVisible(not isinstance(removed, int) or removed < max(n_dims, 1))
        self.fold.setChecked(folds)
        self.only.setChecked(only)
        self.named.setChecked(wish.without_named)
        self.named.setEnabled(wish.query == "expression")

    def _choices(
        self,
        menu: QMenu,
        choices: list[tuple[object, str, str]],
        changed: Callable[..., NearestWish],
    ) -> dict[object, QAction]:
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        self._groups.append(group)
        actions = {}
        for value, text, tip in choices:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setToolTip(tip)
            action.triggered.connect(
                lambda _checked=False, value=value: self.wishChanged.emit(changed(value))
            )
            group.addAction(action)
            actions[value] = action
        return actions

    def _switch(self, menu: QMenu, text: str, tip: str, changed: Callable[[bool], None]) -> QAction:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setToolTip(tip)
        action.triggered.connect(changed)
        return action

    def _on_fold(self, on: bool) -> None:
        self.wishChanged.emit(replace(self._wish, folded=on))

    def _on_only(self, on: bool) -> None:
        self.wishChanged.emit(replace(self._wish, only_tokens=on))

    def _on_named(self, on: bool) -> None:
        self.wishChanged.emit(replace(self._wish, without_named=on))


def _spaces() -> list[tuple[object, str, str]]:
    found: list[tuple[object, str, str]] = [
        (None, "As they are", "In the original space"),
        (0, "Less their mean", _MEAN),
    ]
    for k in REMOVED:
        first = "first component" if k == 1 else f"first {k} components"
        found.append((k, f"Less mean and {first}", _REMOVE))
    return found
