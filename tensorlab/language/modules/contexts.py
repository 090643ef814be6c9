"""The `contextlib` module: blocks made of generators, and blocks that pass over errors."""

from typing import Any

from tensorlab.language.blocks import caught, raised_by, value_of_error
from tensorlab.language.builtins import callable_value
from tensorlab.language.invoking import call_value
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.place import Unsupported
from tensorlab.language.values import CONTEXTS, Builtin, Namespace, ProgramIterator


class OfGenerator:
    """A block: what stands before the `yield` of a generator, then what stands behind it."""

    __slots__ = ("generator",)

    def __init__(self, generator: Any) -> None:
        if not isinstance(generator, ProgramIterator):
            raise TypeError("a context manager is made of a function with one yield")
        self.generator = generator

    def __enter__(self) -> Any:
        for value in self.generator:
            return value
        raise RuntimeError("generator didn't yield")

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        """Run what stands behind the `yield`; an error arises there."""
        if error is None:
            for _ in self.generator:
                raise RuntimeError("generator didn't stop")
            return False
        throw = getattr(self.generator, "throw_in", None)
        if throw is None or not isinstance(error, Exception) or isinstance(error, Unsupported):
            return False
        try:
            throw(raised_by(value_of_error(error)))
        except StopIteration:
            return True
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func: Any, /) -> Builtin:
    """Return a function that makes blocks of what a generator function gives."""
    callable_value(func)
    name = getattr(func, "__name__", "function")
    return Builtin(name, lambda *given, **named: OfGenerator(call_value(func, [*given], named)))


class Suppressing:
    """A block that ends at the first error of some kinds."""

    __slots__ = ("kinds",)

    def __init__(self, *exceptions: Any) -> None:
        self.kinds = exceptions

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        """Return whether the error is of these kinds."""
        known = isinstance(error, Exception) and not isinstance(error, Unsupported)
        return known and caught(self.kinds, error)  # type: ignore[arg-type]  # known says so


class Nothing:
    """A block that does nothing."""

    __slots__ = ("result",)

    def __init__(self, enter_result: Any = None) -> None:
        self.result = enter_result

    def __enter__(self) -> Any:
        return self.result

    def __exit__(self, *error: object) -> None:
        """Do nothing."""


CONTEXTS.update((OfGenerator, Suppressing, Nothing))
OfGenerator.__name__ = "_GeneratorContextManager"


def namespace() -> Namespace:
    """Return the table of `contextlib`."""
    return namespace_of(
        "contextlib",
        {"contextmanager": contextmanager, "suppress": Suppressing, "nullcontext": Nothing},
    )
