"""The texts that mean something to numpy: types, units, settings, equations."""

import re
from functools import cache
from typing import Final

WORDS: Final = (
    "C F A K ij xy left right raise clip wrap same full valid constant edge linear_ramp maximum "
    "mean median minimum reflect symmetric empty even odd linear lower higher midpoint nearest "
    "inverted_cdf averaged_inverted_cdf closest_observation interpolated_inverted_cdf hazen "
    "weibull median_unbiased normal_unbiased fro nuc reduced complete r raw L U no equiv safe "
    "same_kind unsafe quicksort mergesort heapsort stable auto fd doane scott stone rice sturges "
    "sqrt greedy optimal backward ortho forward unsorted MT19937 eigh svd cholesky warn ignore "
    "fixed unique maxprec maxprec_equal + - f b bool bool_ int float complex half single double "
    "int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 int_ float16 float32 float64 "
    "complex64 complex128 ? h i l q B H I L Q e f d D i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16 "
    "<f4 <f8 <i4 <i8 =f4 =f8 =i4 =i8 |b1 b1 |u1 |i1"
)
OF_TEXTS: Final = re.compile(
    r"<?U\d{0,2}|\|?S\d{0,3}|(datetime64|timedelta64|<?[mM]8)"
    r"(\[\d{0,4}([YMWDhms]|ms|us|ns)\])?"
)
UNITS: Final = frozenset("YMWDhms") | {"ms", "us", "ns"}
EQUATION: Final = re.compile(r"[A-Za-z, .>\-]{1,200}")


@cache
def words() -> frozenset[str]:
    """Return the texts that mean something to numpy."""
    return frozenset(WORDS.split())


def known_word(text: str) -> bool:
    """Return whether a text means something to numpy."""
    return text in words()
