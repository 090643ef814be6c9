"""Tensors on different devices, and those without elements: what may meet in a call."""

from collections.abc import Iterator
from typing import Any

from tensorlab.engine.calling.casting import asked
from tensorlab.engine.device import META, Device
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.out_types import outs
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import DENSE, Tensor
from tensorlab.engine.warning import in_full

# Functions of tensors without elements that don't ask where their second operand is; of bmm it is
# the second one that may have none.
UNASKED = {"mm", "matmul", "bmm"}


def refuse_elsewhere(operation: Operation, result: Any, out: Any) -> None:
    """Refuse to write elements to a tensor that has none, or the other way round.

    Raises:
        RuntimeError: one of both is on the meta device.
    """
    both = isinstance(out, Tensor) and isinstance(result, Tensor) and operation.operands
    if both and out.is_meta is not result.is_meta:
        raise RuntimeError(
            outs()[operation.qualified_name].meta
            or f"Attempting to copy from device {result.device} to device {out.device}, but "
            "cross-device copies are not allowed!"
        )


def require_broadcast(shapes: list[Size]) -> None:
    """Refuse shapes that don't go together, as PyTorch does where a tensor has no elements.

    Raises:
        RuntimeError: two sizes differ and neither is 1.
    """
    common = [1] * max(map(len, shapes))
    for number, shape in enumerate(shapes):
        for place in range(-1, -1 - len(shape), -1):
            if common[place] == 1:
                common[place] = shape[place]
            elif shape[place] not in (1, common[place]):
                raise RuntimeError(
                    in_full("Attempting to broadcast", shape[place], place, number, shape, common)
                )


def refuse_mixed(operation: Operation, bound: dict[str, Any]) -> None:
    """Refuse tensors on different devices; single numbers go with everything.

    Raises:
        RuntimeError: two tensors with dimensions are on different devices.
    """
    found = list(places(operation, bound))
    first = found[0][1]
    name, other = next(((name, device) for name, device in found if device != first), ("", first))
    if other == first:
        return
    if META in (first, other):
        if operation.name in UNASKED and (first == META) is not (operation.name == "bmm"):
            return
        if operation.elementwise:
            require_broadcast([bound[name].shape for name, _ in found if name != "out"])
        elif operation.check is not None:  # without elements, shapes are looked at first
            operation.check(*asked(operation, operation.check, bound))
        # of three that are computed with apart, PyTorch looks at the first one last
        several = len(operation.operands) > 2 and not operation.elementwise
        later = several and operation.operands[1] in operation.signature.required
        one, two = (first, other) if later else (other, first)
        raise RuntimeError(f"Tensor on device {one} is not on the expected device {two}!")
    if operation.elementwise:
        apart = f"found at least two devices, {first} and {other}!"
    else:
        name, kernel = called(operation, name, bound)
        apart = (
            f"got {name} is on {other}, different from other tensors on {first} "
            f"(when checking argument in method wrapper_CUDA_{kernel})"
        )
    raise RuntimeError(f"Expected all tensors to be on the same device, but {apart}")


def places(operation: Operation, bound: dict[str, Any]) -> Iterator[tuple[str, Device]]:
    """Yield the names of the arguments that are tensors, with their devices.

    An `out` without elements is refused when the result is there.
    """
    for name in (*operation.operands, "out"):
        operand = bound.get(name)
        for one in operand if isinstance(operand, list | tuple) else (operand,):
            if not isinstance(one, Tensor) or (name == "out" and one.is_meta):
                continue
            if one.shape or one.__class__ not in DENSE:
                yield name, one.device


def called(operation: Operation, name: str, bound: dict[str, Any]) -> tuple[str, str]:
    """Return PyTorch's names of an argument, and of the kernel that a call comes down to."""
    if operation.name == "matmul":
        return "mat2", "mm" if bound["other"].ndim < 3 else "bmm"
    kernel = operation.name
    return name, kernel if operation.facts.get("structured") else f"_{kernel}"
