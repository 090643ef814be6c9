"""Holds notices against what really happened, by rules written from the definitions."""

import ast
import re
from itertools import pairwise, product, zip_longest

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.looking.notices import Watcher
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.session import Session

RANGES = {"uint8": (0, 255), "int8": (-128, 127), "int16": (-(2**15), 2**15 - 1),
          "int32": (-(2**31), 2**31 - 1)}  # fmt: skip
PYTHON = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b}


class Checked:
    """A session that runs programs statement by statement, and checks each notice at once."""

    record = False

    def __init__(self, write=lambda text: None):
        self.watch = Watcher()
        self.write = write
        self.session = Session(write=write, watch=self.watch)
        self.done = []
        self.notices = []

    @property
    def names(self):
        return self.session.names

    def run(self, source):
        outcome = Outcome()
        for statement in ast.parse(source).body:
            text = ast.unparse(statement)
            before = elements_of(self.names)
            outcome = self.session.run(text)
            self.watch.told.clear()
            if outcome.failure is not None:
                assert self.fails(text), f"only somebody looking on makes {text} fail"
                self.done.append(text)  # it may have written before it failed
                return outcome
            for notice in outcome.notices:
                if "Warning: " not in notice:
                    self.notices.append(notice)
                    check(notice, self, before)
            self.done.append(text)
        return outcome

    def with_text(self, outcome):
        return self.session.with_text(outcome)

    def value(self, text):
        """Return the value of an expression as it was before the last statement."""
        session = Session(write=lambda text: None)
        for program in self.done:
            session.run(program)
        outcome = session.run(text)
        assert outcome.failure is None, (text, outcome.failure.message)
        return outcome.value

    def fails(self, text):
        """Return whether an expression fails where the last statement ran."""
        session = Session(write=lambda text: None)
        outcome = [session.run(program) for program in (*self.done, text)][-1]
        return outcome.failure is not None


def check(notice, session, before):
    """Fail where a notice says what is not so."""
    for pattern, rule in RULES:
        found = re.fullmatch(pattern, notice, re.DOTALL)
        if found:
            rule(session, before, *found.groups())
            return
    raise AssertionError(f"no rule for {notice!r}")


def stretching(session, before, text, left, right, whole):
    shapes = [tuple(session.value(side).shape) for side in sides(text)]
    told = [ast.literal_eval(shape) for shape in (left, right, whole)]
    assert shapes == told[:2], (text, shapes, told)
    sizes = list(zip_longest(*(reversed(shape) for shape in shapes), fillvalue=1))
    assert all(a == b or 1 in (a, b) for a, b in sizes)
    assert tuple(a if b == 1 else b for a, b in reversed(sizes)) == told[2]
    assert told[2] not in shapes, f"{text}: one of them is as large as the result"
    assert tuple(session.value(text).shape) == told[2]


def wrapping(session, before, text, kind):
    low, high = RANGES[kind]
    left, right = (session.value(side) for side in sides(text))
    compute = PYTHON[type(ast.parse(text, mode="eval").body.op)]
    shape = tuple(session.value(text).shape)
    exact = [compute(element(left, at), element(right, at)) for at in places(shape)]
    assert any(not low <= number <= high for number in exact), (text, exact)


def dividing(session, before, text, kind, advice):
    numbers = [number for side in sides(text) for number in numbers_of(session.value(side))]
    assert all(type(number) is int for number in numbers), (text, numbers)
    assert repr(session.value(text).dtype) == f"torch.{kind}"
    left, right = sides(text)
    if advice:
        kept = session.value(f"({left}) // ({right})")
        assert all(type(number) is int for number in numbers_of(kept)), text


