"""The typed tokens as points, and which of them lie at the same place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats, Ints
from embedscope_gui.vectors.in_line import counted, in_line

SAME_PLACE = 1e-6
"""Points closer than this share of the usual spread, on every axis, count as one place."""
LABELS_COMPARED = 1000
NOT_IN_TEXT = -1
"""The position of a table row that was chosen elsewhere."""


@dataclass(frozen=True, eq=False)
class PointsView:
    """The n typed tokens that have a row: ``points`` (n, 3), a label and text position each.

    ``selected`` is a text position. ``arrows`` and ``path`` ask for arrows from the origin and
    for a line in text order. ``rows`` (n,) are table rows where known.
    """

    points: Floats
    labels: Sequence[str]
    positions: Ints
    selected: int | None = None
    arrows: bool = False
    path: bool = False
    rows: Ints | None = None

    def with_selected(self, position: int | None) -> "PointsView":
        """Return the same points with another one selected; known places are kept."""
        return self._like(replace(self, selected=position))

    def drawn(self, *, arrows: bool, path: bool) -> "PointsView":
        """Return the same points, drawn another way; known places are kept."""
        if (arrows, path) == (self.arrows, self.path):
            return self
        return self._like(replace(self, arrows=arrows, path=path))

    def _like(self, other: "PointsView") -> "PointsView":
        for name in ("on_plane", "in_space"):
            if name in self.__dict__:
                other.__dict__[name] = self.__dict__[name]
        return other

    def with_row(self, row: int, point: Floats, label: str) -> "PointsView":
        """Return the points with a table row (3,) added that is not in the text, and selected."""
        if self.rows is None:
            return self
        return replace(
            self,
            points=np.concatenate([self.points, point[None]]),
            labels=[*self.labels, label],
            positions=np.append(self.positions, NOT_IN_TEXT),
            rows=np.append(self.rows, row),
            selected=NOT_IN_TEXT,
        )

    @cached_property
    def in_order(self) -> Floats:
        """The points (k, 3) of the text in its order."""
        return self.points[self.positions >= 0]

    def path_start(self, most: int) -> Floats:
        """Return the first points (k, 3) of the line in text order, none where it is not drawn."""
        return self.in_order[: most if self.path else 0]

    @cached_property
    def on_plane(self) -> "Marks":
        """The places on the first two axes."""
        return join(self, 2)

    @cached_property
    def in_space(self) -> "Marks":
        """The places on all three axes."""
        return join(self, 3)


def no_points() -> PointsView:
    """Return a view of no tokens."""
    return PointsView(np.empty((0, 3), np.float32), (), np.empty(0, np.int64))


@dataclass(frozen=True, eq=False)
class Marks:
    """The m distinct places of n tokens; place i holds ``members[starts[i]:starts[i + 1]]``."""

    view: PointsView
    points: Floats  # (m, axes)
    members: Ints  # indexes into the view, ascending within a place
    starts: Ints  # (m + 1,)
    left_out: int  # tokens that are not finite on these axes

    def __len__(self) -> int:
        return len(self.points)

    def at(self, mark: int) -> Ints:
        """Return the indexes of the tokens at place ``mark``, in text order."""
        return self.members[self.starts[mark] : self.starts[mark + 1]]

    def of_position(self, position: int | None) -> int | None:
        """Return the place of the token at text ``position``, or None where it has none."""
        if position is None:
            return None
        index = np.flatnonzero(self.view.positions == position)
        found = np.flatnonzero(np.isin(self.members, index))
        if not len(found):
            return None
        return int(np.searchsorted(self.starts, found[0], side="right")) - 1

    def label(self, mark: int, selected: int | None = None) -> str:
        """Return "the", "the ×3", "5 points here", or the selected one and how many share it."""
        here = self.at(mark)
        first = self.view.labels[int(here[0])]
        if len(here) == 1:
            return first
        if self._alike(here):
            return counted(first, len(here))
        crowd = f"{len(here):,} points here"
        chosen = here[self.view.positions[here] == selected] if selected is not None else here[:0]
        return f"{in_line(self.view.labels[int(chosen[0])])} · {crowd}" if len(chosen) else crowd

    def _alike(self, here: Ints) -> bool:
        """Tell whether all tokens of a place are the same token."""
        if self.view.rows is not None:
            return bool((self.view.rows[here] == self.view.rows[here[0]]).all())
        first = self.view.labels[int(here[0])]
        return all(self.view.labels[int(i)] == first for i in here[:LABELS_COMPARED])


def join(view: PointsView, n_axes: int) -> Marks:
    """Return the places of ``view`` on its first ``n_axes`` axes, in text order of their first."""
    points = np.asarray(view.points, np.float32)[:, :n_axes]
    finite = np.flatnonzero(np.isfinite(points).all(axis=1))
    kept = points[finite].astype(np.float64)
    group = _group(kept)
    order = np.argsort(group, kind="stable")
    _, starts = np.unique(group[order], return_index=True)
    members = finite[order].astype(np.int64)
    places = points[members[starts]] if len(starts) else points[:0]
    starts = np.append(starts, len(members)).astype(np.int64)
    return Marks(view, places, members, starts, len(points) - len(finite))


def _group(points: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return a group number per point: split along each axis wherever there is a gap."""
    group = np.zeros(len(points), np.intp)
    if not len(points):
        return group
    # The usual distance from the middle: an outlier must not make others look alike.
    gap = SAME_PLACE * float(np.median(np.abs(points - np.median(points, axis=0)), axis=0).max())
    for axis in [*range(points.shape[1])] * 2:  # twice: a later split can open an earlier axis
        order = np.lexsort((points[:, axis], group))
        value, before = points[order, axis], group[order]
        new = (np.diff(value) > gap) | (np.diff(before) != 0)
        group[order] = np.concatenate(([0], np.cumsum(new)))
    return _by_first(group)


def _by_first(group: NDArray[np.intp]) -> NDArray[np.intp]:
    """Renumber groups in the order in which they are first met."""
    _, first, back = np.unique(group, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.intp)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[back]
