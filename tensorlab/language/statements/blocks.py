"""`try`, `raise` and `with`: errors are values with a message; only known blocks are entered."""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tensorlab.errors import meant
from tensorlab.language.compiling.compiler import (
    STATEMENTS,
    Compiler,
    Evaluate,
    Execute,
    Frame,
    Signal,
)
from tensorlab.language.compiling.place import (
    FAULTS,
    Passing,
    Unsupported,
    at,
    calls_to,
    fail,
    is_kind_of,
    place_of,
)
from tensorlab.language.compiling.targets import target
from tensorlab.language.compiling.variables import applied, delete_name, store_name
from tensorlab.language.values.attributes import gate_of
from tensorlab.language.values.display import SAID, describe, message_of
from tensorlab.language.values.values import CONTEXTS, ErrorType, ErrorValue, type_name

# What makes contexts of the instances of classes: entered where classes are first made.
OF_CLASSES: list[Callable[[Any], Any]] = []
# Of errors that say no more than they were given.
PLAIN_WORDS: tuple[object, ...] = (BaseException.__str__, KeyError.__str__)
Handler = tuple[Evaluate | None, Callable[[Frame, Any], None] | None, Any, Execute, ast.expr | None]


# What errors of Python's own tell besides their words.
TOLD = ("msg", "pos", "lineno", "colno", "encoding", "reason", "start", "end")


def value_of_error(error: Exception) -> ErrorValue:
    """Return an error as the program sees it."""
    if "value" in error.__dict__:
        own: ErrorValue = error.__dict__["value"]  # which the program raised
        own.context = own.context or error.__dict__.get("context")
        own.lines = lines_of(error)
        return own
    # what they tell is the program's own
    kept = isinstance(error, KeyError | StopIteration)
    parts = error.args if kept else tuple(p for p in error.args if isinstance(p, str | int))
    # their words are made of several parts
    if type(error).__str__ not in PLAIN_WORDS or type(error).__module__ == "decimal":
        parts = (str(error),)
    if isinstance(error, OSError) and error.filename is not None:
        parts = error.errno, error.strerror, error.filename
    found = ErrorValue(error.__class__, parts)
    told = {name: getattr(error, name, None) for name in TOLD}
    found.facts = {name: fact for name, fact in told.items() if isinstance(fact, str | int)}
    found.context = error.__dict__.get("context")
    found.lines = lines_of(error)
    return found


def lines_of(error: Exception) -> list[int]:
    """Return the lines of the program that an error came through, the innermost first."""
    return [node.lineno for node in (place_of(error), *calls_to(error)) if node is not None]


def raised_by(value: object) -> Exception:
    """Return the error that raising a value means.

    Raises:
        TypeError: it is neither an exception nor a type of exceptions.
    """
    if isinstance(value, ErrorType):
        value = value.make()
    if not isinstance(value, ErrorValue):
        raise TypeError("exceptions must derive from BaseException")
    # Python would write out other arguments without counting how long that takes.
    plain = str | int | float | None
    arguments = [p if isinstance(p, plain) else describe(p) for p in value.arguments]
    told = value.raised(*([message_of(value)] if type(value) in SAID else arguments))
    told.__dict__["value"] = value
    return meant(told)


def raises(compiler: Compiler, node: ast.Raise) -> Execute:
    """Compile `raise error` and a bare `raise`."""
    value_of = compiler.expression(node.exc) if node.exc else None
    cause_of = compiler.expression(node.cause) if node.cause else None

    def execute(frame: Frame) -> None:
        try:
            value = handled[-1] if value_of is None and handled else None
            if value_of is not None:
                value = value_of(frame)
            elif value is None:
                raise RuntimeError("No active exception to reraise")
            error = raised_by(value)
            if cause_of is not None:
                chain(error.__dict__["value"], cause_of(frame))
            raise error
        except FAULTS as error:
            raise at(error, node) from None

    return execute


def chain(value: ErrorValue, cause: object) -> None:
    """Keep with an error what it is raised from."""
    if isinstance(cause, ErrorType):
        cause = cause.make()
    if cause is not None and not isinstance(cause, ErrorValue):
        raise TypeError("exception causes must derive from BaseException")
    value.cause, value.suppressed = cause, True


# The errors whose `except` blocks are running, innermost last.
handled: list[ErrorValue] = []


def caught(kinds: object, error: Exception) -> bool:
    """Tell whether `except kinds` means this error."""
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        if not isinstance(kind, ErrorType):
            raise TypeError(
                "catching classes that do not inherit from BaseException is not allowed"
            )
        if is_kind_of(type(error), kind.raised):
            return True
    return False


def handlers(
    compiler: Compiler, node: ast.Try, block: Callable[[list[ast.stmt]], Any]
) -> list[Handler]:
    """Compile the `except` clauses; `block` compiles their statements."""
    found: list[Handler] = []
    for place, clause in enumerate(node.handlers):
        if clause.type is None and place < len(node.handlers) - 1:
            fail(SyntaxError("default 'except:' must be last"), clause)
        kinds = compiler.expression(clause.type) if clause.type else None
        bind = unbind = None
        if clause.name:
            name = ast.copy_location(ast.Name(clause.name, ast.Store()), clause)
            bind, unbind = store_name(compiler, name), delete_name(compiler, name)
        found.append((kinds, bind, unbind, block(clause.body), clause.type))
    return found


