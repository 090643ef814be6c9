"""Refusing tensors on different devices, in PyTorch's words."""

from collections.abc import Iterator
from typing import Any

from tensorlab.engine.device import META, Device
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import DENSE, Tensor


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
        raise RuntimeError(f"Tensor on device {other} is not on the expected device {first}!")
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
    """Yield the names of the arguments that are tensors, with their devices."""
    for name in (*operation.operands, "out"):
        operand = bound.get(name)
        for one in operand if isinstance(operand, list | tuple) else (operand,):
            if isinstance(one, Tensor) and (one.shape or one.__class__ not in DENSE):
                yield name, one.device


def called(operation: Operation, name: str, bound: dict[str, Any]) -> tuple[str, str]:
    """Return PyTorch's names of an argument, and of the kernel that a call comes down to."""
    if operation.name == "matmul":
        return "mat2", "mm" if bound["other"].ndim < 3 else "bmm"
    kernel = operation.name
    return name, kernel if operation.facts.get("structured") else f"_{kernel}"
