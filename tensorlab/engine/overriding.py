"""Classes of a program that answer functions of torch themselves, by __torch_function__."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from tensorlab.engine.naming import class_text
from tensorlab.engine.tensor import Parameter, Tensor
from tensorlab.engine.warning import in_full

# Operators and the like that Python asks a class for, and no declared function stands behind.
OF_PYTHON = (
    "__getitem__", "__setitem__", "__contains__", "__len__", "__bool__", "__int__", "__float__",
    "__repr__", "__format__", "__rsub__",
    "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__",
)  # fmt: skip
TURNED = ("T", "mT", "H")  # attributes that are loaded when first used


class Overriding:
    """Whether calls look for a class that answers them: not before a program has made one."""

    watching = False


@contextmanager
def plain() -> Iterator[None]:
    """Let functions take instances of a program's classes as tensors like any other."""
    before, Overriding.watching = Overriding.watching, False
    try:
        yield
    finally:
        Overriding.watching = before


def overriders(values: Iterable[Any]) -> list[Any]:
    """Return the values whose classes answer functions: one of a class, subclasses first.

    They are looked for among the values, and in lists and tuples of them.
    """
    found: list[Any] = []
    for value in values:
        for one in value if isinstance(value, list | tuple) else (value,):
            if answers(type(one)) and type(one) not in map(type, found):
                later = (i for i, f in enumerate(found) if issubclass(type(one), type(f)))
                found.insert(next(later, len(found)), one)
    return found


def answers(kind: type) -> bool:
    """Return whether a class answers functions itself, which Tensor and its like do not."""
    own = kind._of_a_program if issubclass(kind, Tensor) else True
    return own and getattr(kind, "__torch_function__", disabled) is not disabled


def disabled(func: Callable[..., Any], types: object, args: Any = (), kwargs: Any = None) -> Any:
    """Answer a function as for any tensor: a class that has this answers none itself."""
    with plain():
        return func(*args, **(kwargs or {}))


def others_among(values: Iterable[Any]) -> list[Any]:
    """Return the values that answer functions and are no tensors."""
    return [value for value in overriders(values) if not isinstance(value, Tensor)]


def handed_over(
    name: str, function: Callable[..., Any], args: tuple[Any, ...], settings: dict[str, Any]
) -> Any:
    """Return what the classes among the arguments answer to a function.

    Raises:
        TypeError: none of them does.
    """
    found = overriders((*args, *settings.values()))
    of_c = name.startswith("torch.") and not name.startswith("torch.nn.")
    # C says nothing of settings where there are none
    result = answered(function, found, args, *(() if of_c and not settings else (settings,)))
    if result is not NotImplemented:
        return result
    if name.startswith("torch.nn."):
        kinds = [*map(type, found), *{Tensor for value in args if value.__class__ is Tensor}]
        raise TypeError(in_full("no implementation found for", name, kinds))
    listed = "".join(f"\n  - tensor subclass {class_text(value)}" for value in found)
    raise TypeError(in_full("Multiple dispatch failed", name, "function", listed))


def answered(
    function: Callable[..., Any], found: list[Any], args: tuple[Any, ...], *settings: object
) -> Any:
    """Return the answer of the first class that gives one, or NotImplemented."""
    kinds: tuple[Any, ...] = tuple(map(type, found))
    for kind in kinds:
        result = kind.__torch_function__(function, kinds, args, *settings)
        if result is not NotImplemented:
            return result
    return NotImplemented


def torch_function(
    cls: type, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
) -> Any:
    """Answer a function as for any tensor, with results of the class that was asked."""
    if not all(issubclass(cls, kind) for kind in types):
        return NotImplemented
    with plain():
        result = func(*args, **(kwargs or {}))
        return result if func.__qualname__ == "grad" else converted(result, cls)


def converted(result: object, cls: type) -> Any:
    """Return a result with its tensors made instances of a class."""
    if cls is Tensor:
        return result
    if isinstance(result, Tensor) and not isinstance(result, cls):
        return result.as_subclass(cls)  # type: ignore[attr-defined]  # declared above this stage
    if isinstance(result, list | tuple):
        parts = [converted(part, cls) for part in result]
        named = hasattr(result, "_fields")
        return result.__class__(*parts) if named else result.__class__(parts)
    return result


def begin(cls: type) -> None:
    """Let a program's class of tensors answer for its instances."""
    Overriding.watching = True
    for name in OF_PYTHON:
        if not any(name in vars(kind) for kind in cls.__mro__[: cls.__mro__.index(Tensor)]):
            setattr(cls, name, watched(name))
    own = [name for name, value in vars(Tensor).items() if isinstance(value, property)]
    for name in (*TURNED, "dtype", *(name for name in own if not name.startswith("_"))):
        if name not in vars(cls):
            setattr(cls, name, property(*accessors(name)))


def accessors(name: str) -> tuple[Callable[..., Any], Callable[..., None]]:
    """Return what reads an attribute of tensors, watched, and what writes it."""

    def read(input: object) -> Any:
        getattr(Tensor, name)  # loads it
        return inspect.getattr_static(Tensor, name).__get__(input, Tensor)

    def write(input: object, value: object) -> None:
        inspect.getattr_static(Tensor, name).__set__(input, value)

    return watched(name, read), write


def watched(name: str, act: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Return what Python calls under a name: the class's own answer, while calls are watched."""
    own: Any = act or getattr(Tensor, name)  # the very one that programs compare with
    own.__name__, own.__qualname__ = "__get__" if act else name, name

    def call(*args: object) -> Any:
        if not (Overriding.watching and overriders(args)):
            return own(*args)
        return handed_over(f"torch.Tensor.{name}", own, args, {})

    return call


Tensor._answering = staticmethod(begin)
Tensor.__torch_function__ = classmethod(torch_function)  # type: ignore[attr-defined]  # set here alone
# What is computed of parameters is none.
Parameter.__torch_function__ = staticmethod(disabled)  # type: ignore[attr-defined]  # likewise
