"""How an array lies in memory: what `x.flags` says."""

from collections.abc import Callable
from typing import Any, Final

from tensorlab.language.numpy.values import base_of
from tensorlab.language.values.attributes import PROPERTIES, SETTERS

FLAGS: Final = {
    "C_CONTIGUOUS": "c_contiguous", "F_CONTIGUOUS": "f_contiguous", "OWNDATA": "owndata",
    "WRITEABLE": "writeable", "ALIGNED": "aligned", "WRITEBACKIFCOPY": "writebackifcopy",
}  # fmt: skip
SHORT: Final = {"C": "C_CONTIGUOUS", "F": "F_CONTIGUOUS", "O": "OWNDATA", "W": "WRITEABLE"}


class Flags:
    """What `x.flags` says; a program can only say that an array is not to be written to."""

    __slots__ = ("array", "facts")

    def __init__(self, array: Any) -> None:
        self.array = array
        self.facts = {word: bool(getattr(array.flags, name)) for word, name in FLAGS.items()}
        self.facts["OWNDATA"] = base_of(array) is None

    def __getitem__(self, name: Any) -> bool:
        return self.facts[SHORT.get(name, name)]

    def __setitem__(self, name: Any, value: Any) -> None:
        if name not in {"W", "WRITEABLE"}:
            raise ValueError(f"{name} of an array stays as it is")
        self.put_writeable(value)

    def put_writeable(self, value: Any) -> None:
        """Let an array not be written to from here on.

        Raises:
            ValueError: it is to be written to again, which others may not expect.
        """
        if value and not self.array.flags.writeable:
            raise ValueError("cannot set WRITEABLE flag to True of this array")
        self.array.flags.writeable = bool(value)
        self.facts["WRITEABLE"] = bool(value)

    def __repr__(self) -> str:
        return "".join(f"  {word} : {value}\n" for word, value in self.facts.items())


Flags.__name__ = "numpy.flagsobj"


def fact(word: str) -> Callable[[Flags], bool]:
    """Return what reads one of the flags."""
    return lambda flags: flags.facts[word]


SETTERS[Flags] = {"writeable": Flags.put_writeable}
PROPERTIES[Flags] = {name: fact(word) for word, name in FLAGS.items()}
