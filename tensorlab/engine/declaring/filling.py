"""Declaring methods that overwrite their tensor with random numbers."""

from collections.abc import Callable
from typing import Any, Unpack

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.calling.closures import FACTORIES
from tensorlab.engine.calling.entrances import Entrance, function_of
from tensorlab.engine.calling.writing import (
    bump,
    refuse_leaf,
    refuse_overlap,
    rewrite_history,
    snapshot,
)
from tensorlab.engine.declaring.declaration import OPERATIONS, declare
from tensorlab.engine.declaring.declared import Declared
from tensorlab.engine.facts import Facts, Kind
from tensorlab.engine.operation import Operation
from tensorlab.engine.random.generator import Generator, default_generator
from tensorlab.engine.signatures.binding import bind
from tensorlab.engine.signatures.signature import Signature
from tensorlab.engine.tensor import Tensor


def filling_closure(operation: Operation, resolve: Entrance) -> Callable[..., Tensor]:
    """Return the method that overwrites its tensor with numbers that the forward draws.

    The forward takes the tensor and returns as many stored elements, in the order in which they
    lie in memory.
    """

    def call(*args: Any, **settings: Any) -> Tensor:
        if not settings and are_floats(operation.signature, args):
            return fill(operation, dict(zip(operation.signature.positional, args, strict=False)))
        if "from" in settings:  # a word that Python keeps for itself
            settings["low"] = settings.pop("from")
        return fill(operation, bind(operation.signature, resolve.name, args, settings, 0))

    return call


def are_floats(signature: Signature, args: tuple[Any, ...]) -> bool:
    """Return whether a call has a tensor and floats for its parameters, which need no binding."""
    names, given = signature.positional, len(args)
    return (
        len(signature.required) <= given <= len(names)
        and isinstance(args[0], Tensor)
        and all(value.__class__ is float for value in args[1:])
        and all(signature.parameters[name].annotation is float for name in names[1:given])
    )


FACTORIES[Kind.FILLING] = filling_closure


def fill(operation: Operation, bound: dict[str, Any]) -> Tensor:
    """Return the tensor, overwritten.

    Raises:
        RuntimeError: the tensor is a leaf that requires a gradient, or its elements overlap.
    """
    input: Tensor = bound["input"]
    refuse_leaf(input)
    if input.is_meta:
        return input
    refuse_overlap(input)
    drawn = operation.forward(**bound)
    before = snapshot(input)
    cells = input.array.transpose(memory_axes(input.array))
    cells[...] = drawn.reshape(cells.shape)
    bump(input)
    if Recording.enabled and before.tracked:
        rewrite_history(operation, input, {**bound, "input": before})
    return input


def no_influence(g: Any) -> Any:
    """Return zeros: what has been overwritten, or is a mere chance, has no gradient."""
    return function_of(OPERATIONS["torch.zeros_like"])(g)


def filling(**facts: Unpack[Facts]) -> Callable[[Callable[..., Any]], Declared[Tensor]]:
    """Declare a method that overwrites its tensor with random numbers."""
    declared = declare(Kind.FILLING, {"function": False, "out": False, **facts})

    def decorate(forward: Callable[..., Any]) -> Declared[Tensor]:
        method = declared(forward)
        method.gradient(input=no_influence)
        return method

    return decorate


def memory_axes(array: Any) -> tuple[int, ...]:
    """Return the axes from the one with the longest stride to the one with the shortest."""
    return tuple(sorted(range(array.ndim), key=lambda axis: -array.strides[axis]))


def source(generator: Generator | None) -> Generator:
    """Return the generator to draw from.

    Raises:
        TypeError: what was given is no generator.
    """
    if generator is None:
        return default_generator
    if not isinstance(generator, Generator):
        raise TypeError(
            f"argument 'generator' must be torch.Generator, not {type(generator).__name__}"
        )
    return generator


def not_implemented(kernel: str, type_name: str) -> NotImplementedError:
    """Return PyTorch's complaint about a data type that a kernel does not know."""
    return NotImplementedError(f"\"{kernel}\" not implemented for '{type_name}'")


__all__ = ["Generator", "filling", "memory_axes", "no_influence", "not_implemented", "source"]
