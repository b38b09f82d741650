"""Files with odd names and links are opened, or told, by drag and drop too."""

import os
from urllib.parse import quote_from_bytes

import numpy as np
import pytest
from PySide6.QtCore import QMimeData

from embedscope_gui.main_window import dropped_paths
from opening_desk import drop


def dropped(*urls: bytes) -> list[str]:
    data = QMimeData()
    data.setData("text/uri-list", b"".join(url + b"\r\n" for url in urls))
    return dropped_paths(data)


@pytest.mark.skipif(os.name != "posix", reason="names are bytes")
def test_a_dropped_file_whose_name_is_not_utf8_is_opened(desk, tmp_path):
    path = os.fsencode(tmp_path) + b"/b\xff \xe9.npy"
    np.save(tmp_path / "a.npy", np.ones((4, 3), "f4"))
    os.rename(tmp_path / "a.npy", path)
    assert dropped(b"file://" + quote_from_bytes(path).encode()) == [os.fsdecode(path)]
    data = QMimeData()
    data.setData("text/uri-list", b"file://" + quote_from_bytes(path).encode())
    desk.window.filesDropped.emit(dropped_paths(data))
    assert desk.controller.session.table.name == "b\\udcff \\udce9.npy"


def test_paths_of_a_drop_are_those_of_its_local_files():
    assert dropped(b"https://example.org/a.npy", b"file:///data/a%20b%0Ac%23%25.npy") == [
        "/data/a b\nc#%.npy"
    ]
    assert dropped("file:///data/\ufffd😀.npy".encode()) == ["/data/\ufffd😀.npy"]


def test_a_link_to_itself_is_told(desk, tmp_path):
    (tmp_path / "loop.npy").symlink_to("loop.npy")
    before = desk.controller.session
    drop(desk, tmp_path / "loop.npy")
    assert desk.controller.session.table is before.table
    assert desk.window.notice.text == (
        "loop.npy: is a link to a file that is not there, or to itself; open the file itself"
    )


def test_a_text_of_one_character_is_told_as_one(desk, tmp_path):
    (tmp_path / "a.txt").write_text("ä", "utf-8")
    drop(desk, tmp_path / "a.txt")
    assert desk.controller.session.text == "ä"
    assert desk.window.notice.text.startswith("a.txt is no table but a text: 1 character, shown")
