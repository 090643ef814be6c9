"""What a call of numpy makes and works on, in cells, known from its arguments beforehand."""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from tensorlab.language.numpy import sizes as made
from tensorlab.language.numpy import workloads as work
from tensorlab.language.numpy.sizes import TOO_MANY, cells_of, sizes

Estimate = Callable[..., int]
TRANSFORMS: Final = "fft ifft rfft irfft fft2 ifft2 fftn ifftn rfft2 irfft2 rfftn irfftn hfft ihfft"
TAKING_APART: Final = (
    "inv det slogdet solve eig eigh eigvals eigvalsh svd svdvals qr pinv matrix_rank lstsq "
    "cholesky cond multivariate_normal"
)
SORTING: Final = (
    "sort argsort unique median percentile quantile nanmedian nanpercentile nanquantile lexsort "
    "partition argpartition in1d isin intersect1d union1d setdiff1d"
)
MADE: Final[dict[str, Estimate]] = {
    **dict.fromkeys(("zeros", "ones", "empty", "full"), made.filled),
    **dict.fromkeys(("zeros_like", "ones_like", "empty_like", "full_like"), made.alike),
    **dict.fromkeys(("linspace", "logspace", "geomspace"), made.spaced),
    **dict.fromkeys(("eye", "identity", "tri"), made.sided),
    **dict.fromkeys(("tril_indices", "triu_indices"), made.triangle),
    **dict.fromkeys(
        ("outer", "kron", "convolve", "correlate", "polymul", "polyval"), made.every_pair
    ),
    **dict.fromkeys(("dot", "matmul", "inner", "tensordot", "vdot"), work.multiplied),
    **dict.fromkeys(("cov", "corrcoef"), work.covaried),
    **dict.fromkeys(TRANSFORMS.split(), work.transformed),
    **dict.fromkeys(
        ("fftfreq", "rfftfreq", "hanning", "hamming", "blackman", "bartlett", "kaiser"),
        work.frequencies,
    ),
    **dict.fromkeys(("nonzero", "argwhere", "flatnonzero"), work.found_cells),
    **dict.fromkeys(("insert", "append", "delete"), work.inserted),
    "arange": made.counted,
    "diag": made.diagonal_matrix,
    "diagflat": made.flat_diagonal,
    "meshgrid": made.grids,
    "unpackbits": made.eightfold,
    "ix_": made.grids,
    "repeat": made.times,
    "tile": made.tiled,
    "resize": made.resized,
    "pad": made.padded,
    "bincount": made.binned,
    "histogram": made.histogram,
    "histogram2d": made.histogram_of_pairs,
    "histogram_bin_edges": made.histogram,
    "vander": made.powers,
    "indices": made.indices,
    "einsum": work.contracted,
    "tolist": work.listed,
    "gradient": work.gradients,
    "take": work.taken,
    "polyfit": work.fitted,
    "multi_dot": work.chained,
}
WORKED: Final[dict[str, Estimate]] = {
    **dict.fromkeys(("dot", "matmul", "inner", "vdot"), work.products),
    **dict.fromkeys(TAKING_APART.split(), work.cubic),
    **dict.fromkeys(SORTING.split(), work.sorted_cells),
    "tensordot": made.every_pair,
    "matrix_power": work.power_of_matrix,
    "multi_dot": work.chained_products,
    "roots": work.rooted,
    "poly": work.rooted,
    **dict.fromkeys(("norm", "matrix_norm"), work.measured),
}
# A look at what is there: nothing is made.
VIEWS: Final = (
    "transpose swapaxes squeeze expand_dims broadcast_to moveaxis rollaxis shape ndim size item "
    "iscomplexobj isrealobj may_share_memory result_type can_cast promote_types atleast_1d "
    "atleast_2d atleast_3d flip fliplr flipud rot90 diagonal real imag asarray finfo iinfo dtype "
    "broadcast_arrays"
)


@cache
def views() -> frozenset[str]:
    """Return the names of what only looks."""
    return frozenset(VIEWS.split())


def cost_of(name: str, arguments: Any) -> tuple[int, int]:
    """Return how many cells a call makes, and on how many it works."""
    given, named = arguments.given, arguments.named
    if name in views() and arguments.cells == sum(map(cells_of, arrays(given))):
        return 0, len(given)
    cells = expected(MADE.get(name, work.meeting), given, named)
    worked = expected(WORKED[name], given, named) if name in WORKED else 0
    return max(cells, arguments.cells), max(cells, worked, arguments.cells)


def arrays(given: list[Any]) -> list[Any]:
    """Return those arguments that are arrays."""
    return [value for value in given if isinstance(value, np.ndarray)]


def expected(estimate: Estimate, given: list[Any], named: dict[str, Any]) -> int:
    """Return what an estimate says of a call; of one that it cannot read the most it could be."""
    try:
        return min(estimate(*given, **named), TOO_MANY)
    except (TypeError, ValueError, IndexError, OverflowError, RuntimeError):
        whole = [size for value in (*given, *named.values()) for size in loose(value)]
        return min(math.prod(whole), TOO_MANY) if whole else 0


def loose(value: Any) -> list[int]:
    """Return the whole numbers of an argument that may be a size."""
    return [size for size in sizes(value) if size] if not isinstance(value, np.ndarray) else []
