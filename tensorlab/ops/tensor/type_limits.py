"""What numbers a data type can hold: torch.finfo and torch.iinfo."""

import math

from tensorlab.engine.dtypes import FLOATING, INTEGER, PYTHON_TYPES, DType
from tensorlab.engine.naming import Fixed, Signed, named_in_c
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.signatures.support import not_implemented

# Bits of the exponent and of the fraction; types of eight bits can be asked about.
LAYOUT = {
    "float16": (5, 10), "bfloat16": (8, 7), "float32": (8, 23), "float64": (11, 52),
    "float8_e4m3fn": (4, 3), "float8_e5m2": (5, 2),
}  # fmt: skip


class finfo(Fixed, metaclass=Signed):  # noqa: N801  PyTorch's name
    """The limits of a floating-point type, or of the parts of a complex one."""

    __module__ = "torch"
    torch_name = "torch.finfo"
    signatures = ("(torch.dtype type)", "()")

    def __init__(self, type: object = ...) -> None:
        title = getattr(type, "title", None)  # of a type that is not here
        named = title.removeprefix("torch.") if isinstance(title, str) else ""
        self.dtype = named if named in LAYOUT else real_type(type).name
        exponent, fraction = LAYOUT[self.dtype]
        self.bits = 1 << (exponent + fraction).bit_length()
        self.eps = 2.0**-fraction
        self.max = (2 - self.eps) * 2.0 ** (2 ** (exponent - 1) - 1)
        # all but one of the largest exponent are numbers
        if named == "float8_e4m3fn":
            self.max = 448.0
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.0 ** (2 - 2 ** (exponent - 1))
        self.resolution = 10.0 ** -math.floor(fraction * math.log10(2))

    def __repr__(self) -> str:
        names = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        return f"finfo({limits(self, names)}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, finfo) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)


class iinfo(Fixed, metaclass=Signed):  # noqa: N801  PyTorch's name
    """The limits of an integer type."""

    __module__ = "torch"
    torch_name = "torch.iinfo"
    signatures = ("(torch.dtype type)",)

    def __init__(self, type: object) -> None:
        dtype = require_type("iinfo", type)
        if dtype.is_quantized:
            raise not_implemented("dtype", dtype)
        if dtype.category > INTEGER:
            raise TypeError(
                "torch.iinfo() requires an integer input type. Use torch.finfo to handle "
                "'torch.iinfo'"
            )
        if dtype.category < INTEGER:
            raise TypeError(f"{dtype} is not supported by torch.iinfo")
        self.dtype = dtype.name
        self.bits = 8 * dtype.itemsize
        self.min = -(2 ** (self.bits - 1)) if dtype.has_sign else 0
        self.max = 2 ** (self.bits - dtype.has_sign) - 1

    def __repr__(self) -> str:
        return f"iinfo({limits(self, ('min', 'max'))}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iinfo) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)


def limits(info: object, names: tuple[str, ...]) -> str:
    """Return the named numbers as C++ prints them, six digits at most."""
    return ", ".join(f"{name}={getattr(info, name):g}" for name in names)


def real_type(type: object) -> DType:
    """Return the floating-point type that is asked about, the default one for none.

    Raises:
        TypeError: it is no data type, or one of whole numbers.
    """
    dtype = Defaults.floating if type is ... else require_type("finfo", type)
    if dtype.category < FLOATING or dtype.is_quantized:
        raise TypeError(
            "torch.finfo() requires a floating point input type. Use torch.iinfo to handle "
            "'torch.finfo'"
        )
    return dtype.to_real()


def require_type(name: str, type: object) -> DType:
    """Return what is a data type; Python's float and int stand for one, too.

    Raises:
        TypeError: it is none.
    """
    type = PYTHON_TYPES.get(type, type) if callable(type) else type
    if not isinstance(type, DType):
        got = named_in_c(type)
        raise TypeError(f"{name}(): argument 'type' (position 1) must be torch.dtype, not {got}")
    return type
