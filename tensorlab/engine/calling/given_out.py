"""`out=` in the plain case: a tensor of the result's type and shape, which nobody else shows."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.calling.falling import fallen
from tensorlab.engine.calling.halves import OF_TENSORS_FIRST, Resolve
from tensorlab.engine.facts import Kind
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import DENSE, Tensor

KINDS = OF_TENSORS_FIRST | {Kind.TRIPLE, Kind.SEVERAL}
SETTINGS = {int, float, bool, tuple, list, str, type(None)}


def writing(operation: Operation, resolve: Resolve, plain: list[Callable[..., Any]]) -> Resolve:
    """Return an operation's `resolve`, quicker where `out` alone keeps a call from its closure.

    `plain` will hold that closure.
    """
    signature = operation.signature
    if (
        operation.kind not in KINDS
        or "out" not in signature.extra
        or "generator" in signature.parameters
        or operation.facts.get("apart")
    ):
        return resolve
    by_ufunc = isinstance(operation.plain, np.ufunc) and not operation.autocast
    ufunc = operation.plain if by_ufunc else None

    def call(args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        if "out" not in settings or not fits(settings["out"], args):
            return resolve(args, settings)
        out, others = settings["out"], {n: s for n, s in settings.items() if n != "out"}
        target, dtype = out.array, out.element_type
        try:
            if ufunc and not others and all(keeps(part, target, dtype) for part in args):
                arrays = [part.array for part in args]
                ufunc(*arrays, out=target, casting="no")
            else:
                result = plain[0](*args, **others)
                if result.tracked or result.dtype is not dtype or result.shape != out.shape:
                    return resolve(args, settings)
                target[...] = result.array
        except Exception as error:  # noqa: BLE001  resolve finds it again and explains it
            return fallen(operation, error, resolve, args, settings)
        if out.version is None:
            out.version = [1]
        else:
            out.version[0] += 1
        return out

    return call


def fits(out: object, args: tuple[Any, ...]) -> bool:
    """Return whether a tensor's elements lie in order in its own memory, with nothing to record."""
    if out.__class__ is not Tensor or out.tracked or out.base is not None:
        return False
    if not (out.array.flags.c_contiguous and out.array.flags.writeable):
        return False
    return all(
        not part.tracked
        and (part is out or part.version is None or part.version is not out.version)
        if part.__class__ in DENSE
        else part.__class__ in SETTINGS
        for part in args
    )


def keeps(part: Any, target: Any, dtype: Any) -> bool:
    """Return whether an operand is as the result is to be."""
    return (
        part.__class__ in DENSE and part.element_type is dtype and part.array.shape == target.shape
    )
