"""Setting the scene of a failure: which expression, in which statement, with which operands."""

import ast

from tensorlab.explain.errors.scene import Scene
from tensorlab.explain.errors.surroundings import Surroundings, surroundings
from tensorlab.language.outcome import Failure, Span


def scene_of(failure: Failure) -> Scene | None:
    """Return the scene of a failure, None where no expression failed."""
    if failure.span is None:
        return None
    found = surroundings(failure.source, failure.span)
    if found is None:
        return written_over(excerpt(failure.source, failure.span), failure)
    if is_target(found):
        return written_into(found, failure)
    source = f"({found.text})"
    scene = Scene(ast.parse(source, mode="eval").body, source, failure.operands)
    scene.around, scene.can_run, scene.decides = found.statement, found.can_run, found.decides
    return scene


def is_target(found: Surroundings) -> bool:
    """Return whether it is a place that was written into: x[0] = value."""
    return isinstance(found.whole, ast.Subscript) and isinstance(found.whole.ctx, ast.Store)


def written_into(found: Surroundings, failure: Failure) -> Scene:
    """Return the scene of `x[0] = value`: the statement as it is, whose parts can be edited."""
    source = f"({found.text})"
    scene = Scene(ast.parse(source, mode="eval").body, source, failure.operands)
    scene.around, scene.can_run, scene.writes = found.statement, found.can_run, True
    return scene


def written_over(text: str, failure: Failure) -> Scene | None:
    """Return the scene of `x += value`, read as the expression x + value."""
    try:
        statement = ast.parse(text.strip()).body[0]
    except (SyntaxError, ValueError, IndexError):
        return None
    if not isinstance(statement, ast.AugAssign) or not isinstance(
        statement.target, ast.Name | ast.Subscript
    ):
        return None
    target: ast.expr = ast.parse(ast.unparse(statement.target), mode="eval").body
    tree = ast.BinOp(ast.copy_location(target, statement.target), statement.op, statement.value)
    scene = Scene(tree, text.strip(), failure.operands)
    scene.updates = True
    return scene


def excerpt(source: str, span: Span) -> str:
    """Return the text of a span."""
    lines = source.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column]
    lines[0] = lines[0][span.column :]
    return "\n".join(lines)
