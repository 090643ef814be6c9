"""What numpy and Python say of a call that no check foresaw, in words for those who wrote it."""

import re
from math import prod
from traceback import walk_tb
from typing import Any, Final

from tensorlab.engine import memory
from tensorlab.engine.shapes import too_many_dims
from tensorlab.engine.warning import in_full

# Of these classes errors come out of numpy that are not meant for us to see.
FOREIGN = (ValueError, ArithmeticError, IndexError, MemoryError)

# Whole numbers that are too wide for a variable of C's.
WIDTH = (
    r"too large to convert to C|integer is (?:greater|less) than m\w+imum|fit into a C|"
    r"int too large|out of bounds for u?int\d"
)
RULES: Final[tuple[tuple[str, type[Exception], str], ...]] = (
    (r"array is too big|Maximum allowed (?:dimension|size) exceeded|maximum supported size",
     RuntimeError, "A tensor of that size would have more bytes than 64 bits can count"),
    (r"negative dimensions are not allowed",
     RuntimeError, "A size of the result comes out negative for these arguments"),
    (r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)",
     IndexError, r"index \1 is out of bounds for dimension \2 with size \3"),
    (r"cannot reshape array of size (\d+) into shape \((.*?),?\)",
     RuntimeError, r"shape '[\2]' is invalid for input of size \1"),
    (r"cannot convert float (?:NaN|infinity) to integer",
     RuntimeError, "value cannot be converted to type int64_t without overflow"),
    (WIDTH, RuntimeError, "A whole number among the arguments is too large here"),
    ((r"could not (?:be )?broadcast|non-broadcastable|cannot be broadcast|remapped shapes|"
     r"shapes .* not aligned|mismatch in its core dimension"),
     RuntimeError, "The shapes of the arguments do not fit together"),
    (r"(?:division|modulo) by zero|division or modulo",
     RuntimeError, "A size or a step of 0 cannot be divided by"),
)  # fmt: skip
TOO_DEEP = (
    r"maximum supported dimension for an ndarray is .*found (\d+)|"
    r"dimensions must be within \[0, 64\], indexing result would have (\d+)"
)
LIBRARIES, LANGUAGE = ("tensorlab.", "numpy"), "tensorlab.language."
OURS = r"[Tt]ensor|torch|[Bb]roadcasting|broadcastable to"


def is_of_program(error: Exception) -> bool:
    """Return whether an error comes out of a program's own function, which a call was given."""
    frames = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
    ours = [one.startswith(LIBRARIES) and not one.startswith(LANGUAGE) for one in frames]
    return True in ours and not all(ours[ours.index(True) :])


def plainly(error: Exception) -> Exception:
    """Return the error of a call: another one where its words are about numpy's arrays."""
    if is_of_program(error):
        return error
    lacked: Any = error  # numpy says of which array; a limit has words of its own
    if memory.allowance is None and isinstance(error, MemoryError) and hasattr(lacked, "shape"):
        needed = prod(lacked.shape) * lacked.dtype.itemsize
        return RuntimeError(in_full("[enforce fail at alloc_cpu.cpp:127]", needed))
    text = str(error)
    if deep := re.search(TOO_DEEP, text):
        return too_many_dims(int(deep[1] or deep[2]))
    if re.search(OURS, text):
        return error
    for pattern, kind, words in RULES:
        if found := re.search(pattern, text):
            return kind(found.expand(words))
    return error
