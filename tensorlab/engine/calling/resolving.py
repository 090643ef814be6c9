"""The complete answer to a call: for any types, layouts and devices, and for `out=`."""

from typing import TYPE_CHECKING, Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.calling.arguments import arrays_of, common_type
from tensorlab.engine.calling.writing import refuse_sources, require_cast, require_type, write_out
from tensorlab.engine.dtypes import DTYPES, DType
from tensorlab.engine.kinds import QuantizedTensor, SparseTensor
from tensorlab.engine.meta import bare_all
from tensorlab.engine.shapes import broadcast_shapes, wrap_dim
from tensorlab.engine.signatures.mixed import refuse_mixed
from tensorlab.engine.signatures.support import no_sparse_kernel, not_implemented
from tensorlab.engine.tensor import CudaTensor, MetaTensor, Tensor, attach_views, hollowed

if TYPE_CHECKING:
    from tensorlab.engine.declaring.operation import Operation

# Of these functions both operands may be numbers; of any other one is a tensor.
NUMBERS_ALONE = {"add", "sub", "mul", "div", "floor_divide"}
NUMBERS = {bool, int, float, complex}
# Kinds whose results are moved from operands, cell by cell in an order of their own.
MOVERS = ("selecting", "list")


def answer(operation: "Operation", bound: dict[str, Any]) -> Any:
    """Return the result for arguments that are known by name."""
    kinds = operand_kinds(operation, bound)
    for kind in kinds:
        if kind in operation.variants:
            return operation.variants[kind](**bound)
    if operation.name not in NUMBERS_ALONE and all(kind in NUMBERS for kind in kinds):
        raise TypeError  # the operation knows PyTorch's words
    if SparseTensor in kinds:
        raise no_sparse_kernel(operation.name)
    if QuantizedTensor in kinds:
        from tensorlab.engine.signatures.quantized_refusal import quantized_refusal  # noqa: PLC0415  rare

        raise quantized_refusal(operation.name, [bound.get(name) for name in operation.operands])
    if bound.pop("inplace", False):
        return operation.write(bound.pop(operation.operands[0]), (), bound)
    if operation.check is not None:
        operation.check(*operation.asked(operation.check, bound))
    out, asked = bound.pop("out", None), bound.pop("dtype", None)
    if asked is None and isinstance(out, Tensor) and operation.casts == "sum":
        asked = out.dtype
    common = computed_type(operation, bound, asked, out)
    result = result_of(operation, bound, common, kinds)
    if out is not None:
        return written(operation, result, out, bound, common)
    if Recording.enabled and operation.rules:
        operation.record_bound(result, bound)
    return result


def operand_kinds(operation: "Operation", bound: dict[str, Any]) -> list[type]:
    """Return the classes of the operands; of a list of them, that of the first one."""
    kinds: list[type] = []
    for name in operation.operands:
        operand = bound.get(name)
        if isinstance(operand, list | tuple) and operand:
            operand = operand[0]
        kinds.append(operand.__class__)
    if MetaTensor in kinds or CudaTensor in kinds:
        refuse_mixed(operation, bound)
    return kinds


def computed_type(
    operation: "Operation", bound: dict[str, Any], asked: DType | None, out: Any
) -> DType:
    """Return the type in which a call computes.

    Raises:
        NotImplementedError: the function does not know it.
    """
    common = common_type(operation, bound, asked)
    if common not in operation.given(operation.takes, bound):
        if out is not None:
            (require_type if operation.keeps_type else require_cast)(common, out)
        raise not_implemented(operation.given(operation.kernel, bound), common)
    return common


def result_of(
    operation: "Operation", bound: dict[str, Any], common: DType, kinds: list[type]
) -> Any:
    """Return the result of a call that computes in a type, on the device of its operands."""
    arrays = arrays_of(operation, bound, common)
    if MetaTensor in kinds:
        result = hollowed(operation.finish(computed_hollow(operation, arrays), common))
    elif CudaTensor in kinds:
        result = operation.finish(computed_on_gpu(operation, arrays), common)
    else:
        result = operation.finish(computed(operation, arrays), common)
    return (
        attach_views(result, bound[operation.operands[0]]) if operation.kind == "view" else result
    )


def written(
    operation: "Operation", result: Any, out: Any, bound: dict[str, Any], common: DType
) -> Any:
    """Write the result into what was given as `out=`, with the checks of this function."""
    if operation.kind in MOVERS and not operation.elementwise:
        operands = [bound.get(name) for name in operation.operands]
        first = operands[0]
        refuse_sources(out, [*first, *operands] if isinstance(first, list | tuple) else operands)
    indices = isinstance(result, Tensor) and result.dtype is DTYPES["int64"] is not common
    if operation.keeps_type and isinstance(result, Tensor) and result.dtype is common:
        require_type(common, out)
    return write_out(operation.name, result, out, bound, strict=operation.kind == "pair" or indices)


def computed_hollow(operation: "Operation", arguments: dict[str, Any]) -> Any:
    """Return what the forward computes of arrays without elements.

    A forward that needs real ones gets arrays of zeros, and one that can't solve those, identities.
    """
    try:
        return computed(operation, arguments)
    except Exception:  # noqa: BLE001  what is wrong with the call is found again
        bare = {name: bare_all(value) for name, value in arguments.items()}
    try:
        return computed(operation, bare)
    except RuntimeError as error:
        if "singular" in str(error) or "zero" in str(error) or "definite" in str(error):
            return computed(operation, {name: solvable(value) for name, value in bare.items()})
        raise


def solvable(value: Any) -> Any:
    """Return the identity where a matrix is square; anything else as it is."""
    if isinstance(value, np.ndarray) and value.ndim > 1 and value.shape[-1] == value.shape[-2]:
        return np.broadcast_to(np.eye(value.shape[-1], dtype=value.dtype), value.shape).copy()
    return value


def computed_on_gpu(operation: "Operation", arguments: dict[str, Any]) -> Any:
    """Return what the forward computes of arrays on a GPU, on the GPU."""
    from tensorlab.engine.cuda.calls import special, uploaded  # noqa: PLC0415  loaded with them

    first, *settings = arguments.values()
    found = special(operation.name, first, tuple(settings))
    return uploaded(computed(operation, arguments)) if found is None else found


def computed(operation: "Operation", arguments: dict[str, Any]) -> Any:
    """Return what the forward computes, a wrong dimension told in PyTorch's words."""
    try:
        return operation.forward(**arguments)
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
