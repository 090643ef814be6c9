"""An answer as learners type it, as the programs that may be meant."""

import ast
import textwrap
import warnings

from tensorlab.language.reading.layout import without_prompts


def meant(text: str) -> str:
    """Return the program in an answer: without prompts, quotes of code, and `print(...)`."""
    plain = without_prompts(textwrap.dedent(text.expandtabs(4)).strip("\n"))
    bare = plain.strip()
    if bare.startswith("```"):
        bare = bare.strip("`").removeprefix("python").strip()
    elif bare.startswith("`") and bare.endswith("`"):
        bare = bare.strip("`").strip()
    else:
        bare = plain.strip() if plain.count("\n") == 0 else textwrap.dedent(plain).strip()
    tree = tree_of(bare)
    if tree is None or not tree.body:
        return bare
    return unprinted(bare, tree)


def tree_of(source: str) -> ast.Module | None:
    """Return the syntax tree of a program, None where it has none."""
    try:
        with warnings.catch_warnings(action="ignore"):  # they would be printed
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def unprinted(source: str, tree: ast.Module) -> str:
    """Return a program whose last line shows its value without `print`."""
    match tree.body[-1]:
        case (
            ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value], keywords=[])) as last
        ) if not isinstance(value, ast.Starred):
            before = source.split("\n")[: last.lineno - 1]
            shown = ast.get_source_segment(source, value) or ast.unparse(value)
            head = source.split("\n")[last.lineno - 1][: last.col_offset]
            return "\n".join([*before, f"{head}({shown})" if "\n" in shown else head + shown])
    return source


def with_value(source: str) -> str | None:
    """Return a program that ends with an assignment, with the value of what it assigns.

    None where it ends otherwise.
    """
    tree = tree_of(source)
    if tree is None or not tree.body:
        return None
    match tree.body[-1]:
        case ast.Assign(targets=[*_, ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return f"{source}\n{name}"
        case ast.AugAssign(target=ast.Name(id=name)):
            return f"{source}\n{name}"
    return None


def assigned(source: str) -> set[str]:
    """Return the names that a program gives something to."""
    tree = tree_of(source) or ast.Module([], [])
    functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return functions | named(tree, ast.Store)


def read(source: str) -> set[str]:
    """Return the names that a program reads."""
    return named(tree_of(source) or ast.Module([], []), ast.Load)


def named(tree: ast.AST, context: type[ast.expr_context]) -> set[str]:
    """Return the names that are read, or given something, somewhere in a program."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, context)}


def numbers_in(source: str) -> list[float]:
    """Return the numbers that are written in a program."""
    tree = tree_of(source)
    found = (
        [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)] if tree else []
    )
    return [each for each in found if isinstance(each, int | float) and not isinstance(each, bool)]
