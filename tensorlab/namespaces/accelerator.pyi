"""Made from the declarations; `python -m tensorlab.ops.stubs` makes it anew."""

import builtins
from collections.abc import Iterator, Sequence
from typing import Any

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor

Number = builtins.int | builtins.float | builtins.complex

def current_accelerator(check_available: builtins.bool = ...) -> Any: ...
def device_count() -> builtins.int: ...
def is_available() -> builtins.bool: ...
