"""Wrong answers in spellings of their own: what is mended in an answer tells what was wrong in it.

A rule says what an idea makes of a right program. Read backwards it mends a wrong one, and the idea
behind the mistake is then that of the rule the other way round.
"""

import ast
from collections.abc import Iterator

from tensorlab.course.answers.spellings import tree_of
from tensorlab.course.misconceptions.borrowed import edits_towards
from tensorlab.course.misconceptions.edits import by_rules, edits
from tensorlab.course.misconceptions.rewriting import expression, names_in
from tensorlab.course.misconceptions.rules import Rule

BACKWARDS = {
    "align-left": "one-step-too-many",
    "always-float": "rounds-down",
    "argument-missing": "setting-forgotten",
    "detach-forgotten": "one-step-too-many",
    "dim-forgotten": "dim-given",
    "dim-given": "dim-forgotten",
    "dtype-kept": "type-ignored",
    "half-done": "one-step-too-many",
    "in-place-by-accident": "in-place-forgotten",
    "in-place-forgotten": "in-place-by-accident",
    "interleave-is-repeat": "repeat-is-interleave",
    "matmul-is-star": "star-is-matmul",
    "mm-only": "operation-mixed-up",
    "one-step-too-many": "half-done",
    "part-for-whole": "half-done",
    "rank-kept": "rank-lost",
    "rank-lost": "rank-kept",
    "repeat-is-interleave": "interleave-is-repeat",
    "rounds-down": "always-float",
    "scan-is-sum": "operation-mixed-up",
    "slice-keeps-dim": "rank-lost",
    "square-is-double": "operation-mixed-up",
    "star-is-matmul": "matmul-is-star",
    "transpose-is-view": "view-is-transpose",
    "view-is-transpose": "transpose-is-view",
}
"""The idea of a mistake, by that of the rule which mends it, where they are two."""


def lined_up(node: ast.expr) -> Iterator[ast.expr]:
    """Yield a tensor with a dimension of length 1 that lines it up."""
    if isinstance(node, ast.Call | ast.BinOp) or (isinstance(node, ast.Name) and names_in(node)):
        yield expression("a[:, None]", a=node)


MENDS = (Rule("align-left", lined_up),)


def mends(solution: str, answer: str) -> Iterator[tuple[str, str]]:
    """Yield an answer with one thing mended, and the idea that it was a sign of."""
    tree = tree_of(answer)
    if tree is None:
        return
    seen = {ast.unparse(tree)}
    yield from by_rules(tree, MENDS, seen)
    for way in (edits(answer), edits_towards(answer, solution)):
        for idea, program in way:
            if program not in seen:
                seen.add(program)
                yield BACKWARDS.get(idea, idea), program
