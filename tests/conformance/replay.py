"""Replay the cases and show what differs: `python -m tests.conformance.replay [FAMILY ...]`.

Options: `--language` goes through the language, `--show N` shows N differences a family.
"""

import argparse
import builtins
import math
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import tensorlab
from tensorlab import cuda
from tensorlab.engine.settings import Settings
from tensorlab.language.running.session import Session
from tests.conformance.outcome import Failure, Outcome, Run, observe, run_python
from tests.conformance.programs import Case, cases, families, truth

# PyTorch's names of the modules that a case may import.
ALIASES = (
    "", ".nn", ".nn.functional", ".nn.init", ".autograd", ".linalg", ".sparse", ".fft", ".special",
    ".nn.utils", ".nn.utils.rnn",
    ".optim", ".utils", ".utils.data", ".func", ".signal", ".signal.windows", ".distributions",
)  # fmt: skip
NUMBER = re.compile(r"[+-]?\d+\.?\d*(?:e[+-]?\d+)?")
NEAR = 1e-4  # of printed numbers, which have five digits or so
DUST = 1e-6  # what sums of float32 leave where they should give 0


@dataclass(frozen=True)
class Difference:
    """A case whose outcome is not the recorded one."""

    case: Case
    expected: Outcome
    got: Outcome

    @property
    def kind(self) -> str:
        """Say in a word or two how far apart they are."""
        expected, got = self.expected.raises, self.got.raises
        if got and not expected:
            return "raises"
        if expected and not got:
            return "accepts"
        if expected and got and expected[0] != got[0]:
            return "error class"
        if expected != got:
            return "error text"
        if self.expected.prints == self.got.prints:
            return "warns"
        return "last digits" if are_near(self.expected.prints, self.got.prints) else "prints"

    def __str__(self) -> str:
        return "\n".join(
            [
                f"--- {self.case.family}: {self.case.name} [{self.kind}]",
                self.case.text.rstrip(),
                "expected " + described(self.expected),
                "got      " + described(self.got),
            ]
        )


def are_near(text: str, other: str) -> bool:
    """Return whether two texts differ in the last digits of numbers alone, and in their width."""
    one, two = ("".join(NUMBER.sub("#", each).split()) for each in (text, other))
    if one != two:
        return False
    pairs = zip(*(map(float, NUMBER.findall(each)) for each in (text, other)), strict=True)
    return all(math.isclose(*pair, rel_tol=NEAR, abs_tol=DUST) for pair in pairs)


def described(outcome: Outcome) -> str:
    ending = f"{outcome.raises[0]}: {outcome.raises[1]}" if outcome.raises else ""
    warned = [f"{category}: {text}" for category, text in outcome.warns]
    return "\n         ".join("\n".join([outcome.prints.rstrip(), ending, *warned]).split("\n"))


def run_by_import(program: str) -> Failure | None:
    """Run a program as Python with tensorlab in torch's place."""
    with torch_s_place():
        return run_python(program)


@contextmanager
def torch_s_place() -> Iterator[None]:
    """Have `import torch` find tensorlab, leaving a real torch as it was afterwards."""
    names = [f"torch{alias}" for alias in ALIASES]
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.modules.update({f"torch{alias}": import_module(f"tensorlab{alias}") for alias in ALIASES})
    try:
        yield
    finally:
        for name in names:
            del sys.modules[name]
        sys.modules.update(before)


def run_by_language(program: str) -> Failure | None:
    """Run a program with tensorlab's own evaluator, as `tensorlab run` does."""
    session, empty = fresh_session()
    session.restore(empty)
    outcome = session.run(program)
    for notice in outcome.notices:
        category, _, text = notice.partition(": ")
        warnings.warn(text, getattr(builtins, category), stacklevel=1)
    return (outcome.failure.type, outcome.failure.message) if outcome.failure else None


@cache
def fresh_session() -> tuple[Session, object]:
    """Return the one session that all programs share, and how it was without any names."""
    session = Session(
        preload=False, write=lambda text: sys.stdout.write(text), settings=Settings.in_force
    )
    return session, session.checkpoint()


@contextmanager
def settings_kept() -> Iterator[None]:
    """Undo what replayed programs set."""
    try:
        yield
    finally:
        tensorlab.set_warn_always(False)
        tensorlab.set_grad_enabled(True)


def replayed() -> list[str]:
    """Return the families that hold on this machine: one tells what is said without a GPU."""
    return [name for name in families() if name != "without_gpu" or not cuda.is_available()]


def differences(family: str, run: Run) -> list[Difference]:
    """Return the cases of a family that do not come out as PyTorch's."""
    recorded = truth(family)
    found = []
    for case in cases(family):
        expected = Outcome.of_record(recorded[case.name])
        got = observe(case.program, run, tensorlab)
        if got != expected:
            found.append(Difference(case, expected, got))
    return found


def main() -> None:
    """Print a line for each family and its first differences."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("families", nargs="*", metavar="FAMILY")
    options.add_argument("--language", action="store_true")
    options.add_argument("--show", type=int, default=3)
    chosen = options.parse_args()
    run = run_by_language if chosen.language else run_by_import
    right = total = 0
    for family in chosen.families or replayed():
        found, count = differences(family, run), len(cases(family))
        right, total = right + count - len(found), total + count
        kinds = ", ".join(f"{n} {kind}" for kind, n in Counter(d.kind for d in found).most_common())
        print(f"{family:32} {count - len(found):5} of {count:5}  {kinds}")
        for difference in found[: chosen.show]:
            print(difference)
    print(f"{'all':32} {right:5} of {total:5}  {100 * right / max(total, 1):.1f} %")


if __name__ == "__main__":
    main()
