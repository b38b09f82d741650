"""The core runs where there is no Qt: each of its modules is imported with Qt out of reach."""

import subprocess
import sys

IMPORT_ALL = """
import pkgutil, sys
from importlib import import_module

for name in ("PySide6", "shiboken6", "pyqtgraph", "OpenGL", "embedscope_gui"):
    sys.modules[name] = None  # importing it, or anything in it, is an ImportError
import embedscope

names = [module.name for module in pkgutil.walk_packages(embedscope.__path__, "embedscope.")]
for name in names:
    import_module(name)
print(len(names))
"""


def test_every_module_of_the_core_is_imported_without_qt() -> None:
    words = [sys.executable, "-c", IMPORT_ALL]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200
