"""Wrong answers in spellings of their own: what is mended in an answer tells what was wrong in it.

A rule says what an idea makes of a right program. Read backwards it mends a wrong one, and the idea
behind the mistake is then that of the rule the other way round.
"""

import ast
from collections.abc import Iterator

from tensorlab.course.answers.spellings import tree_of
from tensorlab.course.misconceptions.borrowed import edits_towards
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.edits import by_rules, edits
from tensorlab.course.misconceptions.rewriting import expression, names_in
from tensorlab.course.misconceptions.rules import Rule


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
                yield IDEAS[idea].mended, program
