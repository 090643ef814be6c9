"""What a strategy gives: for each element of a result the elements, the text and the steps."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.terms import Term
from tensorlab.explain.calls.call import Call
from tensorlab.explain.story.frames import Element, Frame, Index, Number
from tensorlab.frozen import Frozen


class CannotExplainError(Exception):
    """A way of explaining does not fit an operation; another one has to."""


class Choice(NamedTuple):
    """That a formula was taken as a condition holds, or as it does not; `about` is its element."""

    condition: str
    holds: bool
    taken: str
    about: str = ""


class Explained(Frozen, apart=("later",)):
    """How one element came about; an empty sentence leaves the words to the operation's usual ones.

    `moved` claims that it was taken over from one element, or is a constant; `derived` that the
    elements were followed while the forward ran, and not only compared with its result; where they
    are also `loose`, some of them may cancel out. `deciding` are those of the inputs that have a
    say in it beside the ones that were told, `note` what is to be said of a text that is not
    written out, `exact` the number that the text gives before a type holds it, `choices` what of
    a recipe's text was taken for which reason, `counted` the elements whose numbers stand in it,
    where these are not the inputs. `later` gives the steps of an element on the way, which only
    the last of a recipe's steps shows.
    """

    text: str
    inputs: tuple[Element, ...] = ()
    sentence: str = ""
    steps: tuple[Frame, ...] = ()
    moved: bool = False
    derived: bool = False
    loose: bool = False
    note: str = ""
    exact: Number | None = None
    deciding: tuple[Element, ...] = ()
    choices: tuple[Choice, ...] = ()
    counted: tuple[Element, ...] = ()
    later: Callable[[], tuple[Frame, ...]] = tuple


# Tells of an element of one part of the result.
M = TypeVar("M", bound=Callable[..., Any])
Explainer = Callable[[int | None, Index], Explained]
Strategy = Callable[[Call], Explainer]


def explained_by_term(term: Term) -> Explained:
    """Return what a term says of itself."""
    moved = term.is_element or not term.elements
    elements = distinct(term.elements)
    return Explained(
        term.text, elements, moved=moved, derived=not moved, note=term.note, exact=term.value
    )


def distinct(elements: Iterable[Element]) -> tuple[Element, ...]:
    """Return elements in order, each once; a tensor may stand twice in a product."""
    return tuple({(each.name, each.index): each for each in elements}.values())


def once(method: M) -> M:
    """Let a method find out what there is to say of a tensor once: many elements lead to it.

    Its object keeps what was found in `kept`.
    """

    @wraps(method)
    def answer(self: Any, tensor: Tensor, *rest: Any, **named: Any) -> Any:
        key = (method, id(tensor), *rest, *named.values())
        if key not in self.kept:
            self.kept[key] = method(self, tensor, *rest, **named)
        return self.kept[key]

    return cast("M", answer)


def parts_of(result: Any) -> list[tuple[int | None, Tensor]]:
    """Return the tensors of a result, numbered if there are several."""
    if isinstance(result, Tensor):
        return [(None, result)]
    if isinstance(result, tuple | list):
        return [(place, part) for place, part in enumerate(result) if isinstance(part, Tensor)]
    return []


def part_of(result: Any, part: int | None) -> Tensor:
    """Return one tensor of a result."""
    chosen: Tensor = result if part is None else result[part]
    return chosen


def quietly(function: Any, *args: Any, **settings: Any) -> Any:
    """Return what a function gives, unrecorded.

    Raises:
        CannotExplainError: it fails.
    """
    try:
        with SetGrad(mode=False), np.errstate(all="ignore"):
            return function(*args, **settings)
    except Exception as error:  # noqa: BLE001  whatever it is, another way has to be found
        raise CannotExplainError(str(error)) from None


def element_count(call: Call) -> int:
    """Return how many elements the operands have together.

    Raises:
        CannotExplainError: an operand does not hold all of its elements.
    """
    if any(tensor.layout is not STRIDED or tensor.is_meta for tensor in call.tensors):
        raise CannotExplainError
    return sum(int(tensor._array.size) for tensor in call.tensors)
