"""A session: runs programs one after the other, keeping their names."""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, NoReturn

from tensorlab.engine import memory
from tensorlab.engine.autograd.gradmode import Moving, Retention
from tensorlab.engine.printing.array_text import OPTIONS, PrintOptions
from tensorlab.engine.settings import MACHINE, Settings
from tensorlab.errors import LimitReached
from tensorlab.frozen import pattern
from tensorlab.language.compiling.compiler import (
    Compiler,
    Evaluate,
    Execute,
    Frame,
    Watch,
    cost_of,
    watched,
    watched_value,
)
from tensorlab.language.compiling.place import FAULTS, Ended, Unsupported, at
from tensorlab.language.expressions import calls, literals, operators, subscripts  # noqa: F401  each enters its nodes into the compiler's tables
from tensorlab.language.library.names import Library, given_library, torch_library
from tensorlab.language.limits.limits import (
    USUAL,
    Budget,
    Counted,
    DeepRecursion,
    Limits,
    with_room,
)
from tensorlab.language.limits.meter import meter
from tensorlab.language.outcome import Failure, Outcome, Step
from tensorlab.language.reading.source import Source, read
from tensorlab.language.running.screen import Kept, Notices, kept, screen
from tensorlab.language.statements import statements  # noqa: F401  each enters its nodes into the compiler's tables
from tensorlab.language.values import attributes as attribute_tables
from tensorlab.language.values.builtins import BUILTINS
from tensorlab.language.values.display import describe, text_of

DEFINING = pattern("def |lambda|class ")
UNBINDING = pattern(r"\b(?:del|except)\b")
MOST_KEPT = 200  # programs with functions, to show where in them an error arose


