"""Declaring functions that make tensors, and functions composed of others."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from tensorlab.engine.backend import place
from tensorlab.engine.calling.closures import FACTORIES
from tensorlab.engine.calling.operands import Resolve, settings_are_plain
from tensorlab.engine.declaring.declaration import Operation, publish
from tensorlab.engine.declaring.declared import Declared
from tensorlab.engine.declaring.operation import Entrance
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.formats import Layout
from tensorlab.engine.layout import empty_beside
from tensorlab.engine.memory import claim
from tensorlab.engine.meta import stretched
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.shapes import count_elements
from tensorlab.engine.signatures.accepting import is_whole
from tensorlab.engine.signatures.refusal import refusal
from tensorlab.engine.signatures.signature import MISSING, Array
from tensorlab.engine.tensor import Tensor, new_object, require_differentiable, wrap

Result = TypeVar("Result")
HUGE = "Overflow when unpacking"

VARIADIC = 0x04  # the flag of a code object that takes *args

SETTINGS: dict[str, Any] = {
    "device": Device | None,
    "requires_grad": bool,
    "layout": Layout | None,
    "pin_memory": bool | None,
    "memory_format": Any,
}


NO_PINNED = (
    "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is "
    "available on this system."
)


class Creation(Operation):
    """A function that makes a tensor of nothing but numbers.

    Its forward returns the elements, stored or as numbers, and their data type. `uniform` marks a
    function all of whose cells are the same.
    """

    def __init__(self, forward: Callable[..., Any], facts: dict[str, Any]) -> None:
        self.sized: bool = facts.pop("size", False)
        self.uniform: bool = facts.pop("uniform", False)
        super().__init__(forward, "creation", {"method": False, **facts})
        self.signature.extra.update(SETTINGS)

    def resolve(
        self, args: tuple[Any, ...], settings: dict[str, Any], name: str | None = None
    ) -> Tensor:
        """Answer any call, with all the settings that making a tensor has."""
        given = args
        if self.sized and args and is_whole(args[0]) and "size" not in settings:
            args = (args,)
        try:
            bound = self.signature.bind(self.name, args, settings)
        except TypeError as error:
            if HUGE in str(error):
                raise
            raise refusal(self.signature, self.name, given, settings, 1) from None
        if "size" in bound:
            bound["size"] = tuple(int(size) for size in bound["size"])
        placement = {name: bound.pop(name, None) for name in SETTINGS}
        if placement["device"] is None:
            placement["device"] = Defaults.device
        if placement["pin_memory"]:
            raise RuntimeError(NO_PINNED)
        out: Tensor | None = bound.pop("out", None)
        if isinstance(out, tuple | list):
            raise refusal(self.signature, self.name, given, settings, 1)
        if out is not None:
            bound["dtype"] = require_type_of(out, bound.get("dtype"))
        try:
            result = self.made(bound, placement["device"])
        except (TypeError, AttributeError):
            self.signature.refuse(self.name, given, settings)
            raise
        if out is not None:
            from tensorlab.engine.calling.writing import write_out  # noqa: PLC0415  a cycle otherwise

            if out.shape != result.shape:  # unlike other functions' out=, resized without a word
                out.array = np.empty_like(result.array)
            return write_out(self.name, result, out, {})  # type: ignore[no-any-return]
        if placement["memory_format"] is not None:
            from tensorlab.engine.layout import in_format  # noqa: PLC0415  rarely asked for

            result.array = in_format(result.array, placement["memory_format"])
        if placement["requires_grad"]:
            require_differentiable(result.dtype, "Only")
            result.tracked = True
        return result

    def made(self, bound: dict[str, Any], device: Any) -> Tensor:
        """Return the tensor on its device; without elements it takes no memory, however large."""
        if "size" in bound and device is not None and Device(device).type == "meta":
            cell, dtype = self.forward(**{**bound, "size": (0,)})  # which draws nothing
            return wrap(stretched(stored(cell, dtype), tuple(bound["size"])), dtype)
        asked: DType | None = bound.get("dtype")
        if asked is not None and asked.is_quantized:
            from tensorlab.engine.signatures.quantized_refusal import (  # noqa: PLC0415  rare
                quantized_creation_refusal,
            )

            raise quantized_creation_refusal(self.name, asked)
        if self.uniform and device is not None and Device(device).type == "cuda":
            return self.made_there(bound, device)
        array, dtype = self.forward(**bound)
        return wrap(place(stored(array, dtype), device), dtype)

    def made_there(self, bound: dict[str, Any], device: Any) -> Tensor:
        """Return a tensor of one value on a GPU: a single cell travels there."""
        size = bound["size"]
        if min(size, default=0) < 0:
            self.forward(**bound)  # says what is wrong
        cell, dtype = self.forward(**{**bound, "size": ()})
        claim(count_elements(size) * dtype.itemsize)
        one = place(stored(cell, dtype), device)
        array = empty_beside(one, size, one.dtype)
        array[...] = one
        return wrap(array, dtype)


def require_type_of(out: Tensor, asked: DType | None) -> DType:
    """Return the data type of `out`.

    Raises:
        RuntimeError: another one was asked for.
    """
    if asked is not None and asked is not out.dtype:
        raise RuntimeError(
            f"dtype {asked.scalar_name} does not match dtype of out parameter "
            f"({out.dtype.scalar_name})"
        )
    return out.dtype


def stored(array: Any, dtype: DType) -> Any:
    """Return elements as the type stores them."""
    if array.dtype is dtype.compute and dtype.native:
        return array
    return array if array.dtype == dtype.carrier else dtype.encode(array)


def creation_closure(operation: "Operation", resolve: Resolve) -> Callable[..., Any]:
    """Return the closure of a function that makes a tensor."""
    forward = operation.forward
    sized: bool = operation.sized  # type: ignore[attr-defined]
    known: set[type | tuple[type, ...]] = set()  # classes of arguments that were looked at

    def call(*args: Any, **settings: Any) -> Any:
        if settings or Defaults.device is not None:
            return resolve(args, settings)
        try:
            if sized:
                first = args[0]
                if first.__class__ is int:
                    array, dtype = forward(args)
                elif isinstance(first, tuple | list):
                    array, dtype = forward(tuple(first), *args[1:])
                else:
                    return resolve(args, settings)
            else:
                kinds = args[0].__class__ if len(args) == 1 else tuple(map(type, args))
                if kinds not in known:
                    if not settings_are_plain(operation, 0, args, settings):
                        return resolve(args, settings)
                    known.add(kinds)
                array, dtype = forward(*args)
        except Exception:  # noqa: BLE001  resolve finds it again and explains it
            return resolve(args, settings)
        result = new_object(Tensor)
        result.tracked = False
        result.array = array if array.dtype is dtype.compute else stored(array, dtype)
        result.dtype = dtype
        return result

    return call


def composite_closure(operation: "Operation", resolve: Entrance) -> Callable[..., Any]:
    """Return the closure of a function composed of others: only its failures need the engine."""
    forward, variants = operation.forward, operation.variants
    loose = bool(forward.__code__.co_flags & VARIADIC)
    plain: set[tuple[type | str, ...]] = set()  # the classes of arguments that were looked at

    def call(*args: Any, **settings: Any) -> Any:
        kinds: tuple[type | str, ...] = tuple(map(type, args))
        if settings:
            kinds = (*kinds, *settings, *map(type, settings.values()))
        if kinds not in plain:
            for arg in args if loose else args[: max(len(operation.operands), 1)]:
                if arg.__class__ in variants:
                    return variants[arg.__class__](*args, **settings)
            if not loose:
                if not settings_are_plain(operation, 0, args, settings):
                    return operation.apply(resolve(args, settings))
                plain.add(kinds)
        try:
            return forward(*args, **settings)
        except (TypeError, AttributeError):
            # Only where the call itself was wrong, or asked for what the engine adds.
            bound = resolve(args, settings)
            if operation.signature.is_as_given(bound, args, settings):
                operation.signature.refuse(resolve.name, args, settings, resolve.first)
                if not (operation.signature.extra.keys() & settings.keys() or operation.variadic):
                    raise
        return operation.apply(bound)

    return call if loose or not takes_one_tensor(forward) else for_one(forward, call)


def takes_one_tensor(forward: Callable[..., Any]) -> bool:
    """Return whether a function's only parameter may be a tensor: no flag, number or type."""
    code = forward.__code__
    wanted = forward.__annotations__.get(code.co_varnames[0]) if code.co_argcount == 1 else bool
    return wanted is Tensor or not isinstance(wanted, type)


