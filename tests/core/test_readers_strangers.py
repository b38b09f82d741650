"""Files taken for tables by mistake are named for what they are."""

import zipfile
from pathlib import Path

import pytest

from embedscope.errors import FileError
from embedscope.readers import open_table
from embedscope.readers.prose import PlainTextError
from embedscope.readers.sorting import is_tokenizer
from embedscope.tokenizers.registry import get_tokenizer

STRANGERS = {
    b"": "is empty",
    b"version https://git-lfs.github.com/spec/v1\nsize x\n": "LFS pointer, not the data;",
    b"\xef\xbb\xbf\n <!DOCTYPE HTML><html>": "web page",
    b"<html lang='en'>": "web page",
    b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0"><html>': "web page",
    b'<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">': "web page",
    b"<!-- saved --><!-- twice --> <html>": "web page",
    b'<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code>': "is an XML file, not a table; if",
    b'<?xml version="1.0"?><?xml-stylesheet href="a.css"?><!-- a --><rss>': "an XML file",
    b"<?xml version='1.0'?><!-- " + b"long " * 2000: "an XML file",
    b"\xef\xbb\xbf<?xml version='1.0'?><config/>": "an XML file",
    '\ufeff<?xml version="1.0"?><a/>'.encode("utf-16-le"): "an XML file",
    '\ufeff<?xml version="1.0"?><html/>'.encode("utf-16-be"): "web page",
    b'<svg width="9" xmlns="http://www.w3.org/2000/svg">\n': "an XML file",
    b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN">\n<svg>': "an XML file",
    b'<rss version="2.0">': "an XML file",
    b"\xba\x16\x4f\x2f\x0c\0\0\0": "fastText model",
    b"\x80\x04\x95\x10": "Python pickle",
    b"\x80\x02}q\0.": "Python pickle",
    b"lmgg\1\0\0\0": "old GGML format",
    b"\x89HDF\r\n\x1a\n": "HDF5",
    b"%PDF-1.7": "is a PDF document; save the numbers in it as CSV",
    b"\x89PNG\r\n": "picture",
    b"Rar!\x1a": "RAR",
    b"7z\xbc\xaf\x27": "is a 7z archive; unpack it first",
    b"GIF89a": "is a picture, not a table of numbers",
    b"RIFF\0\0\0\0WEBP": "is a picture or a sound, not a table of numbers",
    b"MATLAB 5.0 MAT-file, Platform": "is a MATLAB file; save the matrix as CSV or .npy",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "of an old Office; save the table as CSV",
    b"SQLite format 3\0": "is a database; save the table as CSV",
    b"\x04\x22\x4d\x18": "packed with lz4; unpack it first",
    b"model.npy".ljust(257, b"\0") + b"ustar": "is a tar archive; unpack it first",
    "a 1 2\nb 3 4\n".encode("utf-16-le"): "is text in UTF-16 without its mark in front; save it",
    "a 1 2\nb 3 4\n".encode("utf-16-be"): "is text in UTF-16 without its mark in front; save it",
    b"\xff\xfe\0\0a\0\0\0": "is text in UTF-32; save it in UTF-8",
    b"\x28\xb5\x2f\xfd\x04": "packed with zstd; unpack it first",
}


@pytest.mark.parametrize("head", STRANGERS)
@pytest.mark.parametrize("name", ["model.safetensors", "table.npy", "weights.bin"])
def test_a_stranger_is_refused_by_its_first_bytes(head: bytes, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(head)
    with pytest.raises(FileError) as caught:
        open_table(tmp_path / name)
    assert STRANGERS[head] in str(caught.value)


MARKS_IN_FRONT = ("<unk> 0.5 1\n<s> 2 3\n", "<!-- 0.5 1\nthe 2 3\n", "<svg> 0.5 1\n<rss 2 3\n")


@pytest.mark.parametrize("text", MARKS_IN_FRONT)
def test_words_that_begin_like_markup_are_words(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(text)
    table = open_table(tmp_path / "a.txt")
    assert table.rows([0, 1]).tolist() == [[0.5, 1], [2, 3]]


@pytest.mark.parametrize("text", ['<p align="center">\n', "<!-- a -->\n<h1>", "<?php\n<html>?>"])
def test_prose_and_code_may_begin_with_an_element(text: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(text + "Words, words and words.\n" * 4)
    with pytest.raises(PlainTextError):
        open_table(tmp_path / "README.md")


def test_many_comments_take_no_time(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("<!---->" * 600 + "words\n")
    with pytest.raises(PlainTextError):
        open_table(tmp_path / "a.md")


def test_xml_is_no_list_of_words(tmp_path: Path) -> None:
    path = tmp_path / "config.txt"
    path.write_text("<?xml version='1.0'?>\n" + "<item>\n</item>\n" * 9)
    assert not is_tokenizer(path)
    with pytest.raises(FileError, match="is an XML file, no tokenizer in a known format"):
        get_tokenizer(path)


def test_an_excel_workbook_is_called_one(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(FileError, match=r"^a\.xlsx: is an Excel workbook; save the sheet as CSV$"):
        open_table(tmp_path / "a.xlsx")


@pytest.mark.parametrize("name", ["model.safetensors", "weights.bin", "table.npy"])
def test_the_answer_of_a_server_is_told_whatever_it_is_saved_as(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("Access to this model is restricted.")
    with pytest.raises(FileError) as caught:
        open_table(tmp_path / name)
    said = 'is text, but no table of numbers: line 1 is "Access to this model is restricted."'
    assert str(caught.value).startswith(f"{name}: {said}")


def test_bytes_that_are_no_text_are_not_called_one(tmp_path: Path) -> None:
    (tmp_path / "a.dat").write_bytes(bytes(range(254, 0, -1)))
    with pytest.raises(FileError) as caught:
        open_table(tmp_path / "a.dat")
    assert type(caught.value) is FileError
    assert str(caught.value) == (
        "a.dat: is in no format known here (.dat); save the table as safetensors or npy"
    )
    (tmp_path / "b.dat").write_bytes("Größe und Maß\n".encode("latin-1") * 9)
    with pytest.raises(PlainTextError):
        open_table(tmp_path / "b.dat")
