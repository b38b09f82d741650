"""Words about how large a table is, alone and as a part of a model."""

from embedscope.lessons.models import KnownModel, find_model, known_models, same_shape
from embedscope.lessons.phrases.registry import PHRASE
from embedscope.lessons.sizes import BYTES_OF_TYPE, STORED_AS, TableSize, spoken_bytes
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import and_last, in_columns, percent

_LAYERS = 12


def _is_model(name: str) -> str:
    known = [model.name for model in known_models()]
    return "" if name in known else f"no such model; there are {', '.join(known)}"


@PHRASE.plain
def size_sentence(view: LessonView) -> str:
    """Multiply rows and dims of the open table, as a whole sentence."""
    n_rows, n_dims = view.table.shape
    product = f"{n_rows:,} x {n_dims:,} = {n_rows * n_dims:,}"
    return f"That makes {product} numbers, called parameters."


@PHRASE.plain
def bytes_sentence(view: LessonView) -> str:
    """Say what the open table takes as float32 and as it is stored, as a whole sentence."""
    count = view.table.n_rows * view.table.n_dims
    full = f"As float32, with 4 bytes each, they take {spoken_bytes(4 * count)}"
    stored = STORED_AS.get(view.table.dtype, view.table.dtype)
    if stored == "float32":
        return f"{full}, and so they are stored."
    return f"{full}; stored as {stored}, {spoken_bytes(view.table.n_bytes)}."


@PHRASE.plain
def share_sentence(view: LessonView) -> str:
    """Say which part of its model the open table is, as a whole sentence."""
    n_rows, n_dims = view.table.shape
    model = same_shape(n_rows, n_dims)
    if model is not None:
        share, total = percent(model.table_share), f"{model.total_parameters:,}"
        return f"A table of this size is that of {model.name}: {share} of its {total} parameters."
    size = TableSize(n_rows, n_dims, tied=True, n_layers=_LAYERS)
    return (
        f"With {_LAYERS} layers of this width behind it, this table would be about "
        f"{percent(size.estimated_share)} of the model."
    )


@PHRASE.plain
def one_more_sentence(view: LessonView) -> str:
    """Say what one more token and one more dim cost, as a whole sentence."""
    size = TableSize(*view.table.shape)
    token, dim = f"{size.one_more_token:,}", f"{size.one_more_dim:,}"
    return f"Here, one more token adds {token} parameters and one more dim adds {dim}."


@PHRASE.with_text(_is_model)
def model(_view: LessonView, name: str) -> str:
    """Tell the size of a well-known model's table, as a whole sentence."""
    known = find_model(name)
    size = known.size
    n_bytes = spoken_bytes(BYTES_OF_TYPE["float32"] * size.parameters)
    again = (
        ""
        if known.tied
        else f" The output layer takes as much again: {percent(known.share)} together."
    )
    return (
        f"{name}: {size.n_rows:,} x {size.n_dims:,} = {size.parameters:,} parameters, {n_bytes} "
        f"as float32, {percent(known.table_share)} of the model's {known.total_parameters:,}."
        f"{again}"
    )


@PHRASE.with_text(_is_model)
def model_product(_view: LessonView, name: str) -> str:
    """Return "128,256 x 4,096 = 525,336,576", the parameters of a well-known model's table."""
    size = find_model(name).size
    return f"{size.n_rows:,} x {size.n_dims:,} = {size.parameters:,}"


@PHRASE.with_text(_is_model)
def model_share(_view: LessonView, name: str) -> str:
    """Return "GPT-2 small 31 %": the table, and an untied output layer if there is one."""
    return f"{name} {percent(find_model(name).share)}"


@PHRASE.plain
def tied_models(_view: LessonView) -> str:
    """Name the models of the data file whose output layer is the table itself."""
    return and_last([known.name for known in known_models() if known.tied])


@PHRASE.plain
def untied_models(_view: LessonView) -> str:
    """Name the models of the data file that have an output layer of its own."""
    return and_last([known.name for known in known_models() if not known.tied])


@PHRASE.plain
def model_lines(view: LessonView) -> str:
    """Return the well-known models, smallest first, one a line, after the open table if other."""
    n_rows, n_dims = view.table.shape
    head = ("", "V x D", "table", "of the model", "")
    here = ("this table", f"{n_rows:,} x {n_dims:,}", f"{n_rows * n_dims:,}", "", "")
    own = [] if same_shape(n_rows, n_dims) else [here]
    lines = [_line(known) for known in known_models()]
    return in_columns([head, *own, *lines], right=(1, 2, 3))


def _line(known: KnownModel) -> tuple[str, str, str, str, str]:
    size = known.size
    shape, parameters = f"{size.n_rows:,} x {size.n_dims:,}", f"{size.parameters:,}"
    twice = "" if known.tied else "and as much again for the output"
    return known.name, shape, parameters, percent(known.table_share), twice
