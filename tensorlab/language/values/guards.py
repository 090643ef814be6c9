"""Arithmetic of Python's own values, refused where the result would be too large."""

import math
import operator
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from tensorlab.engine.tensor import DENSE, Tensor
from tensorlab.errors import LimitReached
from tensorlab.language.limits.contents import VIEWS, deque, weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.limits.tensor_guards import LOOK, charge_pair, charge_product

# About 78,900 digits: multiplying two such numbers takes a few milliseconds.
LARGEST_BITS = 1 << 18
SMALL = 1 << 2048
# by a name: to negate so long a number takes longer than to compare with it
LEAST = -SMALL
TOO_LARGE = 1 << 60
# bytes: of what is less, a chunk of steps makes too little to matter
SHORTEST_CLAIMED = 512
# Types whose arithmetic cannot grow out of hand in one step.
SIMPLE = {int, float, bool, complex, type(None)}
ITEM_SIZES: dict[type, int] = {str: 4, bytes: 1, list: 8, tuple: 8, deque: 8}
SEQUENCES = (str, bytes, tuple, list, deque)  # and what derives from them


def as_int(value: Any) -> Any:
    """Return a whole number as Python's, whoever made it; any other value as it is."""
    if isinstance(value, int) or not hasattr(type(value), "__index__"):
        return value
    try:
        return operator.index(value)
    except TypeError:  # an array of several
        return value


def check_bits(bits: float) -> None:
    """Refuse an integer of so many bits."""
    if bits > LARGEST_BITS:
        digits = int(bits) * 1000 // 3322
        about = f"about {digits:,}" if digits < 10**15 else "over a thousand million million"
        most = LARGEST_BITS * 1000 // 3322
        raise LimitReached(
            "integer size", f"the result would have {about} digits, and the limit is {most:,}"
        )


def charge_digits(bits: float) -> None:
    """Take the steps for a product of numbers whose bits, multiplied, are so many."""
    meter.spend_at_once(int((bits / 900) ** 0.79) >> 3)


def size_of(value: Any) -> int:
    """Return the bytes that a copy of a sequence takes; 0 for what is not one."""
    item = ITEM_SIZES.get(type(value))
    if item is None:
        item = 8 if isinstance(value, SEQUENCES) else 0
    return item * len(value) if item else 0


def add(a: Any, b: Any) -> Any:
    """Return a + b."""
    if type(a) is Tensor or type(b) is Tensor or type(a) in DENSE or type(b) in DENSE:
        charge_pair(a, b)
        return a + b
    kind = type(a)
    size = size_of(a)
    if size:
        size += size_of(b)
        if size > SHORTEST_CLAIMED:
            meter.grow(size)
        if kind is type(b) and kind in ITEM_SIZES:
            return a + b
    if isinstance(a, np.generic) or isinstance(b, np.generic):
        return with_number(operator.add, a, b)
    if isinstance(a, Counter):
        weigh(a)
        weigh(b)
    return a + b


def subtract(a: Any, b: Any) -> Any:
    """Return a - b."""
    if type(a) is Tensor or type(b) is Tensor or type(a) in DENSE or type(b) in DENSE:
        charge_pair(a, b)
    elif isinstance(a, np.generic) or isinstance(b, np.generic):
        return with_number(operator.sub, a, b)
    elif type(a) not in SIMPLE:
        return subtract_keys(a, b)
    return a - b


def multiply(a: Any, b: Any) -> Any:
    """Return a * b: of numbers, or a sequence repeated."""
    if type(a) is Tensor or type(b) is Tensor or type(a) in DENSE or type(b) in DENSE:
        charge_pair(a, b)
    elif isinstance(a, int) and isinstance(b, int):
        if LEAST < a < SMALL and LEAST < b < SMALL:
            return a * b
        check_bits(a.bit_length() + b.bit_length())
        charge_digits(a.bit_length() * b.bit_length())
    elif size_of(a) or size_of(b):
        return repeated(a, b)
    elif isinstance(a, np.generic) or isinstance(b, np.generic):
        return with_number(operator.mul, a, b)
    return a * b


def repeated(a: Any, b: Any) -> Any:
    """Return a sequence repeated, by whatever stands for a whole number; else what a * b is."""
    items, count = (a, as_int(b)) if size_of(a) else (b, as_int(a))
    if isinstance(count, int):
        meter.grow(size_of(items) * max(count, 0))
        return items * count
    return a * b


OfTwo = Callable[[Any, Any], Any]
# What an operator gives for numbers of a library's own beside values that may hold many, by the
# class of the numbers: entered where that library is known.
ARITHMETIC: dict[type, Callable[[OfTwo, Any, Any], Any]] = {}


def with_number(operation: OfTwo, a: object, b: object) -> Any:
    """Return what an operator gives for one of numpy's numbers and another value."""
    if isinstance(a, str) or isinstance(b, str):
        return operation(a, b)  # one of numpy's texts is a text
    known = ARITHMETIC.get(np.generic)
    if known is None or {type(a), type(b)} & SIMPLE:
        return operation(a, b)
    return known(operation, a, b)


