"""`import numpy as np`: the table of what there is of numpy; names are made when asked for."""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, Final

import numpy as np

from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.expressions.invoking import CALLABLE
from tensorlab.language.numpy import (
    dates,
    facts,
    functions,
    printing,
    rows,
    streams,
    text_tables,
    texts,
    types,
    visiting,
)
from tensorlab.language.numpy import index_makers as makers
from tensorlab.language.numpy.calling import NumpyFunction, Ufunc
from tensorlab.language.numpy.values import Array
from tensorlab.language.running.keeping import KINDS, LEAF
from tensorlab.language.values.attributes import PROPERTIES
from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.values import CONTEXTS, ErrorType, TypeValue, under_names

CONSTANTS: Final = ("pi", "e", "inf", "nan", "newaxis", "euler_gamma")
# Told as Python's own functions do it, without numbers that a program could not have.
UFUNCS: Final = (
    "abs absolute acos acosh add arccos arccosh arcsin arcsinh arctan arctan2 arctanh asin "
    "asinh atan atan2 atanh bitwise_and bitwise_count bitwise_invert bitwise_left_shift "
    "bitwise_not bitwise_or bitwise_right_shift bitwise_xor cbrt ceil conj conjugate copysign "
    "cos cosh deg2rad degrees divide divmod equal exp exp2 expm1 fabs float_power floor "
    "floor_divide fmax fmin fmod frexp gcd greater greater_equal heaviside hypot invert "
    "isfinite isinf isnan lcm ldexp left_shift less less_equal log log10 log1p log2 logaddexp "
    "logaddexp2 logical_and logical_not logical_or logical_xor matmul maximum minimum mod modf "
    "multiply negative nextafter not_equal positive pow power rad2deg radians reciprocal "
    "remainder right_shift rint sign signbit sin sinh spacing sqrt square subtract tan tanh "
    "true_divide trunc vecdot"
)
FUNCTIONS: Final = (
    "all allclose amax amin angle any append arange argmax argmin argpartition argsort "
    "argwhere around array array_equal array_equiv array_split asanyarray asarray "
    "ascontiguousarray asfortranarray astype atleast_1d atleast_2d atleast_3d average "
    "bartlett bincount blackman block broadcast_arrays broadcast_shapes broadcast_to can_cast "
    "choose clip column_stack common_type compress concat concatenate convolve copy copyto "
    "corrcoef correlate count_nonzero cov cross cumprod cumsum cumulative_prod cumulative_sum "
    "delete diag diag_indices diag_indices_from diagflat diagonal diff digitize dot dsplit "
    "dstack ediff1d einsum expand_dims extract eye fill_diagonal finfo fix flatnonzero flip "
    "fliplr flipud full full_like geomspace gradient hamming hanning histogram histogram2d "
    "histogram_bin_edges hsplit hstack i0 identity iinfo imag indices inner insert interp "
    "intersect1d isclose iscomplex iscomplexobj isfortran isin isneginf isposinf isreal "
    "isrealobj isscalar issubdtype ix_ kaiser kron lexsort linspace logspace mask_indices "
    "matrix_transpose max may_share_memory mean median meshgrid min min_scalar_type moveaxis "
    "nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin "
    "nanpercentile nanprod nanquantile nanstd nansum nanvar ndim nonzero ones ones_like outer "
    "packbits pad partition percentile permute_dims place poly polyadd polyder polydiv "
    "polyfit polyint polymul polysub polyval prod promote_types ptp put put_along_axis "
    "putmask quantile ravel ravel_multi_index real real_if_close repeat reshape resize "
    "result_type roll rollaxis roots rot90 round searchsorted select setdiff1d setxor1d shape "
    "sinc size sort sort_complex split squeeze stack std sum swapaxes take take_along_axis "
    "tensordot tile trace transpose trapezoid tri tril tril_indices tril_indices_from "
    "trim_zeros triu triu_indices triu_indices_from union1d unique unique_all unique_counts "
    "unique_inverse unique_values unpackbits unravel_index unstack unwrap vander var vdot "
    "vsplit vstack where zeros zeros_like"
)
PARTS: Final = {
    "linalg": (
        "cholesky cond cross det diagonal eig eigh eigvals eigvalsh inv lstsq matmul matrix_norm "
        "matrix_power matrix_rank matrix_transpose multi_dot norm outer pinv qr slogdet solve svd "
        "svdvals tensordot trace vecdot vector_norm"
    ),
    "fft": (
        "fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft irfft2 irfftn "
        "rfft rfft2 rfftfreq rfftn"
    ),
}  # fmt: skip
# Parts that few programs use, with the files that know them.
LATE: Final = {"ma": "masked", "polynomial": "series", "testing": "checking"}
PRINTING: Final[dict[str, Callable[..., Any]]] = {
    "set_printoptions": printing.set_printoptions, "get_printoptions": printing.get_printoptions,
    "array_str": printing.array_text, "array_repr": printing.array_description,
    "array2string": printing.array2string,
}  # fmt: skip
# What there is of numpy and never here, with the reason.
NOT_HERE: Final = {
    "load save savez savez_compressed fromfile memmap DataSource":
        "A program of tensorlab reads and writes no files.",
    "from_dlpack": "Make the array of numbers: np.array([1, 2]).",
    "matrix recarray record rec object_ bytes_ longdouble clongdouble":
        "Arrays hold numbers, truth values, dates and short texts here.",
    "ctypeslib core _core f2py typing": "It is numpy's own.",
}  # fmt: skip


