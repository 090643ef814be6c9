"""Made from the declarations; `python -m tensorlab.ops.stubs` makes it anew."""

import builtins
from collections.abc import Callable, Iterator, Sequence
from typing import Any


_int = builtins.int
_float = builtins.float
_bool = builtins.bool
Number = _int | _float | builtins.complex

def device_count()->_int:...
def is_available()->_bool:...
