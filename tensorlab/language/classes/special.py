"""The special methods that a class of the program can define: a closed list."""

from typing import Final

# Python's own operations find these on the class that stands for the program's.
SPECIAL: Final = frozenset({
    "__add__", "__radd__", "__iadd__", "__sub__", "__rsub__", "__isub__", "__mul__", "__rmul__",
    "__imul__", "__truediv__", "__rtruediv__", "__itruediv__", "__floordiv__", "__rfloordiv__",
    "__ifloordiv__", "__mod__", "__rmod__", "__imod__", "__pow__", "__rpow__", "__ipow__",
    "__matmul__", "__rmatmul__", "__imatmul__", "__lshift__", "__rlshift__", "__ilshift__",
    "__rshift__", "__rrshift__", "__irshift__", "__and__", "__rand__", "__iand__", "__or__",
    "__ror__", "__ior__", "__xor__", "__rxor__", "__ixor__", "__init__", "__repr__", "__str__",
    "__call__", "__len__", "__getitem__", "__setitem__", "__delitem__", "__contains__",
    "__iter__", "__next__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__",
    "__hash__", "__bool__", "__round__", "__trunc__", "__floor__", "__ceil__", "__divmod__",
    "__rdivmod__", "__reversed__", "__int__", "__float__", "__index__", "__neg__", "__pos__",
    "__invert__", "__abs__", "__missing__",
})  # fmt: skip
# The language itself asks for these.
OURS: Final = frozenset({
    "__format__", "__getattr__", "__setattr__", "__enter__", "__exit__", "__post_init__", "__new__",
    "__get__", "__set__", "__set_name__", "__init_subclass__", "__class_getitem__",
})  # fmt: skip
# What a class says of itself.
FOR_READERS: Final = frozenset({
    "__doc__", "__annotations__", "__slots__",
    "__del__",  # no one calls it
})  # fmt: skip
KNOWN: Final = SPECIAL | OURS


def is_special(name: str) -> bool:
    """Return whether a name is one of Python's own, known or not."""
    return name.startswith("__") and name.endswith("__")
