"""The complete answer to a call of what makes tensors, or is composed of other functions."""

from functools import partial
from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.backend import place
from tensorlab.engine.calling.casting import stored
from tensorlab.engine.calling.public_functions import Entrance
from tensorlab.engine.calling.resolving import packed
from tensorlab.engine.calling.writing import read_anew, write_out
from tensorlab.engine.device import Device, Placement
from tensorlab.engine.dtypes import DType, require_differentiable
from tensorlab.engine.layout import empty_beside
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.meta import stretched
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.operation import PLACEMENT, Operation
from tensorlab.engine.plain_words import FOREIGN, plainly
from tensorlab.engine.shapes import count_elements
from tensorlab.engine.signatures.accepting import are_whole, is_index
from tensorlab.engine.signatures.binding import bind, refuse
from tensorlab.engine.signatures.overloads import Call, recorded
from tensorlab.engine.signatures.refusal import refusal
from tensorlab.engine.signatures.sparse_refusal import is_of_sparse, sparse_refusal
from tensorlab.engine.signatures.support import no_kernel
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.engine.warning import in_full

HUGE = "Overflow when unpacking"


def resolved(operation: Operation, args: tuple[Any, ...], settings: dict[str, Any]) -> Tensor:
    """Answer any call, with all the settings that making a tensor has."""
    call = Call(operation.signature, operation.name, args, settings)
    bound = bound_of(operation, call)
    asked_device = bound.get("device")
    placement = placement_of(bound)
    out: Tensor | None = bound.pop("out", None)
    if isinstance(out, tuple | list):
        raise refusal(call)
    sparse = operation.namespace == "torch" and is_sparse(operation.name, out, placement["layout"])
    if out is not None:
        resizes = operation.name in {"empty", "randn"} and Recording.enabled
        if resizes and getattr(out, "_tracked", False):
            raise RuntimeError("cannot resize variables that require grad")
        bound["dtype"] = require_type_of(out, bound.get("dtype"), asked_device)
        placement["device"] = out.device
    try:
        result = made(operation, bound, placement["device"])
    except (TypeError, AttributeError):
        refuse(call)
        raise
    except FOREIGN as error:
        raise plainly(error) from None
    if sparse:
        result = result.to_sparse(layout=placement["layout"])
    elif out is not None:
        if "fills" in operation.facts and out.numel() == result.numel():
            result = result.view(out.shape)
        # unlike other functions' out=, resized without a word
        if out.shape != result.shape:
            out._array = np.empty_like(result._array)
        result = write_out(operation, result, out, {})
    elif placement["memory_format"] is not None:
        from tensorlab.engine.memory_formats import in_format  # noqa: PLC0415  rarely asked for

        result._array = in_format(result._array, placement["memory_format"])
    if placement["requires_grad"]:
        require_differentiable(result.dtype, "Only")
        result._tracked = True
    return result


def is_sparse(name: str, out: Tensor | None, layout: object) -> bool:
    """Return whether a tensor is to be stored by its places.

    Raises:
        RuntimeError: no such tensor can be full.
        NotImplementedError: the function makes none.
    """
    if getattr(out, "layout", STRIDED) is STRIDED and layout in (None, STRIDED):
        return False
    if out is not None or name in ("full", "ones"):
        raise RuntimeError("full(...) is not implemented for sparse layout")
    if name not in ("zeros", "empty"):
        raise no_kernel(name, "SparseCPU")
    return True


def bound_of(operation: Operation, call: Call) -> dict[str, Any]:
    """Return the arguments by name, sizes as one tuple of whole numbers."""
    args, settings = call.args, call.settings
    if operation.facts.get("size") and args and is_index(args[0]) and "size" not in settings:
        args = (args,)
    try:
        bound = bind(operation.signature, operation.name, args, settings)
    except TypeError as error:
        if HUGE in str(error):
            raise
        raise refusal(call) from None
    if "size" in bound:
        if not are_whole(bound["size"]):
            raise refusal(call)
        bound["size"] = tuple(int(size) for size in bound["size"])
    return bound


def placement_of(bound: dict[str, Any]) -> dict[str, Any]:
    """Take what says where and how a tensor is to lie from the arguments, and return it."""
    placement = {name: bound.pop(name, None) for name in PLACEMENT}
    if placement["device"] is None:
        placement["device"] = Placement.device
    if placement["device"] is not None and Device(placement["device"]).type == "cuda":
        place(np.zeros(()), Device(placement["device"]))  # refused before it draws
    return placement


