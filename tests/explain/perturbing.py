"""Changes the inputs of an explained expression: what is named must matter, what is not must not.

The runs here know nothing of how an explanation was found. The operands of the last operation are
variables, one element of one of them is changed, and the expression is run again.
"""

import ast
import math
import re
from itertools import islice
from random import Random

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import dense, literal, number
from tensorlab.explain.strategies.explaining import parts_of
from tensorlab.language.running.session import Session
from tests.explain.telling import explained, is_passed

MOST_ELEMENTS = 36
BACKGROUNDS = 160  # looked at only where nothing was found before
SMALL = 9  # numbers that an index may be made of
SEEDS = 64
MOST_PLACES = 32
UNNAMED = 8
SEED = "torch.manual_seed(0)"


class Lifted:
    """A call with its operands as variables, behind the program before it."""

    def __init__(self, program: str, call: str, operands: list[str]) -> None:
        self.names = {f"operand{place}": text for place, text in enumerate(operands)}
        before = ast.parse(program).body
        known = {ast.unparse(ast.parse(text)): name for name, text in self.names.items()}
        self.expression = ast.unparse(Lifting(known).visit(ast.parse(call)))
        lines = [*map(ast.unparse, before), *map("{0[0]} = {0[1]}".format, self.names.items())]
        self.session = Session(write=lambda text: None)
        outcome = self.session.run("\n".join([*lines, SEED]))
        assert outcome.failure is None, outcome.failure
        self.first = {name: self.session.names[name] for name in self.names}

    def run(self, seed=0, **changed):
        """Return the result with some operands changed, None where it fails."""
        fresh = {name: copied(value) for name, value in {**self.first, **changed}.items()}
        self.session.names.update(fresh)
        outcome = self.session.run(f"torch.manual_seed({seed})\n{self.expression}")
        return None if outcome.failure is not None else outcome.value


