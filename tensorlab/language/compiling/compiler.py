"""Turns each allowed node into a closure; a node type without an entry in a table is refused.

What of Python is not part of tensorlab is told with what to write instead.
"""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.place import refuse
from tensorlab.language.compiling.scope import Scope, fields_of, statements_in

Frame = list[Any]  # of the program itself: the session's names
Evaluate = Callable[[Frame], Any]
# What a statement gives back: None to go on, BREAK, CONTINUE, or the returned value in a tuple.
Signal = Any
Execute = Callable[[Frame], Signal]


class Surroundings(Protocol):
    """What a program finds at hand besides its own names."""

    def find(self, name: str) -> object:
        """Return the value of a name that the program did not bind, or raise KeyError."""

    def import_module(self, name: str) -> object:
        """Return the namespace of a module, or raise KeyError."""


class Compiler:
    """Compiles one program; `names` are the variables of the session."""

    def __init__(
        self,
        names: dict[str, Any],
        surroundings: Surroundings,
        trace: Callable[[ast.expr, object], None] | None = None,
    ) -> None:
        self.names = names
        self.surroundings = surroundings
        self.trace = trace
        self.scope = Scope(None, "program")
        self.loops = 0  # how many loops of this function enclose the statement
        self.imported: dict[str, str] = {}  # as what the program imports what
        self.at_hand: dict[str, Any] = {}  # what names mean that it does not bind, once looked up
        self.annotations_unread = False
        self.imports_guarded = False  # whether the program catches that a module is not here
        self.tell: Callable[[Any], None] | None = None  # takes what expressions in blocks give
        self.unbinds = True  # whether a name that is bound may be unbound again

    def expression(self, node: ast.expr) -> Evaluate:
        """Return the closure that evaluates an expression."""
        build = EXPRESSIONS.get(type(node)) or loaded(EXPRESSIONS, node)
        evaluate = build(self, node)
        return evaluate if self.trace is None else recorded(evaluate, node, self.trace)

    def fixed(self, node: ast.expr) -> Any:
        """Return a constant that is written down; UNBOUND for the rest, and if all is recorded."""
        return node.value if isinstance(node, ast.Constant) and self.trace is None else UNBOUND

    def statement(self, node: ast.stmt) -> Execute:
        """Return the closure that executes a statement."""
        build = STATEMENTS.get(type(node)) or loaded(STATEMENTS, node)
        execute: Execute = build(self, node)
        return execute

    def step(self, node: ast.stmt | ast.expr) -> Execute | Evaluate:
        """Return the closure of a node in a block; at a prompt, expressions show what they give."""
        if isinstance(node, ast.expr):
            return self.expression(node)
        tell = self.tell
        if tell is None or self.scope.kind != "program" or not isinstance(node, ast.Expr):
            return self.statement(node)
        evaluate = self.expression(node.value)
        return lambda frame: tell(evaluate(frame))

    def steps(self, body: list[Any], *bound: ast.expr) -> list[Any]:
        """Return the closures of nodes in order; what those before bind has a value in each.

        The targets that are `bound` have one in all of them.
        """
        scope, before = self.scope, self.scope.bound
        scope.bind(*bound)
        found = []
        for node in body:
            if self.tell or not is_idle(node):
                found.append(self.step(node))
                if node.__class__ is ast.Assign:
                    scope.bind(*node.targets)
        scope.bound = before
        return found

    def block(self, body: list[ast.stmt]) -> Execute:
        """Return the closure that executes statements in order."""
        return sequence(self.steps(body), body)

    def first_and_rest(
        self, body: list[ast.stmt], *bound: ast.expr
    ) -> tuple[Execute, Execute | None]:
        """Return the closures of the first statement of a loop and of the others: one call less."""
        steps = self.steps(body, *bound)
        rest = sequence(steps[1:], body) if len(steps) > 1 else None
        return steps[0] if steps else (lambda frame: None), rest

    def body(self, body: list[ast.stmt]) -> Evaluate:
        """Return the closure that runs a function's statements and gives what they return."""
        last = body[-1].value if isinstance(body[-1], ast.Return) else None
        found = self.steps([*body[:-1], last] if last else [*body, ast.Constant(None)])
        steps, final = found[:-1], cast("Evaluate", found[-1])
        if not steps:
            return final

        def evaluate(frame: Frame) -> Any:
            for step in steps:
                signal = step(frame)
                if signal is not None:
                    return signal[0]
            return final(frame)

        return evaluate

    @contextmanager
    def inside(self, scope: Scope) -> Iterator[Scope]:
        """Compile the block in a scope of its own."""
        before = self.scope, self.loops
        self.scope = scope
        self.loops = self.loops if scope.kind == "comprehension" else 0
        try:
            yield scope
        finally:
            self.scope, self.loops = before


