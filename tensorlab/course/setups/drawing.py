"""Draws of a declared set-up: programs that make tensors of fresh numbers, and smaller ones."""

import itertools
import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tensorlab.course.setups.declaring import Declaration, Length, Variable
from tensorlab.frozen import Frozen, replace

WIDTH = 68  # columns, so that a set-up can be read on a narrow terminal
SHORTEST = 2  # the draw in which every length is as short as it may be, even 0
LONGEST = 4  # the draw in which every length is as long as it may be
QUARTERS = 4  # halves and quarters are exact in every type, and print shortly
EMPTY_DTYPES = {"bools": "torch.bool", "floats": "torch.float32"}


class Draw(Frozen):
    """Lengths and elements for every name of a declaration."""

    declaration: Declaration
    lengths: dict[str, int]
    elements: dict[str, tuple[Any, ...]]

    def length(self, length: Length) -> int:
        """Return a length as a number."""
        return length if isinstance(length, int) else self.lengths[length]

    def shape(self, variable: Variable) -> tuple[int, ...]:
        """Return the shape that a variable has in this draw."""
        return tuple(self.length(each) for each in variable.shape)

    @property
    def size(self) -> int:
        """How much there is to read."""
        return sum(map(len, self.elements.values()))

    @property
    def program(self) -> str:
        """The program that sets the names."""
        return "\n".join(
            line_of(each, self) for each in self.declaration.variables if not each.is_hidden
        )


def draws(
    declaration: Declaration, seed: str, count: int, edges: Sequence[float] = ()
) -> list[Draw]:
    """Return so many draws, different ones where there are, those with fewest elements first.

    Some have many elements at `edges`, the numbers that a program compares with, and beside them.
    """
    made = [draw(declaration, f"{seed}/{number}", number, edges) for number in range(count)]
    different = {each.program: each for each in made}
    return sorted(different.values(), key=lambda each: each.size)


def draw(declaration: Declaration, seed: str, number: int = 0, edges: Sequence[float] = ()) -> Draw:
    """Return one draw: `number` 0 has middling lengths, the others every length and many ties."""
    chance = random.Random(seed)  # noqa: S311  the same numbers again are the point
    drawn = Draw(declaration, {}, {})
    for variable in declaration.variables:
        if variable.kind in {"size", "number"}:
            drawn.lengths[variable.name] = chance.randint(*bounds(variable, number))
        else:
            near = edges if is_edgy(number) else ()
            few = pool(variable, drawn, chance, near) if number % 3 == 1 else []
            drawn.elements[variable.name] = drawn_elements(variable, drawn, chance, few)
    return drawn


def is_edgy(number: int) -> bool:
    """Return whether one of the draws has elements at the edges."""
    return number % 6 == 1


def bounds(variable: Variable, number: int) -> tuple[int, int]:
    """Return the shortest and the longest that a length is in one of the draws."""
    # What a learner sees first, and where elements lie at edges, is neither empty nor a single
    # element.
    if not number or is_edgy(number):
        return min(max(variable.low, 2), variable.high), variable.high
    low = variable.high if number == LONGEST else variable.low
    return low, variable.low if number == SHORTEST else variable.high


def range_of(variable: Variable, drawn: Draw) -> range:
    """Return what the elements of a variable may be, in whole numbers or quarters."""
    if variable.below is not None:
        return range(max(drawn.length(variable.below), 1))
    scale = scale_of(variable)
    return range(variable.low * scale, variable.high * scale + 1)


def scale_of(variable: Variable) -> int:
    """Return in how many parts a drawn 1 is cut."""
    return QUARTERS if variable.kind == "floats" else 1


def pool(
    variable: Variable, drawn: Draw, chance: random.Random, edges: Sequence[float]
) -> list[int]:
    """Return the few elements that a draw with many ties has."""
    if variable.choices:
        return []
    whole, scale = range_of(variable, drawn), scale_of(variable)
    near = {int(edge * scale) + step for edge in edges for step in (-1, 0, 1)}
    return sorted(near.intersection(whole)) or chance.sample(whole, min(2, len(whole)))


def drawn_elements(
    variable: Variable, drawn: Draw, chance: random.Random, few: Sequence[int] = ()
) -> tuple[Any, ...]:
    """Return the elements of a variable, each of the `few` in turn where there are any."""
    if variable.choices:
        return (chance.choice(variable.choices),)
    count = math.prod(drawn.shape(variable))
    whole = range_of(variable, drawn)
    if variable.distinct:
        found = chance.sample(whole, count)
    elif few:
        found = [few[place % len(few)] for place in range(count)]
        chance.shuffle(found)
    else:
        found = chance.choices(whole, k=count)
    return tuple(of_kind(variable, number) for number in found)


