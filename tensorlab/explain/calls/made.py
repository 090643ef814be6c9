"""What a run did, call by call: also in functions, loops, layers and earlier statements."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import getitem
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.calls.call import Call, Values, names_of, operation_with, tensors_in
from tensorlab.explain.calls.calls import FUNCTIONS, SYMBOLS, calls_at, is_explained
from tensorlab.explain.calls.turns import Bindings, Turns, Way, is_earlier, is_within, with_call
from tensorlab.explain.looking.memory import place_in
from tensorlab.explain.story.frames import Index
from tensorlab.explain.strategies.explaining import CannotExplainError, quietly
from tensorlab.frozen import replace
from tensorlab.language.outcome import Span, Step
from tensorlab.language.reading.source import Source, parse

WRITE = "write"  # the name of a call that writes into a part of a tensor
NOTHING_MOVED: Mapping[int, Any] = {}
# calls that are told of what lies in functions and earlier statements
MOST_OPENED = 16


class Run:
    """A recorded run: its calls in the order in which they were done, on tensors as they were."""

    def __init__(
        self, trace: Iterable[Step], source: str, moves: Mapping[int, Any] = NOTHING_MOVED
    ) -> None:
        self.source = source
        self.text = Source(source)
        # of the latest round, where something is done repeatedly
        self.values = Values(moves)
        # of a tensor as it was: the very tensor
        self.origin: dict[int, int] = {}
        self.calls: list[Call] = []
        tree = parse(self.text)
        self.turns = Turns(tree, self.text)
        self.bindings = Bindings(tree, self.text)
        self.very: dict[int, Tensor] = {}  # tensors by their identity
        # of a tensor: the one whose memory it looks at
        self.bases: dict[int, int] = {}
        # no number of an object may be used again
        self.alive: list[Any] = []
        self.group: dict[Span | None, Any] = {}
        self.written: ast.AST | None = None
        self.writes = [
            (span, statement)
            for statement in ast.walk(tree)
            if is_write(statement) and (span := self.text.span(statement)) is not None
        ]
        for step in trace:
            self.see(step)
        self.finish()

    def see(self, step: Step) -> None:
        """Take a step, and what was done in it."""
        statement = next((each for span, each in self.writes if is_within(step.span, span)), None)
        if statement is not self.written or step.span in self.group:
            self.finish()
        self.written = statement
        self.turns.see(step)
        value = self.as_it_was(step)
        self.values.enter(step, value)
        self.bindings.see(step)
        if statement is not None:
            self.group[step.span] = value
        if isinstance(step.node, ast.expr) and is_explained(value):
            found = calls_at(step.node, self.values, self.source)
            bound = tuple(self.bindings.at(step, self.values)) if found else ()
            if found:
                found[-1] = replace(found[-1], target=self.bindings.targets.get(step.span, ""))
            for call in found:
                self.enter(replace(call, bound_to=bound), step.span)

    def enter(self, call: Call, span: Any) -> None:
        """Enter a call, with the turns of the loops that it was done in."""
        self.calls.append(replace(call, turn=((span, call.source), tuple(self.turns.counts))))

    def as_it_was(self, step: Step) -> Any:
        """Return the value of a step: a tensor that has been written over since as it was then."""
        if not isinstance(step.value, Tensor):
            return step.value
        tensor: Any = step.tensor
        self.very[id(tensor)] = tensor
        self.bases[id(tensor)] = id(tensor if tensor._view_of is None else tensor._view_of)
        if not isinstance(step.kept, Tensor):
            return tensor
        if tensor._array.shape == step.kept._array.shape and (
            tensor._array.tobytes() == step.kept._array.tobytes()
        ):
            return tensor
        self.alive += [tensor, step.kept]
        self.origin[id(step.kept)] = id(tensor)
        return step.kept

    def finish(self) -> None:
        """Take note of what a statement wrote, once all of its parts have been evaluated."""
        statement, group = self.written, self.group
        self.written, self.group = None, {}
        if statement is None or not group:
            return
        written: dict[int, Tensor] = {}  # by this statement, by identity
        for part in writes_of(statement):
            with suppress(CannotExplainError, KeyError):
                self.read_again(part.value, group, written)
                call = self.write(part, group)
                self.alive.append(call.result)
                self.origin[id(call.result)] = self.identity(call.args[0])
                written[self.identity(call.args[0])] = call.result
                self.enter(call, self.text.span(statement))

    def read_again(
        self, node: ast.AST, group: dict[Span | None, Any], written: dict[int, Tensor]
    ) -> None:
        """Take what a part of a tensor has become by a write to the left of it: it is a view."""
        if not isinstance(node, ast.Subscript) or not written:
            return
        owner, key = (group[self.text.span(part)] for part in (node.value, node.slice))
        if self.identity(owner) not in written:
            return
        whole = written[self.identity(owner)]
        group[self.text.span(node)] = self.read(node, whole, key)

    def read(self, node: ast.Subscript, whole: Tensor, key: Any) -> Any:
        """Return a part of a tensor, noted as read there."""
        names = {id(whole): ast.unparse(node.value)}
        part = quietly(getitem, whole, key)
        call = Call("index", ast.unparse(node), None, (whole, key), {}, part, names, getitem)
        self.enter(call, self.text.span(node))
        return part

    def write(self, statement: Any, group: dict[Span | None, Any]) -> Call:
        """Return a statement that wrote into a tensor as a call.

        Raises:
            CannotExplainError: it wrote into something else.
            KeyError: a part of it was not recorded.
        """
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        owner = target.value if isinstance(target, ast.Subscript) else target
        before, value = (group[self.text.span(part)] for part in (owner, statement.value))
        if not isinstance(before, Tensor):
            raise CannotExplainError
        source = " ".join(self.text.excerpt(self.text.span(statement)).split())
        names = names_of((owner, statement.value), (before, value), self.source)
        if not isinstance(target, ast.Subscript):
            return update(source, statement, (before, value), names)
        key = group[self.text.span(target.slice)]
        names = {**names_of((target.slice,), (key,), self.source), **names}
        if isinstance(statement, ast.AugAssign):
            value = self.updated(statement, before, key, value)
            names[id(value)] = f"({self.sum_text(statement)})"
        result = quietly(write_into, before, key, value)
        return Call("write", source, None, (before, key, value), {}, result, names, write_into)

    def updated(self, statement: Any, before: Tensor, key: Any, value: Any) -> Any:
        """Return what `x[0] += value` writes, its operation noted as a call of its own."""
        own, target = self.identity(before), statement.target
        writes = (each for each in self.calls if each.name == WRITE)
        is_told = any(self.identity(each.args[0]) == own for each in writes)
        part = self.read(target, before, key) if is_told else quietly(getitem, before, key)
        names = names_of((target, statement.value), (part, value), self.source)
        call = update(self.sum_text(statement), statement, (part, value), names)
        self.alive += [part, call.result]
        self.enter(call, self.text.span(statement))
        return call.result

    def sum_text(self, statement: ast.AugAssign) -> str:
        """Return `x += y` as x + y."""
        return ast.unparse(ast.BinOp(statement.target, statement.op, statement.value))

    def identity(self, tensor: object) -> int:
        """Return which tensor one is, also as it was before it was written over."""
        return self.origin.get(id(tensor), id(tensor))

    def storage(self, tensor: object) -> int:
        """Return the tensor whose memory one looks at."""
        identity = self.identity(tensor)
        return self.bases.get(identity, identity)

    def gives(self, call: Call, value: object) -> bool:
        """Return whether a call gave a tensor, as it was then."""
        return self.identity(value) in map(self.identity, tensors_in((call.result,)))

    def seen_in(self, call: Call, value: Any, place: Index) -> Index | None:
        """Return where an element is in what a call wrote into, of which its tensor is a view."""
        owner, own = (self.very.get(self.identity(each)) for each in (call.args[0], value))
        return place if owner is None or own is None else place_in(owner, own, place)

    def read_by_item(self, value: object) -> list[Tensor]:
        """Return the tensor whose item() gave the very number that a value is, none elsewhere."""
        reads = [call for call in self.calls if call.name == "item" and call.result is value]
        return reads[-1].tensors if reads else []

    def leading_to(self, value: Any, most: int = MOST_OPENED) -> list[Call]:
        """Return the latest calls that a value goes back to, in order."""
        return self.walked_back(self.calls, tensors_in((value,)), {}, most)

    def walked_back(
        self, calls: Sequence[Call], values: Iterable[Tensor], way: Way, most: int = MOST_OPENED
    ) -> list[Call]:
        """Return the latest of some calls that values go back to, of a loop those of one turn.

        `way` leads from the values to what is asked about. What earlier turns wrote into parts of
        a tensor stands there still: where it is empty, they are told, too.
        """
        wanted = {self.identity(each): way for each in values}
        found: list[Call] = []
        # tensors that a turn before gave, by identity
        begun: set[int] = set()
        renewed: set[int] = set()  # those of them that it gave as a whole
        for call in reversed(calls):
            given = {self.identity(each) for each in tensors_in((call.result,))}
            own = {self.identity(each) for each in (*call.tensors, *call.rows)}
            is_same = call.operation is None or call.name == "requires_grad_"
            if is_same and call.name != WRITE and given & own:
                continue  # a copy, or the tensor itself
            if call.name == WRITE or (given & own and call.args):
                into = self.storage(call.args[0])
                given |= {each for each in wanted if self.bases.get(each, each) == into}
            given -= renewed
            ways = {each: way for each, way in wanted.items() if each in given}
            later = [way for way in ways.values() if not is_earlier(call, way)]
            if not later or len(found) >= most:
                begun |= set() if later else ways.keys()
                renewed |= ways.keys()
                continue
            found.append(call)
            # made by a way back, and no call
            if call.operation is None and call.name == "grad":
                wanted = {each: way for each, way in wanted.items() if each not in given}
                continue
            longer = with_call(later[0], call)
            wanted |= {each: longer for each in own if each in given or each not in wanted}
            if call.name == WRITE:
                wanted[self.identity(call.args[0])] = later[0]
        return [self.begun_with(call, begun) for call in reversed(found)]

    def begun_with(self, call: Call, before: set[int]) -> Call:
        """Return a call of a loop's turn with the operands that the turn before had left."""
        names = {call.name_of(each): None for each in call.tensors if self.identity(each) in before}
        return replace(call, left=tuple(names)) if names else call


