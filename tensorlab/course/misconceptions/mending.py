"""Wrong answers in spellings of their own: what is mended in an answer tells what was wrong in it.

A rule says what an idea makes of a right program. Read backwards it mends a wrong one, and the idea
behind the mistake is then that of the rule the other way round.
"""

import ast
from collections.abc import Iterator

from tensorlab.course.answers.spellings import tree_of
from tensorlab.course.misconceptions.borrowed import edits_towards
from tensorlab.course.misconceptions.catalogue import IDEAS
from tensorlab.course.misconceptions.edits import edits


def mends(solution: str, answer: str) -> Iterator[tuple[str, str]]:
    """Yield an answer with one thing mended, and the idea that it was a sign of."""
    tree = tree_of(answer)
    if tree is None:
        return
    seen = {ast.unparse(tree)}
    for way in (edits(answer), edits_towards(answer, solution)):
        for idea, program in way:
            if program not in seen:
                seen.add(program)
                yield IDEAS[idea].mended, program