def for_one(forward: Callable[..., Any], otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """Return the closure of a function of one tensor, quicker if that is all that it is given."""

    def call(input: Any = MISSING, *args: Any, **settings: Any) -> Any:
        if input.__class__ is Tensor and not (args or settings):
            try:
                return forward(input)
            except (TypeError, AttributeError):
                pass  # said in PyTorch's words by the other
        return otherwise(*(() if input is MISSING else (input,)), *args, **settings)

    return call


FACTORIES["creation"] = creation_closure
FACTORIES["composite"] = composite_closure  # type: ignore[assignment]


class Composite(Operation):
    """A function of tensors, composed of other functions; its gradient follows from theirs."""

    def __init__(self, forward: Callable[..., Any], facts: dict[str, Any]) -> None:
        super().__init__(forward, "composite", {"out": False, **facts})

    def resolve(
        self, args: tuple[Any, ...], settings: dict[str, Any], name: str | None = None
    ) -> Any:
        """Return the arguments by name, or say in PyTorch's words what is wrong with them."""
        return self.signature.bind(name or self.name, args, settings, 1)

    def resolve_method(
        self, args: tuple[Any, ...], settings: dict[str, Any], name: str | None = None
    ) -> Any:
        """Return a method's arguments by name."""
        if self.variadic:
            args, settings = self.pack(args, settings)
        return self.signature.bind(name or self.name, args, settings, 0)

    def apply(self, bound: dict[str, Any]) -> Any:
        """Return the composition for arguments that are known by name."""
        out = bound.pop("out", None)
        result = self.forward(**bound)
        if out is None:
            return result
        from tensorlab.engine.calling.writing import write_out  # noqa: PLC0415  a cycle otherwise

        return write_out(self.name, result, out, bound)


def creation(**facts: Any) -> Callable[[Callable[..., Any]], Declared[Tensor]]:
    """Declare a function that makes a tensor."""

    def decorate(forward: Callable[..., Any]) -> Any:
        return published(Creation(forward, facts))

    return decorate


def composite(**facts: Any) -> Callable[[Callable[..., Result]], Declared[Result]]:
    """Declare a function of tensors that is composed of declared functions."""

    def decorate(forward: Callable[..., Result]) -> Declared[Result]:
        declared: Declared[Result] = published(Composite(forward, facts))
        return declared

    return decorate


def published(operation: Operation) -> Any:
    """Enter an operation in the tables and return its public function."""
    publish(operation)
    operation.function.variants = operation.variants  # type: ignore[attr-defined]
    return operation.function


__all__ = ["Array", "composite", "creation", "np"]
