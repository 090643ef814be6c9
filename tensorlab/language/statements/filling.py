"""Loops that put one value at places of a list, one after the other, and do nothing else."""

import ast
from collections.abc import Callable, Iterator
from itertools import islice
from operator import length_hint
from typing import Any, cast

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import Compiler, Frame
from tensorlab.language.compiling.place import FAULTS
from tensorlab.language.compiling.variables import Variable, item_failed, kept_together
from tensorlab.language.limits.meter import meter

RANGE = type(iter(range(0)))
Fill = Callable[[Frame, Iterator[Any]], None]


def filled_place(node: ast.For) -> tuple[ast.Subscript, Any] | None:
    """Return the place `x[j]` and the value c of `for j in ...: x[j] = c`; None for the rest."""
    match node.target, node.body:
        case ast.Name(id=name), [ast.Assign([ast.Subscript() as place], ast.Constant(value))]:
            match place:
                case ast.Subscript(ast.Name(filled), ast.Name(index)) if index == name != filled:
                    return place, value
    return None


def filler(compiler: Compiler, node: ast.For, cost: int) -> Fill | None:
    """Return what takes rounds of such a loop at once, given the frame and what is left of them.

    It takes as many as the accounts allow before they are to be settled, so that a limit stops the
    program where it would have: nothing in such a round can change what the next one does.
    """
    found = filled_place(node)
    if found is None:
        return None
    place, value = found
    container_of, index_of = compiler.expression(place.value), compiler.expression(place.slice)
    parts = kept_together(compiler, place, container_of, index_of)
    return None if parts is None else filled(parts, place, value, cost)


def filled(
    parts: tuple[Variable, Variable], place: ast.Subscript, value: object, cost: int
) -> Fill:
    """Return what fills the list that one variable names at the numbers that the other takes."""
    (names, slot, _), (_, other, _) = parts

    def fill(frame: Frame, rounds: Iterator[Any]) -> None:
        variables: Any = frame if names is None else names
        container, index = variables[slot], cast("Any", UNBOUND)
        if type(container) is not list or type(rounds) is not RANGE:
            return
        before = length_hint(rounds)
        try:
            for index in islice(rounds, max(meter.left, 0) // cost):
                container[index] = value
        except FAULTS as error:
            raise item_failed(error, place, container, index) from None
        finally:
            meter.left -= cost * (before - length_hint(rounds))
            if index is not UNBOUND:
                variables[other] = index

    return fill
