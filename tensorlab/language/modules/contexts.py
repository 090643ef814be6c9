"""The `contextlib` module: blocks made of generators, and blocks that pass over errors."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.compiling.place import Passing, Unsupported
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.running.screen import screen, written_to
from tensorlab.language.statements.blocks import block_of, raised_by, value_of_error
from tensorlab.language.values.builtins import callable_value
from tensorlab.language.values.invoking import CALLABLE, call_value
from tensorlab.language.values.values import (
    CONTEXTS,
    Builtin,
    Closed,
    Namespace,
    ProgramIterator,
    SwitchedFunction,
)


class OfGenerator(Closed):
    """A block: what stands before the `yield` of a generator, then what stands behind it."""

    __slots__ = ("begin", "generator")

    def __init__(self, begin: Callable[[], Any]) -> None:
        self.begin = begin
        self.generator = begin()
        if not isinstance(self.generator, ProgramIterator):
            raise TypeError("a context manager is made of a function with one yield")

    def __call__(self, function: object) -> Builtin:
        """Return a function that runs within the block, begun anew each time."""
        callable_value(function)

        def run(*given: object, **named: object) -> Any:
            with OfGenerator(self.begin):
                return call_value(function, [*given], named)

        return Builtin(getattr(function, "__name__", "function"), run)

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
        refused = isinstance(error, Unsupported) and not isinstance(error, Passing)
        if throw is None or refused or not isinstance(error, Exception):
            return False
        try:
            throw(raised_by(value_of_error(error)))
        except StopIteration:
            return True
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func: object, /) -> SwitchedFunction:
    """Return a function that makes blocks of what a generator function gives."""
    callable_value(func)
    name = getattr(func, "__name__", "function")

    def block(*given: object, **named: object) -> OfGenerator:
        return OfGenerator(lambda: call_value(func, [*given], named))

    return SwitchedFunction(name, block)  # in a class it is a method


class Redirected(Closed):
    """A block whose prints go to a stream of the program's."""

    __slots__ = ("before", "stream")

    def __init__(self, new_target: object) -> None:
        self.stream = new_target
        self.before: Any = None

    def __enter__(self) -> Any:
        target = written_to(self.stream)
        self.before = screen.show
        if target is not screen:
            screen.show = target.write
        return self.stream

    def __exit__(self, *error: object) -> None:
        screen.show = self.before


def entered(context: Any) -> tuple[Any, Builtin]:
    """Return what entering a block gives, and what leaves it again: with an error, or with None.

    Raises:
        TypeError: the value is no block.
    """
    block = block_of(context)
    value = block.__enter__()

    def leave(kind: Any, error: Any, trace: Any) -> bool:
        told = None if error is None else raised_by(error)
        return bool(block.__exit__(None if told is None else type(told), told, None))

    return value, Builtin("__exit__", leave)


CONTEXTS.update((OfGenerator, Redirected))
CALLABLE[OfGenerator] = OfGenerator.__call__
OfGenerator.__name__ = "_GeneratorContextManager"


def contextlib_module() -> Namespace:
    """Return the table of `contextlib`."""
    functions = {"contextmanager": contextmanager, "redirect_stdout": Redirected}
    return namespace_of(
        "contextlib", functions, written("contextlib", {"_entered": Builtin("_entered", entered)})
    )


MODULES = {"contextlib": contextlib_module}
