"""Calls: of functions, types and methods, and how they are given their arguments."""

import ast
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

from tensorlab.engine.tensor import DENSE
from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at, fail
from tensorlab.language.compiling.scope import ask_for_kinds, ask_for_owner, is_asked
from tensorlab.language.compiling.variables import module_named
from tensorlab.language.expressions.subscripts import attribute_of
from tensorlab.language.limits.meter import meter
from tensorlab.language.limits.tensor_guards import CHEAP, LOOK, guard_values
from tensorlab.language.values.attributes import GateWithMethods, gate_of
from tensorlab.language.values.container_methods import mapping
from tensorlab.language.values.functions import BoundMethod, Function
from tensorlab.language.values.invoking import as_python_says, call_value
from tensorlab.language.values.iteration import SIZED, starred
from tensorlab.language.values.types import name_in_messages
from tensorlab.language.values.values import MARK

NO_NAMES: dict[str, Any] = {}


def arguments(compiler: Compiler, node: ast.Call) -> Callable[[Frame], tuple[Any, Any]]:
    """Compile the arguments of a call: positions in a list, names in a dict."""
    names = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
    if len(names) < len(node.keywords) or has_star(node.args):
        return starred_arguments(compiler, node)
    given = each([compiler.expression(part) for part in node.args])
    if not names:
        return lambda frame: (given(frame), NO_NAMES)
    table = constants(compiler, node)
    if table is not None:
        return lambda frame: (given(frame), table)
    named = [
        (word, compiler.expression(part.value))
        for word, part in zip(names, node.keywords, strict=True)
    ]
    return lambda frame: (given(frame), {word: part(frame) for word, part in named})


def has_star(nodes: list[ast.expr]) -> bool:
    """Tell whether one of the arguments is `*items`."""
    return ast.Starred in map(type, nodes)


def require_distinct(node: ast.Call) -> None:
    """Refuse a call that gives an argument by name twice."""
    names = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
    repeated = [word for place, word in enumerate(names) if word in names[:place]]
    if repeated:
        fail(SyntaxError(f"keyword argument repeated: {repeated[0]}"), node)


def each(parts: list[Evaluate]) -> Callable[[Frame], list[Any]]:
    """Return what evaluates parts into a new list; a loop would cost as much as two of them."""
    match parts:
        case []:
            return lambda frame: []
        case [first]:
            return lambda frame: [first(frame)]
        case [first, second]:
            return lambda frame: [first(frame), second(frame)]
        case [first, second, third]:
            return lambda frame: [first(frame), second(frame), third(frame)]
        case _:
            return lambda frame: [part(frame) for part in parts]


def gathered(
    compiler: Compiler, nodes: list[ast.expr], spread: Callable[[Any], Iterable[Any]]
) -> Callable[[Frame], list[Any]]:
    """Compile expressions into a new list; behind a star `spread` gives the items of a value."""
    parts = [
        compiler.expression(node.value if isinstance(node, ast.Starred) else node) for node in nodes
    ]
    if not has_star(nodes):
        return each(parts)

    def evaluate(frame: Frame) -> list[Any]:
        found: list[Any] = []
        for part, node in zip(parts, nodes, strict=True):
            value = part(frame)
            if not isinstance(node, ast.Starred):
                found.append(value)
                continue
            try:
                found.extend(spread(value))
            except FAULTS as error:
                raise at(error, node, (node.value,), (value,)) from None
        return found

    return evaluate


def constants(compiler: Compiler, node: ast.Call) -> dict[str, Any] | None:
    """Return the arguments by name where they are constants, as `dim=0` is; nobody changes them."""
    if compiler.trace is not None or not named_by_constants(node):
        return None
    return {str(part.arg): compiler.expression(part.value)([]) for part in node.keywords}


def named_by_constants(node: ast.Call) -> bool:
    """Tell whether every argument by name is written as a constant."""
    return all(part.arg and isinstance(part.value, ast.Constant) for part in node.keywords)


