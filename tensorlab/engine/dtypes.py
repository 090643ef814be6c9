"""The data types: names, categories, and how each one is stored and computed."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.naming import Fixed, Named
from tensorlab.engine.warning import in_full, warn_once

if TYPE_CHECKING:
    from numpy.typing import NDArray

BOOLEAN, INTEGER, FLOATING, COMPLEX, QUANTIZED = range(5)

COMPLEX32_STORAGE = np.dtype([("real", np.float16), ("imag", np.float16)])

COMPLEX_HALF = "ComplexHalf support is experimental and many operators don't support it yet."


def bfloat16_storage() -> np.dtype[Any]:
    """Return numpy's form of bfloat16, which only its users pay for.

    Raises:
        RuntimeError: what brings it is not installed.
    """
    try:
        import ml_dtypes  # noqa: PLC0415  5 ms that float32 programs need not spend
    except ImportError:
        raise RuntimeError("bfloat16 needs the package ml_dtypes: pip install ml_dtypes") from None

    storage: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
    return storage


def converted(array: "NDArray[Any]", dtype: np.dtype[Any]) -> "NDArray[Any]":
    """Return elements in another numpy type, their dimensions in the same order in memory.

    numpy's own conversion moves a dimension along which elements are shared inside all the others.
    """
    if array.flags.c_contiguous or 0 not in array.strides or array.dtype == dtype:
        return array.astype(dtype, copy=False)
    from tensorlab.engine.layout import empty_like  # noqa: PLC0415  rare

    fresh: NDArray[Any] = empty_like(array, dtype)
    fresh[...] = array
    return fresh


class DType(Fixed, metaclass=Named):
    """A data type: its PyTorch name, its category, its storage and its arithmetic.

    `carrier` is the numpy type that stores the elements, `compute` the one that does arithmetic.
    Where they are the same the type is `native`. The 16-bit floats are stored in 16 bits, computed
    in float32 and rounded once; a quantized type is stored as its integers.
    """

    torch_name = "torch.dtype"

    def __init__(
        self,
        name: str,
        category: int,
        scalar_name: str,
        c_name: str,
        compute: Any,
        carrier: Callable[[], np.dtype[Any]] | None = None,
        size: int = 0,
    ) -> None:
        self.name = name
        self.category = category
        self.scalar_name = scalar_name  # as in "expected scalar type Float"
        self.c_name = c_name  # as in "got: float != long int"
        self.compute = np.dtype(compute)
        self.native = carrier is None
        self.load_carrier = carrier
        self.itemsize = size or self.compute.itemsize
        self.is_floating_point = category == FLOATING
        self.is_complex = category == COMPLEX
        self.is_quantized = category == QUANTIZED
        self.has_sign = not (
            category == BOOLEAN
            or scalar_name in {"Byte", "QUInt8", "QUInt4x2"}
            or scalar_name.startswith("UInt")
        )

    @property
    def is_signed(self) -> bool:
        """Whether there are negative numbers of the type.

        Raises:
            RuntimeError: the type is quantized; what its whole numbers stand for has any sign.
        """
        if self.is_quantized:
            raise RuntimeError("isSignedType not supported for quantized types")
        return self.has_sign

    @cached_property
    def carrier(self) -> np.dtype[Any]:
        """The numpy type that stores the elements."""
        return self.compute if self.load_carrier is None else self.load_carrier()

    def decode(self, stored: "NDArray[Any]") -> "NDArray[Any]":
        """Return stored elements as numbers that numpy can compute with."""
        if self.native:
            return stored
        if self.category == COMPLEX:
            numbers = np.empty_like(stored, self.compute)
            numbers.real = stored["real"]
            numbers.imag = stored["imag"]
            return numbers
        return converted(stored, self.compute)

    def encode(self, numbers: "NDArray[Any]") -> "NDArray[Any]":
        """Return numbers as stored elements, rounded or wrapped as PyTorch's conversion does."""
        if numbers.dtype is self.compute and self.native:
            return numbers
        if self.category != COMPLEX:
            if numbers.dtype.kind == "c" and self.category != BOOLEAN:
                numbers = numbers.real.copy("K")  # a tensor of its own, not a view
            elif self.itemsize == 2 and numbers.dtype == np.float64:
                # PyTorch goes through float32 too, and so rounds twice.
                numbers = numbers.astype(np.float32)
            return converted(numbers, self.carrier)
        if self.native:
            return converted(numbers, self.compute)
        warn_once(COMPLEX_HALF)
        stored = np.empty_like(numbers, self.carrier)
        stored["real"] = numbers.real
        stored["imag"] = numbers.imag
        return stored

    def to_real(self) -> "DType":
        """Return the type of this type's real part."""
        return {"complex32": float16, "complex64": float32, "complex128": float64}.get(
            self.name, self
        )

    def to_complex(self) -> "DType":
        """Return the complex type whose parts have this type.

        Raises:
            RuntimeError: PyTorch states none.
        """
        if self in UNSIGNED:
            raise RuntimeError(f"Unknown Complex ScalarType for {self.scalar_name}")
        return {"float16": complex32, "float64": complex128, "complex128": complex128}.get(
            self.name, complex32 if self.name == "complex32" else complex64
        )

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        return self.name

    def __deepcopy__(self, memo: object) -> "DType":
        return self

    def __copy__(self) -> "DType":
        return self


