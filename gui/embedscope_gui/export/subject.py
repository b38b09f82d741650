"""What the window shows, as the subject of figures: nothing is computed anew."""

from embedscope.errors import EmbedscopeError
from embedscope.session.results import Results
from embedscope.session.session import Session
from embedscope_gui.figures.subject import Subject, View

WAIT = "The picture is still being prepared; try again in a moment."


def window_subject(session: Session, results: Results) -> Subject:
    """Return the subject of ``results``; EmbedscopeError where there is nothing to draw yet."""
    text, levels = results.text, session.levels or results.levels
    if text is None or levels is None:
        raise EmbedscopeError(WAIT)
    view = View(
        selected=session.selected,
        colormap=session.colormap,
        reduction=session.reduction,
        axes=session.axes,
        levels=levels.with_scale(session.scale),
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
    return Subject(text, scaled, results.space, view, pyramid, colours)
