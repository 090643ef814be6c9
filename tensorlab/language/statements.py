"""Simple statements: expressions, assignments, assert, del, return, break, continue."""

import ast
import operator
from collections.abc import Callable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.language import guards
from tensorlab.language.attributes import get_attribute, set_attribute
from tensorlab.language.compiler import STATEMENTS, Compiler, Execute, Frame, Signal
from tensorlab.language.container_methods import extend
from tensorlab.language.contents import weigh
from tensorlab.language.display import text_of
from tensorlab.language.meter import meter
from tensorlab.language.place import FAULTS, at, fail
from tensorlab.language.subscripts import get_item
from tensorlab.language.targets import delete, put, target
from tensorlab.language.values import UNBOUND
from tensorlab.language.variables import local_slot, store_name

BREAK = "break"
CONTINUE = "continue"


def expression_statement(compiler: Compiler, node: ast.Expr) -> Execute:
    """Compile an expression whose value nobody uses."""
    evaluate = compiler.expression(node.value)

    def execute(frame: Frame) -> None:
        evaluate(frame)

    return execute


def assign(compiler: Compiler, node: ast.Assign) -> Execute:
    """Compile `a = b = value`."""
    value_of = compiler.expression(node.value)
    if len(node.targets) == 1 and (slot := local_slot(compiler, node.targets[0])) is not None:

        def assign_local(frame: Frame) -> None:
            frame[slot] = value_of(frame)

        return assign_local
    stores = [target(compiler, part) for part in node.targets]

    def execute(frame: Frame) -> None:
        value = value_of(frame)
        for store in stores:
            store(frame, value)

    return execute


def annotated(compiler: Compiler, node: ast.AnnAssign) -> Execute:
    """Compile `a: int = value`; the annotation is read, and then ignored."""
    if isinstance(node.target, ast.Name) and node.target.id in compiler.scope.shared:
        fail(SyntaxError(f"annotated name '{node.target.id}' can't be global"), node)
    check = annotation(compiler, node.annotation)
    value_of = compiler.expression(node.value) if node.value else None
    store = target(compiler, node.target)

    def execute(frame: Frame) -> None:
        check(frame)
        if value_of is not None:
            store(frame, value_of(frame))

    return execute


def annotation(compiler: Compiler, node: ast.expr) -> Callable[[Frame], object]:
    """Compile an annotation: its names must exist, `list[int]` and `int | None` are read apart."""
    match node:
        case ast.Subscript(value=left, slice=right) | ast.BinOp(left, ast.BitOr(), right):
            parts = [annotation(compiler, left), annotation(compiler, right)]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            parts = [annotation(compiler, element) for element in elements]
        case _:
            return compiler.expression(node)

    def check(frame: Frame) -> None:
        for part in parts:
            part(frame)

    return check


IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.iadd,
    "Sub": operator.isub,
    "Mult": operator.imul,
    "Div": operator.itruediv,
    "FloorDiv": operator.ifloordiv,
    "Mod": operator.imod,
    "Pow": operator.ipow,
    "LShift": operator.ilshift,
    "RShift": operator.irshift,
    "BitAnd": operator.iand,
    "BitOr": operator.ior,
    "BitXor": operator.ixor,
    "MatMult": operator.imatmul,
}


def update(symbol: str) -> Callable[[Any, Any], Any]:
    """Return the operation behind `a += b`: in place where the value can change."""
    plain = guards.BINARY[symbol]
    in_place = IN_PLACE[symbol]

    def apply(a: Any, b: Any) -> Any:
        if isinstance(a, Tensor):
            return in_place(a, b)
        if isinstance(a, list | set | dict):
            return update_container(symbol, a, b)
        try:
            return plain(a, b)
        except TypeError:
            return in_place(a, b)  # whose error says += where the other says +

    def update_container(symbol: str, a: Any, b: Any) -> Any:
        if symbol == "Add" and isinstance(a, list):
            extend(a, b)
            return a
        if symbol == "Mult" and isinstance(b, int):
            meter.grow(guards.size_of(a) * max(b, 0))
        weigh(b)
        return in_place(a, b)

    return apply


def augmented(compiler: Compiler, node: ast.AugAssign) -> Execute:
    """Compile `a += value`."""
    return AUGMENTED[type(node.target)](compiler, node)