def of_kind(variable: Variable, number: int) -> Any:
    """Return a drawn whole number as an element."""
    if variable.kind == "bools":
        return bool(number)
    return number / QUARTERS if variable.kind == "floats" else number


def line_of(variable: Variable, drawn: Draw) -> str:
    """Return the program's line for a name."""
    if variable.kind == "number":
        return f"{variable.name} = {drawn.lengths[variable.name]}"
    found = drawn.elements[variable.name]
    if variable.choices:
        return f"{variable.name} = {found[0]!r}"
    shape = drawn.shape(variable)
    begin = f"{variable.name} = torch.tensor("
    data = nested(list(found), shape, len(begin) + 1)
    dtype = f"torch.{variable.dtype.removeprefix('torch.')}" if variable.dtype else ""
    if not found:
        dtype = dtype or EMPTY_DTYPES.get(variable.kind, "torch.int64")
        begin, data = f"{variable.name} = torch.zeros(", ", ".join(map(str, shape))
    settings = [f"dtype={dtype}"] * bool(dtype) + ["requires_grad=True"] * variable.grad
    return f"{begin}{', '.join([data, *settings])})"


def nested(found: list[Any], shape: tuple[int, ...], indent: int) -> str:
    """Return elements in the brackets of a shape, on several lines where one is too narrow."""
    if not shape:
        return repr(found[0]) if found else "[]"
    step = len(found) // shape[0] if shape[0] else 0
    inner = [
        nested(found[row * step : (row + 1) * step], shape[1:], indent + 1)
        for row in range(shape[0])
    ]
    on_one_line = f"[{', '.join(inner)}]"
    if len(on_one_line) + indent <= WIDTH or len(shape) == 1:
        return on_one_line
    return f"[{f',{chr(10)}{chr(32) * indent}'.join(inner)}]"


MOST_TRIALS = 60


def smallest(draw: Draw, fails: Callable[[Draw], bool], trials: int = MOST_TRIALS) -> Draw:
    """Return the smallest draw found that still fails, within so many trials."""
    tried: set[str] = {draw.program}
    going_on = True
    while going_on:
        going_on = False
        for candidate in simpler(draw):
            if candidate.program in tried:
                continue
            if trials == 0:
                return draw
            trials -= 1
            tried.add(candidate.program)
            if fails(candidate):
                draw, going_on = candidate, True
                break
    return draw


def simpler(draw: Draw) -> Iterator[Draw]:
    """Yield draws that are simpler in one way: a length less, then an element nearer to 0."""
    for variable in draw.declaration.variables:
        length = draw.lengths.get(variable.name)
        if length is not None and length > variable.low:
            yield shortened(draw, variable.name, length - 1)
    for variable in draw.declaration.variables:
        if variable.kind in {"ints", "floats"}:
            yield from with_simpler_elements(draw, variable)


def shortened(draw: Draw, name: str, length: int) -> Draw:
    """Return a draw with one of its lengths cut."""
    after = Draw(draw.declaration, {**draw.lengths, name: length}, {})
    for variable in draw.declaration.variables:
        if variable.name in draw.elements:
            after.elements[variable.name] = cut(variable, draw, after)
    return after


def cut(variable: Variable, before: Draw, after: Draw) -> tuple[Any, ...]:
    """Return the elements that are left of a variable."""
    if variable.choices:
        return before.elements[variable.name]
    if variable.kind == "order":
        return tuple(
            n for n in before.elements[variable.name] if n < after.length(variable.shape[0])
        )
    old, new = before.shape(variable), after.shape(variable)
    kept = itertools.product(*map(range, new))
    steps = [math.prod(old[place + 1 :]) for place in range(len(old))]
    flat = before.elements[variable.name]
    found = tuple(
        flat[sum(place * step for place, step in zip(index, steps, strict=True))] for index in kept
    )
    if variable.below is not None:
        below = max(after.length(variable.below), 1)
        return tuple(min(number, below - 1) for number in found)
    return found


def with_simpler_elements(draw: Draw, variable: Variable) -> Iterator[Draw]:
    """Yield draws in which one element is the simplest number that it may be."""
    found = draw.elements[variable.name]
    simplest = [n for n in (0, 1, 2) if variable.low <= n <= variable.high][:2]
    for place, element in enumerate(found):
        for number in simplest:
            new = float(number) if variable.kind == "floats" else number
            if abs(new) >= abs(element) or (variable.distinct and new in found):
                continue
            elements = (*found[:place], new, *found[place + 1 :])
            yield replace(draw, elements={**draw.elements, variable.name: elements})