def tying(session, before, text, along, word):
    call = ast.parse(text, mode="eval").body
    function = ast.unparse(call.func)
    args = [session.value(ast.unparse(each)) for each in call.args]
    args += [session.value(ast.unparse(each.value)) for each in call.keywords]
    if not any(isinstance(each, Tensor) for each in args):
        args.insert(0, session.value(function.rpartition(".")[0]))
    input = next(each for each in args if isinstance(each, Tensor))
    best = max if word == "largest" else min
    shape = tuple(input.shape)
    dim = None if along is None else int(along) % len(shape)
    groups = {}
    for at in places(shape):
        kept = () if dim is None else (*at[:dim], *at[dim + 1 :])
        groups.setdefault(kept, []).append(element(input, at))
    assert any(row.count(best(row)) > 1 for row in groups.values()), (text, groups)
    found = [row.index(best(row)) for row in groups.values()]
    assert numbers_of(session.value(text)) == found, "the first does not count"


def scattering(session, before, text):
    value = session.value(text)
    addresses = addresses_of(value)
    step = value._array.itemsize
    assert any(b - a != step for a, b in pairwise(addresses)), text
    assert session.fails(f"({text}).view(-1)"), f"view(-1) takes {text}"
    assert not session.fails(f"({text}).reshape(-1)"), text
    assert value._array.base is not None, f"{text} has its memory for itself"


def sharing(session, before, name, changed, more):
    written = bytes_of(session.names[name])
    names = changed.split(", ")
    for other in names:
        assert other.strip("_"), "a name of the prompt's own"
        elements, tensor = before[other]
        assert tensor is session.names[other]
        assert written & bytes_of(tensor), f"{other} shares no element with {name}"
        assert elements != [str(number) for number in numbers_of(tensor)], f"{other} is as before"
    assert len(names) == 3 or not more


def uncalling(session, before, text, again):
    assert again == text
    assert callable(session.value(text))


RULES = (
    (r"(.+) is a function; to call it, write (.+)\(\.\.\.\)\.", uncalling),
    (r"(.*) stretches both operands: (\(.*?\)) and (\(.*?\)) give (\(.*?\))\.", stretching),
    (r"(.*) does not fit (\w+): the numbers wrapped around\.", wrapping),
    (r"(.*): whole numbers divided by / become (\w+)(; // keeps them whole)?\.", dividing),
    (r"(.*): (?:along dimension (-?\d+) a|the) (largest|smallest) number occurs more than once.*",
     tying),
    (r"(.*) is a view that is not contiguous: view\(-1\) refuses it, reshape\(-1\) copies\.",
     scattering),
    (r"(\w+) shares its memory: (.*?)( and \d+ more)? changed too\.", sharing),
)  # fmt: skip


def sides(text):
    """Return the texts of an operator's two operands."""
    tree = ast.parse(text, mode="eval").body
    right = tree.right if isinstance(tree, ast.BinOp) else tree.comparators[0]
    return ast.unparse(tree.left), ast.unparse(right)


def places(shape):
    """Return all indices of a shape in reading order."""
    return list(product(*map(range, shape)))


def element(value, at):
    """Return the number of an operand that meets a place of the result."""
    if not isinstance(value, Tensor):
        return value
    shape = tuple(value.shape)
    own = at[len(at) - len(shape) :]
    return value[
        tuple(0 if size == 1 else place for place, size in zip(own, shape, strict=True))
    ].item()


def numbers_of(value):
    """Return the numbers of an operand in reading order."""
    return (
        [element(value, at) for at in places(value.shape)] if isinstance(value, Tensor) else [value]
    )


def addresses_of(tensor):
    """Return the address of each element in reading order."""
    addresses = np.asarray(tensor._array.__array_interface__["data"][0])
    for size, step in zip(tensor.shape, tensor._array.strides, strict=True):
        addresses = np.add.outer(addresses, np.arange(size) * step)
    return addresses.ravel().tolist()


def bytes_of(tensor):
    """Return the addresses of all bytes of a tensor's elements."""
    return {at + byte for at in addresses_of(tensor) for byte in range(tensor._array.itemsize)}


def elements_of(names):
    """Return the numbers of all small tensors, as texts, and the tensors themselves."""
    return {
        name: ([str(number) for number in numbers_of(value)], value)
        for name, value in names.items()
        if isinstance(value, Tensor) and not value.is_sparse and not value.is_meta
        and value._array.size < 500
    }  # fmt: skip
