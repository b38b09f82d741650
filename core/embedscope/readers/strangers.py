"""Files that are no tables but are often taken for one, each refused in one sentence."""

import codecs
import re
from collections.abc import Callable
from pathlib import Path

from embedscope.errors import FileError

_PRINTED = bytes((9, 10, 13, *range(32, 127)))
_FEW_UNITS = 4
_LFS = b"version https://git-lfs.github.com/spec/"
_PICKLE_STARTS = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")
_TORCH_LEGACY = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"
_XML = b"<?xml"
_BEFORE_ROOT = re.compile(rb"(?:(?><!--.*?-->|<\?xml[^>]*>)\s*+)*+", re.DOTALL)
_ROOT = re.compile(rb"<(!DOCTYPE\s+)?([A-Z_][\w:.-]*)([^>]*)", re.IGNORECASE)
_OF_WEB_PAGES = frozenset((b"html", b"head"))
_XML_REMEDY = "if a download should have brought one, this may be the server's answer: try it again"


def refuse(head: bytes, path: Path, size: int) -> None:
    """Raise FileError if a file of ``size`` bytes beginning with ``head`` is a known stranger."""
    if size == 0:
        raise FileError(path, "is empty; download or save it again")
    for says in _SIGNS:
        problem = says(head)
        if problem:
            raise FileError(path, problem)


def unknown_format(path: Path) -> FileError:
    """Return the error for a file that nothing is known of."""
    ending = path.suffix or "no ending"
    problem = f"is in no format known here ({ending}); save the table as safetensors or npy"
    return FileError(path, problem)


def _lfs_pointer(head: bytes) -> str:
    if not head.startswith(_LFS):
        return ""
    real = re.search(rb"^size (\d{1,18})\s*$", head, re.MULTILINE)
    size = f" (real size {int(real[1])} bytes)" if real else ""
    return f"is a Git LFS pointer, not the data{size}; fetch it with: git lfs pull"


def _markup(head: bytes) -> str:
    """Tell web pages and XML by their first element; prose may begin with another one."""
    text = _as_bytes(head).lstrip(b" \t\r\n")
    before = _BEFORE_ROOT.match(text)
    root = _ROOT.match(text, before.end() if before else 0)
    doctype, name, rest = root.groups(b"") if root else (b"", b"", b"")
    if name.lower() in _OF_WEB_PAGES:
        return "is a web page, not the data; download the file itself (perhaps after logging in)"
    if text.startswith(_XML) or doctype or b"xmlns" in rest or name == b"rss":
        return f"is an XML file, not a table; {_XML_REMEDY}"
    return ""


def _as_bytes(head: bytes) -> bytes:
    """Return the beginning of a text without its byte order mark; what is in UTF-16 as UTF-8."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head.decode("utf-16", "replace").encode()
    return head.removeprefix(codecs.BOM_UTF8)


def _fasttext_model(head: bytes) -> str:
    if not head.startswith(b"\xba\x16\x4f\x2f"):
        return ""
    return "is a fastText model; use the .vec file that comes with it"


def _plain_pickle(head: bytes) -> str:
    if not head.startswith(_PICKLE_STARTS) or head.startswith(_TORCH_LEGACY):
        return ""
    return "is a Python pickle, which can run code when loaded; save the numbers as .npy instead"


def _old_gguf(head: bytes) -> str:
    if head[:4] in (b"lmgg", b"fmgg", b"tjgg", b"algg"):
        return "is of the old GGML format; convert it to GGUF with llama.cpp"
    return ""


def _utf32(head: bytes) -> str:
    if not head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return ""
    return "is text in UTF-32; save it in UTF-8"


def _unmarked_utf16(head: bytes) -> str:
    """Tell text in two-byte units by its zeros; one with a mark in front can be read."""
    units = head[:64]
    for letters, zeros in ((units[::2], units[1::2]), (units[1::2], units[::2])):
        if len(zeros) >= _FEW_UNITS and not any(zeros) and not letters.translate(None, _PRINTED):
            return "is text in UTF-16 without its mark in front; save it in UTF-8"
    return ""


def _other_kind(head: bytes) -> str:
    if head[257:262] == b"ustar":
        return "is a tar archive; unpack it first"
    return next((f"is {kind}" for magic, kind in _KINDS.items() if head.startswith(magic)), "")


_PICTURE = "a picture, not a table of numbers"
_PROGRAM = "a program, not a table of numbers"
_KINDS = {
    b"%PDF": "a PDF document; save the numbers in it as CSV",
    b"\x89PNG": _PICTURE, b"\xff\xd8\xff": _PICTURE, b"GIF8": _PICTURE,
    b"RIFF": "a picture or a sound, not a table of numbers",
    b"\x89HDF\r\n\x1a\n": "an HDF5 file (Keras); save the weights as safetensors or .npy",
    b"MATLAB 5.0 MAT-file": "a MATLAB file; save the matrix as CSV or .npy",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "a document of an old Office; save the table as CSV",
    b"SQLite format 3": "a database; save the table as CSV",
    b"\x7fELF": _PROGRAM, b"MZ\x90\0": _PROGRAM,
    b"7z\xbc\xaf": "a 7z archive; unpack it first", b"Rar!": "a RAR archive; unpack it first",
    b"\x28\xb5\x2f\xfd": "packed with zstd; unpack it first",
    b"\x04\x22\x4d\x18": "packed with lz4; unpack it first",
}  # fmt: skip


_SIGNS: tuple[Callable[[bytes], str], ...] = (
    _lfs_pointer,
    _markup,
    _fasttext_model,
    _plain_pickle,
    _old_gguf,
    _utf32,
    _unmarked_utf16,
    _other_kind,
)