# Whoever catches one of these expects that a module may not be there.
OF_IMPORTS = frozenset({"ImportError", "ModuleNotFoundError", "Exception"})


@contextmanager
def guarding_imports(compiler: Compiler, node: ast.Try) -> Iterator[None]:
    """Compile a body in which a module that is not here is an error where it is imported."""
    kinds = [part for clause in node.handlers for part in names_in(clause.type)]
    before = compiler.imports_guarded
    compiler.imports_guarded = before or not OF_IMPORTS.isdisjoint(kinds)
    try:
        yield
    finally:
        compiler.imports_guarded = before


def names_in(node: ast.expr | None) -> list[str]:
    """Return the names of the kinds of errors that a clause catches: of a bare one, of all."""
    if node is None:
        return ["Exception"]
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def try_(compiler: Compiler, node: ast.Try) -> Execute:
    """Compile `try`, `except`, `else`, `finally`. A limit passes through all of them."""
    with guarding_imports(compiler, node):
        body = compiler.block(node.body)
    clauses = handlers(compiler, node, compiler.block)
    otherwise = compiler.block(node.orelse) if node.orelse else None
    guarded = with_handlers(body, clauses, otherwise) if clauses else body
    if not node.finalbody:
        return guarded
    final = compiler.block(node.finalbody)

    def execute(frame: Frame) -> Signal:
        try:
            signal = guarded(frame)
        except Exception:
            signal = final(frame)
            if signal is not None:
                return signal
            raise
        return final(frame) or signal

    return execute


def with_handlers(body: Execute, clauses: list[Handler], otherwise: Execute | None) -> Execute:
    """Return the closure of a `try` without its `finally`."""

    def execute(frame: Frame) -> Signal:
        try:
            signal = body(frame)
        except Unsupported as error:
            if not isinstance(error, Passing):
                raise
            return handle(frame, clauses, error)
        except Exception as error:  # noqa: BLE001  which ones is for the program to say
            return handle(frame, clauses, error)
        return signal if signal is not None or otherwise is None else otherwise(frame)

    return execute


def clause_for(frame: Frame, clauses: list[Handler], error: Exception) -> int:
    """Return the place of the clause that means an error; else raise it again."""
    for place, (kinds, _, _, _, node) in enumerate(clauses):
        try:
            if kinds is None or caught(kinds(frame), error):
                return place
        except FAULTS as mistake:
            raise (at(mistake, node) if node else mistake) from None
    raise error


def handle(frame: Frame, clauses: list[Handler], error: Exception) -> Signal:
    """Run the clause that means an error, or raise it again."""
    _, bind, unbind, body, _ = clauses[clause_for(frame, clauses, error)]
    return run_handler(frame, bind, unbind, body, value_of_error(error))


def run_handler(
    frame: Frame, bind: Any, unbind: object, body: Execute, value: ErrorValue
) -> Signal:
    """Run an `except` block with its error at hand."""
    handled.append(value)
    if bind is not None:
        bind(frame, value)
    try:
        signal = body(frame)
    except Exception as error:
        if error.__dict__.get("value") is not value:
            error.__dict__.setdefault("context", value)
        forget(frame, bind, unbind)
        raise
    finally:
        handled.pop()
    forget(frame, bind, unbind)
    return signal


def forget(frame: Frame, bind: Any, unbind: Any) -> None:
    """Delete the name of an error, at the end of its block."""
    if unbind is not None:
        bind(frame, None)  # the block may have deleted it already
        unbind(frame)


def with_(compiler: Compiler, node: ast.With) -> Execute:
    """Compile `with a, b as c:` as blocks inside one another."""
    execute = compiler.block(node.body)
    for item in reversed(node.items):
        execute = one_with(compiler, item, execute)
    return execute


def context_of_class(value: object) -> Any:
    """Return what to enter for a value whose class says what happens; None where it does not."""
    return OF_CLASSES[0](value) if OF_CLASSES and gate_of(type(value)) is not None else None


def context_to_enter(compiler: Compiler, item: ast.withitem) -> Evaluate:
    """Compile the expression of `with a`: what is to be entered."""
    return applied(compiler, block_of, item.context_expr, item.context_expr)


def block_of(context: object) -> Any:
    """Return what `with` enters for a value.

    Raises:
        TypeError: the value is no block.
    """
    entering = context if type(context) in CONTEXTS else context_of_class(context)
    if entering is None:
        raise TypeError(
            f"'{type_name(context)}' object does not support the context manager protocol"
        )
    return entering


def one_with(compiler: Compiler, item: ast.withitem, body: Execute) -> Execute:
    """Compile `with a as b`."""
    enter = context_to_enter(compiler, item)
    store = target(compiler, item.optional_vars) if item.optional_vars else None
    node = item.context_expr

    def execute(frame: Frame) -> Signal:
        entering = enter(frame)
        try:
            with entering as entered:
                if store is not None:
                    store(frame, entered)
                return body(frame)
        except FAULTS as error:
            raise at(error, node) from None
        return None

    return execute


STATEMENTS.update({ast.Try: try_, ast.Raise: raises, ast.With: with_})
