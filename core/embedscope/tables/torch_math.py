"""The float32 logarithm, sine and cosine that x86 PyTorch uses for normal numbers, in numpy.

The polynomials are those of the Cephes library (S. Moshier) in the arrangement of
ATen/native/cpu/avx_mathfun.h. PyTorch's compiler fuses a multiplication and the addition after it
into one rounding; ``_fma`` does the same through float64, where the product is exact.
"""

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats

_Single = np.float32
_Bits = NDArray[np.int32]

_SMALLEST_NORMAL = np.finfo(np.float32).tiny
_SQRT_HALF = _Single(0.707106781186547524)
_LN2_LOW, _LN2_HIGH = _Single(-2.12194440e-4), _Single(0.693359375)
_LOG = (
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
    -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip

_FOUR_OVER_PI = _Single(1.27323954473516)
_MINUS_QUARTER_PI = (-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)  # in 3 parts
_SINE = (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COSINE = (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)


def _fma(a: Floats, b: Floats | np.float32, c: Floats | np.float32) -> Floats:
    """Return a * b + c rounded once to float32."""
    return (a.astype(np.float64) * np.asarray(b, np.float64) + c).astype(np.float32)


def _polynomial(x: Floats, coefficients: tuple[float, ...]) -> Floats:
    """Evaluate by Horner's rule, highest power first."""
    y = np.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        y = _fma(y, x, _Single(coefficient))
    return y


def log(x: Floats) -> Floats:
    """Return the natural logarithm of ``x`` (any shape, 0 < x <= 1)."""
    exponent, mantissa = _split(np.maximum(x, _SMALLEST_NORMAL))
    square = mantissa * mantissa
    y = _polynomial(mantissa, _LOG) * mantissa
    y = _fma(y, square, exponent * _LN2_LOW)
    y = _fma(square, _Single(-0.5), y)
    return _fma(exponent, _LN2_HIGH, mantissa + y)


def _split(x: Floats) -> tuple[Floats, Floats]:
    """Return (e, m) with x = 2**e * (1 + m) and 1 + m from sqrt(1/2) to sqrt(2)."""
    bits: _Bits = x.view(np.int32)
    exponent = ((bits >> 23) - 126).astype(np.float32)
    half_to_one = ((bits & 0x007FFFFF) | 0x3F000000).view(np.float32)
    is_small = half_to_one < _SQRT_HALF
    mantissa = half_to_one - _Single(1) + np.where(is_small, half_to_one, _Single(0))
    return exponent - is_small.astype(np.float32), mantissa


def sin_cos(x: Floats) -> tuple[Floats, Floats]:
    """Return sine and cosine of ``x`` (any shape, 0 <= x <= 2 pi)."""
    octant: _Bits = ((x * _FOUR_OVER_PI).astype(np.int32) + 1) & ~1
    rest = x
    for part in _MINUS_QUARTER_PI:
        rest = _fma(octant.astype(np.float32), _Single(part), rest)
    square = rest * rest
    cosine = _polynomial(square, _COSINE) * square
    cosine = _fma(cosine, square, square * _Single(-0.5)) + _Single(1)
    sine = _fma(_polynomial(square, _SINE) * square, rest, rest)
    is_straight = (octant & 2) == 0
    sine_sign: _Bits = (octant & 4) << 29
    cosine_sign: _Bits = (~(octant - 2) & 4) << 29
    return (
        _with_sign(np.where(is_straight, sine, cosine), sine_sign),
        _with_sign(np.where(is_straight, cosine, sine), cosine_sign),
    )


def _with_sign(x: Floats, sign: _Bits) -> Floats:
    """Flip the sign where the top bit of ``sign`` is set."""
    return (x.view(np.int32) ^ sign).view(np.float32)
