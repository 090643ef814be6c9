"""Holes: what a `?` in a call has to be, found out by trying, and which variables fit."""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from tensorlab.engine.dtypes import DTYPES, DType
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.frozen import Frozen
from tensorlab.language.reading.source import tree_of
from tensorlab.language.running.session import Budget
from tensorlab.language.running.world import Trier, trying

HOLE = "hole_"
# A question mark, or what one may stand in without being a hole: a string, a comment.
TOKENS = re.compile(
    r"\'{3}.*?\'{3}|\"{3}.*?\"{3}|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|#[^\n]*|\?", re.DOTALL
)
# two sizes that nobody chose: what works with both works with any size
ANY = (7, 11)
LETTERS = "nmpq"
MOST_DIMENSIONS = 3
TYPES = ("float32", "int64", "bool", "float64", "complex64", "uint8")
TRIAL = Budget(steps=100_000, memory=64 << 20, output=1000, seconds=0.5)
LARGEST_NUMBER = 64
SHOWN = 6


class Fit(Frozen):
    """A variable that fits into a hole, as it is or after one edit."""

    source: str
    name: str
    shape: tuple[int, ...]
    dtype: str

    @property
    def is_edited(self) -> bool:
        """Whether the variable has to be changed first."""
        return self.source != self.name


class Answer(Frozen):
    """What a hole must be: shapes with letters for sizes that are free, types, or numbers.

    `numbers` are whole numbers that fit; `any_number` says that all do.
    """

    shapes: tuple[str, ...]
    dtypes: tuple[str, ...]
    numbers: tuple[int, ...]
    any_number: bool
    fits: tuple[Fit, ...]


def with_hole(source: str) -> str | None:
    """Return a program with a name in place of its bare `?`; None where there is not one."""
    marks = [found.start() for found in TOKENS.finditer(source) if found[0] == "?"]
    if len(marks) != 1:
        return None
    filled = f"{source[: marks[0]]}{HOLE}{source[marks[0] + 1 :]}"
    tree = tree_of(filled)
    return filled if tree and stands_inside(tree) else None


def parted(source: str) -> tuple[str, str] | None:
    """Return what a program does before its last statement, and that statement with its hole named.

    None where there is no hole in it.
    """
    filled = with_hole(source)
    if filled is None:
        return None
    *before, last = ast.parse(filled).body
    question = ast.unparse(last)
    return ("\n".join(map(ast.unparse, before)), question) if HOLE in question else None


def stands_inside(tree: ast.Module) -> bool:
    """Return whether the hole is a part of something: alone, or at a name, `?` asks for help."""
    holes = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == HOLE]
    alone = [node for node in tree.body if isinstance(node, ast.Expr) and node.value in holes]
    return bool(holes) and not alone


class Trials:
    """Runs a program with one thing after another in the hole."""

    def __init__(self, program: str, trier: Trier) -> None:
        self.program = program
        self.trier = trier

    def works(self, value: object) -> bool:
        """Return whether the program runs with a value in the hole."""
        return self.trier.run(self.program, **{HOLE: value}).failure is None

    def edited(self, source: str) -> bool:
        """Return whether the program runs with an expression in the hole."""
        return self.trier.run(f"{HOLE} = {source}\n{self.program}").failure is None


def answer(program: str, names: dict[str, Any]) -> Answer:
    """Return what the hole of a program can be, found out by trying.

    Raises:
        TooLargeError: there is too much behind the names to try anything on them.
    """
    with trying(names, TRIAL) as trier:
        return answer_by(Trials(program, trier), program, names)


def answer_by(trials: Trials, program: str, names: Mapping[str, object]) -> Answer:
    """Return what works in the hole of a program."""
    sizes = sizes_in(names, program)
    dtype = first_type(trials, sizes)
    patterns = [] if dtype is None else working_patterns(trials, sizes, dtype)
    if dtype is None or all(set(pattern) <= {1} for pattern in patterns):
        numbers = tuple(n for n in (*range(LARGEST_NUMBER), -1) if trials.works(n))
        free = all(trials.works(n) for n in (*range(1, SHOWN), *ANY))
        return Answer((), (), numbers, free, fits(trials, names))
    example = filled(patterns[0], dtype)
    types = tuple(name for name in TYPES if trials.works(zeros(tuple(example.shape), name)))
    return Answer(
        tuple(map(shape_words, patterns)), types, (), any_number=False, fits=fits(trials, names)
    )


