"""The public names of torch that are no functions."""

import math
from typing import Any

from tensorlab.engine.autograd import gradmode
from tensorlab.engine.cuda.cupy_backend import OutOfMemoryError
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import ALIASES, DTYPES
from tensorlab.engine.naming import (
    COMPRESSED,
    JAGGED,
    SCHEMES,
    SPARSE_COO,
    STRIDED,
    Layout,
    MemoryFormat,
    Scheme,
)
from tensorlab.engine.printing.array_text import set_printoptions
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.creation.tensor_types import tensor_types
from tensorlab.ops.random import generators
from tensorlab.ops.tensor.type_limits import finfo, iinfo

VALUES: dict[str, Any] = {
    **DTYPES,
    **ALIASES,
    "Tensor": Tensor,
    "Size": Size,
    "device": Device,
    "dtype": type(DTYPES["float32"]),
    "layout": Layout,
    "jagged": JAGGED,
    "strided": STRIDED,
    "sparse_coo": SPARSE_COO,
    **{layout.name: layout for layout in COMPRESSED},
    "memory_format": MemoryFormat,
    **{
        name: MemoryFormat(name)
        for name in ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d")
    },
    "legacy_contiguous_format": MemoryFormat("contiguous_format"),
    **dict.fromkeys(("has_lapack", "has_mkl", "has_openmp", "has_spectral"), True),
    "qscheme": Scheme,
    **SCHEMES,
    "inf": math.inf,
    "nan": math.nan,
    "pi": math.pi,
    "e": math.e,
    "newaxis": None,
    "no_grad": gradmode.no_grad,
    "enable_grad": gradmode.enable_grad,
    "inference_mode": gradmode.inference_mode,
    "set_grad_enabled": gradmode.set_grad_enabled,
    "set_printoptions": set_printoptions,
    "finfo": finfo,
    "iinfo": iinfo,
    "OutOfMemoryError": OutOfMemoryError,
    **tensor_types("torch"),
    **{name: getattr(generators, name) for name in generators.__all__},
}
