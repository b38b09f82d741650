"""Memory that is kept for the next frame."""

import ctypes
import subprocess
import sys

import pytest

MAPPINGS = """
import ctypes
from embedscope_gui.memory import keep_ready

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = (ctypes.c_size_t,)

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "abcdefghij"]

libc.mallinfo2.restype = Info

def mapped(n_bytes):
    before = libc.mallinfo2().d
    assert libc.malloc(n_bytes)
    return libc.mallinfo2().d - before

print(mapped(4_000_000))
keep_ready()
print(mapped(4_000_000), mapped(9_000_000))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no glibc")
def test_a_frame_s_arrays_are_not_mapped_anew() -> None:
    if not hasattr(ctypes.CDLL(None), "mallinfo2"):
        pytest.skip("this C library does not tell")
    command = [sys.executable, "-c", MAPPINGS]
    told = subprocess.run(command, check=False, capture_output=True, text=True)
    assert told.stderr == ""
    assert told.stdout.split() == ["1", "0", "1"]
