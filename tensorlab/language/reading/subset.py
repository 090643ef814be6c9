"""What of Python is not part of tensorlab, and what to write instead."""

import ast
from typing import NoReturn

from tensorlab.language.compiling.place import Unsupported, fail

REFUSED: dict[str, tuple[str, str]] = {
    "AsyncFunctionDef": ("An asynchronous function (async def)", "Write an ordinary def."),
    "AsyncFor": ("An asynchronous loop (async for)", "Write an ordinary for."),
    "AsyncWith": ("An asynchronous block (async with)", "Write an ordinary with."),
    "Await": ("await", "Call the function directly: everything runs at once."),
    "TryStar": ("An exception group (except*)", "Write an ordinary except."),
    "TypeAlias": ("A type alias (type)", "Leave it out: types are not checked."),
    "TemplateStr": ("A template string (t'...')", "Write an f-string: f'...'."),
    "Interpolation": ("A template string (t'...')", "Write an f-string: f'...'."),
}


STARS = (
    "can't use starred expression here",
    "starred assignment target must be in a list or tuple",
)


def refuse(node: ast.AST) -> NoReturn:
    """Raise for a node that is outside the subset."""
    kind = type(node).__name__
    if isinstance(node, ast.Yield | ast.YieldFrom):
        fail(SyntaxError("'yield' outside function"), node)
    if isinstance(node, ast.Starred):
        fail(SyntaxError(STARS[isinstance(node.ctx, ast.Store)]), node)
    what, instead = REFUSED.get(kind, (f"This form of Python ({kind})", "Write it another way."))
    # `try` itself is fine: the first of its clauses is what is not.
    place = node.handlers[0] if isinstance(node, ast.TryStar) else node
    raise Unsupported(f"{what} is not part of tensorlab.", instead, place)
