"""Every name that the language offers, with the parameters of those that can be called."""

import ast
import gc
from collections.abc import Iterator
from functools import cache

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.signatures.signature import Parameter
from tensorlab.language.running.session import Session
from tensorlab.language.values.attributes import all_names
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.values import Namespace, TypeValue
from tensorlab.ops.loading import load_all

# How a program says a namespace that stands at hand under a shorter name.
SHORT = {"torch.nn.functional": "F", "torch.nn": "nn"}
# The clock would end the process, or the same program would not do the same again.
UNREPEATABLE = {"seed", "id", "hash"}
WORDS: dict[type, tuple[str, ...]] = {}


@cache
def names() -> dict[str, object]:
    """Return every public name of every namespace, as a program writes it, with its value."""
    library = Session(write=lambda text: None).library
    found: dict[str, object] = {}
    for module, namespace in library.modules.items():
        for name in namespace.table.names():
            value = namespace.table.member(name)
            if name not in UNREPEATABLE and not isinstance(value, Namespace):
                found[f"{SHORT.get(module, module)}.{name}"] = value
    return found | {name: library.names[name] for name in library.names if name.isidentifier()}


@cache
def callables() -> tuple[str, ...]:
    """Return the names of functions and classes."""
    return tuple(
        name for name, value in names().items()
        if isinstance(value, Builtin | TypeValue) and "torch.cuda" not in name
    )  # fmt: skip


@cache
def values() -> tuple[str, ...]:
    """Return the names of numbers, data types, layouts."""
    return tuple(name for name in names() if name not in callables())


@cache
def parameters(name: str) -> tuple[Parameter, ...]:
    """Return the declared parameters of a function; none where its engine declares none."""
    full = name.replace("F.", "torch.nn.functional.", 1) if name.startswith("F.") else name
    operation = dict.get(OPERATIONS, full)
    return () if operation is None else tuple(operation.signature.parameters.values())


def words_after(value: object) -> tuple[str, ...]:
    """Return the names that can follow a dot after a value, which are those of its type."""
    kind = type(value)
    if kind not in WORDS:
        WORDS[kind] = tuple(sorted({*all_names(value)} - UNREPEATABLE))
    return WORDS[kind]


def settle() -> None:
    """Load everything, so that a program is the same whichever programs came before it."""
    load_all()
    callables()
    examples()
    gc.collect()
    gc.freeze()  # what is loaded is not looked through again after every other program


@cache
def examples() -> tuple[str, ...]:
    """Return the calls in the documentation of all functions."""
    return tuple(dict.fromkeys(line for text in documentation() for line in examples_in(text)))


def documentation() -> Iterator[str]:
    """Yield what every declared function says of itself."""
    for operation in {id(each): each for each in OPERATIONS.values()}.values():
        yield operation.doc or ""


def examples_in(text: str) -> Iterator[str]:
    """Yield the calls of a documentation, with the lines that they go on in."""
    lines = [line.strip() for line in text.splitlines()]
    for place, line in enumerate(lines):
        if line.startswith(">>> "):
            rest = [each[4:] for each in more_of(lines[place + 1 :])]
            program = "\n".join([line[4:], *rest])
            if parses(program):
                yield program


def more_of(lines: list[str]) -> Iterator[str]:
    """Yield the lines that go on with an example."""
    for line in lines:
        if not line.startswith("... "):
            return
        yield line


def parses(program: str) -> bool:
    """Return whether a text is a program."""
    try:
        ast.parse(program)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True


def text_of(tree: ast.AST) -> str:
    """Return the text of a changed tree; none where it has none that is a program.

    A part of an f-string may be what none can hold.
    """
    try:
        text = ast.unparse(ast.fix_missing_locations(tree))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return ""
    return text if parses(text) else ""
