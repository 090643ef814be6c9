"""Declaring methods that overwrite their tensor with random numbers."""

from collections.abc import Callable
from typing import Any, ClassVar, Unpack

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.calling.closures import FACTORIES
from tensorlab.engine.calling.operands import settings_are_plain
from tensorlab.engine.calling.promoted_binary import HUGE, LEAST
from tensorlab.engine.calling.public_functions import Entrance, function_of
from tensorlab.engine.calling.refusing import refuse_leaf, refuse_overlap
from tensorlab.engine.calling.writing import bump, rewrite_history, snapshot
from tensorlab.engine.declaring.declaration import OPERATIONS, declare
from tensorlab.engine.facts import Facts, Kind
from tensorlab.engine.operation import Declared, Operation
from tensorlab.engine.random.generator import Generator, default_generator
from tensorlab.engine.signatures.binding import bind
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full


def filling_closure(operation: Operation, resolve: Entrance) -> Callable[..., Tensor]:
    """Return the method that overwrites its tensor with numbers that the forward draws.

    The forward takes the tensor and returns as many stored elements, in the order in which they
    lie in memory.
    """
    signature = operation.signature

    def call(*args: object, **settings: object) -> Tensor:
        if "from" in settings:  # a word that Python keeps for itself
            settings["low"] = settings.pop("from")
        if len(args) > len(signature.required) - 1 and are_plain(operation, args, settings):
            return fill(operation, dict(zip(signature.positional, args, strict=False)) | settings)
        return fill(operation, bind(signature, resolve.name, args, settings, 0))

    return call


def are_plain(operation: Operation, args: tuple[Any, ...], settings: dict[str, Any]) -> bool:
    """Return whether a call has a tensor, numbers and a generator that need no binding."""
    numbers = [value for name, value in settings.items() if name != "generator"]
    return (
        isinstance(args[0], Tensor)
        and settings.keys().isdisjoint(operation.signature.positional[: len(args)])
        and settings_are_plain(operation, 1, args[1:], settings)
        and all(
            value.__class__ is float or (value.__class__ is int and LEAST < value < HUGE)
            for value in (*args[1:], *numbers)
        )
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
    records = Recording.enabled and input._tracked
    before = snapshot(input) if records else input
    elements = input._array
    if not elements.flags.c_contiguous:
        elements = elements.transpose(memory_axes(elements))
    elements[...] = drawn.reshape(elements.shape)
    bump(input)
    if records:
        rewrite_history(operation, input, {**bound, "input": before})
    return input


def no_influence(g: object) -> Any:
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


class Drawing:
    """Whether random numbers may be drawn: torch.vmap refuses them unless it is told how."""

    refused: ClassVar[bool] = False


class Read:
    """The arrays of which there is one for each sample, by which a function cannot go in vmap."""

    batches: ClassVar[list[Any]] = []
    pointed: ClassVar[bool] = False  # is a gradient asked for within torch.vmap?


def tell_of(words: Callable[[], str], *arrays: Any) -> None:
    """Refuse what goes by the elements of a batch, within torch.vmap.

    Raises:
        RuntimeError: the elements are those of a batch.
    """
    if Read.batches and any(map(is_batch, arrays)):
        raise RuntimeError(words())


def tell_of_number(words: Callable[[], str], array: Any) -> None:
    """Refuse to go by a batch's numbers; all that can be the reason is told within a gradient."""
    tell_of(lambda: in_full("vmap: It looks like you're e") if Read.pointed else words(), array)


def is_batch(array: Any) -> bool:
    """Return whether there is an array for each sample, within torch.vmap."""
    return any(array is one for one in Read.batches)


def tell_of_shape(name: str, array: Any) -> None:
    """Refuse it where even the shape of a function's result depends on the elements."""
    tell_of(
        lambda: in_full("vmap: We do not support batching operators that can output", name), array
    )


def source(generator: Generator | None) -> Generator:
    """Return the generator to draw from.

    Raises:
        RuntimeError: nothing may be drawn, within torch.vmap.
        TypeError: what was given is no generator.
    """
    if Drawing.refused:
        raise RuntimeError(in_full("vmap: called random"))
    if generator is None:
        return default_generator
    if not isinstance(generator, Generator):
        raise TypeError(in_full("argument 'generator'", type(generator).__name__))
    return generator


def not_implemented(kernel: str, type_name: str) -> NotImplementedError:
    """Return PyTorch's complaint about a data type that a kernel does not know."""
    return NotImplementedError(f"\"{kernel}\" not implemented for '{type_name}'")


__all__ = ["Generator", "filling", "memory_axes", "no_influence", "not_implemented", "source"]
