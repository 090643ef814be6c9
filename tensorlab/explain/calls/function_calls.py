"""Calls of functions, methods and layers: which operation each is, on what."""

import ast
import builtins
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import (
    Call,
    Values,
    name_in_torch,
    names_of,
    operand_text,
    operation_with,
    tensors_in,
    text_of,
)
from tensorlab.frozen import replace
from tensorlab.language.classes.members import LibraryFunction
from tensorlab.language.values.attributes import get_attribute
from tensorlab.language.values.functions import BoundMethod, Builtin
from tensorlab.language.values.values import Namespace

# Python's own that go through tensors with its operators.
PYTHON = ("sum", "max", "min", "any", "all")


def function_call(node: ast.Call, values: Values, source: str) -> Call | None:
    """Return the operation that a function or a method of a tensor is."""
    receiver = receiver_of(node.func, values)
    args, settings, names = arguments_at(node, values, source, receiver)
    if receiver is not None:
        operation = OPERATIONS.get(f"torch.Tensor.{receiver.name}")
        replay = method_named(receiver.name)
    else:
        called = function_value(node.func, values)
        operation = operation_of(called)
        replay = None if operation is None else function_under_its_name(operation, called)
    if operation is None or replay is None:
        return python_call(node, args, settings, values, names, source)
    # where it is written to: nothing of that goes in
    for name in ("out", "inplace"):
        settings.pop(name, None)
    # of a method that takes its arguments in its own order
    order = getattr(replay, "order", ())
    if order:
        args, settings = (), {**dict(zip(order, args, strict=False)), **settings}
        replay = function_of(operation)
    text, result = text_of(node, source), values[node]
    method = receiver is not None and not order
    return Call(
        operation.name, text, operation, args, settings, result, names, replay, method=method
    )


def made_call(node: ast.Call, values: Values, source: str) -> Call | None:
    """Return the call of a function that another one made, as torch.func.grad(f)(x) is."""
    function = values.get(node.func)
    maker = next(
        (
            operation.name
            for each, value in values.items()
            if isinstance(each, ast.Call) and value is function and function is not None
            if (operation := operation_of(function_value(each.func, values))) is not None
            if operation.facts.get("gives_functions")
        ),
        None,
    )
    if maker is None or not callable(function):
        return None
    args, settings, names = arguments_at(node, values, source)
    text = text_of(node, source)
    return Call(f"{maker}(f)", text, None, args, settings, values[node], names, function)


class Receiver(NamedTuple):
    """The tensor whose method is called: x in x.sum(), and where f is x.sum, in f()."""

    tensor: Tensor
    name: str
    node: ast.expr


def receiver_of(function: ast.expr, values: Values) -> Receiver | None:
    """Return the tensor whose method a function is, None where it is none."""
    if isinstance(function, ast.Attribute) and isinstance(values.get(function.value), Tensor):
        return Receiver(values[function.value], function.attr, function.value)
    bound = values.get(function)
    if isinstance(bound, BoundMethod) and isinstance(bound.receiver, Tensor):
        named = (
            node
            for node, value in values.items()
            if value is bound.receiver and isinstance(node, ast.Name)
        )
        return Receiver(bound.receiver, bound.name, next(named, ast.Name("input", ast.Load())))
    return None


def arguments_at(
    node: ast.Call, values: Values, source: str, receiver: Receiver | None = None
) -> tuple[tuple[Any, ...], dict[str, Any], dict[int, str]]:
    """Return what a call was given, by position and by name, and what its tensors are called.

    The tensor whose method it is stands first.
    """
    given = [*positions(node.args, values)]
    if receiver is not None:
        given.insert(0, (receiver.node, receiver.tensor))
    words = list(by_name(node.keywords, values))
    args, settings = tuple(value for _, value in given), {name: each for name, _, each in words}
    nodes = (*(part for part, _ in given), *(part for _, part, _ in words))
    return args, settings, names_of(nodes, (*args, *settings.values()), source)


def positions(nodes: list[ast.expr], values: Values) -> Iterator[tuple[ast.expr, Any]]:
    """Yield the arguments by position, those of a `*list` one by one."""
    for node in nodes:
        if not isinstance(node, ast.Starred):
            yield node, values.get(node)
            continue
        for place, item in enumerate(values.get(node.value) or ()):
            yield unplaced(f"{ast.unparse(node.value)}[{place}]"), item


