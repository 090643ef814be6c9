"""Which public functions the cases call: `python -m tests.conformance.coverage` names the others.

A function counts as called where a case that comes out as PyTorch's calls it by that name itself
and gets an answer; that another function calls it, or that a call is refused, says nothing of it.
The functions that no case calls stand in uncalled.txt, each with its reason; the list only shrinks.
"""

import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import tensorlab
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.namespace import NAMESPACES
from tests.conformance.outcome import PROGRAM, Outcome, observe
from tests.conformance.programs import HERE, Case, cases, truth
from tests.conformance.replay import replayed, run_by_import

UNCALLED = HERE / "uncalled.txt"
CALL = re.compile(r"(?<!\w)(?=(\w*)\.(\w+))")  # looks ahead: in a.b.c there are a.b and b.c
Calls = set[str]


def public_functions() -> set[str]:
    """Return the name of every function and method that a program can call."""
    plain = {
        f"{namespace}.{name}"
        for namespace, names in NAMESPACES.items()
        for name, value in names.items()
        if callable(value) and not inspect.isclass(value)
    }
    return plain | set(OPERATIONS)


def known_uncalled() -> dict[str, str]:
    """Return the reason why no case calls a function, by its name."""
    lines = UNCALLED.read_text(encoding="utf-8").splitlines()
    return {name: why for name, _, why in (line.partition(" -- ") for line in lines)}


def called() -> Calls:
    """Return the names that the cases call which come out as PyTorch's.

    First only the cases run whose text promises a name that is still wanted; a name that no text
    promised, as it was imported by itself, is then looked for wherever its last part stands.
    """
    wanted = public_functions()
    spelled = by_spelling(wanted)
    everything = [case for family in replayed() for case in cases(family)]
    found: Calls = set()
    passed = []
    with watched() as calls:
        for case in everything:
            if promised(case.text, spelled) <= found:
                passed.append(case)
            else:
                found |= calls_of(case, calls)
        for case in passed:
            if any(name.rpartition(".")[2] in case.text for name in wanted - found):
                found |= calls_of(case, calls)
    return found


def by_spelling(names: Calls) -> dict[str, Calls]:
    """Return the names by how a program writes their last two parts."""
    spelled: dict[str, Calls] = {}
    for name in names:
        spelled.setdefault(".".join(name.split(".")[-2:]), set()).add(name)
    return spelled


def promised(text: str, spelled: dict[str, Calls]) -> Calls:
    """Return the names that a program seems to call; `x.add` may be the method of a tensor."""
    found: Calls = set()
    for owner, last in CALL.findall(text):
        module = "functional" if owner == "F" else owner
        found |= spelled.get(f"{module}.{last}") or spelled.get(f"Tensor.{last}", set())
    return found


def calls_of(case: Case, calls: Calls) -> Calls:
    """Return the names that a case calls, none where it comes out otherwise than PyTorch's."""
    calls.clear()
    outcome = observe(case.program, run_by_import, tensorlab)
    return calls if outcome == Outcome.of_record(truth(case.family)[case.name]) else set()


@contextmanager
def watched() -> Iterator[Calls]:
    """Note the name of each public function that a case calls and that gives an answer."""
    calls: Calls = set()
    places = [(*place_of(name), name) for name in public_functions()]
    before = [(place, last, getattr(place, last)) for place, last, _ in places]
    for place, last, name in places:
        setattr(place, last, noting(getattr(place, last), name, calls))
    try:
        yield calls
    finally:
        for place, last, function in before:
            setattr(place, last, function)


def place_of(name: str) -> tuple[Any, str]:
    """Return the module or class that holds a name, and the last part of the name."""
    namespace, _, last = name.rpartition(".")
    if namespace == "torch.Tensor":
        return Tensor, last
    return import_module(namespace.replace("torch", "tensorlab", 1)), last


def noting(function: Callable[..., Any], name: str, calls: Calls) -> Callable[..., Any]:
    """Return the function as one that notes its name when a case has its answer."""

    @functools.wraps(function)
    def call(*args: Any, **settings: Any) -> Any:
        answer = function(*args, **settings)
        if sys._getframe(1).f_code.co_filename == PROGRAM:
            calls.add(name)
        return answer

    return call


def main() -> None:
    """Print the functions that no case calls."""
    everything = public_functions()
    missing = sorted(everything - called())
    print(*missing, sep="\n")
    print(f"{len(everything) - len(missing)} of {len(everything)} public functions are called")


if __name__ == "__main__":
    main()