def reason_for(name: str) -> str | None:
    """Return why a name of numpy's is not here, None for a name that nobody knows."""
    return next((reason for names, reason in NOT_HERE.items() if name in names.split()), None)


def wrapped(name: str, function: Any) -> NumpyFunction:
    """Return a function of numpy's as programs get it."""
    return (Ufunc if isinstance(function, np.ufunc) else NumpyFunction)(name, function)


def finder(space: Any, names: frozenset[str], own: dict[str, Any]) -> Callable[[str], Any]:
    """Return the look-up for the names of a namespace."""

    def find(name: str) -> Any:
        if name in own:
            return own[name]
        if name in LATE and space is np:
            return import_module(f"tensorlab.language.numpy.{LATE[name]}").namespace()
        reason = reason_for(name)
        if reason is not None:
            raise Unsupported(f"np.{name} is not part of tensorlab.", reason)
        if name not in names or not hasattr(space, name):
            raise KeyError(name)
        return wrapped(name, getattr(space, name))

    return find


def part(space: str) -> Namespace:
    """Return the namespace of a part of numpy."""
    names = frozenset(PARTS[space].split())
    own = {"LinAlgError": LINALG_ERROR} if space == "linalg" else {}
    find = finder(getattr(np, space), names, own)
    return Namespace(f"numpy.{space}", Table(own, find, partial(sorted, names)))


LINALG_ERROR: Final = ErrorType("LinAlgError", np.linalg.LinAlgError)


def own_names() -> dict[str, Any]:
    """Return what is not a function of numpy's as it is."""
    CALLABLE[functions.Vectorized] = functions.Vectorized.__call__
    CONTEXTS.add(printing.Options)
    KINDS[Array] = LEAF  # its storage is kept, as a tensor's is
    found = {name: getattr(np, name) for name in CONSTANTS}
    found |= {"True_": np.True_, "False_": np.False_}
    own = {**functions.OWN, **PRINTING, **text_tables.FUNCTIONS, "arange": dates.arange}
    found |= under_names(own)
    found["printoptions"] = TypeValue("numpy.printoptions", (printing.Options,), printing.Options)
    found.update(types.names())
    found["random"] = Namespace("numpy.random", Table(streams.names()))
    found["linalg"], found["fft"] = part("linalg"), part("fft")
    found["char"] = found["strings"] = texts.namespace()
    found.update(visiting.names())
    found.update(facts.names())
    found.update(dates.names())
    rows.enter()
    found["__version__"] = np.__version__
    return found


@cache
def namespace() -> Namespace:
    """Return what `import numpy` binds."""
    types.describe_types()
    PROPERTIES[NumpyFunction] = {"__name__": lambda value: value.name}
    own = own_names()
    names = frozenset((*UFUNCS.split(), *FUNCTIONS.split(), *dates.FUNCTIONS.split()))
    table = Table(own, finder(np, names, own), partial(sorted, names | LATE.keys()))
    table["c_"], table["r_"], table["s_"] = makers.COLUMNS, makers.ROWS, makers.INDEX
    table["mgrid"], table["ogrid"] = makers.FULL_GRID, makers.OPEN_GRID
    return Namespace("numpy", table)
