"""What the window shows, as the subject of figures: nothing is computed anew."""

from embedscope.errors import EmbedscopeError
from embedscope.session.map_channels import shown_arrangement
from embedscope.session.results import Results
from embedscope.session.session import Session
from embedscope_gui.figures.subject import ShownOrder, Subject, View

WAIT = "The picture is still being prepared; try again in a moment."


def window_subject(session: Session, results: Results) -> Subject:
    """Return the subject of ``results``; EmbedscopeError where there is nothing to draw yet."""
    text, levels = results.text, session.chosen_levels or results.levels
    if text is None or levels is None:
        raise EmbedscopeError(WAIT)
    view = View(
        selected=session.selected,
        colormap=session.colormap,
        reduction=session.reduction,
        axes=session.axes,
        levels=session.chosen_levels,
        colouring=session.colouring,
        marked=session.marked,
    )
    pyramid = results.pyramid
    if pyramid is not None and pyramid.shape != text.table.shape:
        pyramid = None
    colours = results.colours
    if colours is not None and len(colours.values) != text.table.n_rows:
        colours = None
    scaled = levels.with_scale(session.scale)
    order = _shown_order(session, results)
    return Subject(text, scaled, results.space, view, pyramid, colours, order)


def _shown_order(session: Session, results: Results) -> ShownOrder | None:
    """Return the order in which the heatmap shows the whole table, None: the table's own."""
    arrangement, arranged = shown_arrangement(session, results), results.arranged
    if arrangement is None or arrangement.is_natural:
        return None
    fits = arranged is not None and arranged.table is arrangement.arranged
    return ShownOrder(arrangement, arranged.pyramid if arranged is not None and fits else None)
