"""How any function in reach is called: what the bar and the questions at the prompt show."""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.signature import MISSING
from tensorlab.frozen import names_beside
from tensorlab.language.classes.lookup import Instance, lookup
from tensorlab.language.classes.members import LibraryFunction, LibraryMethod, ProgramMethod
from tensorlab.language.classes.values import LibraryClass, ProgramClass
from tensorlab.language.compiling.code import Code
from tensorlab.language.compiling.scope import bound_in
from tensorlab.language.running.session import Session
from tensorlab.language.values.attributes import gate_of, looked_at
from tensorlab.language.values.functions import Function
from tensorlab.workspace.cursor import Cursor, first_line, is_method, operation_of, reached


class Part(NamedTuple):
    """A parameter: its name, its text with the default, and how it is given."""

    name: str
    text: str
    positional: bool = True
    starred: bool = False


class Call(NamedTuple):
    """A function as it is called: its name, its parameters, and what is said of it."""

    name: str
    parts: tuple[Part, ...]
    doc: str = ""

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return self.doc.strip().partition("\n")[0]

    @property
    def text(self) -> str:
        """The whole signature."""
        return f"{self.name}({', '.join(part.text for part in self.parts)})"

    def current(self, cursor: Cursor) -> int | None:
        """Return the number of the parameter that is given at a cursor, None behind the last."""
        if cursor.keyword:
            names = [part.name for part in self.parts]
            return names.index(cursor.keyword) if cursor.keyword in names else None
        places = [place for place, part in enumerate(self.parts) if part.positional]
        if cursor.position < len(places):
            return places[cursor.position]
        starred = [place for place, part in enumerate(self.parts) if part.starred]
        return starred[0] if starred else None


CALLING = ("forward", "__call__")  # what an instance does when it is called
BARE = Part("*", "*", positional=False)


def call_at(session: Session, cursor: Cursor) -> Call | None:
    """Return how the function is called that a cursor stands in a call of."""
    return call_of(session, cursor.function) if cursor.function else None


def call_of(session: Session, path: str) -> Call | None:
    """Return how what a dotted name reaches is called; None of what cannot be."""
    operation = operation_of(session, path)
    if operation is not None:
        return of_operation(operation, bound=is_method(session, path))
    value = reached(session, path)
    name = path.rpartition(".")[2]
    if isinstance(value, ProgramMethod):
        return of_function(value.function, name, bound=True)
    if isinstance(value, ProgramClass | LibraryClass):
        begin = lookup(value.made.__mro__, "__init__")
        made = of_function(begin, name, bound=True)
        return made and made._replace(doc=doc_of(value) or made.doc)
    if isinstance(value, Instance) or gate_of(type(value)) is not None:
        begin = next(filter(None, (looked_at(value, word) for word in CALLING)), None)
        return of_function(getattr(begin, "function", None), name, bound=True)
    return of_function(value, name, bound=False)


def of_operation(operation: Operation, *, bound: bool) -> Call:
    """Return how a declared function is called; bound, as a method of its first operand."""
    parameters = list(operation.signature.parameters.values())
    name = f"Tensor.{operation.name}" if bound else operation.qualified_name
    parts = [
        Part(
            each.name,
            f"*{each.name}" * each.variadic
            or each.name + f"={each.default!r}" * (each.default is not MISSING),
            not (each.keyword_only or each.variadic),
            each.variadic,
        )
        for each in parameters[bound:]
    ]
    return Call(name, with_star(parts), first_line(operation))


def of_function(function: object, name: str, *, bound: bool) -> Call | None:
    """Return how a function of the program or of the library's modules is called."""
    if isinstance(function, Function):
        code = function.code
        parts = [*of_code(code)]
        return Call(name, with_star(parts[bound:]), code.doc)
    if isinstance(function, LibraryMethod | LibraryFunction):
        return Call(name, with_star([*of_python(function.function)][bound:]), doc_of(function))
    return None


def of_code(code: Code) -> Iterator[Part]:
    """Yield the parameters of a function of the program, as they were written."""
    arguments = code.arguments
    if arguments is None:
        return
    plain = [*arguments.posonlyargs, *arguments.args]
    first = len(plain) - len(arguments.defaults)
    for place, each in enumerate(plain):
        default = arguments.defaults[place - first] if place >= first else None
        yield Part(each.arg, with_default(each.arg, default))
    if arguments.vararg:
        yield Part(arguments.vararg.arg, f"*{arguments.vararg.arg}", False, True)
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield Part(each.arg, with_default(each.arg, default), positional=False)
    if arguments.kwarg:
        yield Part(arguments.kwarg.arg, f"**{arguments.kwarg.arg}", positional=False)