Builder = Callable[[Compiler, Any], Any]
EXPRESSIONS: dict[type[ast.AST], Builder] = {}
STATEMENTS: dict[type[ast.AST], Builder] = {}
# The files whose nodes no plain expression has: each is loaded with the first of them.
LATER: dict[str, tuple[type[ast.AST], ...]] = {
    "statements.blocks": (ast.Try, ast.Raise, ast.With),
    "classes.definition": (ast.ClassDef,),
    "statements.matching": (ast.Match,),
    "expressions.comprehensions": (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    "expressions.conditions": (ast.Compare, ast.BoolOp, ast.IfExp),
    "functions.functions": (ast.Lambda, ast.FunctionDef),
    "statements.imports": (ast.Import, ast.ImportFrom),
    "statements.loops": (ast.If, ast.For, ast.While),
    "statements.updates": (ast.AugAssign,),
}


def loaded(table: dict[type[ast.AST], Builder], node: ast.AST) -> Builder:
    """Return what compiles a node, its file loaded; a node that no file knows is refused."""
    file = next((file for file, kinds in LATER.items() if type(node) in kinds), None)
    if file is None:
        refuse(node)
    import_module(f"tensorlab.language.{file}")
    return table[type(node)]


def is_idle(node: ast.AST) -> bool:
    """Return whether nothing happens at a statement: `pass`, and text such as documentation."""
    if node.__class__ is not ast.Expr:
        return node.__class__ is ast.Pass
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def sequence(steps: list[Execute], body: list[ast.stmt]) -> Execute:
    """Return the closure that takes steps of a body in order."""
    if len(steps) == 1:
        return steps[0]
    if not any(part.__class__ in LEAVING for part in statements_in(body)):
        return plain_sequence(steps)

    def execute(frame: Frame) -> Signal:
        for step in steps:
            signal = step(frame)
            if signal is not None:
                return signal
        return None

    return execute


def plain_sequence(steps: list[Execute]) -> Execute:
    """Return a closure for statements none of which leaves the block."""
    if len(steps) == 2:
        first, second = steps

        def execute_two(frame: Frame) -> None:
            first(frame)
            second(frame)

        return execute_two

    def execute(frame: Frame) -> None:
        for step in steps:
            step(frame)

    return execute


def recorded(
    evaluate: Evaluate, node: ast.expr, trace: Callable[[ast.expr, object], None]
) -> Evaluate:
    """Return a closure that also tells what came out."""

    def record(frame: Frame) -> object:
        value = evaluate(frame)
        trace(node, value)
        return value

    return record


LEAVING = frozenset({ast.Return, ast.Break, ast.Continue})
COUNTED = (ast.expr, ast.stmt)
OWN_COST = (ast.While, ast.FunctionDef, ast.Lambda, ast.comprehension)


def cost_of(nodes: list[Any]) -> int:
    """Return the steps that nodes take when they run once, without what they repeat."""
    found: list[Any] = list(nodes)
    steps = 0
    for node in found:  # which grows meanwhile
        own, names = cost_and_parts(node.__class__)
        steps += own
        for name in names:
            part = getattr(node, name)
            if part.__class__ is list:
                found += part
            elif part is not None:
                found.append(part)
    return steps or 1


@cache
def cost_and_parts(kind: Any) -> tuple[bool, tuple[str, ...]]:
    """Return whether a kind of node takes a step, and in which fields there may be others."""
    if kind is ast.For:
        return True, ("iter",)
    return issubclass(kind, COUNTED), () if issubclass(kind, OWN_COST) else fields_of(kind)


# Only straight-line statements are looked on while they run, so that loops stay as quick.
SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign)
REPEATING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


class Watch(Protocol):
    """Sees that a statement begins, the values of its parts, then that it is done."""

    def begin(self, statement: ast.stmt, names: dict[str, Any]) -> None:
        """Take note that a statement is about to be executed."""

    def see(self, node: ast.expr, value: object) -> None:
        """Take the value of one sub-expression."""

    def done(self, statement: ast.stmt, names: dict[str, Any]) -> None:
        """Take note that a statement has been executed."""

    def collect(self, *, shown: bool = True) -> tuple[str, ...]:
        """Return what is worth a word since the last time: nothing, if it would not be shown."""


def is_watched(statement: ast.stmt) -> bool:
    """Return whether each part of a statement is evaluated once at most."""
    return isinstance(statement, SIMPLE) and not any(
        isinstance(node, REPEATING) for node in ast.walk(statement)
    )


def watched(compiler: Compiler, statement: ast.stmt, watch: Watch | None) -> Execute:
    """Return the closure of a statement, with somebody looking on where that costs little."""
    return looked_on(compiler, statement, watch, lambda: compiler.statement(statement))


def watched_value(compiler: Compiler, statement: ast.Expr, watch: Watch | None) -> Evaluate:
    """Return the closure of the expression at a program's end, likewise."""
    return looked_on(compiler, statement, watch, lambda: compiler.expression(statement.value))


def looked_on(
    compiler: Compiler, statement: ast.stmt, watch: Watch | None, make: Callable[[], Evaluate]
) -> Evaluate:
    """Return the closure that is made of a statement, with somebody looking on, or as it is."""
    if watch is None or compiler.trace is not None or not is_watched(statement):
        return make()
    compiler.trace = watch.see
    try:
        closure = make()
    finally:
        compiler.trace = None

    def run_and_tell(frame: Frame) -> Any:
        watch.begin(statement, compiler.names)
        value = closure(frame)
        watch.done(statement, compiler.names)
        return value

    return run_and_tell
