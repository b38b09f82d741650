"""Files that are no tables but are often taken for one, each refused in one sentence."""

import re
from collections.abc import Callable
from pathlib import Path

from embedscope.errors import FileError

_LFS = b"version https://git-lfs.github.com/spec/"
_PICKLE_STARTS = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")
_TORCH_LEGACY = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"


def refuse(head: bytes, path: Path, size: int) -> None:
    """Raise FileError if a file of ``size`` bytes beginning with ``head`` is a known stranger."""
    if size == 0:
        raise FileError(path, "is empty; download or save it again")
    for says in _SIGNS:
        problem = says(head)
        if problem:
            raise FileError(path, problem)


def _lfs_pointer(head: bytes) -> str:
    if not head.startswith(_LFS):
        return ""
    real = re.search(rb"^size (\d{1,18})\s*$", head, re.MULTILINE)
    size = f" (real size {int(real[1])} bytes)" if real else ""
    return f"is a Git LFS pointer, not the data{size}; fetch it with: git lfs pull"


def _web_page(head: bytes) -> str:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:15].lower()
    if not start.startswith((b"<!doctype html", b"<html", b"<head", b"<?xml")):
        return ""
    return "is a web page, not the data; download the file itself (perhaps after logging in)"


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


def _other_kind(head: bytes) -> str:
    kinds = {
        b"%PDF": "a PDF document", b"\x89PNG": "a picture", b"\xff\xd8\xff": "a picture",
        b"\x89HDF\r\n\x1a\n": "an HDF5 file (Keras); save the weights as safetensors or .npy",
        b"SQLite format 3": "a database", b"\x7fELF": "a program", b"7z\xbc\xaf": "a 7z archive",
        b"Rar!": "a RAR archive; unpack it first",
        b"\x28\xb5\x2f\xfd": "packed with zstd; unpack it first",
    }  # fmt: skip
    return next((f"is {kind}" for magic, kind in kinds.items() if head.startswith(magic)), "")


_SIGNS: tuple[Callable[[bytes], str], ...] = (
    _lfs_pointer,
    _web_page,
    _fasttext_model,
    _plain_pickle,
    _old_gguf,
    _other_kind,
)
