"""Files and folders that the system does not give: a sentence with the name, not its own words."""

import os
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import EmbedscopeError, FileError, UnknownNameError
from embedscope.readers import existing, folder, open_table
from embedscope.readers.sorting import is_tokenizer, sort_out, texts_among
from embedscope.tables import file_bytes

REFUSED = "may not be read (permission denied); change its permissions"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    np.save(tmp_path / "a.npy", np.ones((4, 3)))
    return tmp_path / "a.npy"


def refuse(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_a_file_that_may_not_be_opened(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_bytes, "open", refuse, raising=False)
    with pytest.raises(FileError) as caught:
        open_table(table)
    assert str(caught.value) == f"a.npy: {REFUSED}"


def test_a_file_in_a_folder_that_may_not_be_entered(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "stat", refuse)
    with pytest.raises(FileError) as caught:
        existing(table)
    assert str(caught.value) == f"a.npy: {REFUSED}"
    assert not is_tokenizer(table)
    assert sort_out([str(table)]) == (str(table), None)
    assert texts_among([str(table)]) == []


def test_a_folder_that_may_not_be_listed(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "listdir", refuse)
    with pytest.raises(FileError) as caught:
        open_table(table.parent)
    assert str(caught.value) == f"{table.parent.name}: {REFUSED}"
    assert not is_tokenizer(table.parent)


@pytest.mark.parametrize("target", ["link.npy", "gone.npy"])
def test_a_link_that_leads_nowhere(target: str, tmp_path: Path) -> None:
    (tmp_path / "link.npy").symlink_to(tmp_path / target)
    with pytest.raises(FileError) as caught:
        existing(tmp_path / "link.npy")
    assert str(caught.value) == (
        "link.npy: is a link to a file that is not there, or to itself; open the file itself"
    )


def test_a_name_that_no_file_can_have_is_unknown(tmp_path: Path) -> None:
    for name in ("a" * 300, "a\0b"):
        with pytest.raises(UnknownNameError):
            existing(tmp_path / name)
        assert sort_out([str(tmp_path / name)]) == (str(tmp_path / name), None)


@pytest.mark.parametrize("name", [".", "/"])
def test_a_folder_without_a_name_is_told_by_its_path(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(folder, "_TABLE_FILES", ())
    with pytest.raises(EmbedscopeError) as caught:
        open_table(name)
    assert str(caught.value).startswith(f"{name}: is a folder with")


def test_settings_are_no_table_where_there_is_another(table: Path, tmp_path: Path) -> None:
    config, index = str(tmp_path / "config.json"), str(tmp_path / "model.safetensors.index.json")
    assert sort_out([config, str(table)]) == (str(table), None)
    assert sort_out([config]) == (config, None)
    assert sort_out([config, index]) == (index, None)


@pytest.mark.skipif(os.name != "posix", reason="names are bytes")
def test_a_table_with_a_name_that_is_not_utf8(table: Path) -> None:
    odd = os.fsdecode(os.fsencode(table.parent) + b"/b\xff.npy")
    os.rename(table, odd)
    opened = open_table(odd)
    assert opened.name == "b\\udcff.npy"
    assert opened.rows([3]).tolist() == [[1, 1, 1]]
