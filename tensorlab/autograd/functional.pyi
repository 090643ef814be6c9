"""Made from the declarations; `python -m tensorlab.ops.stubs` makes it anew."""

import builtins
from collections.abc import Iterator, Sequence
from typing import Any

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor

Number = builtins.int | builtins.float | builtins.complex

def hessian(func: Any, inputs: Any, create_graph: builtins.bool = ..., strict: builtins.bool = ..., vectorize: builtins.bool = ..., outer_jacobian_strategy: builtins.str = ...) -> Any: ...
def jacobian(func: Any, inputs: Any, create_graph: builtins.bool = ..., strict: builtins.bool = ..., vectorize: builtins.bool = ..., strategy: builtins.str = ...) -> Any: ...
def jvp(func: Any, inputs: Any, v: Any = ..., create_graph: builtins.bool = ..., strict: builtins.bool = ...) -> Any: ...
def vjp(func: Any, inputs: Any, v: Any = ..., create_graph: builtins.bool = ..., strict: builtins.bool = ...) -> Any: ...