class Session:
    """Runs programs against one set of names.

    With `preload`, torch, F, nn and torch's functions are at hand, after the program's own names
    and Python's built-ins. `library` puts other namespaces in torch's place. What it switches holds
    in this session alone, unless `settings` are given that it shares.
    """

    def __init__(
        self,
        library: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        preload: bool = True,
        budget: Budget = USUAL,
        write: Callable[[str], object] | None = None,
        record: bool = False,
        watch: Watch | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.budget = budget
        self.record = record
        self.watch = watch
        self.moves: dict[int, Any] | None = {} if record else None
        self.settings = settings or Settings()
        self.variables: dict[str, Any] = {}
        self.kept = Kept()
        self.kept.names = self.variables
        self.write = write
        self.library = (
            usual_library(preload=preload)
            if library is None
            else given_library(library, BUILTINS, preload=preload)
        )
        self.in_blocks = False  # whether what expressions in loops give is shown, as at a prompt
        self.start = memory.lately()
        self.unbinds = False  # whether a program, maybe in a function, lets go of names
        self.defining: list[tuple[Source, ast.Module]] = []  # programs that made functions

    def run(
        self, source: str, *, name: str = "<input>", write: Callable[[object], str] | None = None
    ) -> Outcome:
        """Run a program; every failure is in the outcome, and its value's text if it is to be."""
        self.settings.enter()
        before, screen.show = screen.show, self.write or sys.stdout.write
        kept.put(self.kept)
        with Notices() as notices:
            outcome = self.outcome_of(Source(source), write)
        screen.show = before
        shown = outcome.failure is None
        seen = (*notices, *(() if self.watch is None else self.watch.collect(shown=shown)))
        return outcome._replace(notices=seen) if seen else outcome

    def outcome_of(self, text: Source, write: Callable[[object], str] | None = None) -> Outcome:
        """Run a program and return its value or its failure."""
        trace: list[Step] = []
        walks: list[Any] = []
        tree: ast.Module | None = None
        Retention.witness = looking_on(walks) if self.record else None
        Moving.latest = self.moves
        try:
            with self.limits():
                tree = read(text)
                if DEFINING.search(text.text):
                    self.defining = [*self.defining, (text, tree)][-MOST_KEPT:]
                try:
                    with DeepRecursion():
                        outcome = self.run_tree(tree, text, trace)
                except Ended as ended:
                    said = farewell(ended)
                    return Outcome(trace=tuple(trace), status=ended.status, farewell=said)
                if walks or self.moves:
                    outcome = outcome._replace(walks=tuple(walks), moves=self.moves or {})
                if write is None:
                    return outcome
                budget = self.budget
                meter.start(budget.steps, budget.output, budget.seconds, processor=budget.processor)
                try:
                    return with_text(outcome, nullcontext(), write)
                except FAULTS as error:
                    raise at(error, tree.body[-1]) from None
        except KeyboardInterrupt:
            raise
        except (Exception, LimitReached) as error:  # noqa: BLE001  whatever it is, it is reported
            from tensorlab.language.failing.failures import failure_of  # noqa: PLC0415  few programs fail

            with Counted():
                failure = failure_of(error, text, self.known_names(), self.defining, tree)
            return Outcome(failure=failure, trace=tuple(trace))
        finally:
            Retention.witness = None

    def run_tree(self, tree: ast.Module, text: Source, trace: list[Step]) -> Outcome:
        """Compile a program, then run it."""
        recorder = recorder_for(trace, text, tree) if self.record else None
        compiler = Compiler(self.variables, self.library, recorder)
        compiler.tell = show if self.in_blocks else None
        if "del" in text.text or "except" in text.text:
            self.unbinds = self.unbinds or UNBINDING.search(text.text) is not None
        compiler.unbinds = self.unbinds
        body = tree.body
        if "__doc__" in text.text:
            self.variables.setdefault("__doc__", ast.get_docstring(tree, clean=False))
        last = body[-1] if body and body[-1].__class__ is ast.Expr else None
        watch = self.watch
        compiler.scope.bound = frozenset(self.variables)
        steps = []
        for node in body if last is None else body[:-1]:
            steps.append(or_refuse(watched, compiler, node, watch))
            if node.__class__ is ast.Assign:
                compiler.scope.bind(*node.targets)
        final = None if last is None else or_refuse(watched_value, compiler, last, watch)
        meter.spend(cost_of(body))
        run = execute_calls if self.defining else execute
        value = run(steps, final, self.variables)
        return Outcome(value, value is not None, trace=tuple(trace))

    def limits(self) -> Limits:
        """Return what begins a run with the whole budget."""
        return Limits(self.budget, self.start)

    def with_text(self, outcome: Outcome, write: Callable[[object], str] = describe) -> Outcome:
        """Return an outcome with the text of its value, or the reason why it cannot be shown."""
        return with_text(outcome, self.limits(), write)

    @property
    def names(self) -> dict[str, Any]:
        """The program's own variables."""
        return self.variables

    def known_names(self) -> Iterator[str]:
        """Yield every name that can be typed: the program's, the built-ins, the library's."""
        yield from {**dict.fromkeys(self.library.known_names()), **self.variables}

    def attributes_of(self, value: object) -> list[str]:
        """Return the names that can follow a dot after a value; none of them is looked up."""
        return attribute_tables.names_after(value)

    def checkpoint(self) -> dict[str, object]:
        """Return a token for the names as they are now."""
        return dict(self.variables)

    def restore(self, token: Mapping[str, object]) -> None:
        """Bring back the names of a checkpoint; modules have their own names alone again."""
        self.settings.enter()
        MACHINE.members, MACHINE.module_hooks = {}, None
        self.variables.clear()
        self.variables.update(token)


def show(value: object) -> None:
    """Show what an expression within a loop or another block gives."""
    if value is not None:
        screen.write(f"{describe(value)}\n")


def farewell(ended: Ended) -> str:
    """Return the text that a program ends with, empty where it says a status or nothing."""
    text = "" if isinstance(ended.said, int | None) else text_of(ended.said)
    meter.count_output(len(text))
    return text


def execute(steps: list[Execute], final: Evaluate | None, names: dict[str, Any]) -> Any:
    """Run the statements of a program; the value is that of an expression at its end."""
    frame: Any = names  # no scope lies around it; and whoever has a function finds these
    for step in steps:
        step(frame)
    return None if final is None else final(frame)


execute_calls = with_room(execute)  # of functions of the program's own


def or_refuse(make: Callable[..., Evaluate], *given: object) -> Evaluate:
    """Return the closure of a statement; what is not part of tensorlab is told when it is reached.

    So all that stands before it is run, and shown.
    """
    try:
        return make(*given)
    except Unsupported as refusal:
        refused = refusal

        def refuse(frame: Frame) -> NoReturn:
            raise refused

        return refuse


@cache
def usual_library(*, preload: bool) -> Library:
    """Return the library of the declared operations: sessions only read it, so they share it."""
    return torch_library(BUILTINS, preload=preload)


def recorder_for(trace: list[Step], text: Source, tree: ast.Module) -> Any:
    """Return what writes down each value of a traced program."""
    from tensorlab.language.running import tracing  # noqa: PLC0415  seldom asked for

    return tracing.recorder_for(trace, text, tree)


def looking_on(walks: list[Any]) -> Any:
    """Return what writes down each walk back of a traced program."""
    from tensorlab.language.running import tracing  # noqa: PLC0415  likewise

    return tracing.looking_on(walks)


__all__ = ["Budget", "Session", "describe"]


TOO_LONG = "The value is too long to show"
# What the engine says on purpose of a value without elements, or with a quantizer that is none.
REFUSALS = (RuntimeError,)


def with_text(
    outcome: Outcome, limits: AbstractContextManager[None], write: Callable[[object], str]
) -> Outcome:
    """Return an outcome with its value's text; what cannot be shown is a failure like any other."""
    if outcome.failure is not None or not outcome.has_value or outcome.value is None:
        return outcome
    try:
        with limits:
            text = write(outcome.value)
            meter.count_output(len(text) - meter.printed)  # who wrote it may have counted already
    except (Exception, LimitReached) as error:  # noqa: BLE001  a mistake of ours is raised again
        return outcome._replace(failure=failure_to_show(error))
    return outcome._replace(text=text)


def failure_to_show(error: BaseException) -> Failure:
    """Return why a value cannot be shown."""
    if isinstance(error, LimitReached):
        return Failure("LimitError", f"{TOO_LONG}: {error}.", code="limit", limit=error.limit)
    if isinstance(error, RecursionError):
        words = f"{TOO_LONG}: its parts are nested too deeply."
        return Failure("LimitError", words, code="limit", limit="depth")
    if isinstance(error, MemoryError):
        words = f"{TOO_LONG}: there is no memory left for it."
        return Failure("LimitError", words, code="limit", limit="memory")
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        reason = str(error).partition(";")[0]  # then it tells how to lift the limit in Python
        return Failure("ValueError", f"{TOO_LONG}: {reason}.")
    if isinstance(error, REFUSALS):
        return Failure(type(error).__name__, f"The value cannot be shown: {error}")
    if are_usual(vars(OPTIONS)):
        raise error
    hint = 'torch.set_printoptions(profile="default") restores how tensors are printed'
    return Failure(type(error).__name__, str(error), hints=(hint,))


def are_usual(options: Mapping[str, Any]) -> bool:
    """Return whether the print options are PyTorch's own; a tensor is none of them."""
    usual = vars(PrintOptions())
    return all(
        type(options[name]) is type(value) and options[name] == value
        for name, value in usual.items()
    )
