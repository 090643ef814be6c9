"""Programs that people wrote: the cases recorded from PyTorch, as inputs of one session each."""

import ast
from functools import cache

from tests.conformance.programs import cases, families


@cache
def programs() -> tuple[str, ...]:
    """Return the recorded programs, and what is recorded because it is none."""
    return tuple(case.text for family in families() for case in cases(family))


def inputs_of(program: str) -> list[str]:
    """Return the statements of a program, each an input of its own."""
    return [ast.unparse(node) for node in ast.parse(program).body]
