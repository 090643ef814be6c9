"""Answers that people type for a solution: other spellings of it, and slips.

Which of them are right is not decided here: whoever asks runs them.
"""

import ast
import itertools

from tensorlab.course.misconceptions.edits import expressions, put
from tests.course.slips import slips
from tests.course.spellings import spelled, spelled_out


def candidates(solution):
    """Yield programs near a solution, each once: its spellings and slips, and slips of these."""
    seen = set()
    for program in itertools.chain(wrapped(solution), changed(solution), spelled_out(solution)):
        if program not in seen:
            seen.add(program)
            yield program


def wrapped(solution):
    """Yield the solution as it stands, in what people put around it."""
    *before, last = solution.split("\n")
    head = "".join(f"{line}\n" for line in before)
    yield solution
    yield f"  {solution}" if not before else solution
    yield f"\t{solution}  " if not before else solution + "\n\n"
    yield f"{head}print({last})"
    yield f"{head}answer = {last}"
    yield f"{head}answer: object = {last}"
    yield f"{head}({last})"
    yield f"{head}answer = {last}\nanswer"
    yield f"{head}answer = {last}\nprint(answer)"
    yield "\n".join(f">>> {line}" for line in solution.split("\n"))
    yield "\n".join(f"In [{n}]: {line}" for n, line in enumerate(solution.split("\n"), 1))
    yield f"```python\n{solution}\n```"
    yield f"`{solution}`" if not before else solution
    yield f"{head}{last};"
    yield f"{head}{last}  # done"
    yield f"# the answer\n{solution}"
    yield f"{head}(lambda: {last})()"
    yield f"{head}[{last}][0]"
    yield ast.unparse(ast.parse(solution))
    body = "\n    ".join([*before, f"return {last}"])
    yield f"def solve():\n    {body}\nsolve()"
    yield f"def solve():\n    {body}\n\nresult = solve()"
    yield f"{head}if True:\n    answer = {last}\nanswer"
    yield f"{head}for _ in range(1):\n    answer = {last}\nanswer"


def changed(solution):
    """Yield the solution with one place written otherwise."""
    tree = ast.parse(solution)
    for holder, field, index, node in list(expressions(tree)):
        for new in (*spelled(node), *slips(node)):
            put(holder, field, index, new)
            try:
                yield ast.unparse(ast.fix_missing_locations(tree))
            finally:
                put(holder, field, index, node)
