"""One operation of an expression: what was called with what, under which names."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import takewhile
from types import MappingProxyType
from typing import Any

import numpy as np

from tensorlab.engine.calling.resolving import packed
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.binding import bind
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.story.frames import Element, Index
from tensorlab.frozen import Frozen, replace
from tensorlab.language.outcome import Span, Step
from tensorlab.language.reading.source import Source

# where a call stands, and its text: a row of layers stands in one place
Spot = tuple[Span, str]
# of each loop of a program: how often its body has begun
Turn = tuple[int, ...]


class Values(dict[Any, Any]):
    """What each node of a run gave, the parameters that optimizers moved since, layers' states."""

    def __init__(self, moves: Mapping[int, Any] = MappingProxyType({})) -> None:
        self.moves = moves
        # of layers, as they were when a node gave them
        self.states: dict[Any, Any] = {}
        # what each turn of a generator gave, by its node
        self.turns: dict[Any, list[Any]] = {}

    def enter(self, step: Step, value: object) -> None:
        """Enter what a step gave."""
        self[step.node] = value
        if isinstance(step.node, ast.GeneratorExp):
            self.turns[step.node.elt] = []
        elif step.node in self.turns:
            self.turns[step.node].append(value)
        if not isinstance(value, Tensor) and step.kept is not None:
            self.states[step.node] = step.kept


class Call(Frozen):
    """One operation of an expression: what was called with what, and what it gave.

    `operation` is None for what is no declared function, such as indexing; `name` is its name all
    the same. `names` has the tensors' names in the source, by identity. `replay` does it again with
    other arguments.
    """

    name: str
    source: str
    operation: Operation | None
    args: tuple[Any, ...]
    settings: dict[str, Any]
    result: Any
    names: dict[int, str]
    replay: Callable[..., Any]
    method: bool = False
    recipe: Any = None  # of a layer, which says what its steps are called
    state: Any = None  # of a layer, with the random numbers that it drew
    # when it was done, where loops may do it again
    turn: tuple[Spot, Turn] | None = None
    # operands of a loop's last turn that the turn before had left
    left: tuple[str, ...] = ()
    target: str = ""  # the name that the program gives to the result
    # what the names that its loops bind stand for
    bound_to: tuple[str, ...] = ()
    # of which the first operand was put together
    rows: tuple[Tensor, ...] = ()

    def name_of(self, tensor: Tensor) -> str:
        """Return what the source calls a tensor."""
        return self.names.get(id(tensor), "input")

    def element(self, tensor: Tensor, at: Index) -> Element:
        """Return one element of an operand, under its name."""
        return Element(self.name_of(tensor), at, number(tensor, at))

    def elements(self, tensor: Tensor, places: Iterable[Index] | None = None) -> list[Element]:
        """Return the elements of an operand at some places, or all of them in reading order."""
        chosen = np.ndindex(*tensor.shape) if places is None else places
        return [self.element(tensor, at) for at in chosen]

    def origin_of(self, operand: Element) -> tuple[Tensor, Index] | None:
        """Return the tensor and the place of an operand's element, None where none has its name."""
        found = next((each for each in self.tensors if self.name_of(each) == operand.name), None)
        if found is not None and self.rows and found is self.args[0]:
            return self.rows[operand.index[0]], operand.index[1:]
        return None if found is None else (found, operand.index)

    def in_places(self) -> "Call":
        """Return the call with what it gives by name at the places that the names stand for."""
        named = self.operation.signature.positional[len(self.args) :] if self.operation else ()
        settings = {**self.settings}
        # a switch is clearer by its name
        placed = [*takewhile(lambda name: not isinstance(settings.get(name, True), bool), named)]
        args = (*self.args, *map(settings.pop, placed))
        return replace(self, args=args, settings=settings)

    @property
    def tensors(self) -> list[Tensor]:
        """The tensors among the arguments, in order."""
        return list(tensors_in((*self.args, *self.settings.values())))

    @property
    def listed(self) -> int:
        """How many tensors stand in lists which other statements filled."""
        parts = [part for own in self.args if isinstance(own, list) for part in enumerate(own)]
        return sum(self.names.get(id(each), "").endswith(f"[{at}]") for at, each in parts)

    def gives(self, tensor: object) -> bool:
        """Return whether a tensor is among the results."""
        return any(each is tensor for each in tensors_in((self.result,)))

    def bound(self) -> dict[str, Any]:
        """Return the arguments by the names of the operation's parameters.

        Raises:
            TypeError: there is no such operation, or it takes its arguments otherwise.
        """
        if self.operation is None:
            raise TypeError(f"{self.name} has no parameters")
        args, settings = self.args, dict(self.settings)
        if self.method and self.operation.variadic:
            args = packed(self.operation, args)
        if self.operation.facts.get("size") and args and isinstance(args[0], int):
            args = (args,)
        # Under the name of the call: F.max_pool2d takes what torch.max_pool2d does not.
        name = name_in_torch(self.replay) or self.name
        return bind(self.operation.signature, name, args, settings, int(not self.method))


def name_in_torch(function: object) -> str:
    """Return a function's name below torch: nn.functional.relu; nothing for what has no name."""
    name = getattr(function, "__qualname__", "")  # as programs write it
    home = getattr(function, "__module__", None) or ""
    return f"{home}.{name}".removeprefix("torch.") if name else ""


def tensors_in(values: Any, around: tuple[int, ...] = ()) -> Iterator[Tensor]:
    """Yield the tensors among values and in the lists among them; a list can hold itself."""
    inside = (*around, id(values))
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, list | tuple) and id(value) not in inside:
            yield from tensors_in(value, inside)
        elif isinstance(value, slice):
            yield from tensors_in((value.start, value.stop, value.step))


def names_of(nodes: Any, values: Any, source: str) -> dict[int, str]:
    """Return the names of tensors in the source: their own expressions."""
    names: dict[int, str] = {}
    for node, value in zip(nodes, values, strict=True):
        if isinstance(value, Tensor):
            names[id(value)] = operand_text(node, source)
        elif isinstance(value, list | tuple):
            parts = node.elts if isinstance(node, ast.List | ast.Tuple) else ()
            for place, part in enumerate(value):
                if isinstance(part, Tensor):
                    named = place < len(parts) and len(parts) == len(value)
                    text = (
                        operand_text(parts[place], source)
                        if named
                        else f"{operand_text(node, source)}[{place}]"
                    )
                    names.setdefault(id(part), text)
    return names


def operand_text(node: ast.expr, source: str) -> str:
    """Return an expression so that an index can stand behind it."""
    text = text_of(node, source)
    if isinstance(node, ast.GeneratorExp):
        return f"[{ast.unparse(node)[1:-1]}]"
    if isinstance(
        node, ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.List | ast.ListComp
    ):
        return text
    return f"({text})"


def text_of(node: ast.expr, source: str) -> str:
    """Return the source of a node on one line."""
    text = lines_of(source)
    return " ".join((text.excerpt(text.span(node)) or ast.unparse(node)).split())


@lru_cache(maxsize=4)
def lines_of(source: str) -> Source:
    """Return a program's text by lines: one is asked for the source of many nodes."""
    return Source(source)


@cache
def operation_with(symbol: str) -> Operation | None:
    """Return the operation that an operator stands for."""
    return next((each for each in OPERATIONS.values() if each.symbol == symbol), None)
