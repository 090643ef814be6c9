"""Calls: which operation each part of an expression is, with its operands under their names."""

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from tensorlab.engine.calling.entrances import function_of
from tensorlab.engine.calling.resolving import packed
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.binding import bind
from tensorlab.engine.tensor import Tensor
from tensorlab.language.attributes import get_attribute
from tensorlab.language.values import BoundMethod, Builtin, Namespace

Values = Mapping[Any, Any]  # what each node gave

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.LShift: "<<", ast.RShift: ">>", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
REPEATED = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "@": operator.matmul,
    "&": operator.and_, "|": operator.or_, "^": operator.xor, "<<": operator.lshift,
    ">>": operator.rshift, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "unary -": operator.neg,
    "unary +": operator.pos, "~": operator.invert,
}  # fmt: skip
UNARY = {ast.USub: "unary -", ast.UAdd: "unary +", ast.Invert: "~"}


@dataclass(frozen=True)
class Call:
    """One operation of an expression: what was called with what, and what it gave.

    `operation` is None for what is no declared function, such as indexing; `name` is its name all
    the same. `names` has the tensors' names in the source, by identity. `replay` does it again with
    other arguments.
    """

    name: str
    source: str
    operation: Operation | None
    args: tuple[Any, ...]
    settings: dict[str, Any]
    result: Any
    names: dict[int, str]
    replay: Callable[..., Any]
    method: bool = False

    def name_of(self, tensor: Tensor) -> str:
        """Return what the source calls a tensor."""
        return self.names.get(id(tensor), "input")

    @property
    def tensors(self) -> list[Tensor]:
        """The tensors among the arguments, in order."""
        return list(tensors_in((*self.args, *self.settings.values())))

    def bound(self) -> dict[str, Any]:
        """Return the arguments by the names of the operation's parameters.

        Raises:
            TypeError: there is no such operation, or it takes its arguments otherwise.
        """
        if self.operation is None:
            raise TypeError(f"{self.name} has no parameters")
        args, settings = self.args, dict(self.settings)
        if self.method and self.operation.variadic:
            args = packed(self.operation, args)
        if self.operation.facts.get("size") and args and isinstance(args[0], int):
            args = (args,)
        return bind(self.operation.signature, self.name, args, settings)


def tensors_in(values: Any, around: tuple[int, ...] = ()) -> Iterator[Tensor]:
    """Yield the tensors among values and in the lists among them; a list can hold itself."""
    inside = (*around, id(values))
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, list | tuple) and id(value) not in inside:
            yield from tensors_in(value, inside)
        elif isinstance(value, slice):
            yield from tensors_in((value.start, value.stop, value.step))


def calls_in(tree: ast.expr, values: Values, source: str) -> list[Call]:
    """Return the operations of an expression in the order of evaluation."""
    found = []
    for node in postorder(tree):
        if node in values:
            call = call_at(node, values, source)
            if call is not None and is_told(call.result):
                found.append(call)
    return found


def is_told(result: Any) -> bool:
    """Return whether a result has cells: tensors, or a single number."""
    if isinstance(result, tuple | list):
        return any(map(is_tensor, result))
    return isinstance(result, Tensor | bool | int | float | complex)