def with_default(name: str, default: ast.expr | None) -> str:
    """Return a parameter with what it is when not given."""
    return name if default is None else f"{name}={ast.unparse(default)}"


def of_python(function: FunctionType) -> Iterator[Part]:
    """Yield the parameters of a function of the library's."""
    for each in inspect.signature(function).parameters.values():
        plain = each.replace(annotation=inspect.Parameter.empty)
        positional = each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        yield Part(each.name, str(plain), positional, each.kind is each.VAR_POSITIONAL)


def with_star(parts: list[Part]) -> tuple[Part, ...]:
    """Return the parameters with a star before those that are given by their names alone."""
    for place, part in enumerate(parts):
        if part.starred:
            break
        if not part.positional and not part.text.startswith("**"):
            return (*parts[:place], BARE, *parts[place:])
    return tuple(parts)


def doc_of(value: object) -> str:
    """Return what is said of a class, or by the library of a method of its own."""
    python = getattr(value, "made", None) or getattr(value, "function", None)
    if isinstance(value, ProgramClass):
        doc = value.table.get("__doc__")
    else:
        doc = getattr(python, "__doc__", None)
    return inspect.cleandoc(doc) if isinstance(doc, str) else ""


DEVICES = {
    "cpu": "the main memory",
    "cuda": "an NVIDIA GPU",
    "meta": "shapes and data types, no values",
}
# The words of parameters that take the same ones wherever they are.
USUAL_WORDS = names_beside(__file__, "usual_words.txt")


def words_for(operation: Operation | None, keyword: str) -> tuple[str, ...]:
    """Return the words that a parameter takes, none where it takes something else."""
    declared = {} if operation is None else operation.facts.get("choices", {})
    return declared.get(keyword) or USUAL_WORDS.get(keyword, ())


def values_for(operation: Operation | None, keyword: str) -> Iterator[tuple[str, str]]:
    """Yield what may be given to a parameter, as it is written in a program."""
    if keyword == "dtype":
        yield from ((f"torch.{name}", "data type") for name in DTYPES)
    for word in words_for(operation, keyword):
        yield f"{word!r}".replace("'", '"'), DEVICES.get(word, "")
    parameters = {} if operation is None else operation.signature.parameters
    if keyword in parameters and parameters[keyword].annotation is bool:
        yield from (("True", ""), ("False", ""))


def declaration_of(session: Session, name: str, typed: Sequence[str]) -> str:
    """Return how a name is declared: here, in what was typed, or in tensorlab; empty if nowhere."""
    here = declared_here(name, typed)
    if here:
        return here
    operation = operation_of(session, name)
    value = reached(session, name)
    if operation is None and isinstance(value, LibraryClass):
        return source_of_class(value.made)
    found = operation.forward if operation is not None else python_of(value)
    try:
        return textwrap.dedent(inspect.getsource(found)).rstrip() if found is not None else ""
    except (OSError, TypeError):
        return ""


def source_of_class(made: type) -> str:
    """Return the text of a class of the library, which goes by the name of another module."""
    functions = [value for value in vars(made).values() if inspect.isfunction(value)]
    try:
        text = Path(inspect.getfile(functions[0])).read_text(encoding="utf-8")
    except (OSError, TypeError, IndexError):
        return ""
    return declared_here(made.__name__, [text])


def python_of(value: object) -> Any:
    """Return what stands in tensorlab's own files for a value; None where nothing does."""
    # of a method, a function of the library's
    function = getattr(value, "function", None)
    if isinstance(function, LibraryMethod | LibraryFunction):
        function = function.function
    return function if inspect.isfunction(function) else None


def declared_here(name: str, typed: Iterable[str]) -> str:
    """Return the last statement typed that gave a name its meaning, as it was typed."""
    for source in reversed([*typed]):
        for statement in reversed(ast.parse(source).body):
            if name in bound_in(statement):
                first = statement.lineno
                decorators = getattr(statement, "decorator_list", [])
                first = min([first, *(decorator.lineno for decorator in decorators)])
                return "\n".join(source.split("\n")[first - 1 : statement.end_lineno])
    return ""