def augmented_name(compiler: Compiler, node: ast.AugAssign) -> Execute:
    """Compile `name += value`."""
    place = node.target
    assert isinstance(place, ast.Name)  # noqa: S101  the table says so
    read = compiler.expression(ast.copy_location(ast.Name(place.id, ast.Load()), place))
    value_of = compiler.expression(node.value)
    store = store_name(compiler, place)
    local = local_slot(compiler, place)
    slot = 0 if local is None else local
    apply = update(type(node.op).__name__)
    sides = (place, node.value)

    def execute_local(frame: Frame) -> None:
        a = frame[slot]
        if a is UNBOUND:
            read(frame)
        b = value_of(frame)
        try:
            frame[slot] = apply(a, b)
        except FAULTS as error:
            raise at(error, node, sides, (a, b)) from None

    def execute(frame: Frame) -> None:
        a = read(frame)
        b = value_of(frame)
        try:
            result = apply(a, b)
        except FAULTS as error:
            raise at(error, node, sides, (a, b)) from None
        store(frame, result)

    return execute if local is None else execute_local


def augmented_item(compiler: Compiler, node: ast.AugAssign) -> Execute:
    """Compile `container[index] += value`."""
    place = node.target
    assert isinstance(place, ast.Subscript)  # noqa: S101  the table says so
    container_of = compiler.expression(place.value)
    index_of = compiler.expression(place.slice)
    value_of = compiler.expression(node.value)
    apply = update(type(node.op).__name__)

    def execute(frame: Frame) -> None:
        container = container_of(frame)
        index = index_of(frame)
        try:
            a = get_item(container, index)
        except FAULTS as error:
            raise at(error, place, (place.value, place.slice), (container, index)) from None
        b = value_of(frame)
        try:
            result = apply(a, b)
        except FAULTS as error:
            raise at(error, node, (place, node.value), (a, b)) from None
        put(container, index, result, place)

    return execute


def augmented_attribute(compiler: Compiler, node: ast.AugAssign) -> Execute:
    """Compile `owner.name += value`."""
    place = node.target
    assert isinstance(place, ast.Attribute)  # noqa: S101  the table says so
    owner_of = compiler.expression(place.value)
    value_of = compiler.expression(node.value)
    apply = update(type(node.op).__name__)

    def execute(frame: Frame) -> None:
        owner = owner_of(frame)
        try:
            a = get_attribute(owner, place.attr)
            b = value_of(frame)
            set_attribute(owner, place.attr, apply(a, b))
        except FAULTS as error:
            raise at(error, node, (place.value,), (owner,)) from None

    return execute


def returns(compiler: Compiler, node: ast.Return) -> Execute:
    """Compile `return value`."""
    if compiler.scope.kind != "function":
        fail(SyntaxError("'return' outside function"), node)
    if node.value is None:
        return lambda frame: (None,)
    value_of = compiler.expression(node.value)
    return lambda frame: (value_of(frame),)


def leaves_loop(word: str) -> Callable[[Compiler, ast.stmt], Execute]:
    """Return what compiles `break` or `continue`."""

    def compile_word(compiler: Compiler, node: ast.stmt) -> Execute:
        if not compiler.loops:
            text = "'break' outside loop" if word == BREAK else "'continue' not properly in loop"
            fail(SyntaxError(text), node)
        return lambda frame: word

    return compile_word


def asserts(compiler: Compiler, node: ast.Assert) -> Execute:
    """Compile `assert test, message`."""
    test = compiler.expression(node.test)
    message_of = compiler.expression(node.msg) if node.msg else None

    def execute(frame: Frame) -> None:
        value = test(frame)
        try:
            if value:
                return
            message = () if message_of is None else (message_of(frame),)
        except FAULTS as error:
            raise at(error, node.test) from None
        failure = AssertionError(*(text_of(part) for part in message))
        raise at(failure, node.test, (node.test,), (value,))

    return execute


def deletes(compiler: Compiler, node: ast.Delete) -> Execute:
    """Compile `del a, b`."""
    parts = [delete(compiler, part) for part in node.targets]

    def execute(frame: Frame) -> Signal:
        for part in parts:
            part(frame)

    return execute


def nothing(compiler: Compiler, node: ast.stmt) -> Execute:
    """Compile a statement that does nothing when it is reached."""
    return lambda frame: None


def outer_names(compiler: Compiler, node: ast.Nonlocal) -> Execute:
    """Compile `nonlocal name`, which the scope has read already."""
    if compiler.scope.kind == "program":
        fail(SyntaxError("nonlocal declaration not allowed at module level"), node)
    return nothing(compiler, node)


AUGMENTED: dict[type[ast.expr], Callable[[Compiler, ast.AugAssign], Execute]] = {
    ast.Name: augmented_name,
    ast.Subscript: augmented_item,
    ast.Attribute: augmented_attribute,
}
STATEMENTS.update(
    {
        ast.Expr: expression_statement,
        ast.Assign: assign,
        ast.AnnAssign: annotated,
        ast.AugAssign: augmented,
        ast.Return: returns,
        ast.Break: leaves_loop(BREAK),
        ast.Continue: leaves_loop(CONTINUE),
        ast.Assert: asserts,
        ast.Delete: deletes,
        ast.Pass: nothing,
        ast.Global: nothing,
        ast.Nonlocal: outer_names,
    }
)
