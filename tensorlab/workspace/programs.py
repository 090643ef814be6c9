"""What a program's text says of a value: which line tells it, which element is asked about."""

import ast
from contextlib import suppress

from tensorlab.explain.story.frames import Index
from tensorlab.language.reading.source import tree_of

Places = tuple[Index, ...]  # of the elements that are asked about


def plainly(source: str) -> str:
    """Return a program that ends in an expression about a tensor: h.tolist()[1][0] as h[1, 0]."""
    with suppress(SyntaxError, ValueError):
        match ast.parse(source).body:
            case [*_, ast.Expr(value=tree)] if (plain := of_tensor(tree)) is not tree:
                before, _, after = source.rpartition(ast.get_source_segment(source, tree) or source)
                shown = ast.get_source_segment(source, plain) or ast.unparse(plain)
                return f"{before}{shown}{after}"
    return source


def of_tensor(tree: ast.expr) -> ast.expr:
    """Return the tensor, or the part of one, whose numbers an expression takes for Python."""
    match tree:
        case (
            ast.Call(func=ast.Attribute(value=inner, attr="item" | "tolist"), args=[])
            | ast.Call(func=ast.Name(id="float"), args=[inner])
        ):
            return of_tensor(inner)
        case ast.Subscript(value=inner, slice=key) if (plain := of_tensor(inner)) is not inner:
            row = places_of(plain.slice) if isinstance(plain, ast.Subscript) else None
            if isinstance(plain, ast.Subscript) and row and (last := places_of(key)):
                places = ast.parse(str(row + last), mode="eval").body
                return ast.Subscript(plain.value, places)
            return ast.Subscript(plain, key)
    return tree


def asks_for_gradient(argument: str) -> bool:
    """Return whether an expression is a gradient: x.grad, or a call that works one out."""
    tree = parsed(argument)
    if isinstance(tree, ast.Subscript):
        tree = tree.value
    if isinstance(tree, ast.Call):
        tree = tree.func
    return isinstance(tree, ast.Attribute) and tree.attr in {"grad", "backward"}


def whole_and_element(argument: str) -> tuple[str, Places]:
    """Return the tensor and the element that `x.grad[0]` names; none where it is another part."""
    tree, elements = subscripted(argument)
    is_whole = isinstance(tree, ast.Attribute) and elements
    return (ast.unparse(tree), elements) if tree and is_whole else (argument, ())


def name_and_element(argument: str) -> tuple[str, Places]:
    """Return the variable and the element that `r[0, 1]` names; other expressions name neither."""
    tree, elements = subscripted(argument)
    return (tree.id, elements) if isinstance(tree, ast.Name) else ("", ())


def subscripted(argument: str) -> tuple[ast.expr | None, Places]:
    """Return what stands before the brackets of an expression, and the element within them."""
    tree = parsed(argument)
    if isinstance(tree, ast.Subscript) and (places := places_of(tree.slice)) is not None:
        return tree.value, (places,)
    return tree, ()


def parsed(argument: str) -> ast.expr | None:
    """Return an expression as a tree, None for what is none."""
    with suppress(SyntaxError, ValueError):
        return ast.parse(argument, mode="eval").body
    return None


def places_of(node: ast.expr) -> Index | None:
    """Return the element that stands between brackets, None where it is another index."""
    try:
        key = ast.literal_eval(node)
    except (ValueError, TypeError):
        return None
    places = key if isinstance(key, tuple) else (key,)
    return places if all(type(place) is int for place in places) else None


def written_into(statement: str) -> str:
    """Return the variable into which a statement wrote a part, as x[0] = 1; empty for others."""
    with suppress(SyntaxError, ValueError):
        match ast.parse(statement).body:
            case [*_, ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name)), *_])]:
                return name
    return ""


def ends_in_loop(program: str) -> bool:
    """Return whether a program ends in a loop: what it gave names came from its last turn."""
    return isinstance(ast.parse(program).body[-1], ast.For | ast.While)


def line_for(source: str, name: str) -> str:
    """Return the expression that a program gave to a name last, empty where none is plain."""
    found: dict[int, ast.expr] = {}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assign(targets=[target, *_], value=value) if ast.unparse(target) == name:
                found[node.lineno] = value
            case ast.AugAssign(ast.Name(id=target), op, value) if target == name:
                found[node.lineno] = ast.BinOp(ast.Name(target, ast.Load()), op, value)
    return ast.unparse(found[max(found)]) if found else ""


def program_for(source: str, name: str) -> str:
    """Return a statement up to where it gives a variable its value, empty where it does not."""
    tree = tree_of(source)
    body = tree.body if tree else []
    for place in range(len(body) - 1, -1, -1):
        if binds(body[place], name):
            return ending_in(body[: place + 1])
    return ""


def showing(source: str) -> str:
    """Return a statement that shows a value, which becomes the last result; empty where none is."""
    body = ast.parse(source).body
    return source if body and isinstance(body[-1], ast.Expr) else ""


def as_expression(source: str) -> str:
    """Return a program that ends in `x += y` with the expression x + y at its end."""
    body = ast.parse(source).body
    return ending_in(body) if body and isinstance(body[-1], ast.AugAssign) else source


def ending_in(body: list[ast.stmt]) -> str:
    """Return the text of statements, the last of which is to be explained."""
    return "\n".join(map(ast.unparse, [*body[:-1], spelled_out(body[-1])]))


def binds(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement assigns to a name."""
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
        for node in ast.walk(statement)
    )


def spelled_out(statement: ast.stmt) -> ast.stmt:
    """Return `x += y` as the expression x + y, which can be explained."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        target = ast.Name(statement.target.id, ast.Load())
        return ast.Expr(ast.BinOp(target, statement.op, statement.value))
    return statement
