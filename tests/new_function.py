"""What a declared function lacks before it counts: `python -m tests.new_function NAME`.

Where PyTorch is installed, the examples of its documentation and its cases are run there, too.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import tensorlab
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.facts import Kind
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.reference.functions import Reference, declared, reference
from tensorlab.ops.stubs import stubs
from tests.conformance.coverage import place_of
from tests.conformance.outcome import Outcome, observe, run_python
from tests.conformance.programs import PREAMBLE, Case, cases, truth
from tests.conformance.replay import replayed, run_by_import
from tests.explain.examples import chapters_on
from tests.explain.test_every_example import UNTOLD, is_told

PACKAGE = Path(tensorlab.__file__).parent
# Of each group of types one is compared, answered or refused.
GROUPS = {
    "truth values": ("bool",),
    "whole numbers": ("uint8", "int8", "int16", "int32", "int64"),
    "floats": ("float32", "float64"),
    "16-bit floats": ("float16", "bfloat16"),
    "complex numbers": ("complex64", "complex128"),
}
OF_OTHERS = (Kind.COMPOSITE, Kind.CREATION, Kind.FILLING)  # whose gradients are not their own


@dataclass
class Seen:
    """What the recorded cases that come out as PyTorch's do with a function."""

    types: set[str] = field(default_factory=set)
    answers: int = 0
    refusals: int = 0
    unrecorded: list[str] = field(default_factory=list)


def missing(name: str) -> Iterator[str]:
    """Yield what a declared function lacks, a sentence for each."""
    operation = declared(name)
    if operation is None:
        yield f"{name} is not declared, or its file is not in ops/"
        return
    for check in (in_stubs, documented, differentiated, compared, told):
        yield from check(operation)


def names_of(operation: Operation) -> list[str]:
    """Return the names under which a program can call a function."""
    return sorted(name for name, known in OPERATIONS.items() if known is operation)


def in_stubs(operation: Operation) -> Iterator[str]:
    """Yield that the files made of the declarations are stale."""
    stale = [path for path, text in stubs().items() if (PACKAGE / path).read_text() != text]
    if stale:
        yield f"{', '.join(stale)}: run python -m tensorlab.ops.stubs"


def documented(operation: Operation) -> Iterator[str]:
    """Yield that documentation has no first sentence, or no example that calls the function."""
    card = card_of(operation)
    if not card.summary.endswith((".", ":")):
        yield "its documentation does not begin with a sentence"
    words = "|".join({name.rpartition(".")[2] for name in names_of(operation)})
    if not any(re.search(rf"\b({words})\b", program) for program in card.examples):
        yield "no example in its documentation calls it"


def card_of(operation: Operation) -> Reference:
    """Return what there is to say about a function."""
    card = reference(names_of(operation)[0])
    assert card is not None, operation.name
    return card


def differentiated(operation: Operation) -> Iterator[str]:
    """Yield that floats come out without a gradient rule, and without a word on why."""
    if operation.rules or operation.constants or operation.kind in OF_OTHERS:
        return
    results = [value for program in examples(operation) if (value := value_of(program)) is not None]
    if any(isinstance(value, Tensor) and value.is_floating_point() for value in results):
        yield "it gives floats and has no gradient rule; constants=(0,) says that none is wanted"


def examples(operation: Operation) -> list[str]:
    """Return the examples of a function, each with those before it."""
    programs = card_of(operation).examples
    return ["\n".join(programs[: count + 1]) for count in range(len(programs))]


def value_of(program: str) -> Any:
    """Return what the last expression of a program gives, None where it ends otherwise."""
    *before, last = ast.parse(program).body
    scope = {"torch": tensorlab, "F": tensorlab.nn.functional}
    exec(compile(ast.Module(before, []), "example", "exec"), scope)  # noqa: S102
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "example", "eval"), scope)  # noqa: S307


def compared(operation: Operation) -> Iterator[str]:
    """Yield what no recorded case compares: an answer, each group of types, a refusal."""
    seen = seen_in_cases(operation)
    for case in seen.unrecorded:
        yield f"the case {case} is not recorded yet: tests/conformance/README.md says how"
    if not seen.answers:
        yield "no case in tests/conformance/cases compares an answer of it with PyTorch's"
    if not operation.operands:
        return
    for group, types in GROUPS.items():
        if not seen.types & set(types):
            yield f"no case calls it on {group}"
    if not seen.refusals:
        yield "no case holds an error of it against PyTorch's words"


