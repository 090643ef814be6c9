"""The closures of plain calls once more, for tensors on a GPU.

Their templates speak of Tensor and ndarray. Here the same code is given the GPU's classes under
these names, so that a plain call on a GPU costs as little as one on the CPU, and is written once.
"""

from collections.abc import Callable
from copy import copy
from functools import cache, partial, wraps
from types import FunctionType
from typing import Any

import numpy as np

from tensorlab.engine.calling import lists as calling_lists
from tensorlab.engine.calling import operands as calling
from tensorlab.engine.calling import three_operands as calling_three
from tensorlab.engine.calling import unary as calling_unary
from tensorlab.engine.calling import views as calling_views
from tensorlab.engine.calling.casting import Finish, finisher
from tensorlab.engine.cuda.array import CudaArray
from tensorlab.engine.cuda.calls import special, uploaded
from tensorlab.engine.cuda.kernels import SPECIAL
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import MAKERS, CudaTensor, new_object

MODULES = {
    module.__name__: module
    for module in (calling, calling_lists, calling_three, calling_unary, calling_views)
}


@cache
def names() -> dict[str, Any]:
    """Return the names of the templates' modules, the templates remade to look here for them."""
    found: dict[str, Any] = {}
    for module in MODULES.values():
        found.update(vars(module))
    for name, value in list(found.items()):
        if isinstance(value, FunctionType) and value.__module__ in MODULES:
            found[name] = FunctionType(value.__code__, found, name, value.__defaults__)
            found[name].__kwdefaults__ = value.__kwdefaults__
    new_tensor = partial(new_object, CudaTensor)
    MAKERS.append(new_tensor)
    found.update(
        Tensor=CudaTensor, ndarray=CudaArray, finisher=finisher_there, new_tensor=new_tensor
    )
    return found


def made_for_gpu(
    factory: Callable[..., Any], operation: Operation, resolve: Callable[..., Any]
) -> Callable[..., Any]:
    """Return the closure that a factory of these modules makes for tensors on a GPU."""
    made: Callable[..., Any] = names()[factory.__name__](there(operation), resolve)
    return made


def there(operation: Operation) -> Operation:
    """Return the record of the operation as it is computed on a GPU."""
    twin = copy(operation)
    forward = twin.forward

    @wraps(forward)
    def computed_at_once(input: object, *args: object, **settings: object) -> Any:
        found = special(operation.name, input, (*args, *settings.values()))
        return forward(input, *args, **settings) if found is None else found

    forward_there = computed_at_once if operation.name in SPECIAL else forward
    # A short way of numpy's is none here.
    plain = twin.plain if isinstance(twin.plain, np.ufunc) else forward_there
    # a record of its own until it returns
    vars(twin).update(forward=forward_there, plain=plain)
    return twin


def finisher_there(operation: Operation) -> Finish:
    """Return what makes tensors of an operation's arrays on a GPU, where they stay."""
    finish = finisher(operation)
    return lambda computed, common: finish(uploaded(computed), common)