def unplaced(text: str) -> ast.expr:
    """Return an expression that stands nowhere in the program: it is written as it is."""
    node = ast.parse(text, mode="eval").body
    for each in ast.walk(node):
        if isinstance(each, ast.expr):
            del each.lineno
    return node


def by_name(keywords: list[ast.keyword], values: Values) -> Iterator[tuple[str, ast.expr, Any]]:
    """Yield the arguments by name with what stands for them, those of a `**dict` one by one."""
    for keyword in keywords:
        if keyword.arg is not None:
            yield keyword.arg, keyword.value, values.get(keyword.value)
            continue
        for name, item in (values.get(keyword.value) or {}).items():
            yield name, unplaced(f"{ast.unparse(keyword.value)}[{name!r}]"), item


def method_named(name: str) -> Callable[..., Any] | None:
    """Return a method of tensors; one that writes in place gets a copy to write into."""
    method = getattr(Tensor, name, None)
    if method is None or not name.endswith("_"):
        return method
    return lambda tensor, *args, **settings: method(tensor.clone(), *args, **settings)


def function_value(node: ast.expr, values: Values) -> object:
    """Return the function that is called; no trace has a member of a namespace."""
    if isinstance(node, ast.Attribute) and isinstance(values.get(node.value), Namespace):
        return get_attribute(values[node.value], node.attr)
    return values.get(node)


def operation_of(value: object) -> Operation | None:
    """Return the operation that a function of ours is."""
    value = getattr(value, "function", value)
    if value is abs:
        return operation_with("abs")
    return getattr(value, "operation", None)


def function_under_its_name(operation: Operation, value: object) -> Callable[..., Any]:
    """Return the function that was called; for one that writes in place the one that does not."""
    called = getattr(value, "function", value)
    is_its_own = name_in_torch(called) in (operation.name, *operation.aliases)
    return called if callable(called) and is_its_own else function_of(operation)


def python_call(
    node: ast.Call,
    args: tuple[Any, ...],
    settings: dict[str, Any],
    values: Values,
    names: dict[int, str],
    source: str,
) -> Call | None:
    """Return a call of a function of Python's own that goes through tensors: sum(x)."""
    called, text, result = function_value(node.func, values), text_of(node, source), values[node]
    is_plain = names and dict not in map(type, args)
    if isinstance(called, LibraryFunction) and is_plain and called.name[-1] != "_":
        return Call(called.name, text, None, args, settings, result, names, called.function)
    if (name := getattr(node.func, "id", "")) not in PYTHON or not node.args:
        return None
    args = (values.turns.get(getattr(node.args[0], "elt", None), args[0]), *args[1:])
    if next(tensors_in(args), None) is None:
        return None
    if not isinstance(values.get(node.func), Builtin | BoundMethod | type(sum)):
        return None  # the program's own function has that name
    function, along = vars(builtins)[name], f"a{name}" if name[0] == "m" else name
    rows = stacked(args[0], operand_text(node.args[0], source), names) if len(args) == 1 else None
    if rows is not None and rows.ndim and not settings:
        # the same, from row to row
        operation = OPERATIONS[f"torch.{along}"]
        call = Call(name, text, operation, (rows, 0), {}, result, names, function_of(operation))
        return call if rows is args[0] else replace(call, rows=tuple(args[0]))
    return Call(name, text, None, args, settings, result, names, function)


def stacked(given: object, text: str, names: dict[int, str]) -> Tensor | None:
    """Return a tensor, or the one that a list of tensors alike stacks to, under its name."""
    if isinstance(given, Tensor):
        return given
    parts = list(given) if isinstance(given, list | tuple) else []
    if not parts or not all(isinstance(part, Tensor) for part in parts):
        return None
    if (
        len({(tuple(part.shape), part.dtype) for part in parts}) > 1
        or parts[0].layout is not STRIDED
    ):
        return None
    rows: Tensor = function_of(OPERATIONS["torch.stack"])([part.detach() for part in parts])
    names[id(rows)] = text
    return rows