def postorder(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of an expression, each after its parts."""
    if isinstance(node, REPEATED):
        return  # what happens in there happens many times
    for child in ast.iter_child_nodes(node):
        yield from postorder(child)
    if isinstance(node, ast.expr):
        yield node


def call_at(node: ast.AST, values: Values, source: str) -> Call | None:
    """Return the operation at a node, None where it is none on tensors."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            return operator_call(node, BINARY[type(op)], (left, right), values, source)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in BINARY:
            return operator_call(node, BINARY[type(op)], (left, right), values, source)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in UNARY:
            return operator_call(node, UNARY[type(op)], (operand,), values, source)
        case ast.Call():
            return function_call(node, values, source)
        case ast.Attribute(value=owner) if is_tensor(values.get(owner)):
            return attribute_call(node, values, source) if is_tensor(values[node]) else None
        case ast.Subscript(value=owner) if is_tensor(values.get(owner)):
            return index_call(node, values, source)
    return None


def operator_call(
    node: ast.expr, symbol: str, parts: tuple[ast.expr, ...], values: Values, source: str
) -> Call | None:
    """Return the operation that an operator is between tensors."""
    args = tuple(values.get(part) for part in parts)
    if not any(isinstance(arg, Tensor) for arg in args):
        return None  # on tensors it has been done, and is declared by now
    operation = operation_with(symbol)
    if operation is None:
        return None
    names = names_of(parts, args, source)
    name = product_name(args) if symbol == "@" else operation.name
    return Call(
        name, text_of(node, source), operation, args, {}, values[node], names, FUNCTIONS[symbol]
    )


def product_name(args: tuple[Any, ...]) -> str:
    """Return the function that `@` is for operands of these dimensions."""
    return {(2, 2): "mm", (3, 3): "bmm"}.get(tuple(arg.ndim for arg in args), "matmul")


def attribute_call(node: ast.Attribute, values: Values, source: str) -> Call:
    """Return an attribute that is a tensor, such as x.T."""
    owner = values[node.value]
    names = names_of((node.value,), (owner,), source)
    return Call(
        node.attr,
        text_of(node, source),
        None,
        (owner,),
        {},
        values[node],
        names,
        lambda tensor: get_attribute(tensor, node.attr),
    )


def index_call(node: ast.Subscript, values: Values, source: str) -> Call:
    """Return an index of a tensor."""
    owner = values[node.value]
    key = key_of(node.slice, values)
    names = names_of((node.value, node.slice), (owner, key), source)
    return Call(
        "index",
        text_of(node, source),
        None,
        (owner, key),
        {},
        values[node],
        names,
        lambda tensor, key: tensor[key],
    )


def key_of(node: ast.expr, values: Values) -> Any:
    """Return what stands between the brackets of an index."""
    if isinstance(node, ast.Slice):
        return slice(*(values.get(part) for part in (node.lower, node.upper, node.step)))
    if node in values:
        return values[node]
    if isinstance(node, ast.Tuple):
        return tuple(key_of(part, values) for part in node.elts)
    return None


def function_call(node: ast.Call, values: Values, source: str) -> Call | None:
    """Return the operation that a function or a method of a tensor is."""
    given = list(positions(node.args, values))
    words = list(by_name(node.keywords, values))
    parts, found = [part for part, _ in given], [value for _, value in given]
    settings = {name: value for name, _, value in words}
    receiver = receiver_of(node.func, values)
    if receiver is not None:
        operation = OPERATIONS.get(f"torch.Tensor.{receiver.name}")
        replay = method_named(receiver.name)
        parts.insert(0, receiver.node)
        found.insert(0, receiver.tensor)
    else:
        operation = operation_of(function_value(node.func, values))
        replay = None if operation is None else function_of(operation)
    if operation is None or replay is None:
        return None
    args = tuple(found)
    nodes = (*parts, *(part for _, part, _ in words))
    names = names_of(nodes, (*args, *settings.values()), source)
    for name in ("out", "inplace"):  # where it is written to: nothing of that goes in
        settings.pop(name, None)
    order = getattr(replay, "order", ())  # of a method that takes its arguments in its own order
    if order:
        args, settings = (), {**dict(zip(order, args, strict=False)), **settings}
        replay = function_of(operation)
    return Call(
        operation.name,
        text_of(node, source),
        operation,
        args,
        settings,
        values[node],
        names,
        replay,
        method=receiver is not None,
    )


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


def positions(nodes: list[ast.expr], values: Values) -> Iterator[tuple[ast.expr, Any]]:
    """Yield the arguments by position, those of a `*list` one by one."""
    for node in nodes:
        if not isinstance(node, ast.Starred):
            yield node, values.get(node)
            continue
        for place, item in enumerate(values.get(node.value) or ()):
            source = f"{ast.unparse(node.value)}[{place}]"
            yield ast.parse(source, mode="eval").body, item


def by_name(keywords: list[ast.keyword], values: Values) -> Iterator[tuple[str, ast.expr, Any]]:
    """Yield the arguments by name with what stands for them, those of a `**dict` one by one."""
    for keyword in keywords:
        if keyword.arg is not None:
            yield keyword.arg, keyword.value, values.get(keyword.value)
            continue
        for name, item in (values.get(keyword.value) or {}).items():
            source = f"{ast.unparse(keyword.value)}[{name!r}]"
            yield name, ast.parse(source, mode="eval").body, item


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
    if isinstance(value, Builtin | BoundMethod):
        value = value.function
    if value is abs:
        return operation_with("abs")
    return getattr(value, "operation", None)


def names_of(nodes: Any, values: Any, source: str) -> dict[int, str]:
    """Return the names of tensors in the source: their own expressions."""
    names: dict[int, str] = {}
    for node, value in zip(nodes, values, strict=True):
        if isinstance(value, Tensor):
            names[id(value)] = operand_text(node, source)
        elif isinstance(value, list | tuple):
            parts = node.elts if isinstance(node, ast.List | ast.Tuple) else ()
            for place, part in enumerate(value):
                if isinstance(part, Tensor):
                    named = place < len(parts) and len(parts) == len(value)
                    names[id(part)] = (
                        operand_text(parts[place], source)
                        if named
                        else f"{operand_text(node, source)}[{place}]"
                    )
    return names


def operand_text(node: ast.expr, source: str) -> str:
    """Return an expression so that an index can stand behind it."""
    text = text_of(node, source)
    if isinstance(node, ast.Name | ast.Call | ast.Attribute | ast.Subscript):
        return text
    return f"({text})"


def text_of(node: ast.expr, source: str) -> str:
    """Return the source of a node on one line."""
    return " ".join((ast.get_source_segment(source, node) or ast.unparse(node)).split())


@cache
def operation_with(symbol: str) -> Operation | None:
    """Return the operation that an operator stands for."""
    return next((each for each in OPERATIONS.values() if each.symbol == symbol), None)


def is_tensor(value: object) -> bool:
    """Return whether a value is a tensor with strides."""
    return isinstance(value, Tensor)