def sizes_in(names: Mapping[str, object], program: str) -> list[int]:
    """Return the sizes that occur in the tensors and the numbers of a program."""
    found = {1}
    for node in ast.walk(ast.parse(program)):
        value = names.get(node.id) if isinstance(node, ast.Name) else None
        if isinstance(value, Tensor):
            found |= {int(size) for size in value.shape}
        elif isinstance(node, ast.Constant) and type(node.value) is int and 0 < node.value < 100:
            found.add(node.value)
    return sorted(found)[:SHOWN]


def zeros(shape: tuple[int, ...], dtype: str) -> Tensor:
    """Return a tensor to try: ones, so that nothing is divided by zero."""
    import numpy as np  # noqa: PLC0415

    kind: DType = DTYPES[dtype]
    return wrap(np.ones(shape, kind.carrier), kind)


def first_type(trials: Trials, sizes: list[int]) -> str | None:
    """Return a type with which some shape works, None where no tensor fits."""
    for dtype in ("float32", "int64", "bool"):
        for rank in range(MOST_DIMENSIONS + 1):
            for shape in product((*sizes, ANY[0]), repeat=rank):
                if trials.works(zeros(shape, dtype)):
                    return dtype
    return None


Pattern = tuple[int | None, ...]  # None is a size that is free


def working_patterns(trials: Trials, sizes: list[int], dtype: str) -> list[Pattern]:
    """Return the shapes that work, the most general ones only, those of few dimensions first."""
    found: list[Pattern] = []
    for rank in range(MOST_DIMENSIONS + 1):
        options: list[tuple[int | None, ...]] = [(None, *sizes)] * rank
        for pattern in sorted(product(*options), key=lambda each: -each.count(None)):
            if any(covers(general, pattern) for general in found):
                continue
            if all(trials.works(filled(pattern, dtype, free)) for free in ANY):
                found.append(pattern)
    return found


def covers(general: Pattern, pattern: Pattern) -> bool:
    """Return whether a shape is a case of a more general one."""
    return len(general) == len(pattern) and all(
        wide is None or wide == narrow for wide, narrow in zip(general, pattern, strict=True)
    )


def filled(pattern: Pattern, dtype: str, free: int = ANY[0]) -> Tensor:
    """Return a tensor of a shape, its free sizes filled in."""
    return zeros(tuple(free if size is None else size for size in pattern), dtype)


def shape_words(pattern: Pattern) -> str:
    """Return a shape with letters for the sizes that are free."""
    letters = iter(LETTERS)
    parts = [next(letters) if size is None else str(size) for size in pattern]
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def fits(trials: Trials, names: Mapping[str, object]) -> tuple[Fit, ...]:
    """Return the variables that fit, as they are first, then those that do after one edit."""
    plain: list[Fit] = []
    changed: list[Fit] = []
    for name, value in [*names.items()]:
        if not isinstance(value, Tensor) or name.startswith("_"):
            continue
        if trials.works(value):
            plain.append(Fit(name, name, tuple(value.shape), value.dtype.name))
            continue
        source = next((edit for edit in edits(name, value) if trials.edited(edit)), None)
        if source is not None:
            changed.append(Fit(source, name, tuple(value.shape), value.dtype.name))
    return (*plain, *changed)[:SHOWN]


def edits(name: str, value: Any) -> Iterator[str]:
    """Yield the edits of a variable that are worth trying."""
    if value.ndim == 2:
        yield f"{name}.T"
    elif value.ndim > 2:
        yield f"{name}.mT"
    if value.dtype.category < 2:
        yield f"{name}.float()"
    if value.dtype.category > 1:
        yield f"{name}.long()"
    if value.dtype.category:
        yield f"{name}.bool()"
    for place in range(value.ndim, -1, -1):
        yield f"{name}.unsqueeze({place})"
    if value.ndim > 1:
        yield f"{name}.flatten()"
        yield f"{name}[0]"
