"""What a browser gives less of than a machine, stack above all: deep things are bounded there.

What overflows the stack of a browser's worker ends the worker, and with it all variables; Python
cannot catch it. So nothing may go that deep.
"""

import io
import sys
import tokenize
from typing import Any

import numpy as np

from tensorlab.engine.autograd.graph import Node
from tensorlab.engine.dtypes import DTYPES, INTEGER, DType, bfloat16, converted
from tensorlab.engine.layout import empty_like
from tensorlab.errors import LimitReached
from tensorlab.language.limits import limits
from tensorlab.numerics.matrices import lapack

HALF, QUIET = 16, 0x40  # bits; rounding could turn a nan into infinity
HELD = np.dtype([("low", "V1"), ("high", "V1")])


class HeldAsBytes(DType):
    """A bfloat16 whose elements are two bytes, decoded to float32 and encoded by this class."""

    torch_name = "torch.dtype"

    def decode(self, stored: Any) -> Any:
        """Return stored elements as float32 numbers.

        Raises:
            TypeError: these are no stored elements.
        """
        if stored.dtype != HELD:
            raise TypeError(f"{stored.dtype} elements where those of bfloat16 were expected")
        numbers = empty_like(stored, self.compute)
        bits = numbers.view(np.uint32)
        np.left_shift(stored.view(np.uint16), HALF, out=bits, dtype=np.uint32)
        return numbers

    def encode(self, numbers: Any) -> Any:
        """Return numbers as stored elements, rounded to the nearest, ties to even."""
        if numbers.dtype == HELD:
            return numbers
        real = numbers.real if numbers.dtype.kind == "c" else numbers
        single = converted(real, np.dtype(np.float32))
        bits = single.view(np.uint32)
        rounded = (bits + (((bits >> HALF) & 1) + 0x7FFF)) >> HALF
        rounded = np.where(np.isnan(single), (bits >> HALF) | QUIET, rounded)
        stored = empty_like(single, HELD)
        stored.view(np.uint16)[...] = rounded
        return stored


class Wrapping(DType):
    """A type of whole numbers that floats beyond it become as on a PC: WebAssembly's stop there."""

    torch_name = "torch.dtype"

    def encode(self, numbers: Any) -> Any:
        """Return numbers in this type."""
        if numbers.dtype.kind == "c":
            numbers = numbers.real
        if numbers.dtype.kind != "f":
            return super().encode(numbers)
        for bits in (64, 32) if self in NARROW else (64,):
            end = 2.0 ** (bits - 1)
            with np.errstate(invalid="ignore"):
                whole = numbers.astype(np.int64)
            inside = (numbers >= -end) & (numbers < end)
            numbers = np.where(inside, whole, np.int64(-end))
        return converted(numbers, self.compute)


WHOLE = [each for each in DTYPES.values() if each.category == INTEGER]
NARROW = {each for each in WHOLE if each.itemsize < 4 or each.name == "int32"}


def hold_as_bytes(dtype: DType = bfloat16) -> None:
    """Hold bfloat16 so from now on."""
    dtype.__class__ = HeldAsBytes
    dtype.__dict__["carrier"] = HELD


IS_BROWSER = sys.platform == "emscripten"
FRAMES = 2000  # of Python's own, for a program's calls in one another
BRACKET, MOST_NESTED = 2, 200  # operators, dots, brackets that wait for one another
OPENING, CLOSING, APART = set("([{"), set(")]}"), {",", ":", ";", "\n", ":="}
NESTING = {"not", "if", "else", "await", "lambda", "and", "or", "in", "is"}
TOO_DEEP = "a browser reads no more than {} nested operations: give parts of it names"


def prepare() -> None:
    """Make the engine go no deeper than the page can; on a machine all stays as it is."""
    if IS_BROWSER:
        limits.FRAMES = FRAMES
        lapack.kernel = in_double
        hold_as_bytes()
        for each in WHOLE:
            each.__class__ = Wrapping
        Node.__del__ = release  # type: ignore[attr-defined]  # a method of ours


def refuse_deep(source: str) -> None:
    """Refuse a program before the parser would go too deep in it.

    Raises:
        LimitReached: it is nested too deeply.
    """
    if IS_BROWSER and nesting(source) > MOST_NESTED:
        raise LimitReached("depth", TOO_DEEP.format(MOST_NESTED))


def nesting(source: str) -> int:
    """Return how many operations of a program wait for one another at most, or a few more.

    A chain of operators is a tree that is as deep as it is long; a bracket is read in more steps.
    """
    waiting, deepest, lambdas, branches = [0], 0, 0, 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            word = token.string
            if word in OPENING:
                waiting.append(BRACKET)
            elif word in CLOSING:
                waiting = waiting[:-1] or [0]
                waiting[-1] += 1  # what is called or indexed next has this in it
            elif word in APART or token.type == tokenize.NEWLINE:
                waiting[-1] = BRACKET * (len(waiting) > 1)
            elif token.type == tokenize.OP or word in NESTING:
                waiting[-1] += 1
            # Each of these lies in the one before, whatever stands between them.
            lambdas = 0 if token.type == tokenize.NEWLINE else lambdas + (word == "lambda")
            branches += word == "elif"
            deepest = max(deepest, sum(waiting) + lambdas + branches)
    except (tokenize.TokenError, SyntaxError):
        pass  # the parser says what is wrong with it
    return deepest


single = lapack.kernel


def in_double(name: str, A: Any, ending: str = "") -> Any:
    """Return a kernel of LAPACK; those for complex64 do not end in WebAssembly: in complex128."""
    kernel = single(name, A, ending)
    if A.dtype != np.complex64:
        return kernel

    def computed(A: Any) -> Any:
        found = kernel(A.astype(np.complex128))
        parts = found if isinstance(found, tuple) else (found,)
        narrow = [each.astype("c8" if each.dtype.kind == "c" else "f4") for each in parts]
        return tuple(narrow) if isinstance(found, tuple) else narrow[0]

    return computed


class Released:
    """What steps of graphs held that are gone, until it is let go of, one by one."""

    waiting: list[Any] = []  # noqa: RUF012  there is one
    busy = False


def release(node: Node) -> None:
    """Let go of what a step of a graph holds by a loop: step by step, a long graph is deep."""
    Released.waiting.append((node.ways, node.saved))
    node.ways, node.saved = [], {}
    if Released.busy:
        return
    Released.busy = True
    try:
        while Released.waiting:
            Released.waiting.pop()
    finally:
        Released.busy = False
