"""Small tools to rewrite a call: its name, its arguments, its settings."""

import ast
import builtins
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import lru_cache

from tensorlab.explain.reference.functions import declared
from tensorlab.language.reading.source import tree_of

MODULES = {"torch", "F", "nn"}
Change = Callable[[ast.expr], Iterator[ast.expr]]


def expression(source: str, **parts: ast.expr) -> ast.expr:
    """Return an expression with other expressions in place of its names."""
    return filled(ast.parse(source, mode="eval").body, parts)


def name_of(node: ast.expr) -> str:
    """Return the name of the function or method that is called; nothing where none is."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def names_in(node: ast.expr) -> list[str]:
    """Return the names of values that an expression reads."""
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return sorted(names - MODULES - set(dir(builtins)))


def is_method(node: ast.Call) -> bool:
    """Return whether a call is of a method, and not of a function of torch."""
    return isinstance(node.func, ast.Attribute) and not (
        isinstance(node.func.value, ast.Name) and node.func.value.id in MODULES
    )


def operands(node: ast.Call) -> list[ast.expr]:
    """Return a call's operands: of a method, its receiver first."""
    own = [node.func.value] if is_method(node) and isinstance(node.func, ast.Attribute) else []
    return [*own, *node.args]


def renamed(node: ast.Call, name: str) -> ast.Call:
    """Return a call of another function."""
    new = deepcopy(node)
    if isinstance(new.func, ast.Attribute):
        new.func.attr = name
    else:
        new.func = ast.Name(name, ast.Load())
    return new


def setting(node: ast.Call, name: str) -> ast.expr | None:
    """Return what a call sets by a name."""
    return next((word.value for word in node.keywords if word.arg == name), None)


def with_setting(node: ast.Call, name: str, value: ast.expr | None) -> ast.Call:
    """Return a call with one setting changed; None leaves it out."""
    new = deepcopy(node)
    new.keywords = [word for word in new.keywords if word.arg != name]
    if value is not None:
        new.keywords.append(ast.keyword(name, value))
    return new


def with_argument(node: ast.Call, place: int, value: ast.expr | None) -> ast.Call:
    """Return a call with one argument by position changed; None leaves it out."""
    new = deepcopy(node)
    new.args[place : place + 1] = [] if value is None else [value]
    return new


def number(node: ast.expr | None) -> int | None:
    """Return the whole number that an expression is, also a negative one."""
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
    return None


def takes(name: str, parameter: str) -> bool:
    """Return whether a declared function takes a parameter of that name."""
    operation = declared(name) if name else None
    return operation is not None and parameter in operation.signature.parameters


def constant(value: object) -> ast.expr:
    """Return a constant as an expression."""
    return ast.parse(repr(value), mode="eval").body


def renaming(**others: str) -> Change:
    """Return the change that calls other functions: for each name, one or several others."""

    def change(node: ast.expr) -> Iterator[ast.expr]:
        if isinstance(node, ast.Call):
            yield from (renamed(node, name) for name in others.get(name_of(node), "").split())

    return change


def of_calls(names: Iterable[str], *templates: str) -> Change:
    """Return the change that writes something else for calls; a and b stand for their operands."""
    asked = {name for each in templates for name in names_in(ast.parse(each, mode="eval").body)}

    def change(node: ast.expr) -> Iterator[ast.expr]:
        if isinstance(node, ast.Call) and name_of(node) in names:
            parts = dict(zip("ab", operands(node), strict=False))
            if parts.keys() >= asked:
                yield from (expression(template, **parts) for template in templates)

    return change


def of_operator(kind: type[ast.operator | ast.unaryop], *templates: str) -> Change:
    """Return the change that writes something else for an operator on a, or on a and b."""

    def change(node: ast.expr) -> Iterator[ast.expr]:
        match node:
            case ast.BinOp(left=a, op=op, right=b) if isinstance(op, kind):
                yield from (expression(template, a=a, b=b) for template in templates)
            case ast.UnaryOp(op=op, operand=a) if isinstance(op, kind):
                yield from (expression(template, a=a) for template in templates)

    return change


