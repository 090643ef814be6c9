"""Comprehensions and generator expressions, each with variables of its own."""

import ast
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame, cost_of
from tensorlab.language.compiling.place import FAULTS, at, fail
from tensorlab.language.compiling.scope import Scope, walked
from tensorlab.language.compiling.targets import target
from tensorlab.language.compiling.variables import place_of
from tensorlab.language.expressions.conditions import truth
from tensorlab.language.limits.contents import weigh_key
from tensorlab.language.limits.meter import meter
from tensorlab.language.statements.loops import Start, following, starter
from tensorlab.language.values.attributes import METHODS
from tensorlab.language.values.values import ProgramIterator

# The iterators of the loops that are under way, the innermost last: where a comprehension stands.
Stack = list[Iterator[Any]]
# Runs a loop, whose iterator is the last one, and those inside: yields the inner frame each time.
Rounds = Callable[[Stack, Frame], Iterator[Frame]]


def source(compiler: Compiler, node: ast.expr) -> Start:
    """Compile the expression that a comprehension goes through: it may name nothing."""
    for part in walked(node):
        if isinstance(part, ast.NamedExpr):
            text = "assignment expression cannot be used in a comprehension iterable expression"
            fail(SyntaxError(text), part)
    return starter(compiler, node)


def rounds(compiler: Compiler, clauses: list[ast.comprehension], cost: int) -> list[Rounds]:
    """Compile the `for` and `if` clauses, each of which goes round the next."""
    clause, *others = clauses
    if clause.is_async:
        fail(
            SyntaxError("asynchronous comprehension outside of an asynchronous function"),
            clause.target,
        )
    place = place_of(compiler, clause.target)
    slot = None if place is None else place.slot
    store = target(compiler, clause.target)
    tests = [(compiler.expression(test), test) for test in clause.ifs]
    start_next = source(compiler, others[0].iter) if others else None
    within = rounds(compiler, others, cost) if others else []
    inner = within[0] if within else None
    cost += cost_of(list(clause.ifs)) + 1

    def go(stack: Stack, frame: Frame) -> Iterator[Frame]:
        try:
            for item in following(stack[-1], clause):
                if slot is None:
                    store(frame, item)
                else:
                    frame[slot] = item
                meter.left -= cost
                if meter.left < 0:
                    meter.settle()
                for test, node in tests:
                    held = test(frame)
                    if held is not True and (held is False or not truth(held, node)):
                        break
                else:
                    if inner is None or start_next is None:
                        yield frame
                    else:
                        stack.append(start_next(frame))
                        yield from inner(stack, frame)
        finally:
            stack.pop()

    return [go, *within]


class Loops:
    """The compiled clauses of a comprehension."""

    def __init__(self, compiler: Compiler, node: Any) -> None:
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self.start = source(compiler, node.generators[0].iter)
        scope = Scope(compiler.scope, "comprehension")
        for clause in node.generators:
            for part in walked(clause.target):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    scope.add(part.id)
        with compiler.inside(scope):
            scope.bound = frozenset(scope.slots) if len(node.generators) == 1 else frozenset()
            self.rounds = rounds(compiler, node.generators, cost_of(results))
            self.results = [compiler.expression(part) for part in results]
            self.look_for_one_loop(compiler, node.generators, results)
        self.blank = [UNBOUND] * len(scope.slots)

    def look_for_one_loop(
        self, compiler: Compiler, clauses: list[ast.comprehension], results: list[ast.expr]
    ) -> None:
        """Note the slot and the test of a comprehension of one loop; of any other no slot."""
        (clause, *others), tests = clauses, clauses[0].ifs
        plain = not others and len(tests) < 2
        place = place_of(compiler, clause.target) if plain else None
        self.slot = None if place is None else place.slot
        self.test = compiler.expression(tests[0]) if plain and tests else None
        self.cost = cost_of(results) + cost_of(list(tests)) + 1

    def run(self, frame: Frame) -> Iterator[Frame]:
        """Return the frames in which the result is to be evaluated."""
        return self.rounds[0]([self.start(frame)], [frame, *self.blank])

    def resume(self, stack: Stack, frame: Frame) -> Iterator[Frame]:
        """Return the frames that are left where the loops stand so."""
        going = [go(stack, frame) for go in reversed(self.rounds[: len(stack)])]
        return going[0] if len(going) == 1 else chain(*going)


