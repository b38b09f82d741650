"""PyTorch's seeded numbers; every expected bit was recorded from torch 2.13.0 on x86."""

import hashlib

import numpy as np
import pytest

from embedscope.errors import Cancelled, EmbedscopeError
from embedscope.progress import Progress
from embedscope.tables.base import Floats
from embedscope.tables.torch_init import TorchGenerator, seeded_table, torch_normal

BOOK = (
    "3eacbbc9 be360b3b be2d02e0 3f6af29f 3fca5d36 3fa6887a 3fa33d12 be4dc6a6 be246ad5 "
    "becd8fd6 3f77713c bf92f662 bf9455c8 3ea6a423 bf21aa56 c035c276 bf48ec26 bfb46cdf"
)
SMALL = (
    "bde448df 3df680d9 bebd40bc be763021 bf9934d1 3e564ab5 bf78ec42 bf414aa9 "
    "3ea5d695 bdde411d 3e57610d bec81c8d 3e709cdf 3f2a4e82 3eb4a4ec"
)
SIXTEEN = (
    "3eacbbc9 be360b3b be9b67f8 bf1687f2 3eb27c61 3f290c1b be60e8af bec2228c "
    "3f446121 bf98a3e8 3f32c731 bfb471cd 3e37af4a 3ff29436 3efdab26 3e89d465"
)
LINEAR_WEIGHT = (
    "be711478 3c9caaef be92d05d 3e5ef3ba befbdecd 3ed8b0b2 bed6db3d beeb045d bebac9b6 "
    "3e85e078 be5a723c 3e5d3cc8 befae322 beb3597b be5913b2 bde85e18 bee18145 3ec18eef"
)
LINEAR_BIAS = "be0b6cc9 3e3dc523 3ed108b3 3ddc4a6b 3e21aa78 3f0eaab6"
LINEAR_AFTER_BOOK = (
    "3ef5bc1a bd9c2015 bef9fdc5 be29a568 bed02f99 3d1c54b1 bddcc3f3 be9e8ea3 bd57036b "
    "3f0c0722 bd3a86d6 3c962ab9 bdb868ec 3db9e238 3f03b173 3eb4c264 3e51db09 3e0079b7"
)


def bits(values: Floats) -> str:
    return " ".join(f"{word:08x}" for word in values.view(np.uint32).ravel())


def sha256(values: Floats) -> str:
    return hashlib.sha256(values.astype("<f4").tobytes()).hexdigest()


def test_the_book_s_layer_to_the_last_bit() -> None:
    table = seeded_table(6, 3, seed=123)
    assert bits(table.rows(range(6))) == BOOK
    assert table.shape == (6, 3)
    assert table.name == "seed 123, 6 x 3"


def test_the_book_s_layer_to_four_decimals() -> None:
    looked_up = seeded_table(6, 3).rows([2, 3, 5, 1])
    expected = [
        [1.2753, -0.2010, -0.1606],
        [-0.4015, 0.9666, -1.1481],
        [-2.8400, -0.7849, -1.4096],
        [0.9178, 1.5810, 1.3010],
    ]
    np.testing.assert_array_equal(np.round(looked_up.astype(float), 4), expected)


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (3, 5), (5, 3)])
def test_fewer_than_16_numbers(shape: tuple[int, int]) -> None:
    n = shape[0] * shape[1]
    assert bits(torch_normal(shape, 123)) == " ".join(SMALL.split()[:n])


def test_exactly_16_numbers() -> None:
    assert bits(torch_normal((4, 4), 123)) == SIXTEEN


@pytest.mark.parametrize(
    ("seed", "digest"),
    [
        (123, "1b70c9395bd6d4c2b765adc73759c7104e907c3cea54ee1609aa0386265a2349"),
        (0, "65b52a40b3c6948adade36e624736f7247a03124d3ca8a5bdff2f6953fbe9544"),
        (2**32 - 1, "51b555a64ee52f2a6b0f05ae9da119b58aa3600eebbda4aabd28368446dc24e1"),
        (-1, "51b555a64ee52f2a6b0f05ae9da119b58aa3600eebbda4aabd28368446dc24e1"),
        (2**40, "65b52a40b3c6948adade36e624736f7247a03124d3ca8a5bdff2f6953fbe9544"),
    ],
)
def test_a_ragged_end_and_the_seeds_that_count_alike(seed: int, digest: str) -> None:
    assert sha256(torch_normal((7, 5), seed)) == digest


@pytest.mark.parametrize(
    ("seed", "digest"),
    [
        (0, "04956ea51a0008126c2b7b7c3e1b56ec90885362d51c1dd3d48e6408a76ea05f"),
        (42, "18f3de6f36c306426c56a2020b05ea80be54b0c88091d6bc5eb93e2e385f040a"),
        (123, "378aa211755db4f07941bd76254d12d62ced7f1d7b3ddfaf830882c496113155"),
    ],
)
def test_a_table_of_gpt2_size(seed: int, digest: str) -> None:
    assert sha256(torch_normal((50257, 256), seed)) == digest


def test_a_spare_number_outlives_a_large_draw() -> None:
    generator = TorchGenerator(7)
    assert bits(generator.normal((3, 3))).startswith("be165174 3f49408e 3f7262e7")
    digest = "0c2938c700addbf632958bd832891e30897d385ae771d1cc422b30f54b71d079"
    assert sha256(generator.normal((5, 7))) == digest
    assert bits(generator.normal((1, 2))) == "bfd75248 bfda1725"


def test_a_linear_layer() -> None:
    generator = TorchGenerator(123)
    assert bits(generator.linear_weight(6, 3)) == LINEAR_WEIGHT
    assert bits(generator.linear_bias(6, 3)) == LINEAR_BIAS


def test_a_linear_layer_after_an_embedding() -> None:
    generator = TorchGenerator(123)
    generator.normal((6, 3))
    assert bits(generator.linear_weight(6, 3)) == LINEAR_AFTER_BOOK


def test_a_large_linear_layer() -> None:
    generator = TorchGenerator(5)
    weight, bias = generator.linear_weight(300, 700), generator.linear_bias(300, 700)
    assert sha256(weight) == "27a67543b4635fb1986ba10ed4bfbe75009e3df8c53e2d04ab38a721fd5de792"
    assert sha256(bias) == "d7f493635ee818355945cc059e8059f454a5b57ad48d011a422284890e0e41c8"


@pytest.mark.parametrize("seed", [2**64, -(2**63) - 1])
def test_seeds_that_torch_refuses(seed: int) -> None:
    with pytest.raises(EmbedscopeError, match="out of range"):
        torch_normal((2, 2), seed)


@pytest.mark.parametrize(("n_rows", "n_dims"), [(0, 3), (3, 0), (-1, -1), (2**20, 2**20)])
def test_impossible_sizes(n_rows: int, n_dims: int) -> None:
    with pytest.raises(EmbedscopeError, match=f"{n_rows:,} x {n_dims:,}"):
        seeded_table(n_rows, n_dims)


def test_drawing_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        seeded_table(10_000, 16, progress=Progress(stopped=lambda: True))
