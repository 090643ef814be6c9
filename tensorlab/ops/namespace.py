"""What programs see as `torch`: every public name, found in its namespace."""

import math
from importlib import import_module
from typing import Any

from tensorlab.engine import gradmode
from tensorlab.engine.declaration import NAMESPACES as NAMESPACES
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import ALIASES, DTYPES
from tensorlab.engine.print_options import set_printoptions
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import SPARSE_COO, STRIDED, Layout, Tensor
from tensorlab.ops import generators

FAMILIES = (
    "activation",
    "adaptive",
    "arithmetic",
    "attributes",
    "binary_loss",
    "bits",
    "classification",
    "comparison",
    "complex_numbers",
    "compound",
    "contraction",
    "conversion",
    "convolutions",
    "counting",
    "creation",
    "custom",
    "derivatives",
    "determinants",
    "differentiation",
    "dimensions",
    "division",
    "divisors",
    "einsum",
    "equations",
    "exponential",
    "extremes",
    "factors",
    "filling",
    "floats",
    "fourier",
    "gamma",
    "gathering",
    "geometry",
    "hard",
    "index_writing",
    "indexing",
    "inverses",
    "joining",
    "layers",
    "logic",
    "loss",
    "making",
    "making_new",
    "matrix",
    "matrix_functions",
    "normalization",
    "norms",
    "orthogonal",
    "overwriting",
    "padding",
    "parts",
    "patches",
    "pooling",
    "pools",
    "powers",
    "products",
    "python_values",
    "ranks",
    "records",
    "reduction",
    "replacing",
    "resampling",
    "reshaping",
    "rounding",
    "sampling",
    "sampling_like",
    "scan",
    "scatter",
    "selection",
    "sequences",
    "settings",
    "signs",
    "similarity",
    "smooth",
    "softmax",
    "sorting",
    "sparse",
    "special",
    "spectra",
    "spread",
    "stretching",
    "transforms",
    "triangles",
    "trigonometry",
    "turning",
    "windows",
)

for family in (*FAMILIES, "sparse_arithmetic", "sparse_methods", "sparse_products"):
    import_module(f"tensorlab.ops.{family}")

# The names that are no functions.
VALUES: dict[str, Any] = {
    **DTYPES,
    **ALIASES,
    "Tensor": Tensor,
    "Size": Size,
    "device": Device,
    "dtype": type(DTYPES["float32"]),
    "layout": Layout,
    "strided": STRIDED,
    "sparse_coo": SPARSE_COO,
    **{name: Layout(name) for name in ("contiguous_format", "preserve_format", "channels_last")},
    "inf": math.inf,
    "nan": math.nan,
    "pi": math.pi,
    "e": math.e,
    "newaxis": None,
    "no_grad": gradmode.no_grad,
    "enable_grad": gradmode.enable_grad,
    "inference_mode": gradmode.inference_mode,
    "set_grad_enabled": gradmode.set_grad_enabled,
    "is_grad_enabled": gradmode.is_grad_enabled,
    "set_printoptions": set_printoptions,
    **{name: getattr(generators, name) for name in generators.__all__},
}

for name, value in VALUES.items():
    NAMESPACES["torch"].setdefault(name, value)
for name in ("no_grad", "enable_grad", "set_grad_enabled", "inference_mode"):
    NAMESPACES["torch.autograd"][name] = VALUES[name]
