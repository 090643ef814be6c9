"""The closures of functions of any number of tensors."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.casting import direct_types, finisher
from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.operands import Resolve
from tensorlab.engine.calling.unary import with_named
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.engine.tensor import DENSE

ndarray = np.ndarray
SEQUENCES = (tuple, list)


def several(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of any tensors of one type, some of which may be missing."""
    forward, direct, record = operation.forward, direct_types(operation), recorder(operation)
    finish = finisher(operation)

    def call(input: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if input.__class__ not in DENSE or input._element_type not in direct or settings:
            return resolve((input, *args), settings)
        dtype, tracked = input._element_type, input._tracked
        given = []
        for part in args:
            if part.__class__ in DENSE:
                if part._element_type is not dtype:
                    return resolve((input, *args), settings)
                tracked = tracked or part._tracked
                part = part._array  # noqa: PLW2901  a look at each argument costs enough
            given.append(part)
        try:
            result = finish(forward(input._array, *given), dtype)
        except Exception as error:
            return fallen(operation, error, resolve, (input, *args), settings)
        if tracked:
            record(result, (input, *args), settings)
        return result

    return call


def listed(operation: Operation, resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function of a list of tensors and a dimension."""
    forward, direct, record = operation.forward, direct_types(operation), recorder(operation)
    finish = finisher(operation)

    def call(tensors: Any = MISSING, *args: Any, dim: Any = MISSING, **settings: Any) -> Any:
        given = args[0] if args else dim
        several = settings or len(args) > 1 or (args and dim is not MISSING)
        odd = given is not MISSING and given.__class__ is not int
        if several or odd or tensors.__class__ not in SEQUENCES:
            return resolve((tensors, *args), with_named("dim", dim, settings))
        dtype = tensors[0]._element_type if tensors and tensors[0].__class__ in DENSE else None
        arrays = []
        tracked = False
        for tensor in tensors:
            if tensor.__class__ not in DENSE or tensor._element_type is not dtype:
                dtype = None
                break
            arrays.append(tensor._array)
            if tensor._tracked:
                tracked = True
        if dtype not in direct:
            return resolve((tensors, *args), with_named("dim", dim, settings))
        try:
            array = forward(arrays) if given is MISSING else forward(arrays, given)
        except Exception as error:
            return fallen(
                operation, error, resolve, (tensors, *args), with_named("dim", dim, settings)
            )
        result = finish(array, dtype)
        if tracked:
            record(result, (tensors,) if given is MISSING else (tensors, given), settings)
        return result

    return call
