"""The `contextlib` module: blocks made of generators, and blocks that pass over errors."""

from collections.abc import Callable
from typing import Any

from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.expressions.invoking import CALLABLE, call_value
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.modules.written import written
from tensorlab.language.running.screen import screen, written_to
from tensorlab.language.statements.blocks import block_of, caught, raised_by, value_of_error
from tensorlab.language.values.builtins import callable_value
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.values import CONTEXTS, Builtin, ProgramIterator, SwitchedFunction


class OfGenerator:
    """A block: what stands before the `yield` of a generator, then what stands behind it."""

    __slots__ = ("begin", "generator")

    def __init__(self, begin: Callable[[], Any]) -> None:
        self.begin = begin
        self.generator = begin()
        if not isinstance(self.generator, ProgramIterator):
            raise TypeError("a context manager is made of a function with one yield")

    def __call__(self, function: Any) -> Builtin:
        """Return a function that runs within the block, begun anew each time."""
        callable_value(function)

        def run(*given: Any, **named: Any) -> Any:
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
        if throw is None or not isinstance(error, Exception) or isinstance(error, Unsupported):
            return False
        try:
            throw(raised_by(value_of_error(error)))
        except StopIteration:
            return True
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func: Any, /) -> SwitchedFunction:
    """Return a function that makes blocks of what a generator function gives."""
    callable_value(func)
    name = getattr(func, "__name__", "function")

    def block(*given: Any, **named: Any) -> OfGenerator:
        return OfGenerator(lambda: call_value(func, [*given], named))

    return SwitchedFunction(name, block)  # in a class it is a method


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


class Redirected:
    """A block whose prints go to a stream of the program's."""

    __slots__ = ("before", "stream")

    def __init__(self, new_target: Any) -> None:
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


def entered(context: Any) -> Any:
    """Return what entering a block gives."""
    return block_of(context).__enter__()


def left(context: Any, kind: Any, error: Any, trace: Any) -> Any:
    """Leave a block, and return whether it takes care of an error."""
    fault = None if error is None else raised_by(error)
    return block_of(context).__exit__(None if fault is None else type(fault), fault, None)


CONTEXTS.update((OfGenerator, Suppressing, Nothing, Redirected))
CALLABLE[OfGenerator] = OfGenerator.__call__
OfGenerator.__name__ = "_GeneratorContextManager"


def namespace() -> Namespace:
    """Return the table of `contextlib`."""
    given = {"_entered": Builtin("_entered", entered), "_left": Builtin("_left", left)}
    return namespace_of(
        "contextlib",
        {
            "contextmanager": contextmanager, "suppress": Suppressing, "nullcontext": Nothing,
            "redirect_stdout": Redirected, "redirect_stderr": Nothing,
        },
        written("contextlib", given),
    )  # fmt: skip
