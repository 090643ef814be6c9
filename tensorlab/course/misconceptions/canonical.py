"""One spelling for programs that say the same: methods, settings by name, no names in between."""

import ast
from collections.abc import Mapping
from copy import deepcopy
from functools import lru_cache

from tensorlab.course.answers.spellings import tree_of
from tensorlab.course.misconceptions.rewriting import MODULES, is_method, name_of
from tensorlab.explain.reference.functions import declared

OTHER_NAMES = {"axis": "dim", "keepdims": "keepdim"}
NAMED = {"dim", "keepdim", "min", "max"}  # which are told by name, wherever they stand
RECEIVERS = {"input", "self"}


def canonical(source: str) -> ast.Module | None:
    """Return the tree of a program in the one spelling, None where it cannot be read."""
    tree = tree_of(source)
    if tree is None:
        return None
    return parsed_again(Spelling().visit(put_together(tree)))


@lru_cache(maxsize=4096)
def said(source: str) -> str | None:
    """Return what is the same for all programs that say the same, None where one cannot be read."""
    tree = canonical(source)
    return None if tree is None else ast.dump(tree)


def alike(one: ast.AST | None, other: ast.AST) -> bool:
    """Return whether two trees say the same."""
    return one is not None and ast.dump(one) == ast.dump(other)


def parsed_again(tree: ast.Module) -> ast.Module:
    """Return a tree as the reader would make it of the program's text."""
    return ast.parse(ast.unparse(ast.fix_missing_locations(tree)))


def put_together(tree: ast.Module) -> ast.Module:
    """Return a program with each name that is given once replaced by what it stands for.

    Unchanged where a line does anything but give a name.
    """
    *before, last = tree.body or [ast.Pass()]
    if not before:
        return tree
    values: dict[str, ast.expr] = {}
    for line in before:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in values:
                values[name] = filled(value, values)
            case _:
                return tree
    if not isinstance(last, ast.Expr):
        return tree
    return ast.Module([ast.Expr(filled(last.value, values))], [])


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
        if operation is None:
            return node
        parameters = list(operation.signature.parameters)
        if not is_method(node) and node.args and parameters[:1] and parameters[0] in RECEIVERS:
            receiver, *rest = node.args
            node = ast.Call(ast.Attribute(receiver, name_of(node)), rest, node.keywords)
        if is_method(node) and not any(isinstance(each, ast.Starred) for each in node.args):
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
