"""`import numpy as np`: the table of what there is of numpy; functions are made when asked for."""

from collections.abc import Callable
from functools import cache, partial
from inspect import unwrap
from io import BytesIO
from operator import attrgetter
from types import FunctionType
from typing import Any, Final

import numpy as np

import tensorlab.language.numpy.operators  # noqa: F401  knows what is done with arrays
from tensorlab.engine.settings import Numpy
from tensorlab.engine.told_by_numpy import WORDS, how_told, tell
from tensorlab.language.compiling.place import Unsupported
from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.written import written
from tensorlab.language.numpy import printing, random_streams, types
from tensorlab.language.numpy.declared import DECLARED
from tensorlab.language.numpy.declaring import Declaration
from tensorlab.language.numpy.gate import call
from tensorlab.language.numpy.values import Array
from tensorlab.language.running import saving
from tensorlab.language.running.keeping import ARRAY, KINDS
from tensorlab.language.running.screen import kept, silence
from tensorlab.language.values.attributes import LOADERS, METHODS, PROPERTIES
from tensorlab.language.values.display import describe
from tensorlab.language.values.functions import Builtin, under_names
from tensorlab.language.values.invoking import CALLABLE, call_value
from tensorlab.language.values.values import CONTEXTS, ErrorType, Namespace, Table

STATES: Final = ("ignore", "warn", "raise")


def states_of(all: str | None = None, **given: str) -> Any:
    """Return by kind whether floating-point errors are to be ignored, warned of or raised."""
    states = (dict.fromkeys(WORDS, all) if all else {}) | given
    for word, state in states.items():
        if word not in WORDS or state not in STATES:
            raise ValueError(f"np.seterr({word}={describe(state)}) is not part of tensorlab")
    return states


class ErrorStates:
    """A block in which floating-point errors are told of in another way."""

    def __init__(self, *, all: str | None = None, **given: str) -> None:
        self.states = states_of(all, **given)

    def __enter__(self) -> None:
        self.before = tell(**self.states)

    def __exit__(self, *error: object) -> None:
        tell(**self.before)


CONSTANTS: Final = ("pi", "e", "inf", "nan", "newaxis", "True_", "False_", "__version__")
PARTS: Final = ("linalg", "fft", "testing")
# Declared for what is no function of numpy's.
NO_FUNCTIONS: Final = frozenset({"ndarray", "number", "dtype"})


def lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    """Return what numpy's gives, and fail where LAPACK would write to the screen, or not end."""
    if not np.isfinite(a).all():
        raise np.linalg.LinAlgError("SVD did not converge in Linear Least Squares")
    return np.linalg.lstsq(a, b, rcond)


PLAIN: Final = unwrap(np.polyfit)
NAMES: Final = {**PLAIN.__globals__, "lstsq": lstsq}
POLYFIT: Final = FunctionType(PLAIN.__code__, NAMES, "polyfit", PLAIN.__defaults__)
# What programs get for a function of numpy's: never what memory held before.
INSTEAD: Final[dict[str, Callable[..., Any]]] = {
    "empty": np.zeros,
    "empty_like": np.zeros_like,
    "lstsq": lstsq,
    "polyfit": POLYFIT,
    # No more candidates than are tried in some ms; numpy's stubs know two numbers only.
    "shares_memory": partial(np.shares_memory, max_work=10_000),  # type: ignore[arg-type]
}
BYTES_OF_HEADER: Final = 512
WHOLE_NUMPY: Final = "`tensorlab python FILE` runs a program with all of numpy."


@cache
def in_the_language() -> dict[str, Any]:
    """Return what is written in the language: it calls programs' functions, or keeps files."""
    load = Builtin("_load", saving.load_whole)
    return written("numpy", {"_bytes": Builtin("_bytes", as_file), "_load": load})


def as_file(value: object, arrays: Any) -> bytes:
    """Return the bytes of numpy's file of arrays, which stand for a value that is kept."""
    held = arrays if isinstance(arrays, dict) else {"": arrays}
    meter.grow(sum(2 * (array.nbytes + BYTES_OF_HEADER) for array in held.values()))
    stream = BytesIO()
    np.savez(stream, **arrays) if held is arrays else np.save(stream, arrays)
    whole = stream.getvalue()
    if not silence.wanted:
        kept.values.setdefault(saving.under(whole), value)
    return whole


class NumpyFunction(Builtin):
    """A function of numpy's, by its public name and what is declared of it."""

    __slots__ = ("declared",)

    def __init__(self, declared: Declaration, function: Callable[..., Any]) -> None:
        super().__init__(declared.own_name, function)
        self.declared = declared

    def __call__(self, /, *given: object, **named: object) -> Any:
        """Return what the call gives."""
        return call(self.declared, self.function, given, named)

    def __repr__(self) -> str:
        return f"<function {self.name}>"


