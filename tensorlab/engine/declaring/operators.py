"""Which methods of a tensor Python calls for an operator, and how an operation becomes them."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.calling.in_place import in_place, writer
from tensorlab.engine.calling.public_functions import operator_of
from tensorlab.engine.numbers import number_of
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import DENSE, Tensor

OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod",
    "**": "pow", "@": "matmul", "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne",
    "unary -": "neg", "~": "invert", "unary +": "pos", "abs": "abs",
    "reflected -": "rsub",
}  # fmt: skip
COMMUTATIVE = {"+", "*", "&", "|", "^"}
WRITING = {"+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"}  # `x += y` and so on
OPERANDS = (Tensor, int, float, complex)
SWAPPED = {"//", "%", "**", "<<", ">>", "@"}  # `2 ** x` is the function with its operands swapped


def publish_operator(operation: Operation, symbol: str) -> None:
    """Make an operation the meaning of an operator between tensors."""
    operator, methods = (
        operator_of(operation),
        operator_names(symbol, inplace=operation.has_inplace),
    )
    for method in methods:
        kind = method.removesuffix(f"{OPERATORS[symbol]}__")
        if kind == "__i":
            setattr(Tensor, method, in_place_operator(operation))
        elif kind == "__r" and symbol in SWAPPED:
            setattr(Tensor, method, lambda self, other: operator(other, self))
        else:
            setattr(Tensor, method, operator)


def operator_names(symbol: str, *, inplace: bool) -> list[str]:
    """Return the names of the methods that Python calls for an operator."""
    name = OPERATORS[symbol]
    names = [f"__{name}__"]
    if symbol in COMMUTATIVE | SWAPPED:
        names.append(f"__r{name}__")
    return [*names, f"__i{name}__"] if inplace and symbol in WRITING else names


def in_place_operator(operation: Operation) -> Callable[..., Tensor]:
    """Return what `+=` does: as `add_`, but what is no operand gets its chance to answer."""
    write = in_place(operation, writer(operation, f"{operation.name}_"))

    def write_over(input: Tensor, other: object) -> Any:
        if other.__class__ not in DENSE:
            other = number_of(other)
            if not isinstance(other, OPERANDS):
                return NotImplemented
        return write(input, other)

    return write_over
