"""Counts what explanations show: `python -m tests.explain.examiner [--fast] [--all] [WORD]`.

Of each call it is asked: is every text true, does every text show arithmetic or a move, does every
sentence name an element or a number, and do changed inputs agree with what is named.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.story.explanation import NothingToExplainError
from tensorlab.explain.story.frames import Chapter, Frame
from tests.explain.examples import FUNCTIONS, SETUP, examples_of
from tests.explain.perturbing import disagreements
from tests.explain.telling import check, explained

INPUTS = """
torch.manual_seed(0)
a = torch.tensor([[1, 2, 3], [4, 5, 6]])
b = torch.tensor([[7, -8, 9], [-1, 2, 2]])
b0 = torch.tensor([[2, -3, 4], [-1, 2, 5]])
c = torch.tensor([[1, 2], [3, 4], [5, 6]])
x = torch.tensor([[1.5, -2.0, 0.25], [3.0, 0.5, -0.5]])
y = torch.tensor([[0.5, 4.0, -1.0], [2.0, 0.125, 3.0]])
p = torch.tensor([[1.0, 2.0], [-1.0, 0.5], [0.0, 3.0]])
w = torch.tensor([[0.5, -1.0, 2.0], [1.0, 0.0, 0.25]])
v3 = torch.tensor([1.0, -2.0, 0.5])
v5 = torch.tensor([0.0, 1.0, 4.0, 2.0, 6.0])
v6 = torch.arange(6)
col = torch.tensor([[10.0], [20.0]])
pos = torch.tensor([[0.5, 1.0, 2.0], [3.0, 4.0, 0.25]])
pos3 = torch.tensor([0.5, 1.0, 2.0])
unit = torch.tensor([-0.5, 0.0, 1.0])
prob = torch.tensor([[0.2, 0.5, 0.3], [0.9, 0.05, 0.05]])
bits = torch.tensor([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
m = torch.tensor([[True, False, True], [False, True, True]])
gi = torch.tensor([[2, 0, 1], [0, 1, 2]])
idx = torch.tensor([1, 0, 3, 1])
pick = torch.tensor([1, 0])
labels = torch.tensor([2, 0])
table = torch.tensor([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6], [0.7, 0.8]])
ties = torch.tensor([3, 1, 3, 2, 1])
edges = torch.tensor([1.0, 3.0, 5.0])
half = torch.tensor([0.5, 1.5, 2.5, -0.5])
h16 = torch.tensor([0.1, 2.5, -3.0], dtype=torch.float16)
u8 = torch.tensor([250, 3, 7], dtype=torch.uint8)
big = torch.tensor([300, -1, 255])
bad = torch.tensor([1.0, torch.nan, torch.inf])
sq = torch.tensor([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]])
sq2 = torch.tensor([[2.0, 1.0], [0.5, 3.0]])
sym = torch.tensor([[4.0, 2.0], [2.0, 3.0]])
t3 = torch.arange(12.0).view(2, 2, 3)
t4 = torch.arange(8.0).view(1, 4, 1, 2)
sig = torch.tensor([[[1.0, 2.0, -1.0, 3.0, 0.5]]])
ker = torch.tensor([[[0.5, -1.0, 2.0]]])
bias1 = torch.tensor([0.25])
img = torch.arange(16.0).view(1, 1, 4, 4) - 5
ker2 = torch.tensor([[[[1.0, 0.0], [-1.0, 2.0]]]])
feat = torch.arange(8.0).view(1, 4, 2) ** 2
feat2 = torch.arange(18.0).view(1, 2, 3, 3)
cz = torch.tensor([1 + 2j, 3 - 1j])
"""
REPEATED = re.compile(r"tensor\(\[")  # a function of a whole row is no arithmetic
# Functions of numbers that are made of nothing simpler.
PRIMITIVE = re.compile(
    "exp|log|log2|log10|log1p|expm1|exp2|sqrt|rsqrt|sin|cos|tan|asin|acos|atan|"
    "atan2|sinh|cosh|tanh|asinh|acosh|atanh|erf|erfc|erfinv|lgamma|digamma|floor|"
    "ceil|round|trunc|abs|max|min|sign|isnan|isinf|isfinite|to|bool|int|long|float|half|"
    "double|angle|real|imag|conj|complex|polar|fmod|remainder|copysign|logical_not|"
    "logical_and|logical_or|logical_xor|bitwise_not|nextafter|ldexp|gcd|lcm|sgn|signbit|"
    "byte|char|short|bfloat16|cfloat|cdouble|chalf|item|type_as|type|igamma|igammac|"
    "i0|i1|frexp|zeta|airy_ai|bessel_j0|bessel_j1|bessel_y0|bessel_y1|"
    "modified_bessel_k0|modified_bessel_k1"
)
WRITES = re.compile(r"_\(|training=True")
NAMED = re.compile(r"\d")
MERITS = ("told", "true", "arithmetic", "words", "inputs")


def common_calls() -> Iterator[tuple[str, str]]:
    """Yield the common calls, each with the program before it."""
    for line in (Path(__file__).parent / "common.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            text = line.replace(" | ", " OR ")
            yield from ((call.replace(" OR ", " | "), SETUP + INPUTS) for call in text.split("|"))


def documented_calls() -> Iterator[tuple[str, str]]:
    """Yield the examples of every function."""
    for name in FUNCTIONS:
        yield from examples_of(name)


def faults(expression: str, setup: str, *, fast: bool) -> dict[str, str]:
    """Return what is wrong with an explanation, by the merit that it lacks."""
    try:
        told, _, _ = explained(expression, setup)
    except Exception as error:  # noqa: BLE001  whatever it is, it counts
        return {"told": repr(error)[:200]}
    found = {}
    chapter = told.chapters[-1]
    for frame in chapter.frames:
        for merit, is_met in (("arithmetic", shows), ("words", names)):
            if not is_met(chapter, frame):
                found.setdefault(merit, f"{frame.text}  |  {frame.sentence}")
    if not WRITES.search(expression):  # its operands are others behind it
        try:
            check(expression, setup)
        except Exception as error:  # noqa: BLE001
            found["true"] = repr(error)[:300]
    if not fast:
        with suppress(NothingToExplainError):
            wrong = disagreements(expression, setup)
            if wrong or any("could not be found" in frame.sentence for frame in chapter.frames):
                found["inputs"] = "; ".join(wrong)[:300] or "not told"
    return found


def shows(chapter: Chapter, frame: Frame) -> bool:
    """Return whether a text is arithmetic or a number, and not the question again."""
    called = re.match(r"(?:[\w.]+\.)?(\w+)\(|\([^()]*\)\.(\w+)\(", frame.text)
    again = called is not None and chapter.operation in called.groups()
    again = again and not PRIMITIVE.fullmatch(chapter.operation)
    return not (again or REPEATED.search(frame.text) or f"({chapter.source})" in frame.text)


def names(chapter: Chapter, frame: Frame) -> bool:
    """Return whether words name an element or a number, of a truth True or False; or steps do."""
    told = " ".join((frame.sentence, *(f"{step.sentence} {step.text}" for step in frame.steps)))
    return bool(NAMED.search(told)) or literal(frame.value) in told


def count(title: str, calls: Iterator[tuple[str, str]], word: str, *, fast: bool) -> None:
    """Print what each call lacks, and then how many lack nothing."""
    total = 0
    lacking = dict.fromkeys((*MERITS, "something"), 0)
    for expression, setup in calls:
        if word not in expression:
            continue
        total += 1
        found = faults(expression, setup, fast=fast)
        for merit, why in found.items():
            lacking[merit] += 1
            print(f"{expression}\n    {merit}: {why}")
        lacking["something"] += bool(found)
    print(f"{title}: {total} calls; lacking {lacking}")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    asked = words[0] if words else ""
    quick = "--fast" in sys.argv
    count("common", common_calls(), asked, fast=quick)
    if "--all" in sys.argv:
        count("documented", documented_calls(), asked, fast=quick)
