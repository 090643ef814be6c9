"""What a forward computes of a call's arrays, on whatever device they are."""

from typing import Any

import numpy as np

from tensorlab.engine.device import GpuArray
from tensorlab.engine.layout import laid_as_operands
from tensorlab.engine.meta import bare_all
from tensorlab.engine.operation import Operation
from tensorlab.engine.shapes import broadcast_shapes, wrap_dim


def computed_on_meta(operation: Operation, arguments: dict[str, Any]) -> Any:
    """Return what the forward computes of arrays without elements.

    A forward that needs real ones gets arrays of zeros, and one that can't solve those, identities.
    """
    try:
        return computed(operation, arguments)
    except Exception:
        bare = {name: bare_all(value) for name, value in arguments.items()}
    try:
        return computed(operation, bare)
    except RuntimeError as error:
        if "singular" in str(error) or "zero" in str(error) or "definite" in str(error):
            return computed(operation, {name: solvable(value) for name, value in bare.items()})
        raise


def solvable(value: object) -> Any:
    """Return the identity where a matrix is square; anything else as it is."""
    if isinstance(value, np.ndarray) and value.ndim > 1 and value.shape[-1] == value.shape[-2]:
        return np.broadcast_to(np.eye(value.shape[-1], dtype=value.dtype), value.shape).copy()
    return value


def computed_on_gpu(operation: Operation, arguments: dict[str, Any]) -> Any:
    """Return what the forward computes of arrays on a GPU, on the GPU."""
    from tensorlab.engine.cuda.calls import special, uploaded  # noqa: PLC0415  loaded with them

    first, *settings = arguments.values()
    found = special(operation.name, first, tuple(settings))
    return uploaded(computed(operation, arguments)) if found is None else found


def computed(operation: Operation, arguments: dict[str, Any]) -> Any:
    """Return what the forward computes, a wrong dimension told in PyTorch's words."""
    try:
        found = operation.forward(**arguments)
        if not operation.elementwise:
            return found
        given = map(arguments.get, operation.operands)
        arrays = [each for each in given if isinstance(each, np.ndarray | GpuArray)]
        return laid_as_operands(found, *arrays) if arrays else found
    except FloatingPointError:  # numpy is to raise: in what the program computes with it
        if "raise" not in np.geterr().values():
            raise
        with np.errstate(all="ignore"):
            return computed(operation, arguments)
    except np.exceptions.AxisError as error:
        if error.axis is not None and error.ndim is not None:
            wrap_dim(error.axis, error.ndim)
        raise
    except (ValueError, OverflowError) as error:
        operands = [arguments[name] for name in operation.operands if name in arguments]
        shapes = [part.shape for part in operands if isinstance(part, np.ndarray)]
        if str(error).startswith("operands could not be broadcast"):
            broadcast_shapes(*shapes)
        if shapes and any(words in str(error) for words in BEYOND_32_BITS):
            refuse_far_dims(arguments, len(shapes[0]))
        raise


# numpy counts dimensions in 32 bits.
BEYOND_32_BITS = ("won't fit into a C int", "signed integer is")


def refuse_far_dims(arguments: dict[str, Any], ndim: int) -> None:
    """Refuse a dimension that the first operand does not have, far from those that it has.

    Raises:
        IndexError: there is one.
    """
    for name, value in arguments.items():
        if name.startswith("dim"):
            for dim in value if isinstance(value, tuple | list) else (value,):
                if isinstance(dim, int):
                    wrap_dim(dim, ndim)
