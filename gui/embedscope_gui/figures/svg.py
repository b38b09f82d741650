"""SVG as other programs like it: a size in pixels, whole texts, crisp pictures, valid XML."""

import re
from collections.abc import Sequence
from functools import cache
from xml.etree import ElementTree as ET

from embedscope_gui.figures.canvas import Label
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.fonts import resolved_family

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "http://www.w3.org/1999/xlink"

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STAND_IN = re.compile(r"^LABEL(\d+)LABEL$")
_IDENTITY = "matrix(1,0,0,1,0,0)"
_SHAPES = frozenset(f"{SVG}{name}" for name in ("rect", "path", "circle", "ellipse", "image"))
_DEFAULTS = {"fill-opacity": "1", "stroke-opacity": "1", "opacity": "1"}
_FONT = ("font-family", "font-size", "font-weight", "font-style")


def finished_svg(raw: bytes, size: Size, labels: Sequence[Label], title: str) -> bytes:
    """Return Qt's SVG ``raw`` made whole: ``labels`` put in, ``size`` in pixels."""
    ET.register_namespace("", SVG[1:-1])
    ET.register_namespace("xlink", XLINK)
    text = raw.decode("utf-8", errors="replace")
    root = ET.fromstring(_NOT_XML.sub("\ufffd", text))
    root.set("width", str(size.width))
    root.set("height", str(size.height))
    _set_title(root, title)
    for element in root.iter():
        _finish(element, labels)
    _tidy(root)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))


def _set_title(root: ET.Element, title: str) -> None:
    for tag in ("title", "desc"):
        for old in root.findall(f"{SVG}{tag}"):
            root.remove(old)
    new = ET.Element(f"{SVG}title")
    new.text = _NOT_XML.sub("\ufffd", title)
    root.insert(0, new)


def _finish(element: ET.Element, labels: Sequence[Label]) -> None:
    if element.get("transform") == _IDENTITY:
        del element.attrib["transform"]
    element.attrib.pop("vector-effect", None) if element.get("vector-effect") == "none" else None
    if element.tag == f"{SVG}g":
        for name in _FONT:
            element.attrib.pop(name, None)
    elif element.tag == f"{SVG}text":
        _finish_text(element, labels)
    elif element.tag == f"{SVG}image":
        # Browsers differ in the word for "do not smooth": the last one known wins.
        element.set("style", "image-rendering:crisp-edges;image-rendering:pixelated")


def _finish_text(element: ET.Element, labels: Sequence[Label]) -> None:
    stand_in = _STAND_IN.match(element.text or "")
    if stand_in:
        label = labels[int(stand_in[1])]
        element.text = _NOT_XML.sub("\ufffd", label.text)
        if label.anchor != "start":
            element.set("text-anchor", label.anchor)
    family = element.get("font-family")
    if family:
        element.set("font-family", _families(family))


@cache
def _families(family: str) -> str:
    """Return the font's real name with a general one to fall back on."""
    real = resolved_family(family)
    return f"{real}, monospace" if "mono" in real.lower() else f"{real}, sans-serif"


def _tidy(element: ET.Element) -> None:
    """Drop groups that hold nothing; give a lone shape what its group says; one item a line."""
    for child in list(element):
        _tidy(child)
        if child.tag != f"{SVG}g":
            continue
        if not len(child):
            element.remove(child)
        elif len(child) == 1 and child[0].tag in _SHAPES and "transform" not in child.attrib:
            shape = child[0]
            for name, value in child.attrib.items():
                if value != _DEFAULTS.get(name):
                    shape.attrib.setdefault(name, value)
            element[list(element).index(child)] = shape
    element.text = element.text if element.tag in (f"{SVG}text", f"{SVG}title") else None
    if len(element):
        element.text = "\n"
    element.tail = "\n"
