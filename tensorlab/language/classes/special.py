"""The special methods that a class of the program can define: a closed list."""

from typing import Final

ARITHMETIC: Final = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "lshift", "rshift", "and",
    "or", "xor",
)  # fmt: skip
OPERATORS: Final = [f"{side}{name}" for name in ARITHMETIC for side in ("", "r", "i")]
OTHERS: Final = (
    "init", "repr", "str", "call", "len", "getitem", "setitem", "delitem", "contains", "iter",
    "next", "eq", "ne", "lt", "le", "gt", "ge", "hash", "bool", "int", "float", "index", "neg",
    "pos", "invert", "abs",
)  # fmt: skip
# Python's own operations find these on the class that stands for the program's.
SPECIAL: Final = frozenset(f"__{name}__" for name in (*OPERATORS, *OTHERS))
# The language itself asks for these.
OURS: Final = frozenset({"__getattr__", "__enter__", "__exit__", "__post_init__"})
KNOWN: Final = SPECIAL | OURS


def is_special(name: str) -> bool:
    """Return whether a name is one of Python's own, known or not."""
    return name.startswith("__") and name.endswith("__")
