"""Among many elements those that matter, found by changing half of them, and half of that."""

from typing import TYPE_CHECKING

from tensorlab.explain.dependence.dependence import Dependence
from tensorlab.explain.story.frames import Element, Index
from tensorlab.explain.strategies.explaining import CannotExplainError

if TYPE_CHECKING:
    from tensorlab.explain.dependence.changed_inputs import Place

MOST_ELEMENTS = 2048  # among which it is looked
MOST_FOUND = 8


def first_behind(
    dependence: Dependence, part: int | None, index: Index
) -> tuple[tuple[Element, ...], bool]:
    """Return the first elements that an element of a result depends on, and whether that is all.

    Raises:
        CannotExplainError: there are too many to try, or the call cannot be done again.
    """
    if not dependence.is_known or len(dependence.places) > MOST_ELEMENTS:
        raise CannotExplainError
    slot = dependence.slot(part)
    every = frozenset(dependence.places)
    found: list[Place] = []
    waiting = [dependence.places]
    while waiting and len(found) < MOST_FOUND:
        some = waiting.pop()
        if not dependence.others(every - frozenset(some))[slot][index]:
            continue
        middle = len(some) // 2
        if middle:
            waiting += [some[middle:], some[:middle]]
        else:
            found += some
    return tuple(dependence.element(place) for place in sorted(found)), not waiting
