"""Operators on variables: each is read where it is kept, which saves a closure."""

import ast
from collections.abc import Callable
from typing import Any

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.compiling.variables import Variable, unbound, variable
from tensorlab.language.values import guards

# Types whose sums and differences need no guard: the result is about as large as the operands.
# That of two ints is tried first: it takes half the time of looking both up here.
FREE = frozenset({int, float, bool, complex})
SMALL = guards.SMALL


def failed(error: BaseException, node: Any, a: object, b: object) -> BaseException:
    """Return the error of an operation, with its place and operands."""
    for side, value in ((node.left, a), (node.right, b)):
        if value is UNBOUND:
            return unbound(side)
    return at(error, node, (node.left, node.right), (a, b))


def form_with_variables(
    compiler: Compiler, node: ast.BinOp, left: Evaluate, right: Evaluate
) -> Evaluate | None:
    """Return the closure of an operator whose first side is a variable, where there is a form."""
    place = variable(compiler, node.left, left)
    if place is None:
        return None
    symbol = type(node.op).__name__
    if isinstance(node.right, ast.Constant):
        number = node.right.value
        if type(number) is int and 0 < number < SMALL and symbol in WITH_NUMBER:
            return WITH_NUMBER[symbol](place, number, node)
    elif symbol in OF_TWO:
        other = variable(compiler, node.right, right)
        if other is not None and other.names is place.names:
            return OF_TWO[symbol](place, other, node)
    return WITH_ANY[symbol](place, right, node) if symbol in WITH_ANY else None


def add_any(first: Variable, right: Evaluate, node: ast.BinOp) -> Evaluate:
    """Compile a + value."""
    names, slot, read = first

    def evaluate(frame: Frame) -> Any:
        try:
            a = (frame if names is None else names)[slot]
        except KeyError:
            a = read(frame)
        b = right(frame)
        try:
            if type(a) is int and type(b) is int:
                return a + b
            return a + b if type(a) in FREE and type(b) in FREE else guards.add(a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def subtract_any(first: Variable, right: Evaluate, node: ast.BinOp) -> Evaluate:
    """Compile a - value."""
    names, slot, read = first

    def evaluate(frame: Frame) -> Any:
        try:
            a = (frame if names is None else names)[slot]
        except KeyError:
            a = read(frame)
        b = right(frame)
        try:
            if type(a) is int and type(b) is int:
                return a - b
            return a - b if type(a) in FREE and type(b) in FREE else guards.subtract(a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def multiply_any(first: Variable, right: Evaluate, node: ast.BinOp) -> Evaluate:
    """Compile a * value."""
    names, slot, read = first

    def evaluate(frame: Frame) -> Any:
        try:
            a = (frame if names is None else names)[slot]
        except KeyError:
            a = read(frame)
        b = right(frame)
        try:
            if type(a) is int and type(b) is int:
                result = a * b
                if -SMALL < result < SMALL:
                    return result
            elif type(a) is float and type(b) in FREE:
                return a * b
            return guards.multiply(a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def add_two(first: Variable, second: Variable, node: ast.BinOp) -> Evaluate:
    """Compile a + b."""
    names, slot, read = first
    _, other, read_other = second

    def evaluate(frame: Frame) -> Any:
        variables: Any = frame if names is None else names
        try:
            a, b = variables[slot], variables[other]
        except KeyError:
            a, b = read(frame), read_other(frame)
        try:
            if type(a) is int and type(b) is int:
                return a + b
            return a + b if type(a) in FREE and type(b) in FREE else guards.add(a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def subtract_two(first: Variable, second: Variable, node: ast.BinOp) -> Evaluate:
    """Compile a - b."""
    names, slot, read = first
    _, other, read_other = second

    def evaluate(frame: Frame) -> Any:
        variables: Any = frame if names is None else names
        try:
            a, b = variables[slot], variables[other]
        except KeyError:
            a, b = read(frame), read_other(frame)
        try:
            if type(a) is int and type(b) is int:
                return a - b
            return a - b if type(a) in FREE and type(b) in FREE else guards.subtract(a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def multiply_two(first: Variable, second: Variable, node: ast.BinOp) -> Evaluate:
    """Compile a * b."""
    names, slot, read = first
    _, other, read_other = second

    def evaluate(frame: Frame) -> Any:
        variables: Any = frame if names is None else names
        try:
            a, b = variables[slot], variables[other]
        except KeyError:
            a, b = read(frame), read_other(frame)
        try:
            if type(a) is int and type(b) is int:
                result = a * b
                if -SMALL < result < SMALL:
                    return result
            elif type(a) is float and type(b) in FREE:
                return a * b
            return guards.multiply(a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def add_number(first: Variable, b: int, node: ast.BinOp) -> Evaluate:
    """Compile a + 2."""
    names, slot, read = first

    def evaluate(frame: Frame) -> Any:
        try:
            a = (frame if names is None else names)[slot]
        except KeyError:
            a = read(frame)
        try:
            if type(a) is int:
                return a + b
            return a + b if type(a) in FREE else guards.add(a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def subtract_number(first: Variable, b: int, node: ast.BinOp) -> Evaluate:
    """Compile a - 2."""
    names, slot, read = first

    def evaluate(frame: Frame) -> Any:
        try:
            a = (frame if names is None else names)[slot]
        except KeyError:
            a = read(frame)
        try:
            if type(a) is int:
                return a - b
            return a - b if type(a) in FREE else guards.subtract(a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def multiply_number(first: Variable, b: int, node: ast.BinOp) -> Evaluate:
    """Compile a * 2."""
    names, slot, read = first

    def evaluate(frame: Frame) -> Any:
        try:
            a = (frame if names is None else names)[slot]
        except KeyError:
            a = read(frame)
        try:
            if type(a) is int:
                result = a * b
                if -SMALL < result < SMALL:
                    return result
            elif type(a) is float and type(b) in FREE:
                return a * b
            return guards.multiply(a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def remainder_number(first: Variable, b: int, node: ast.BinOp) -> Evaluate:
    """Compile a % 2."""
    names, slot, read = first

    def evaluate(frame: Frame) -> Any:
        try:
            a = (frame if names is None else names)[slot]
        except KeyError:
            a = read(frame)
        try:
            if type(a) is int and -SMALL < a < SMALL:
                return a % b
            return guards.BINARY["Mod"](a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


def quotient_number(first: Variable, b: int, node: ast.BinOp) -> Evaluate:
    """Compile a // 2."""
    names, slot, read = first

    def evaluate(frame: Frame) -> Any:
        try:
            a = (frame if names is None else names)[slot]
        except KeyError:
            a = read(frame)
        try:
            if type(a) is int and -SMALL < a < SMALL:
                return a // b
            return guards.BINARY["FloorDiv"](a, b)
        except FAULTS as error:
            raise failed(error, node, a, b) from None

    return evaluate


Form = Callable[..., Evaluate]
WITH_ANY: dict[str, Form] = {"Add": add_any, "Sub": subtract_any, "Mult": multiply_any}
OF_TWO: dict[str, Form] = {"Add": add_two, "Sub": subtract_two, "Mult": multiply_two}
WITH_NUMBER: dict[str, Form] = {
    "Add": add_number,
    "Sub": subtract_number,
    "Mult": multiply_number,
    "Mod": remainder_number,
    "FloorDiv": quotient_number,
}
