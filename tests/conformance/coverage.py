"""Which public functions the cases call: `python -m tests.conformance.coverage` names the others.

A function counts as called where a case that comes out as PyTorch's calls it by that name itself
and gets an answer; that another function calls it, or that a call is refused, says nothing of it.
The functions that no case calls stand in uncalled.txt, each with its reason; the list only shrinks.
"""

import functools
import inspect
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
from tests.conformance.programs import HERE, cases, truth
from tests.conformance.replay import replayed, run_by_import

UNCALLED = HERE / "uncalled.txt"
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
    """Return the names that the cases call which come out as PyTorch's."""
    found: Calls = set()
    with watched() as calls:
        for family in replayed():
            recorded = truth(family)
            for case in cases(family):
                calls.clear()
                outcome = observe(case.program, run_by_import, tensorlab)
                if outcome == Outcome.of_record(recorded[case.name]):
                    found |= calls
    return found


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