def seen_in_cases(operation: Operation) -> Seen:
    """Return what the cases that name a function and come out as PyTorch's do with it."""
    seen = Seen()
    for case, recorded in cases_naming(operation):
        if recorded is None:
            seen.unrecorded.append(f"{case.family}: {case.name}")
            continue
        with watched(operation) as calls:
            outcome = observe(case.program, run_by_import, tensorlab)
        if outcome == recorded:
            seen.types |= {name for types, _ in calls for name in types}
            seen.answers += sum(answered for _, answered in calls)
            seen.refusals += sum(not answered for _, answered in calls)
    return seen


def cases_naming(operation: Operation) -> Iterator[tuple[Case, Outcome | None]]:
    """Yield the cases in which a name of a function stands, each with what PyTorch did."""
    words = "|".join({re.escape(name.rpartition(".")[2]) for name in names_of(operation)})
    for family in replayed():
        recorded = truth(family)
        for case in cases(family):
            if re.search(rf"\b({words})\b", case.text):
                record = recorded.get(case.name)
                yield case, None if record is None else Outcome.of_record(record)


@contextmanager
def watched(operation: Operation) -> Iterator[list[tuple[set[str], bool]]]:
    """Note of each call of a function the types of its tensors, and whether it had an answer."""
    calls: list[tuple[set[str], bool]] = []
    places = [place_of(name) for name in names_of(operation)]
    before = [(place, last, vars(place)[last]) for place, last in places if last in vars(place)]
    for place, last, function in before:
        if callable(function):
            setattr(place, last, noting(function, calls))
    try:
        yield calls
    finally:
        for place, last, function in before:
            setattr(place, last, function)


def noting(function: Callable[..., Any], calls: list[tuple[set[str], bool]]) -> Callable[..., Any]:
    """Return a function that notes how it was called."""

    def call(*args: Any, **settings: Any) -> Any:
        types = {tensor.dtype.name for tensor in tensors_in([*args, *settings.values()])}
        calls.append((types, False))
        answer = function(*args, **settings)
        calls[-1] = types, True
        return answer

    return call


def tensors_in(values: Any) -> Iterator[Tensor]:
    """Yield the tensors among values, those in lists too."""
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from tensors_in(value)


def told(operation: Operation) -> Iterator[str]:
    """Yield that an explanation does not name the inputs, and no reason is listed."""
    names = set(names_of(operation))
    if names & set(UNTOLD):
        return
    chapters = [chapter for name in names for chapter in chapters_on(name)]
    frames = [(bool(each.operands), frame) for each in chapters for frame in each.frames]
    if not frames or not all(is_told(frame) or not made_of for made_of, frame in frames):
        yield "its explanation names no inputs: tests/explain/untold.txt lists those, with reasons"


def different_live(operation: Operation) -> Iterator[str]:
    """Yield the examples and cases that PyTorch, installed here, answers otherwise."""
    torch = import_module("torch")
    programs = [PREAMBLE + printing(program) for program in examples(operation)]
    programs += [case.program for case, _ in cases_naming(operation)]
    for program in programs:
        ours, theirs = (
            observe(program, run_by_import, tensorlab),
            observe(program, run_python, torch),
        )
        if ours != theirs:
            yield f"PyTorch answers otherwise to\n{program}it gives {theirs}\nnot {ours}"


def printing(program: str) -> str:
    """Return a program that prints what its last expression gives."""
    *before, last = ast.parse(program).body
    if isinstance(last, ast.Expr):
        last = ast.parse(f"print({ast.unparse(last.value)})").body[0]
    return ast.unparse(ast.Module([*before, last], [])) + "\n"


def main(name: str) -> int:
    """Print what a function lacks and return whether that is anything."""
    lacks = list(missing(name))
    operation = declared(name)
    try:
        lacks += [] if operation is None else different_live(operation)
    except ModuleNotFoundError:
        print("PyTorch is not installed here: nothing was run there.")
    print("\n".join(lacks) or f"{name} has all that a function needs.")
    return int(bool(lacks))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