class Ufunc(NumpyFunction):
    """A function of numpy's that works element by element, and has a few methods."""

    __slots__ = ()
    function: Any

    def __call__(self, /, *given: object, **named: object) -> Any:
        """Return what the call gives.

        Raises:
            ValueError: some elements would stay as memory was before.
        """
        chosen = named.get("where", True) is not True
        if chosen and len(given) <= self.function.nin and named.get("out") is None:
            raise ValueError(
                f"np.{self.name}(where=...) needs out=..., which has the other elements"
            )
        return super().__call__(*given, **named)

    def __repr__(self) -> str:
        return f"<ufunc '{self.name}'>"


NumpyFunction.__name__ = "function"
Ufunc.__name__ = "numpy.ufunc"


def refusal(name: str) -> Unsupported:
    """Return why a name of numpy's is not here."""
    return Unsupported(f"{name} is not part of tensorlab.", WHOLE_NUMPY)


def finder(prefix: str) -> Callable[[str], Any]:
    """Return the look-up for the functions of a namespace."""

    def find(name: str) -> Any:
        space: Any = attrgetter(prefix.rstrip("."))(np) if prefix else np
        declared = DECLARED.get(f"{prefix}{name}")
        if declared is None or name in NO_FUNCTIONS:
            if not prefix and name in in_the_language():
                return in_the_language()[name]
            if hasattr(space, name) and not name.startswith("_"):
                raise refusal(f"np.{prefix}{name}")
            raise KeyError(name)
        function = INSTEAD.get(name) or getattr(space, name)
        kind = Ufunc if isinstance(function, np.ufunc) else NumpyFunction
        return kind(declared, function)

    return find


def declared_names(prefix: str) -> list[str]:
    """Return the names of the functions that are declared in a namespace."""
    found = (name.removeprefix(prefix) for name in DECLARED if name.startswith(prefix))
    own = () if prefix else in_the_language()
    return sorted({*own, *(name for name in found if "." not in name)} - NO_FUNCTIONS)


def namespace_of(prefix: str, own: dict[str, Any]) -> Namespace:
    """Return a namespace of numpy's: what is ours in it, and the functions that are declared."""
    table = Table(own, finder(prefix), partial(declared_names, prefix))
    return Namespace(f"numpy.{prefix}".rstrip("."), table)


class Refusals:
    """Knows what numpy's arrays have and a program's have not: a sentence, not a missing name."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def enter(self, name: str) -> None:
        """Refuse a name that numpy has.

        Raises:
            Unsupported: numpy has it.
        """
        if hasattr(np.ndarray, name) and not name.startswith("_"):
            raise refusal(f"{name} of an array")

    def names(self) -> list[str]:
        """Return the names that arrays have here."""
        return [*METHODS[self.kind], *PROPERTIES[self.kind]]


def of(name: str) -> Callable[[Any], Any]:
    """Return what makes an instance, for an array, of a class that is written in the language."""
    return lambda array: call_value(in_the_language()[name], [array, str(array.flags)], {})


def own_names() -> dict[str, Any]:
    """Return what is not a function of numpy's as it is."""
    found: dict[str, Any] = {name: getattr(np, name) for name in CONSTANTS}
    found |= under_names({
        "errstate": ErrorStates, "geterr": how_told,
        "seterr": lambda *given, **named: tell(**states_of(*given, **named)),
        "set_printoptions": printing.set_printoptions,
        "get_printoptions": lambda: {**printing.USUAL, **Numpy.options},
        **printing.WRITING,
    })  # fmt: skip
    CONTEXTS.add(ErrorStates)
    found |= types.names()
    found["random"] = namespace_of("random.", random_streams.names())
    own = {"linalg": {"LinAlgError": ErrorType("LinAlgError", np.linalg.LinAlgError)}}
    return found | {part: namespace_of(f"{part}.", own.get(part, {})) for part in PARTS}


@cache
def namespace() -> Namespace:
    """Return what `import numpy` binds."""
    for kind in (NumpyFunction, Ufunc):
        CALLABLE[kind] = kind.__call__
        PROPERTIES[kind] = {"__name__": lambda value: value.name}
    KINDS[Array] = ARRAY
    types.describe(Ufunc)
    PROPERTIES[Array] = {**PROPERTIES[Array], "flat": of("flatiter"), "flags": of("flagsobj")}
    LOADERS[Array] = Refusals(Array)
    return namespace_of("", own_names())
