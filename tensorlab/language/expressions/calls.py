"""Calls: of functions, types and methods, with any mixture of arguments."""

import ast
from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.variables import Variable, module_named, variable
from tensorlab.language.expressions.arguments import (
    NO_NAMES,
    arguments,
    constants,
    each,
    has_star,
    named_by_constants,
    require_distinct,
)
from tensorlab.language.expressions.method_calls import method_call
from tensorlab.language.expressions.subscripts import ask_in_call, is_asked
from tensorlab.language.limits.meter import meter
from tensorlab.language.limits.tensor_guards import LOOK, NUMBERS, guard_values
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.values import MARK, Builtin, Function, TensorFunction


def call(compiler: Compiler, node: ast.Call) -> Evaluate:
    """Compile a call, in the form that its arguments allow."""
    if len(node.keywords) > 1:
        require_distinct(node)
    ask_in_call(node)
    if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
        from tensorlab.language.classes.supers import super_call  # noqa: PLC0415  seldom needed

        return super_call(compiler, node)
    if is_of_names(compiler, node):
        return names_call(compiler, node)
    named = node.func if isinstance(node.func, ast.Attribute) else None
    if named is not None and not (is_asked(named) or module_named(compiler, named.value)):
        return method_call(compiler, node, named)
    function = compiler.expression(node.func)
    table = constants(compiler, node)
    if table and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
        return call_named(node, function, compiler.expression(node.args[0]), table)
    if node.keywords or has_star(node.args):
        return general_call(node, function, arguments(compiler, node))
    parts = [compiler.expression(part) for part in node.args]
    if 0 < len(parts) < 3:
        of_any = (call_one if len(parts) == 1 else call_two)(node, function, *parts)
        kept = variable(compiler, node.func, function)
        return of_any if kept is None else own_call(kept, node, parts, of_any)
    return call_plain(node, function, parts)


def own_call(
    kept: Variable, node: ast.Call, parts: list[Evaluate], otherwise: Evaluate
) -> Evaluate:
    """Compile `f(x)` or `f(x, y)` of a variable that likely holds a function of the program.

    It is read where it is kept and entered at once; whatever else is called is for `otherwise`.
    """
    names, slot, _ = kept
    nodes, count = tuple(node.args), len(parts)
    first, second = parts[0], parts[-1]

    def evaluate(frame: Frame) -> Any:
        try:
            value = (frame if names is None else names)[slot]
        except KeyError:
            return otherwise(frame)
        if type(value) is not Function or value.code.arity != count:
            return otherwise(frame)
        code = value.code
        variables = [value.parent, first(frame)]
        if count > 1:
            variables.append(second(frame))
        try:
            meter.left -= code.cost
            if meter.left < 0:
                meter.settle()
            return code.evaluate(variables + code.blank)
        except FAULTS as error:
            raise at(error, node, nodes, tuple(variables[1 : count + 1])) from None

    return evaluate


def is_of_names(compiler: Compiler, node: ast.Call) -> bool:
    """Return whether a call is `globals()`, `locals()` or `vars()`."""
    name = getattr(node.func, "id", "")
    free = name in {"globals", "locals", "vars"} and not (node.args or node.keywords)
    return free and compiler.scope.find(name) is None and name not in compiler.names


def names_call(compiler: Compiler, node: ast.Call) -> Evaluate:
    """Compile `globals()`, `locals()` and `vars()`: copies of the variables."""
    inner = compiler.scope
    if getattr(node.func, "id", "") == "globals" or inner.kind == "program":
        return outermost_of
    return lambda frame: variables_in(inner.slots, frame)


def variables_in(slots: dict[str, int], frame: Frame) -> dict[str, Any]:
    """Return the variables of a function that have a value, by name."""
    meter.spend(len(slots))
    found = {name: frame[slot] for name, slot in slots.items() if name != MARK}
    return {name: value for name, value in found.items() if value is not UNBOUND}


