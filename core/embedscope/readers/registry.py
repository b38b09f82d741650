"""The formats that can be opened, in the order in which they are tried; one line each."""

from embedscope.readers import (
    arrow,
    gguf,
    npy,
    npz,
    onnx,
    safetensors,
    sharded,
    torch_legacy,
    torch_zip,
)
from embedscope.readers.base import Reader
from embedscope.readers.text import packed, projector, raw_bytes, vectors, word2vec

READERS: tuple[Reader, ...] = (
    npy,
    gguf,
    npz,
    torch_zip,
    torch_legacy,
    sharded,
    safetensors,
    onnx,
    arrow,
    projector,
    raw_bytes,
    packed,
    word2vec,
    vectors,  # any text: the last
)