def bits_of_power(a: int, b: int) -> float:
    """Return about how many bits a ** b has, without overflowing itself."""
    if a < 2 or b > TOO_LARGE:
        return TOO_LARGE if a > 1 else 1
    return b * (math.log2(a) if a < TOO_LARGE else a.bit_length())


POWERED: dict[type, Callable[[], object]] = {}  # what pays for powers of further numbers


def power(a: Any, b: Any, modulus: int | None = None) -> Any:
    """Return a ** b, or the remainder of it."""
    squared = type(b) is int and b == 2 and modulus is None
    if squared and type(a) in (int, float) and LEAST < a < SMALL:
        return a**b
    if modulus is not None:
        a, b, modulus = as_int(a), as_int(b), as_int(modulus)
    if type(a) is Tensor or type(b) is Tensor or type(a) in DENSE or type(b) in DENSE:
        charge_pair(a, b)
    elif isinstance(a, int) and isinstance(b, int):
        if modulus is None and b > 0 and not -2 < a < 2:
            bits = bits_of_power(abs(a), b)
            check_bits(bits)
            charge_digits(bits * bits)
        elif isinstance(modulus, int):
            rounds = b.bit_length() if b >= 0 else modulus.bit_length()
            meter.spend_at_once(rounds * (modulus.bit_length() // 30 + 1) ** 2 >> 4)
    elif pay := POWERED.get(type(a)) or POWERED.get(type(b)):
        pay()
    elif modulus is None and (isinstance(a, np.generic) or isinstance(b, np.generic)):
        return with_number(operator.pow, a, b)
    return a**b if modulus is None else pow(a, b, modulus)


def shift_left(a: Any, b: Any) -> Any:
    """Return a << b."""
    if isinstance(a, int) and isinstance(b, int) and a and b > 0:
        check_bits(a.bit_length() + b)
        meter.grow((a.bit_length() + b) >> 3)
    return a << b


def divided(operation: OfTwo) -> OfTwo:
    """Return a division whose cost for long integers is counted."""

    def divide(a: object, b: object) -> Any:
        if type(a) is Tensor or type(b) is Tensor or type(a) in DENSE or type(b) in DENSE:
            charge_pair(a, b)
        elif isinstance(a, int) and isinstance(b, int) and not LEAST < a < SMALL:
            meter.spend_at_once((a.bit_length() // 30) * (b.bit_length() // 30) >> 5)
        elif isinstance(a, np.generic) or isinstance(b, np.generic):
            return with_number(operation, a, b)
        return operation(a, b)

    return divide


floor_divide = divided(operator.floordiv)
true_divide = divided(operator.truediv)
both_of_division = divided(divmod)
plain_remainder = divided(operator.mod)


def remainder(a: object, b: object) -> Any:
    """Return a % b; text on the left is a format."""
    if isinstance(a, bytes):
        raise TypeError("filling the fields of bytes is not part of tensorlab")
    if isinstance(a, str):
        from tensorlab.language.values.formatting import percent  # noqa: PLC0415  seldom used

        return percent(a, b)
    return plain_remainder(a, b)


def weighed(operation: OfTwo) -> OfTwo:
    """Return an operation that looks into containers, with all that it can meet counted."""

    def compare(a: object, b: object) -> Any:
        if type(a) is Tensor or type(b) is Tensor or type(a) in DENSE or type(b) in DENSE:
            charge_pair(a, b)
        elif type(a) not in SIMPLE and type(b) not in SIMPLE:
            weigh(a)
            weigh(b)
            # they combine with whatever has items
            if isinstance(a, VIEWS) or isinstance(b, VIEWS):
                return operation(keys_or_itself(a), keys_or_itself(b))
        return operation(a, b)

    return compare


def keys_or_itself(value: object) -> Any:
    """Return what meets the keys of a dict, its items paid for."""
    from tensorlab.language.values.container_methods import keys_of  # noqa: PLC0415  it knows this file

    return value if isinstance(value, VIEWS) else set(keys_of(value))


subtract_keys = weighed(operator.sub)


def matrix_product(a: Any, b: Any) -> Any:
    """Return a @ b."""
    small = type(a) is type(b) is Tensor and a._array.size + b._array.size <= LOOK
    # else nothing is worked out
    if not small and type(a) in DENSE and type(b) in DENSE:
        charge_product(a, b)
    return a @ b


BINARY: dict[str, OfTwo] = {
    "Add": add,
    "Sub": subtract,
    "Mult": multiply,
    "Div": true_divide,
    "FloorDiv": floor_divide,
    "Mod": remainder,
    "Pow": power,
    "LShift": shift_left,
    "RShift": operator.rshift,
    "BitAnd": weighed(operator.and_),
    "BitOr": weighed(operator.or_),
    "BitXor": weighed(operator.xor),
    "MatMult": matrix_product,
}
# The same by the words of Python's module of operators.
WORDS = {
    "Add": "add", "Sub": "sub", "Mult": "mul", "Div": "truediv", "FloorDiv": "floordiv",
    "Mod": "mod", "Pow": "pow", "LShift": "lshift", "RShift": "rshift", "BitAnd": "and_",
    "BitOr": "or_", "BitXor": "xor", "MatMult": "matmul",
}  # fmt: skip
BY_WORD = {word: BINARY[symbol] for symbol, word in WORDS.items()}