def made(operation: Operation, bound: dict[str, Any], device: Any) -> Tensor:
    """Return the tensor on its device; without elements it takes no memory, however large."""
    if "size" in bound and "stride" not in bound and str(device) == "meta":
        element, dtype = operation.forward(**{**bound, "size": (0,)})  # which draws nothing
        return wrap(stretched(stored(element, dtype), tuple(bound["size"])), dtype)
    asked: DType | None = bound.get("dtype")
    if asked is not None and asked.is_quantized:
        from tensorlab.engine.signatures.quantized_refusal import quantized_creation_refusal  # noqa: PLC0415  rare

        raise quantized_creation_refusal(operation, asked)
    if operation.facts.get("uniform") and device is not None and Device(device).type == "cuda":
        return made_there(operation, bound, device)
    array, dtype = operation.forward(**bound)
    return wrap(place(stored(array, dtype), device), dtype)


def made_there(operation: Operation, bound: dict[str, Any], device: Any) -> Tensor:
    """Return a tensor of one value on a GPU: a single element travels there."""
    size = bound["size"]
    if min(size, default=0) < 0:
        operation.forward(**bound)  # says what is wrong
    element, dtype = operation.forward(**{**bound, "size": ()})
    reserve_memory(count_elements(size) * dtype.itemsize)
    one = place(stored(element, dtype), device)
    array = empty_beside(one, size, one.dtype)
    array[...] = one
    return wrap(array, dtype)


def require_type_of(out: Tensor, asked: DType | None, device: Any) -> DType:
    """Return the data type of `out`.

    Raises:
        RuntimeError: another one was asked for, or another device.
    """
    if asked is not None and asked is not out.dtype:
        raise RuntimeError(in_full("dtype {} does not", asked.scalar_name, out.dtype.scalar_name))
    if device is not None and Device(device).type != out.device.type:
        raise RuntimeError(in_full("device type {} does", Device(device).type, out.device.type))
    return out.dtype


def composition(
    operation: Operation, resolve: Entrance, args: tuple[Any, ...], settings: dict[str, Any]
) -> Any:
    """Return the composition after its forward refused a call with a TypeError of its own.

    Only where the call itself was wrong, or asked for what the engine adds.
    """
    call = Call(operation.signature, resolve.name, args, settings, resolve.first)
    parts = operation.signature.parameters.values()
    if any(part.variadic for part in parts):  # nothing binds
        refuse(call)
        raise  # noqa: PLE0704  as below
    bound = arguments(operation, resolve, args, settings)
    given = dict(zip(operation.signature.positional, args, strict=False)) | settings
    if all(bound.get(name, given) is value for name, value in given.items()):
        refuse(call)
        if not (operation.signature.extra.keys() & settings.keys() or operation.variadic):
            raise  # noqa: PLE0704  the error that is being handled
    return composed_or_refused(operation, resolve, args, settings, bound)


def after_failure(
    error: Exception, operation: Operation, resolve: Entrance, args: Any, settings: dict[str, Any]
) -> Any:
    """Return the composition after its forward failed, or say in PyTorch's words what is wrong.

    That a list is none of sizes PyTorch says before all else.
    """
    if isinstance(error, TypeError | AttributeError) and "meant" not in error.__dict__:
        return composition(operation, resolve, args, settings)
    listed = any(isinstance(part, tuple | list) for part in (*args, *settings.values()))
    call = Call(operation.signature, getattr(resolve, "name", ""), args, settings)
    if listed and call.key not in recorded()["python"]:
        refuse(call._replace(first=resolve.first))
        arguments(operation, resolve, args, settings)
    if is_of_sparse(error):
        bound = arguments(operation, resolve, args, settings)
        error = sparse_refusal(call._replace(first=resolve.first), bound)
    raise (plainly(error) if isinstance(error, FOREIGN) else error) from None


def composed_or_refused(
    operation: Operation, resolve: Entrance, args: Any, settings: Any, bound: dict[str, Any]
) -> Any:
    """Return the composition for a call's arguments by name, or refuse the call as it was."""
    try:
        return composed(operation, bound)
    except TypeError as error:
        # without words it leaves them to the signature
        if "meant" not in error.__dict__:
            refuse(Call(operation.signature, resolve.name, args, settings, resolve.first))
        raise


def arguments(
    operation: Operation, resolve: Entrance, args: tuple[Any, ...], settings: dict[str, Any]
) -> dict[str, Any]:
    """Return a call's arguments by name, or say in PyTorch's words what is wrong with them."""
    if operation.variadic and not resolve.first:
        args = packed(operation, args)
    return bind(operation.signature, resolve.name, args, settings, resolve.first)


def composed(operation: Operation, bound: dict[str, Any]) -> Any:
    """Return the composition for arguments that are known by name."""
    out = bound.pop("out", None)
    code = getattr(operation.forward, "__wrapped__", operation.forward).__code__
    unnamed = [bound.pop(name) for name in code.co_varnames[: code.co_posonlyargcount]]
    again = partial(operation.forward, *unnamed, **bound)
    try:
        result = read_anew(operation, again(), out, [*unnamed, *bound.values()], again)
    except FOREIGN as error:
        raise plainly(error) from None
    return result if out is None else write_out(operation, result, out, bound)