class Lifting(ast.NodeTransformer):
    """Puts variables in the place of expressions."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit(self, node):
        """Return a variable for an expression that has one."""
        name = self.names.get(ast.unparse(node)) if isinstance(node, ast.expr) else None
        return self.generic_visit(node) if name is None else ast.Name(name, ast.Load())


def copied(tensor):
    """Return a tensor of its own with the same strides and numbers."""
    return tensor.detach().clone()


def element_of(result, part, index):
    """Return an element of a result as a number, None where there is no such element any more."""
    if not isinstance(result, Tensor | tuple | list):
        return result
    parts = dict(parts_of(result))
    if part not in parts or len(index) != parts[part].ndim:
        return None
    if any(at >= size for at, size in zip(index, parts[part].shape, strict=True)):
        return None
    return number(parts[part], index)


def is_same(first, second, scale):
    """Return whether two numbers are one up to rounding, relative to a scale."""
    if first is None or second is None:
        return first is second
    if first == second or (is_nan(first) and is_nan(second)):
        return True
    if isinstance(first, bool | int) and isinstance(second, bool | int):
        return False
    difference = abs(first - second)
    return math.isfinite(difference) and difference <= scale


def is_nan(value):
    """Return whether a value is no number."""
    return value != value  # noqa: PLR0124


def scale_of(*results):
    """Return up to which difference the elements of results count as the same."""
    elements = [
        abs(value) for result in results for _, part in parts_of(result)
        for value in np.ravel(dense(part).dtype.decode(dense(part)._array)).tolist()
        if not is_nan(value) and math.isfinite(abs(value))
    ]  # fmt: skip
    return 1e-5 * max(elements, default=0)


def alternatives(tensor, index, random):
    """Return other numbers for an element, each one that the type holds."""
    value = number(tensor, index)
    if tensor.dtype.name == "bool":
        return [not value]
    if isinstance(value, int):
        own = own_numbers(tensor)
        limits = np.iinfo(dense(tensor)._array.dtype)
        low, high = limits.min, limits.max
        found = [value + 1, value - 1, 0, 1, -value, *own[:4], value + random.randint(2, 90)]
        found += [value - random.randint(2, 90), value * 2]
        if min(own) >= 0 and max(own) < MOST_PLACES:
            found += range(max(own) + 2)  # an index may go anywhere
        return [each for each in dict.fromkeys(found) if low <= each <= high and each != value]
    found = [value + 0.03125, 0.0, -value, value * 0.75, value + random.uniform(1, 60), 0.5]
    found += [value - random.uniform(1, 60), 1000.0]
    found += [number(tensor, at) for at in list(np.ndindex(*tensor.shape))[:4]]
    if isinstance(value, complex):
        found += [value + 0.5j, value.conjugate()]
    return [each for each in found if each != value]


def changed(tensor, elements):
    """Return a tensor with other numbers in some of its elements."""
    fresh = copied(tensor.to_dense() if tensor.is_sparse else tensor)
    if 0 in fresh._array.strides:
        fresh = fresh.contiguous()
    for index, value in elements.items():
        fresh[index] = value
    return fresh.to_sparse(tensor.sparse_dim()) if tensor.is_sparse else fresh


def scattered(tensor, random, safe):
    """Return a tensor with other numbers in all elements: where it is safe, others of its own."""
    places = list(np.ndindex(*tensor.shape))
    own = own_numbers(tensor)
    if safe or tensor.dtype.name == "bool":
        pool = [False, True] if tensor.dtype.name == "bool" else own
        if own and all(type(value) is int for value in own):
            most = np.iinfo(dense(tensor)._array.dtype).max
            pool = [*own, min(max(own) + 1, most)]  # an index may go further than this one does
            if min(own) >= 0 and max(own) < SMALL and random.random() < 0.5:
                pool = range(min(max(own) + random.choice((2, 4)), most + 1))
        return {at: random.choice(pool) for at in places}
    return {at: random.choice([*alternatives(tensor, at, random), own[0]]) for at in places}


def disagreements(expression, setup):
    """Return what an explanation names though it does not matter, or leaves out though it does.

    Elements of which it says that it does not tell are left out, and so is what is too large to
    try.
    """
    seeded = expression if setup.rstrip().endswith(SEED) else f"{SEED}\n{expression}"
    told, _, _ = explained(seeded, setup)
    chapter = told.chapters[-1]
    if is_passed(chapter):
        return []  # it was not made by the last call alone
    names = [written(operand, chapter.source, setup) for operand in chapter.operands]
    lifted = Lifted(setup, chapter.source, names)
    called = dict(zip(lifted.names, (operand.name for operand in chapter.operands), strict=True))
    tensors = {called[key]: lifted.first[key] for key in lifted.names}
    keys = {called[key]: key for key in lifted.names}
    if sum(math.prod(tensor.shape) for tensor in tensors.values()) > MOST_ELEMENTS:
        return []
    if any(tensor.is_quantized for tensor in tensors.values()):
        return []  # no element of it can be written
    base = lifted.run()
    frames = [frame for frame in chapter.frames if "could not be found" not in frame.sentence]
    if base is None or not frames:
        return []
    random = Random(0)  # noqa: S311
    found = []
    unproven = {
        (id(frame), element.name, element.index): frame
        for frame in frames
        for element in frame.inputs
    }
    for name, tensor in tensors.items():
        for at in np.ndindex(*tensor.shape):
            for value in alternatives(tensor, at, random):
                after = lifted.run(**{keys[name]: changed(tensor, {at: value})})
                if after is None:
                    continue
                limit = scale_of(base, after)
                for frame in frames:
                    elements = [element_of(each, frame.part, frame.index) for each in (base, after)]
                    named = (id(frame), name, at)
                    if not is_same(*elements, 0.0):
                        unproven.pop(named, None)
                    is_named = any((c.name, c.index) == (name, at) for c in frame.inputs)
                    if not is_named and not is_same(*elements, limit):
                        found.append(f"{place(frame)} does not name {name}{list(at)}: {elements}")
    drawn = [lifted.run(seed=seed) for seed in range(SEEDS)]
    found += [f"{place(frame)}: {words}" for frame in frames for words in misdrawn(drawn, frame)]
    found += [
        f"{place(frame)}: {words}" for frame in frames
        for words in misclaimed(lifted, tensors, keys, frame, random)
    ]  # fmt: skip
    for (_, name, at), frame in unproven.items():
        if name not in tensors or stands_in(number(tensors[name], at), frame):
            continue
        if not matters(lifted, tensors, keys, name, at, frame, random):
            found.append(f"{place(frame)} names {name}{list(at)}, which does not matter")
    return list(dict.fromkeys(found))


def written(operand, call, setup):
    """Return an operand as it stands in a call: of numbers alone it has the name."""
    name = operand.name.partition("[")[0]
    known = {each.id for each in ast.walk(ast.parse(setup)) if isinstance(each, ast.Name)}
    if not name.isidentifier() or name in known:
        return operand.name
    session = Session(write=lambda text: None)
    inner = [each for each in ast.walk(ast.parse(call)) if isinstance(each, ast.Call | ast.BinOp)]
    for text in map(ast.unparse, reversed(inner)):
        value = session.run(f"import torch\n{setup}\n{text}").value
        if isinstance(value, Tensor) and tuple(value.shape) == operand.shape:
            places = np.ndindex(*value.shape) if operand.elements else ()  # a sparse one has none
            drawn = {at: number(value, at) for at in places}
            if str(drawn) == str(operand.elements) and str(value.dtype) == operand.dtype:
                return text
    return operand.name


def stands_in(value, frame):
    """Return whether a number is written in the arithmetic, or in why that formula was taken.

    Beside a 0 it counts for nothing; what decides may need a leap to decide otherwise.
    """
    reasons = frame.sentence.partition(" As ")[2]
    written = rf"(?<![\w.]){re.escape(literal(abs(value)))}(?![\w.])"
    return bool(re.search(written, f"{frame.text} {reasons}"))


def misclaimed(lifted, tensors, keys, frame, random):
    """Yield what is wrong with a claim: all that is not named is changed at once."""
    if frame.inputs and ("A constant" in frame.sentence or "no element" in frame.sentence):
        yield f"{frame.sentence} But it names {len(frame.inputs)} elements."
    named = {(element.name, element.index) for element in frame.inputs}
    base = lifted.run()
    for around in islice(surroundings(tensors, random), 1, UNNAMED):
        rest = {
            keys[name]: changed(tensor, {
                at: number(around[name], at) for at in np.ndindex(*tensor.shape)
                if (name, at) not in named
            })
            for name, tensor in tensors.items()
        }  # fmt: skip
        after = lifted.run(**rest)
        elements = [element_of(each, frame.part, frame.index) for each in (base, after)]
        if after is not None and not is_same(*elements, scale_of(base, after)):
            yield f"it depends on more than is named: {elements}"


def misdrawn(results, frame):
    """Yield what is wrong where an element is said to be drawn and is not, or the reverse."""
    elements = {repr(element_of(result, frame.part, frame.index)) for result in results}
    if (len(elements) > 1) != ("Drawn" in frame.sentence):
        yield f"{frame.sentence} But it was {elements}"


def matters(lifted, tensors, keys, name, at, frame, random):
    """Return whether some change of an element changes another, whatever the others are."""
    floating = tensors[name].dtype.is_floating_point
    for turn, around in enumerate(surroundings(tensors, random)):
        rest = {keys[each]: tensor for each, tensor in around.items()}
        before = lifted.run(turn, **rest)
        values = alternatives(around[name], at, random)
        values += [] if turn else own_numbers(tensors[name])
        for value in [*values, *([math.inf, math.nan] if floating else [])]:
            after = lifted.run(turn, **rest | {keys[name]: changed(around[name], {at: value})})
            if before is None or after is None:
                continue
            elements = [element_of(each, frame.part, frame.index) for each in (before, after)]
            if not is_same(*elements, 0):
                return True
    return False


def own_numbers(tensor):
    """Return the numbers of a tensor: an element may matter only once it equals one of them."""
    return [number(tensor, at) for at in np.ndindex(*tensor.shape)]


def surroundings(tensors, random):
    """Yield the tensors as they are, then all of one number, then of others at random."""
    yield tensors
    for value in (0, 1):
        yield {name: changed(tensor, dict.fromkeys(np.ndindex(*tensor.shape), value))
               for name, tensor in tensors.items()}  # fmt: skip
    for turn in range(BACKGROUNDS):
        yield {name: changed(tensor, scattered(tensor, random, safe=turn % 2 == 0))
               for name, tensor in tensors.items()}  # fmt: skip


def place(frame):
    """Return which element a frame is about."""
    return f"{'' if frame.part is None else frame.part}{list(frame.index)} ({frame.text})"
