"""A table that has to be unpacked to the disk is asked about first, with its size."""

import numpy as np
import pytest
from PySide6.QtWidgets import QMessageBox

from embedscope.readers import unpacked
from embedscope.readers.unpacked import UnpackedCache
from embedscope.tables.flat import FlatSource
from embedscope_gui.work import InlineRunner
from opening_desk import close, drop, make_desk, settle


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacked, "LARGE", 10_000)
    made = UnpackedCache(tmp_path / "cache")
    monkeypatch.setattr(unpacked, "default_cache", lambda: made)
    return made


@pytest.fixture
def desk(qtbot, tmp_path):
    made = make_desk(tmp_path, InlineRunner())
    yield made
    close(made)


def question(desk):
    """Return the open question."""
    (box,) = [box for box in desk.window.findChildren(QMessageBox) if box.isVisible()]
    return box


def test_the_size_is_told_before_anything_is_written(desk, cache, tmp_path):
    path = tmp_path / "packed.npz"
    values = np.random.default_rng(0).normal(size=(3000, 30)).astype(np.float32)
    np.savez_compressed(path, wte=values)
    drop(desk, path)
    box = question(desk)
    assert box.text().startswith("packed.npz is packed: to show it, 360 kB will be written")
    assert desk.controller.table_name == "book-6x3"
    assert list(cache.folder.glob("*.unpacked")) == []
    box.reject()
    settle()
    assert desk.controller.table_name == "book-6x3"  # nothing has changed
    drop(desk, path)
    question(desk).accept()
    settle()
    table = desk.controller.session.table
    assert table.shape == (3000, 30)
    assert isinstance(table.source, FlatSource)
    desk.controller.open_table("book-6x3")
    drop(desk, path)  # is there already: nothing to ask
    assert desk.controller.session.table.shape == (3000, 30)
    assert [b for b in desk.window.findChildren(QMessageBox) if b.isVisible()] == []
