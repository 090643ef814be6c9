"""Made from the declarations; `python -m tensorlab.ops.stubs` makes it anew."""

import builtins
from collections.abc import Iterator, Sequence
from typing import Any

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor

Number = builtins.int | builtins.float | builtins.complex

def addmm(mat: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = ..., alpha: Number = ...) -> Tensor: ...
def mm(mat1: Tensor, mat2: Tensor) -> Tensor: ...
def sum(input: Tensor, dim: builtins.int | builtins.int | Sequence[builtins.int] | None = ..., dtype: DType | None = ...) -> Any: ...