def located(node: ast.expr, evaluate: Evaluate) -> Evaluate:
    """Return the closure, its own limits and errors shown at the comprehension."""

    def locate(frame: Frame) -> Any:
        try:
            return evaluate(frame)
        except FAULTS as error:
            raise at(error, node) from None

    return locate


def list_comprehension(compiler: Compiler, node: ast.ListComp) -> Evaluate:
    """Compile `[value for ... in ...]`."""
    loops = Loops(compiler, node)
    result = loops.results[0]
    if loops.slot is not None:
        return located(node, one_loop(loops, loops.slot, node.generators[0]))
    return located(node, lambda frame: [result(inner) for inner in loops.run(frame)])


def one_loop(loops: Loops, slot: int, clause: ast.comprehension) -> Evaluate:
    """Return the closure of `[value for name in items if test]`, without a generator between."""
    start, result, blank = loops.start, loops.results[0], loops.blank
    test, cost = loops.test, loops.cost

    def evaluate(frame: Frame) -> list[Any]:
        inner = [frame, *blank]
        found: list[Any] = []
        for item in following(start(frame), clause):
            inner[slot] = item
            meter.left -= cost
            if meter.left < 0:
                meter.settle()
            held = test is None or test(inner)
            if held is True or (held is not False and truth(held, clause.ifs[0])):
                found.append(result(inner))
        return found

    return evaluate


def checked(value: object) -> Any:
    """Return a value that is about to be hashed."""
    weigh_key(value)
    return value


def set_comprehension(compiler: Compiler, node: ast.SetComp) -> Evaluate:
    """Compile `{value for ... in ...}`."""
    loops = Loops(compiler, node)
    result = loops.results[0]
    return located(node, lambda frame: {checked(result(inner)) for inner in loops.run(frame)})


def dict_comprehension(compiler: Compiler, node: ast.DictComp) -> Evaluate:
    """Compile `{key: value for ... in ...}`."""
    loops = Loops(compiler, node)
    key, value = loops.results
    return located(
        node, lambda frame: {checked(key(inner)): value(inner) for inner in loops.run(frame)}
    )


class Generator(ProgramIterator):
    """A generator expression: it knows where it stands, so that it can go on from there again."""

    __slots__ = ("frame", "loops", "stack")

    def __init__(self, loops: Loops, stack: Stack, frame: Frame) -> None:
        self.kind = "generator"
        self.loops = loops
        self.frame = frame
        self.go_on(stack)

    def go_on(self, stack: Stack) -> None:
        """Go on where the loops stand so."""
        result = self.loops.results[0]
        self.stack = stack
        self.source = (result(inner) for inner in self.loops.resume(stack, self.frame))

    def close(self) -> None:
        """Come to the end."""
        self.source = iter(())

    def throw(self, kind: object, /) -> Any:
        """Come to the end, with an error: no expression catches one."""
        from tensorlab.language.statements.blocks import raised_by  # noqa: PLC0415  seldom asked for

        self.close()
        raise raised_by(kind)


Generator.__name__ = "generator"  # Python's own error texts name it
METHODS[Generator] = {"__next__": next, "close": Generator.close, "throw": Generator.throw}


def generator(compiler: Compiler, node: ast.GeneratorExp) -> Evaluate:
    """Compile `(value for ... in ...)` to an iterator value of ours."""
    loops = Loops(compiler, node)
    return lambda frame: Generator(loops, [loops.start(frame)], [frame, *loops.blank])


EXPRESSIONS.update(
    {
        ast.ListComp: list_comprehension,
        ast.SetComp: set_comprehension,
        ast.DictComp: dict_comprehension,
        ast.GeneratorExp: generator,
    }
)
