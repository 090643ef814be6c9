"""What a program can observe, as plain data: two of them are equal if nothing has changed."""

from collections.abc import Iterator, Mapping
from typing import Any

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.formats import STRIDED
from tensorlab.engine.printing.print_options import OPTIONS
from tensorlab.engine.tensor import Tensor
from tensorlab.language.running.session import Session
from tensorlab.language.values.values import Function
from tests.fuzz.findings import Finding

QUESTIONS = ("get_default_dtype", "get_default_device", "is_grad_enabled", "is_warn_always_enabled")
MOST_PARTS = 2000


def settings(session: Session) -> dict[str, object]:
    """Return what programs can switch and ask for."""
    torch = session.library.bare or session.library.modules["torch"].table
    told = {question: torch[question]() for question in QUESTIONS}
    told |= {f"print option {name}": value for name, value in vars(OPTIONS).items()}
    return {name: tuple(parts(value, {})) for name, value in told.items()}


def observed(session: Session, printed: list[str]) -> dict[str, object]:
    """Return the variables, the settings, the random stream and the printed text."""
    stream = session.library.modules["torch"].table["get_rng_state"]()
    return {
        **{f"variable {name}": text for name, text in variables(session.variables)},
        **settings(session),
        "random stream": hash(stream.array.tobytes()),
        "printed text": "".join(printed),
    }


def variables(names: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield each variable with all its parts."""
    for name, value in list(names.items()):
        yield name, tuple(parts(value, {}))


def parts(value: Any, seen: dict[int, int]) -> Iterator[object]:
    """Yield a value and what it holds; what was met before is a number."""
    if len(seen) > MOST_PARTS:
        return
    if id(value) in seen:
        yield seen[id(value)]
        return
    if isinstance(value, Tensor | list | tuple | dict | set | frozenset | Function):
        seen[id(value)] = len(seen)
    yield type(value).__name__
    if isinstance(value, Tensor):
        yield from of_tensor(value, seen)
    elif isinstance(value, dict):
        for key, item in list(value.items()):
            yield from (*parts(key, seen), *parts(item, seen))
    elif isinstance(value, list | tuple | set | frozenset):
        yield len(value)
        for item in list(value):
            yield from parts(item, seen)
    elif isinstance(value, Function):
        yield from parts(value.defaults, seen)
    elif isinstance(value, int | float | complex | str | bytes | DType | Device):
        yield repr(value)  # a nan is not equal to itself


def of_tensor(value: Any, seen: dict[int, int]) -> Iterator[object]:
    """Yield the facts of a tensor, its cells and its gradient."""
    yield from (str(value.dtype), tuple(value.shape), value.tracked, value._version)
    yield from (type(value.grad_fn).__name__, len(value.hooks or ()), value.keeps_grad)
    if value.layout is not STRIDED:
        yield from (*parts(value.coordinates, seen), *parts(value.entries, seen))
    else:
        array = value.array
        yield tuple(array.strides)
        yield hash(array.tobytes()) if array.nbytes < 1 << 20 and not value.is_meta else "large"
    yield from parts(value.own_grad, seen)


def changes(
    kind: str, before: Mapping[str, object], after: Mapping[str, object]
) -> Iterator[Finding]:
    """Yield what is not as it was."""
    for name in sorted({*before, *after}):
        if before.get(name) != after.get(name):
            group = "variable" if name.startswith("variable") else name
            told = f"{before.get(name)!s:.100} became {after.get(name)!s:.100}"
            yield Finding(kind, group, "changed", f"{name}: {told}")
