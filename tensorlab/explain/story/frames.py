"""What an explanation is made of: chapters, frames and elements, as plain frozen data."""

from collections.abc import Mapping

from tensorlab.frozen import NOTHING, Frozen

Number = bool | int | float | complex
Index = tuple[int, ...]


class Element(Frozen):
    """One element of a tensor, under the name that the source has for the tensor."""

    name: str
    index: Index
    value: Number


class Frame(Frozen):
    """How one element of a result came about.

    `text` is an expression of our language that gives the value; an element that takes several
    steps has them in `steps`, and where their numbers stand in the text, `counted` has the elements
    that it counts with. `part` tells which tensor of a result that is a tuple, `name` and `shape`
    what a step on the way is called and how large the tensor is, as far as they are known; `alike`
    has the elements of that step that lead to the result too and have no frame of their own.
    """

    index: Index
    value: Number
    inputs: tuple[Element, ...]
    text: str
    sentence: str
    steps: tuple["Frame", ...] = ()
    part: int | None = None
    name: str = ""
    shape: Index = ()
    counted: tuple[Element, ...] = ()
    alike: tuple[Element, ...] = ()


class Operand(Frozen):
    """A tensor that went into an operation: its name and the elements to draw, by index."""

    name: str
    shape: Index
    dtype: str
    elements: Mapping[Index, Number] = NOTHING


class Chapter(Frozen):
    """One operation of an expression: its operands, its result, a frame for each shown element.

    `parts` are the drawable results: one, or several where the operation gives a tuple.
    """

    operation: str
    source: str
    shape: Index
    dtype: str
    operands: tuple[Operand, ...]
    parts: tuple[Operand, ...]
    frames: tuple[Frame, ...]
    notes: tuple[str, ...] = ()
    # elements of the result without a frame, where all were asked about
    hidden: int = 0
    idea: str = ""  # what the operation gives, in a line
    # whether some elements of it were asked about, and no others are told
    is_asked: bool = False
    # how far windows read beyond the edges of the first operand, along the last dimensions
    padding: tuple[tuple[int, int], ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The idea of the operation, if it has one, and the notes."""
        return tuple(filter(None, (self.idea, *self.notes)))

    @property
    def is_made_of_nothing(self) -> bool:
        """Whether the operation only wrote numbers down, as torch.tensor does."""
        return not self.operands


class Explanation(Frozen):
    """The chapters of an expression in the order of evaluation."""

    chapters: tuple[Chapter, ...]

    @property
    def operation(self) -> str:
        """The name of the operation that gave the result."""
        return self.chapters[-1].operation if self.chapters else ""
