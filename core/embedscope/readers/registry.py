"""The formats that can be opened, in the order in which they are tried; one line each."""

from embedscope.readers import npy, safetensors
from embedscope.readers.base import Reader

READERS: tuple[Reader, ...] = (
    safetensors,
    npy,
)