float32 = DType("float32", FLOATING, "Float", "float", np.float32)
float64 = DType("float64", FLOATING, "Double", "double", np.float64)
float16 = DType(
    "float16", FLOATING, "Half", "c10::Half", np.float32, lambda: np.dtype(np.float16), 2
)
bfloat16 = DType("bfloat16", FLOATING, "BFloat16", "c10::BFloat16", np.float32, bfloat16_storage, 2)
complex32 = DType(
    "complex32",
    COMPLEX,
    "ComplexHalf",
    "c10::complex<c10::Half>",
    np.complex64,
    lambda: COMPLEX32_STORAGE,
    4,
)
complex64 = DType("complex64", COMPLEX, "ComplexFloat", "c10::complex<float>", np.complex64)
complex128 = DType("complex128", COMPLEX, "ComplexDouble", "c10::complex<double>", np.complex128)
uint8 = DType("uint8", INTEGER, "Byte", "unsigned char", np.uint8)
int8 = DType("int8", INTEGER, "Char", "signed char", np.int8)
int16 = DType("int16", INTEGER, "Short", "short int", np.int16)
int32 = DType("int32", INTEGER, "Int", "int", np.int32)
int64 = DType("int64", INTEGER, "Long", "long int", np.int64)
# PyTorch stores these and converts from and to them; most of its kernels don't know them.
uint16 = DType("uint16", INTEGER, "UInt16", "short unsigned int", np.uint16)
uint32 = DType("uint32", INTEGER, "UInt32", "unsigned int", np.uint32)
uint64 = DType("uint64", INTEGER, "UInt64", "long unsigned int", np.uint64)
UNSIGNED = frozenset({uint16, uint32, uint64})
bool_ = DType("bool", BOOLEAN, "Bool", "bool", np.bool_)
quint8 = DType("quint8", QUANTIZED, "QUInt8", "c10::quint8", np.uint8)
qint8 = DType("qint8", QUANTIZED, "QInt8", "c10::qint8", np.int8)
qint32 = DType("qint32", QUANTIZED, "QInt32", "c10::qint32", np.int32)
quint4x2 = DType("quint4x2", QUANTIZED, "QUInt4x2", "c10::quint4x2", np.uint8)

# All of these, in this order.
DTYPES: dict[str, DType] = {
    each.name: each for each in list(globals().values()) if isinstance(each, DType)
}

# Names of types, some of which are methods as well.
ALIASES: dict[str, DType] = {
    "float": float32, "double": float64, "half": float16, "chalf": complex32, "cfloat": complex64,
    "cdouble": complex128, "short": int16, "int": int32, "long": int64,
}  # fmt: skip

# The class names of the days before dtypes, still printed by x.type().
OLD = (float32, float64, float16, bfloat16, uint8, int8, int16, int32, int64, bool_)
TENSOR_TYPES = {f"{each.scalar_name}Tensor": each for each in (*OLD, complex64, complex128)}

# Python's types where a data type is wanted: dtype=float.
PYTHON_TYPES: dict[Any, DType] = {bool: bool_, int: int64, float: float64, complex: complex128}

# Looked up after every kernel, so by number: hashing a numpy dtype costs more.
NATIVE: dict[int, DType] = {
    dtype.compute.num: dtype
    for dtype in DTYPES.values()
    if dtype.native and dtype.category != QUANTIZED
}
# C's long and long long are two numbers for one type, where long is short long and int. There
# numpy's places and counts are longs, as is np.int32: what is to be int32 is made as np.intc.
NATIVE.update({np.dtype(np.longlong).num: int64, np.dtype(np.int_).num: int64})
NATIVE.setdefault(np.dtype(np.intc).num, int32)


def from_numpy_dtype(dtype: np.dtype[Any]) -> DType:
    """Return the data type of numpy's dtype.

    Raises:
        TypeError: PyTorch has no such type.
    """
    if (found := NATIVE.get(dtype.num)) is not None:
        return found
    if dtype == np.float16:
        return float16
    if dtype.name == "bfloat16" or dtype.names == ("low", "high"):  # without the package
        return bfloat16
    if dtype == COMPLEX32_STORAGE:
        return complex32
    raise TypeError(in_full("can't convert np.ndarray", dtype.type.__name__))


def type_of(array: Any, dtype: DType) -> DType:
    """Return the type of a result that arithmetic in the type gave."""
    if array.dtype is dtype.compute:
        return dtype
    if not dtype.native:
        # The parts of a 16-bit complex number are 16-bit numbers, and the other way round.
        for other in (dtype.to_real(), dtype.to_complex()):
            if array.dtype is other.compute:
                return other
    return from_numpy_dtype(array.dtype)


def require_differentiable(dtype: DType, only: str = "only") -> None:
    """Refuse gradients of types that have no direction to move in.

    Raises:
        RuntimeError: the type is neither floating nor complex.
    """
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(in_full("{} Tensors of", only))
