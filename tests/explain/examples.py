"""Calls of every declared function: the examples of its documentation, and those of calls.txt."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.explain.reference.functions import reference
from tensorlab.explain.story.explanation import NothingToExplainError
from tensorlab.explain.story.frames import Chapter
from tensorlab.language.running.session import Session
from tensorlab.ops.loading import load_all
from tests.explain.telling import explained

FOLDER = Path(__file__).parent
SETUP = "import torch\nimport torch.nn.functional as F\n"
SEED = "torch.manual_seed(0)\n"
load_all()  # the functions are those of all families, whichever were needed before
NAMES = {id(operation): name for name, operation in sorted(OPERATIONS.items())}
FUNCTIONS = sorted(NAMES.values())


def listed(name: str) -> dict[str, str]:
    """Return what a file lists: a name, and behind it what there is to say."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line and not line.startswith("#")]
    return dict(line.split(" ", 1) for line in kept)


CALLS = listed("calls.txt")


@cache
def examples_of(name: str) -> tuple[tuple[str, str], ...]:
    """Return the expressions that call a function, each with the program that goes before it."""
    return tuple(examples_that_run(name))


def examples_that_run(name: str) -> Iterator[tuple[str, str]]:
    """Yield the expressions that call a function, each with the program that goes before it."""
    setup = SETUP
    for example in reference(name).examples:
        outcome = Session(write=lambda text: None).run(setup + SEED + example)
        if outcome.failure is None and outcome.has_value:
            yield example, setup + SEED
        else:
            setup += f"{example}\n"
    if name in CALLS:
        yield CALLS[name], SETUP + SEED


def chapters_on(name: str) -> Iterator[Chapter]:
    """Yield the chapters on calls of a function."""
    for expression, setup in examples_of(name):
        with suppress(NothingToExplainError):  # a shape or a type has no elements
            # of a shape no element is told, but of what has it
            told, _, _ = explained(expression.removesuffix(".shape"), setup)
            yield from (each for each in told.chapters if each.operation == OPERATIONS[name].name)
