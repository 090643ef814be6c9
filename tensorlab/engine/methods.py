"""The methods of tensors: none stand here, each declaration adds its own.

What they are is told to type checkers by the stub beside this file, which is made from the
declarations.
"""


class Methods:
    """Where a tensor's methods and operators are declared to be."""

    __slots__ = ()
