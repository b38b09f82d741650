"""Looked-up rows as files for other programs, and files written whole or not at all."""

from embedscope.export.document import lookup_document, lookup_json
from embedscope.export.rows import EXPORT_FORMATS, save_rows
from embedscope.saving import with_ending, write_aside, written_aside

__all__ = [
    "EXPORT_FORMATS",
    "lookup_document",
    "lookup_json",
    "save_rows",
    "with_ending",
    "write_aside",
    "written_aside",
]
