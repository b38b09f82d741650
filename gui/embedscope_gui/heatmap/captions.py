"""What the heatmap pane says in words."""

from embedscope_gui.heatmap.scene import HeatmapScene

MODES = {"whole": "whole", "looked-up": "looked-up"}
ROW_TITLES = {"whole": "row", "looked-up": "position"}
EMPTY = {
    "whole": "Open a table, or choose one of the presets above.",
    "looked-up": "Type some text: the rows it looks up appear here, in text order.",
}
HINT = "Point at a cell to read it, {}"
SMALL, FAR, NEAR = "the wheel zooms", "a double click zooms in", "a double click shows all"


def hint_of(scene: HeatmapScene, *, near: bool) -> str:
    """Return what can be done; ``near``: cells are so large that their numbers are printed."""
    if min(scene.shape) == 0:
        return ""
    whole = scene.rows.is_whole and scene.cols.is_whole
    return HINT.format(FAR if not near else SMALL if whole else NEAR)


def captions_of(scene: HeatmapScene, *, faded: bool) -> tuple[str, ...]:
    """Return what a pixel stands for, what is ``faded``, what the automatic range left out.

    Shorter forms follow, the last without what a pixel stands for: the window says it below.
    """
    if scene.picture is None:
        return ("",)
    pixel, rest = scene.picture.caption, []
    if faded:
        rest.append("rows not lit are faded")
    left_out = scene.levels.left_out if scene.levels is not None else ()
    if left_out:
        dims = sorted(scene.dim_id(dim) for dim in left_out)
        named = ", ".join(map(str, dims[:3])) + ("…" if dims[3:] else "")
        rest.append(f"range without dim {named}")
    whole, brief = (" · ".join([said, *rest]) for said in (pixel, pixel.removesuffix(" magnitude")))
    return whole, brief, " · ".join(rest) or brief
