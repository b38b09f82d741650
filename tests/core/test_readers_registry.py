"""One module and one line a format; the example in ARCHITECTURE.md is one."""

import inspect
import re
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table, opened
from embedscope.readers.registry import FORMATS, READERS, reader

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_a_module_with_two_functions(name: str) -> None:
    module = reader(name)
    for function, parameters in (("sniff", ["head", "path"]), ("read", ["path", "progress"])):
        signature = inspect.signature(getattr(module, function))
        assert list(signature.parameters)[:2] == parameters
        others = list(signature.parameters.values())[2:]
        assert all(other.default is not other.empty for other in others)
        assert inspect.getdoc(getattr(module, function))


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The format that ARCHITECTURE.md adds, added as it says."""
    page = (ROOT / "ARCHITECTURE.md").read_text()
    code = re.search(r"```python\n(\"\"\"Rows of float32.*?)```", page, re.DOTALL)
    assert code is not None
    module = ModuleType("embedscope.readers.rows")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(code[1], "ARCHITECTURE.md", "exec"), module.__dict__)
    monkeypatch.setattr(opened, "READERS", (reader("rows"), *READERS))
    return module


@pytest.mark.usefixtures("rows")
def test_the_example_opens_like_any_other_format(tmp_path: Path) -> None:
    values = np.arange(12, dtype="<f4").reshape(4, 3)
    path = tmp_path / "mine.xyz"
    path.write_bytes(b"rows 4 3\n" + values.tobytes())
    (tmp_path / "words.txt").write_text("the\ncat\nsat\nmat\n")
    table = open_table(path)
    np.testing.assert_array_equal(table.block(0, 4), values)
    np.testing.assert_array_equal(open_table(path, "mine.T").block(0, 3), values.T)
    assert table.tokenizer == tmp_path / "words.txt"
    info = describe_file(path)
    assert (info.format, info.chosen) == ("rows of float32", "mine")
    path.write_bytes(b"rows 999999999 999999999\n" + values.tobytes())
    with pytest.raises(FileError, match=r"mine\.xyz: is incomplete: 3,999,999,992,000,000,004"):
        open_table(path)