def either(*changes: Change) -> Change:
    """Return the change that makes what any of some changes makes."""
    return lambda node: (new for change in changes for new in change(node))


def half(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an expression without its last step."""
    match node:
        case ast.BinOp(left=left, right=right):
            yield left
            yield right
        case ast.Call() if not any(isinstance(each, ast.Starred) for each in node.args):
            yield from operands(node)[:1]
        case ast.Attribute(value=value) if node.attr not in {"shape", "ndim"}:
            yield value
        case ast.UnaryOp(operand=operand) | ast.Subscript(value=operand):
            yield operand
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
                yield from (ast.Subscript(operand, part, ast.Load()) for part in node.slice.elts)
        case ast.Compare(left=left):
            yield left


OTHER_NAMES = {"axis": "dim", "keepdims": "keepdim"}
# which are told by name, wherever they stand
NAMED = {"dim", "keepdim", "min", "max"}
RECEIVERS = {"input", "self"}


def canonical(source: str) -> ast.Module | None:
    """Return the tree of a program in the one spelling, None where it cannot be read."""
    tree = tree_of(source)
    if tree is None:
        return None
    return ast.parse(ast.unparse(ast.fix_missing_locations(Spelling().visit(put_together(tree)))))


@lru_cache(maxsize=4096)
def said(source: str) -> str | None:
    """Return what is the same for all programs that say the same, None where one cannot be read."""
    tree = canonical(source)
    return None if tree is None else ast.dump(tree)


def alike(one: ast.AST | None, other: ast.AST) -> bool:
    """Return whether two trees say the same."""
    return one is not None and ast.dump(one) == ast.dump(other)


def put_together(tree: ast.Module) -> ast.Module:
    """Return a program with each name that is given once replaced by what it stands for.

    Unchanged where a line does anything but give a name.
    """
    *before, last = tree.body or [ast.Pass()]
    if not before or not isinstance(last, ast.Expr):
        return tree
    given = Counter(name for node in ast.walk(tree) for name in names_given(node))
    values: dict[str, ast.expr] = {}
    for line in before:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if given[name] == 1:
                values[name] = filled(value, values)
            case _:
                return tree
    return ast.Module([ast.Expr(filled(last.value, values))], [])


def names_given(node: ast.AST) -> Iterator[str]:
    """Yield the name that a node gives a value, as a loop and a function do, too."""
    if isinstance(node, ast.arg):
        yield node.arg
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id


def filled(node: ast.expr, values: Mapping[str, ast.expr]) -> ast.expr:
    """Return an expression with values in place of names."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, name: ast.Name) -> ast.expr:
            return deepcopy(values.get(name.id, name))

    new: ast.expr = Fill().visit(deepcopy(node))
    return new


class Spelling(ast.NodeTransformer):
    """Writes calls as methods, with `dim` and `keepdim` by name and settings in one order."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Return a call in the one spelling."""
        self.generic_visit(node)
        operation = declared(name_of(node)) if name_of(node) else None
        if operation is None or any(isinstance(each, ast.Starred) for each in node.args):
            return node
        parameters = list(operation.signature.parameters)
        if not is_method(node) and node.args and parameters[:1] and parameters[0] in RECEIVERS:
            receiver, *rest = node.args
            node = ast.Call(ast.Attribute(receiver, name_of(node)), rest, node.keywords)
        if is_method(node):
            node = with_names(node, parameters[1:])
        for word in node.keywords:
            word.arg = OTHER_NAMES.get(word.arg or "", word.arg)
        node.keywords.sort(key=lambda word: word.arg or "")
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Return an attribute in the one spelling: functions of F are functions of torch."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in MODULES:
            node.value.id = "torch"
        return node


def with_names(node: ast.Call, parameters: list[str]) -> ast.Call:
    """Return a method's call with its last arguments by name, where these are `dim` and such."""
    given = dict(zip(parameters, node.args, strict=False))
    first = next((place for place, name in enumerate(parameters) if name in NAMED), None)
    if first is None or len(node.args) > len(parameters) or len(node.args) <= first:
        return node
    words = [ast.keyword(name, given[name]) for name in parameters[first:] if name in given]
    return ast.Call(node.func, node.args[:first], [*words, *node.keywords])
