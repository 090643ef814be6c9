"""Setting the scene of a failure: which expression, in which statement, with which operands."""

import ast

from tensorlab.explain.errors.scene import Scene
from tensorlab.explain.errors.surroundings import Surroundings, excerpt, surroundings
from tensorlab.language.outcome import Failure


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
    scene.around, scene.decides = found.statement, found.decides
    return placed(scene, found, failure)


def is_target(found: Surroundings) -> bool:
    """Return whether it is what is written into: x[0] = value, or a, b = values."""
    targets = ast.Subscript | ast.Attribute | ast.Tuple | ast.List
    return isinstance(found.whole, targets) and isinstance(found.whole.ctx, ast.Store)


def written_into(found: Surroundings, failure: Failure) -> Scene:
    """Return the scene of `x[0] = value`: the statement as it is, whose parts can be edited."""
    source = f"({found.text})"
    scene = Scene(ast.parse(source, mode="eval").body, source, failure.operands)
    scene.around, scene.writes = found.statement, True
    return placed(scene, found, failure)


def placed(scene: Scene, found: Surroundings, failure: Failure) -> Scene:
    """Return a scene that knows its program, and whether the statement can run again."""
    scene.program, scene.span, scene.stands = failure.source, found.span, found.stands
    scene.message = failure.message
    scene.can_run = found.can_run and (not found.inside or failure.around is not None)
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
    scene.program, scene.stands = failure.source, failure.span
    return scene
