"""16-bit floats in the plain case: computed in float32 and rounded once, with no look-up."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.autograd.recording import recorder
from tensorlab.engine.calling.finishing import finisher
from tensorlab.engine.dtypes import float16
from tensorlab.engine.facts import Casts
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.support import HALVES
from tensorlab.engine.tensor import DENSE

Resolve = Callable[[tuple[Any, ...], dict[str, Any]], Any]


def rounding(operation: Operation, resolve: Resolve) -> Resolve:
    """Return an operation's `resolve`, quicker for tensors of one 16-bit type and no settings."""
    takes = operation.takes
    by_step = operation.stepwise is True  # a rule about settings is no matter where there are none
    if not operation.elementwise or by_step or operation.check or callable(takes):
        return resolve
    halves = HALVES & takes if operation.casts in {Casts.PROMOTE, Casts.FLOATING} else frozenset()
    forward, record, finish = operation.plain, recorder(operation), finisher(operation)
    is_ufunc = isinstance(forward, np.ufunc)

    def call(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        first = args[0]
        if settings or first.__class__ not in DENSE or first.dtype not in halves:
            return resolve(args, settings)
        dtype = first.dtype
        for operand in args:
            if (
                operand.__class__ not in DENSE
                or operand.dtype is not dtype
                or operand.array.__class__ is not np.ndarray
            ):
                return resolve(args, settings)
        try:
            # numpy's own ufuncs compute float16 in float32 and round once, too.
            as_stored = is_ufunc and dtype is float16
            array = forward(
                *[part.array if as_stored else dtype.decode(part.array) for part in args]
            )
        except Exception:  # noqa: BLE001  resolve finds it again and explains it
            return resolve(args, settings)
        result = finish(array, dtype)
        if any(operand.tracked for operand in args):
            record(result, args, settings)
        return result

    return call