def update(text: str, statement: Any, args: tuple[Any, ...], names: dict[int, str]) -> Call:
    """Return the operation of a statement such as x += y as a call that writes nothing."""
    symbol = SYMBOLS[type(statement.op)]
    function, operation = FUNCTIONS[symbol], operation_with(symbol)
    name = "update" if operation is None else operation.name
    return Call(name, text, operation, args, {}, quietly(function, *args), names, function)


def is_written(call: Call, place: Index) -> bool:
    """Return whether a statement wrote into an element of what it wrote into."""
    owner, key, _ = call.args
    marked = quietly(call.replay, owner.new_zeros(owner.shape), key, 1)
    return number(marked, place) != 0


def is_write(node: ast.AST) -> bool:
    """Return whether a statement writes into a part of something: x[0] = 1, x += 1."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.target, ast.Name | ast.Subscript)
    return isinstance(node, ast.Assign) and any(
        isinstance(part.targets[0], ast.Subscript) for part in writes_of(node)
    )


def writes_of(statement: Any) -> Iterator[Any]:
    """Yield what a statement writes one after the other: x[0], x[1] = a, b does it twice."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    rows = ast.Tuple | ast.List
    if isinstance(target, rows) and isinstance(statement.value, rows):
        for part, value in zip(target.elts, statement.value.elts, strict=False):
            yield ast.copy_location(ast.Assign([part], value), statement)
    else:
        yield statement


def write_into(tensor: Any, key: Any, value: Any) -> Any:
    """Return a copy of a tensor with a part of it written over."""
    fresh = tensor.clone()
    fresh[key] = value
    return fresh


def maker_of(tensor: Tensor, calls: Iterable[Call]) -> Call | None:
    """Return the latest call that gave a tensor, None where none did."""
    found = None
    for call in calls:
        if any(result is tensor for result in tensors_in((call.result,))):
            given = call.operation is None and any(each is tensor for each in call.tensors)
            found = found if given else call
    return found
