"""What may be written on the command line."""

import argparse
import math
import os
import re
from pathlib import Path

from embedscope import __version__
from embedscope.presets import DEFAULT_PRESET, PRESETS
from embedscope.tokenizers.registry import TOKENIZER_NAMES

COMMANDS = ("lookup", "info", "neighbours", "figure", "lesson")
KINDS = (
    "window",
    "pipeline",
    "tokens",
    "table",
    "lookup",
    "vectors2d",
    "vectors3d",
    "onehot",
)
LESSON = "lesson:"  # and the name of a step: the figure of that step
COLOURS = ("norm", "id", "class", "script")
METRICS = ("cosine", "dot", "euclidean")
ENDINGS = ("png", "svg", "pdf")

_ABOUT = "A microscope for token embeddings: text, tokens, ids, table rows and points."
_COMMANDS = """commands (each has its own --help; a table file of such a name is ./lookup):
  lookup                tokens, ids, row numbers and values of a text
  info                  what a file holds, what would be opened of it, and why
  neighbours            the rows nearest to a token's row
  figure                save a picture as PNG, SVG or PDF
  lesson                open the window at a lesson"""


def window_parser() -> argparse.ArgumentParser:
    """Return the parser of ``embedscope [TABLE]``, which opens the window."""
    parser = argparse.ArgumentParser(
        prog="embedscope",
        description=f"{_ABOUT} Without a command the window opens.",
        epilog=f"{_COMMANDS}\n\n{_names()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="embedscope [TABLE] [FILE ...] [--text T] [--tensor NAME] [--tokenizer NAME]"
        " [--specials plain|special]\n"
        f"       embedscope {{{','.join(COMMANDS)}}} ...",
    )
    parser.add_argument("--version", action="version", version=f"embedscope {__version__}")
    parser.add_argument("table", nargs="?", metavar="TABLE", help="preset name, file or folder")
    parser.add_argument(
        "more", nargs="*", metavar="FILE", help="a tokenizer and a text to open with it"
    )
    parser.add_argument("--text", type=_text, metavar="T", help="text to start with")
    parser.add_argument("--tensor", metavar="NAME", help="which tensor of the file (see info)")
    _add_reading(parser)
    return parser


def command_parser() -> argparse.ArgumentParser:
    """Return the parser of the commands."""
    parser = argparse.ArgumentParser(prog="embedscope", description=_ABOUT)
    commands = parser.add_subparsers(dest="command", required=True)
    lookup = _command(commands, "lookup", "Print the tokens, ids and table rows of a text.")
    lookup.epilog = _JSON + _names()
    _add_lookup(lookup)
    _add_info(_command(commands, "info", "Print what a file holds, what opens, and why."))
    _add_neighbours(_command(commands, "neighbours", "Print the rows nearest to a token's row."))
    _add_figure(_command(commands, "figure", "Save a picture as PNG, SVG or PDF."))
    _add_lesson(_command(commands, "lesson", "Open the window at a lesson."))
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, about: str
) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    return commands.add_parser(
        name, help=about, description=about, epilog=_names(), formatter_class=raw
    )


_JSON = """with --json, values are the shortest decimals that read back as the stored numbers;
what is no number is "NaN", "Infinity" or "-Infinity"; values and row are null where the
table has no such row, id is null for text outside the vocabulary

"""


def _names() -> str:
    presets = "  ".join(PRESETS)
    return f"presets: {presets}\ntokenizers: {'  '.join(TOKENIZER_NAMES)}"


def _add_reading(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tokenizer", metavar="NAME", help="name or file (default: the table's own)"
    )
    parser.add_argument(
        "--specials",
        choices=("plain", "special"),
        default="plain",
        help="read text like <|endoftext|> as plain text (default) or as special tokens",
    )


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--table",
        metavar="X",
        default=DEFAULT_PRESET,
        help="preset name, file or folder (default: %(default)s)",
    )
    parser.add_argument("--tensor", metavar="NAME", help="which tensor of the file (see info)")
    _add_reading(parser)


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON for other programs")


def _add_lookup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--text", type=_text, metavar="T", required=True, help="text to look up")
    _add_table(parser)
    _add_json(parser)


def _add_info(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="file, folder, preset or tokenizer")
    _add_json(parser)


def _add_neighbours(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "token",
        type=_text,
        metavar="TOKEN",
        help='text of one token, "#995" for row 995, or an expression: "king" - "man" + "woman"',
    )
    _add_table(parser)
    parser.add_argument(
        "-k", type=_count, default=10, metavar="N", help="how many (default: %(default)s)"
    )
    parser.add_argument("--metric", choices=METRICS, default="cosine", help="default: %(default)s")
    parser.add_argument(
        "--centred", action="store_true", help="take the mean of all rows away from each"
    )
    parser.add_argument(
        "--remove",
        type=_count,
        metavar="K",
        help="take the mean and the first K principal components away",
    )
    parser.add_argument(
        "--fold", action="store_true", help="one entry for all forms of a word, with their number"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--all-rows",
        dest="only_tokens",
        action="store_false",
        default=None,
        help="list rows without a token too (default: where the tokenizer is not the table's own)",
    )
    which.add_argument(
        "--only-tokens",
        action="store_true",
        default=None,
        help="leave out rows without a token whatever the tokenizer",
    )
    parser.add_argument(
        "--without-named", action="store_true", help="leave out rows that the expression names"
    )
    _add_json(parser)


