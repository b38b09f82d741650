"""gensim's own test files, value for value and word for word; left out where it is missing."""

from pathlib import Path

import numpy as np
import pytest

from embedscope.readers import open_table
from embedscope.tokenizers.words import WordTokenizer

gensim = pytest.importorskip("gensim")
FILES = {
    "crime-and-punishment.vec": {},
    "lee_fasttext.vec": {},
    "pang_lee_polarity_fasttext.vec": {},
    "toy-model.vec": {},
    "word2vec_pre_kv_c": {},
    "test_glove.txt": {"no_header": True},
    "euclidean_vectors.bin": {"binary": True},
    "poincare_vectors.bin": {"binary": True},
}


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # gensim leaves the file open
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", FILES)
def test_gensim_reads_the_same(name: str) -> None:
    from gensim.models import KeyedVectors

    path = Path(gensim.__file__).parent / "test" / "test_data" / name
    known = KeyedVectors.load_word2vec_format(path, unicode_errors="surrogateescape", **FILES[name])
    table = open_table(path)
    np.testing.assert_array_equal(table.rows(range(table.n_rows)), known.vectors)
    assert isinstance(table.tokenizer, WordTokenizer)
    assert list(table.tokenizer.words) == known.index_to_key