def is_number(node: ast.expr) -> bool:
    """Tell whether a number is written down, whatever its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def starred_arguments(compiler: Compiler, node: ast.Call) -> Callable[[Frame], tuple[Any, Any]]:
    """Compile arguments among which are `*items` or `**table`."""
    given_of = gathered(compiler, node.args, starred)
    named = [
        (keyword.arg, compiler.expression(keyword.value), keyword) for keyword in node.keywords
    ]

    def evaluate(frame: Frame) -> tuple[Any, Any]:
        given = given_of(frame)
        table: dict[str, Any] = {}
        for word, part, keyword in named:
            try:
                add_named(table, word, part(frame))
            except FAULTS as error:
                raise at(error, keyword.value) from None
        return given, table

    return evaluate


def add_named(table: dict[str, Any], word: str | None, value: object) -> None:
    """Enter one argument by name, or all of a `**table`."""
    for name, item in ({word: value} if word is not None else mapping(value)).items():
        if not isinstance(name, str):
            raise TypeError("keywords must be strings")
        if name in table:
            raise TypeError(f"got multiple values for keyword argument '{name}'")
        table[name] = item


def method_call(compiler: Compiler, node: ast.Call, attribute: ast.Attribute) -> Evaluate:
    """Compile `x.sum(0)`: no bound method is made in between."""
    name = attribute.attr
    owner_of = compiler.expression(attribute.value)
    arguments_of = arguments(compiler, node)
    nodes = (attribute.value, *node.args, *(part.value for part in node.keywords))
    cheap = name in CHEAP
    light = named_by_constants(node) and all(map(is_number, node.args))
    guarded = False  # whether the last owner's type is one whose methods are paid for
    last_kind: type | None = None
    last_method: Any = None
    find: Any = None

    def evaluate(frame: Frame) -> Any:
        nonlocal guarded, last_kind, last_method, find
        owner = owner_of(frame)
        kind = type(owner)
        if kind is not last_kind:
            last_method, find = method_of(owner, attribute)
            last_kind = kind
            guarded = kind in DENSE and not cheap
        method = last_method if find is None else find(owner, name)
        function = attribute_of(owner, attribute) if method is None else None
        given, named = arguments_of(frame)
        try:
            if method is None:
                return call_value(function, given, named)
            if type(method) is Function:
                code = method.code
                if named or code.arity != len(given) + 1:
                    return method.invoke(owner, *given, **named)
                meter.left -= code.cost
                if meter.left < 0:
                    meter.settle()
                return code.evaluate([method.parent, owner, *given, *code.blank])
            if guarded and not (light and owner._array.size <= LOOK):
                guard_values(name, (owner, *given, *named.values()))
            return method(owner, *given, **named)
        except FAULTS as error:
            if type(error) is TypeError and kind in SIZED and type(method) is FunctionType:
                error = as_python_says(error, getattr(kind, name), (owner, *given), named)
            raise at(error, node, nodes, (owner, *given, *named.values())) from None

    return evaluate


def method_of(owner: object, attribute: ast.Attribute) -> tuple[Any, Any]:
    """Return the method that a type has for a name, and what finds those of instances each time.

    Both are None if what is called belongs to the value.
    """
    gate = gate_of(type(owner))
    if gate is not None:  # the class of an instance may have changed since
        return None, gate.method if isinstance(gate, GateWithMethods) else None
    value = attribute_of(owner, attribute)
    of_type = type(value) is BoundMethod and value.receiver is owner
    return value.function if of_type else None, None


def call(compiler: Compiler, node: ast.Call) -> Evaluate:
    """Compile a call, in the form that its arguments allow."""
    if len(node.keywords) > 1:
        require_distinct(node)
    ask_for_kinds(node.func, *getattr(node.func, "values", ()), *node.args)  # (a or x.__class__)()
    if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
        from tensorlab.language.classes.supers import super_call  # noqa: PLC0415  seldom needed

        return super_call(compiler, node)
    if is_of_names(compiler, node):
        return names_call(compiler, node)
    named = node.func if isinstance(node.func, ast.Attribute) else None
    if named is not None:
        ask_for_owner(named)
    if named is not None and not (is_asked(named) or module_named(compiler, named.value)):
        return method_call(compiler, node, named)
    function = compiler.expression(node.func)
    if node.keywords or has_star(node.args):
        return general_call(node, function, arguments(compiler, node))
    return call_plain(node, function, [compiler.expression(part) for part in node.args])


def call_plain(node: ast.Call, function: Evaluate, parts: list[Evaluate]) -> Evaluate:
    """Compile a call whose arguments have no names: functions of the program are entered here."""
    nodes, count = tuple(node.args), len(parts)
    given_of = each(parts)

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        given = given_of(frame)
        try:
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


def general_call(
    node: ast.Call, function: Evaluate, arguments_of: Callable[[Frame], tuple[Any, Any]]
) -> Evaluate:
    """Compile a call with arguments by name, or with stars."""
    nodes = (*node.args, *(part.value for part in node.keywords))

    def evaluate(frame: Frame) -> Any:
        value = function(frame)
        try:
            given, named = arguments_of(frame)
        except TypeError as error:
            if error.__dict__.get("place") in nodes and " after *" in str(error):
                words = str(error).replace("Value", "argument")
                error.args = (f"{name_in_messages(value)}() {words}",)
            raise
        try:
            return call_value(value, given, named)
        except FAULTS as error:
            raise at(error, node, nodes, (*given, *named.values())) from None

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


EXPRESSIONS[ast.Call] = call