def outermost_of(frame: Frame) -> dict[str, Any]:
    """Return a copy of the program's own variables."""
    found: Any = frame
    while isinstance(found, list):
        found = found[0]
    meter.spend(len(found))
    return dict(found)


def call_one(node: ast.Call, function: Evaluate, part: Evaluate) -> Evaluate:
    """Compile a call with one argument by position."""
    nodes = (node.args[0],)

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        a = part(frame)
        try:
            if type(value) is Function and value.code.arity == 1:
                code = value.code
                meter.left -= code.cost
                if meter.left < 0:
                    meter.settle()
                return code.evaluate([value.parent, a, *code.blank])
            if type(value) is TensorFunction:
                if a.array.size > LOOK if type(a) is Tensor else type(a) not in NUMBERS:
                    guard_values(value.name, (a,))
                return value.function(a)
            return value.function(a) if type(value) is Builtin else call_value(value, [a], NO_NAMES)
        except FAULTS as error:
            raise at(error, node, nodes, (a,)) from None

    return evaluate


def call_two(node: ast.Call, function: Evaluate, first: Evaluate, second: Evaluate) -> Evaluate:
    """Compile a call with two arguments by position."""
    nodes = tuple(node.args)

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        a = first(frame)
        b = second(frame)
        try:
            if type(value) is TensorFunction:
                if type(a) is type(b) is Tensor:
                    small = a.array.size + b.array.size <= LOOK
                else:
                    small = type(a) in NUMBERS and type(b) in NUMBERS
                if not small:
                    guard_values(value.name, (a, b))
                return value.function(a, b)
            if type(value) is Function and value.code.arity == 2:
                code = value.code
                meter.left -= code.cost
                if meter.left < 0:
                    meter.settle()
                return code.evaluate([value.parent, a, b, *code.blank])
            return call_value(value, [a, b], NO_NAMES)
        except FAULTS as error:
            raise at(error, node, nodes, (a, b)) from None

    return evaluate


def call_plain(node: ast.Call, function: Evaluate, parts: list[Evaluate]) -> Evaluate:
    """Compile a call with any number of arguments by position."""
    nodes = tuple(node.args)
    count = len(parts)
    given_of = each(parts)

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        given = given_of(frame)
        try:
            if type(value) is TensorFunction:
                guard_values(value.name, given)
                return value.function(*given)
            if type(value) is Function and value.code.arity == count:
                code = value.code
                meter.left -= code.cost
                if meter.left < 0:
                    meter.settle()
                return code.evaluate([value.parent, *given, *code.blank])
            return call_value(value, given, NO_NAMES)
        except FAULTS as error:
            raise at(error, node, nodes, tuple(given)) from None

    return evaluate


def call_named(
    node: ast.Call, function: Evaluate, part: Evaluate, table: dict[str, Any]
) -> Evaluate:
    """Compile a call like `torch.sum(x, dim=0)`, with constants by name."""
    nodes = (node.args[0], *(part.value for part in node.keywords))

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        a = part(frame)
        try:
            if type(value) is TensorFunction:
                if type(a) is not Tensor or a.array.size > LOOK:
                    guard_values(value.name, (a,))
                return value.function(a, **table)
            return call_value(value, [a], table)
        except FAULTS as error:
            raise at(error, node, nodes, (a, *table.values())) from None

    return evaluate


def general_call(
    node: ast.Call, function: Evaluate, arguments_of: Callable[[Frame], tuple[Any, Any]]
) -> Evaluate:
    """Compile a call with arguments by name, or with stars."""
    nodes = (*node.args, *(part.value for part in node.keywords))
    fixed = named_by_constants(node)

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        given, named = arguments_of(frame)
        try:
            if fixed and type(value) is TensorFunction:
                guard_values(value.name, given)
                return value.function(*given, **named)
            return call_value(value, given, named)
        except FAULTS as error:
            raise at(error, node, nodes, (*given, *named.values())) from None

    return evaluate


EXPRESSIONS[ast.Call] = call
