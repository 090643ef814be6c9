"""Quantizers: from numbers to the whole numbers that stand for them, and back."""

import numpy as np

from tensorlab.engine.dtypes import DType, qint32, quint4x2
from tensorlab.engine.naming import SCHEMES
from tensorlab.engine.tensor import Array, Tensor
from tensorlab.engine.warning import in_full
from tensorlab.frozen import Frozen

LIMITS = {
    "quint8": (0, 255),
    "qint8": (-128, 127),
    "qint32": (-(2**31), 2**31 - 1),
    "quint4x2": (0, 15),
}
PER_TENSOR = SCHEMES["per_tensor_affine"]
PER_CHANNEL = SCHEMES["per_channel_affine"]
PER_CHANNEL_FLOAT = SCHEMES["per_channel_affine_float_qparams"]
BEYOND = 2.0**63  # numbers from here on become the smallest whole number


def in_limits(scaled: Array, dtype: DType, nan: int, *, beyond: bool = False) -> Array:
    """Return numbers rounded to whole numbers of the type; ties go to the even one."""
    low, high = LIMITS[dtype.name]
    whole = np.asarray(np.rint(scaled), np.float64)
    if beyond:
        whole = np.where(np.abs(whole) < BEYOND, whole, low)
    else:
        whole = np.where(np.isnan(whole), nan, whole)
    return np.asarray(np.minimum(np.maximum(whole, low), high), dtype.carrier)


class PerTensor(Frozen):
    """One scale and one zero point for all elements."""

    scale: float
    zero_point: int

    scheme = PER_TENSOR

    def quantize(self, numbers: Array, dtype: DType) -> Array:
        """Return the whole numbers that stand for float32 numbers."""
        inverse = np.float32(1) / np.float32(self.scale)
        if dtype is quint4x2:
            return in_limits(np.rint(numbers * inverse) + self.zero_point, dtype, 0, beyond=True)
        low, high = LIMITS[dtype.name]
        if dtype is qint32:
            return in_limits(np.float32(self.zero_point) + numbers * inverse, dtype, low)
        # A processor's fused multiplication and addition rounds the sum only.
        exact = np.float64(self.zero_point) + numbers.astype(np.float64) * np.float64(inverse)
        return in_limits(exact.astype(np.float32), dtype, high)

    def dequantize(self, stored: Array) -> Array:
        """Return the float32 numbers that stored whole numbers stand for."""
        whole = stored.astype(np.int32) - np.int32(self.zero_point)  # wraps around
        return np.asarray(whole.astype(np.float32) * np.float32(self.scale))

    def facts(self) -> dict[str, object]:
        """Return what a printed tensor tells of the quantizer."""
        return {
            "quantization_scheme": self.scheme,
            "scale": self.scale,
            "zero_point": self.zero_point,
        }


class PerChannel(Frozen):
    """A scale and a zero point for each index along one dimension.

    The zero points are float32 numbers in the scheme of float parameters, else whole numbers.
    """

    scales: Tensor
    zero_points: Tensor
    axis: int

    is_float = property(lambda self: self.zero_points.dtype.is_floating_point)
    scheme = property(lambda self: PER_CHANNEL_FLOAT if self.is_float else PER_CHANNEL)

    def spread(self, parameters: Tensor, ndim: int) -> Array:
        """Return one parameter for each channel, in a shape that broadcasts."""
        shape = [1] * ndim
        shape[self.axis] = -1
        return parameters._array.reshape(shape)

    def quantize(self, numbers: Array, dtype: DType) -> Array:
        """Return the whole numbers that stand for float32 numbers."""
        scale = self.spread(self.scales, numbers.ndim).astype(np.float32)
        inverse = np.where(scale == 0, np.float32(1), np.float32(1) / scale)
        zero = self.spread(self.zero_points, numbers.ndim).astype(np.float32)
        low = LIMITS[dtype.name][0]
        return in_limits(numbers * inverse + zero, dtype, low, beyond=self.is_float)

    def dequantize(self, stored: Array) -> Array:
        """Return the float32 numbers that stored whole numbers stand for."""
        if not 0 <= self.axis < stored.ndim:
            raise RuntimeError(in_full("Channel axis out of", self.axis, stored.ndim))
        zero, scale = (self.spread(x, stored.ndim) for x in (self.zero_points, self.scales))
        return np.asarray((stored.astype(zero.dtype) - zero) * scale, np.float32)

    def facts(self) -> dict[str, object]:
        """Return what a printed tensor tells of the quantizer."""
        found = {"quantization_scheme": self.scheme, "scale": self.scales}
        return {**found, "zero_point": self.zero_points, "axis": self.axis}