def _add_figure(parser: argparse.ArgumentParser) -> None:
    names = " | ".join((*KINDS, f"{LESSON}NAME/STEP"))
    parser.add_argument("kind", metavar="KIND", type=_kind, help=names)
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        type=_picture,
        required=True,
        help="file to write: OUT.png, OUT.svg or OUT.pdf; .png is added to any other name",
    )
    drawn = "text to draw (default: the preset's own)"
    parser.add_argument("--text", type=_text, metavar="T", help=drawn)
    _add_table(parser)
    pixels = "in pixels (default: what suits the figure); larger means larger text and lines too"
    parser.add_argument("--width", type=_pixels, metavar="PX", help=f"width {pixels}")
    parser.add_argument("--height", type=_pixels, metavar="PX", help="height, likewise")
    parser.add_argument(
        "--scale",
        type=_positive,
        default=1.0,
        metavar="S",
        help="PNG pixels for each of these pixels, 2 for sharp print (default: 1)",
    )
    parser.add_argument("--transparent", action="store_true", help="without a background")
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="default: %(default)s"
    )
    parser.add_argument(
        "--axes",
        type=_axes,
        metavar="AXES",
        help="of points: pca (of the table), tokens (PCA of the text's rows), dims as 0,1,2, or "
        """expressions with ; between: '" king" - " man"; pc(2)'""",
    )
    parser.add_argument(
        "--colour",
        type=_colour,
        metavar="WHAT",
        help=f"of all rows as points: {', '.join(COLOURS)}, or an expression",
    )
    maps = _colormaps()
    told = f"{', '.join(maps[1:])} or {maps[0]} (default)"
    parser.add_argument("--colormap", metavar="NAME", default=maps[0], choices=maps, help=told)


def _add_lesson(parser: argparse.ArgumentParser) -> None:
    parser.epilog = None  # a lesson brings its table
    parser.add_argument(
        "lesson",
        nargs="?",
        default="",
        metavar="NAME",
        help="number (1 to 7) or name of a lesson, as in 2 or 2/several-rows (default: the list)",
    )


def _kind(word: str) -> str:
    """Return a kind of figure; steps of lessons are looked for later."""
    if word not in KINDS and not word.startswith(LESSON):
        known = ", ".join((*KINDS, f"{LESSON}NAME/STEP"))
        raise argparse.ArgumentTypeError(f"there is no figure {word!r}; choose one of {known}")
    return word


def _colormaps() -> tuple[str, ...]:
    return ("blue-red", "purple-green", "blue-sand", "greys")


def _text(word: str) -> str:
    """Return a text as it was typed, whatever encoding Python took the arguments to be in.

    Half of a character is one lone surrogate and not three bytes; what is not UTF-8 stays.
    """
    if not re.search("[\udc80-\udcff]", word):  # bytes that Python could not read
        return word
    try:
        return os.fsencode(word).decode("utf-8", "surrogatepass")
    except UnicodeError:
        return word


def _count(word: str) -> int:
    return _whole(word, "rows")


def _positive(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"{word} is not a positive number like 1.5")
    return value


def _pixels(word: str) -> int:
    return _whole(word, "pixels")


def _whole(word: str, what: str) -> int:
    value = int(word) if word.isascii() and word.isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{word} is not a number of {what} from 1 on")
    return value


def _picture(word: str) -> Path:
    """Return the path; an ending of another picture format is refused before anything is done."""
    path = Path(word)
    ending = path.suffix[1:].lower()
    if ending in ("jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "eps", "ps"):
        raise argparse.ArgumentTypeError(f"{ending} is not written here; choose png, svg or pdf")
    if not path.name or word.endswith(("/", os.sep)):
        raise argparse.ArgumentTypeError(f"{word!r} is a folder; give the name of a file")
    return path


def _axes(word: str) -> tuple[str, tuple[int, int, int], tuple[str, str, str]]:
    """Return (kind, dims, expressions) of the axes named by ``word``."""
    none = ("", "", "")
    if word in ("pca", "tokens"):
        return ("pca-table" if word == "pca" else "pca-tokens"), (0, 1, 2), none
    if word.replace(",", "").isdigit():
        dims = [int(part) for part in word.split(",") if part]
        if len(dims) not in (2, 3):
            raise argparse.ArgumentTypeError(f"{word} names {len(dims)} axes; write two or three")
        return "dims", (dims[0], dims[1], dims[2] if len(dims) > 2 else -1), none
    if re.fullmatch(r"[-+,.\d\s]+", word):
        raise argparse.ArgumentTypeError(f"{word} names no axes; dims are written as 0,1 or 0,1,2")
    return "expressions", (0, 1, 2), _expressions(word, "axes; write pca, tokens, 0,1,2")


def _expressions(word: str, what: str) -> tuple[str, str, str]:
    """Return up to three expressions, separated by semicolons; ``what`` they should have named."""
    from embedscope.expressions import ExpressionError, parse, split

    sources = split(word)
    try:
        for source in sources:
            parse(source)
    except ExpressionError as fault:
        problem = f"{word} names no {what}, or an expression ({fault})"
        raise argparse.ArgumentTypeError(problem) from fault
    if len(sources) > 3:
        raise argparse.ArgumentTypeError(f"these are {len(sources)} expressions; write up to three")
    x, y, z = (*sources, "", "")[:3]
    return x, y, z


def _colour(word: str) -> tuple[str, str]:
    """Return (kind, expression) of what the points' colours tell."""
    if word in COLOURS:
        return word, ""
    return "expression", _expressions(word, f"colours; write {', '.join(COLOURS)}")[0]
