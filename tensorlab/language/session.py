"""A session: runs programs one after the other, keeping their names."""

import ast
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from typing import Any, NamedTuple, NoReturn, cast

from tensorlab.engine import memory
from tensorlab.engine.autograd.walking import Retention
from tensorlab.engine.settings import Settings
from tensorlab.engine.work import Work
from tensorlab.errors import LimitReached
from tensorlab.language import attributes as attribute_tables
from tensorlab.language import (  # noqa: F401  each enters its nodes into the compiler's tables
    calls,
    literals,
    operators,
    statements,
    subscripts,
)
from tensorlab.language.builtins import BUILTINS
from tensorlab.language.compiler import Compiler, Evaluate, Execute, Frame, cost_of
from tensorlab.language.display import describe
from tensorlab.language.kept import Kept, kept
from tensorlab.language.meter import meter
from tensorlab.language.names import given_library, torch_library
from tensorlab.language.outcome import Outcome, Step
from tensorlab.language.place import Unsupported
from tensorlab.language.screen import screen
from tensorlab.language.showing import with_text
from tensorlab.language.source import Source, read
from tensorlab.language.tensor_guards import guard_values
from tensorlab.language.watching import Watch, watched, watched_value

# Python's own frames that a program's calls take: enough for a thousand calls in one another.
FRAMES = 12_000
DEFINING = ("def ", "lambda", "class ")
MOST_KEPT = 200  # programs with functions, to show where in them an error arose


class Budget(NamedTuple):
    """What one run may use: steps, bytes, printed characters, seconds. None means no limit."""

    steps: int | None = 200_000_000
    memory: int | None = 1 << 30
    output: int | None = 10_000_000
    seconds: float | None = None


USUAL = Budget()


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
        self.settings = settings or Settings()
        self.variables: dict[str, Any] = {}
        self.kept = Kept()
        self.write = write
        self.library = (
            torch_library(BUILTINS, preload=preload)
            if library is None
            else given_library(library, BUILTINS, preload=preload)
        )
        self.start = memory.in_process()
        self.defining: list[tuple[Source, ast.Module]] = []  # programs that made functions

    def run(
        self, source: str, *, name: str = "<input>", write: Callable[[object], str] | None = None
    ) -> Outcome:
        """Run a program; every failure is in the outcome, and its value's text if it is to be."""
        self.settings.enter()
        before, screen.show = screen.show, self.write or sys.stdout.write
        kept.put(self.kept)
        with collected_warnings() as notices:
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
        try:
            with self.limits():
                tree = read(text)
                if any(word in text.text for word in DEFINING):
                    self.defining = [*self.defining, (text, tree)][-MOST_KEPT:]
                with deep_recursion():
                    outcome = self.run_tree(tree, text, trace)
                if walks:
                    outcome = outcome._replace(walks=tuple(walks))
                if write is None:
                    return outcome
                meter.start(self.budget.steps, self.budget.output, self.budget.seconds)
                return with_text(outcome, nullcontext(), write)
        except KeyboardInterrupt:
            raise
        except (Exception, LimitReached) as error:  # noqa: BLE001  whatever it is, it is reported
            from tensorlab.language.failures import failure_of  # noqa: PLC0415  few programs fail

            with counted():
                failure = failure_of(error, text, self.known_names(), self.defining, tree)
            return Outcome(failure=failure, trace=tuple(trace))
        finally:
            Retention.witness = None

    def run_tree(self, tree: ast.Module, text: Source, trace: list[Step]) -> Outcome:
        """Compile a program, then run it."""
        recorder = recorder_for(trace, text, tree) if self.record else None
        compiler = Compiler(self.variables, self.library, recorder)
        body = tree.body
        last = body[-1] if body and isinstance(body[-1], ast.Expr) else None
        watch = self.watch
        steps = [
            or_refuse(partial(watched, compiler, node, watch)) for node in body if node is not last
        ]
        final = None if last is None else or_refuse(partial(watched_value, compiler, last, watch))
        meter.spend(cost_of(tree.body))
        value = execute(steps, final, self.variables)
        return Outcome(value, value is not None, trace=tuple(trace))

    @contextmanager
    def limits(self) -> Iterator[None]:
        """Begin a run with the whole budget."""
        meter.start(self.budget.steps, self.budget.output, self.budget.seconds)
        try:
            with counted(), memory.limit(self.budget.memory, self.start, hard=True):
                yield
        finally:  # what is shown afterwards is counted too, but not by the clock
            meter.start(self.budget.steps, None, None)

    def with_text(self, outcome: Outcome, write: Callable[[object], str] = describe) -> Outcome:
        """Return an outcome with the text of its value, or the reason why it cannot be shown."""
        return with_text(outcome, self.limits(), write)

    def is_complete(self, source: str) -> bool:
        """Tell whether the text can be run as it is, rather than continued on another line."""
        from tensorlab.language.complete import is_complete  # noqa: PLC0415  only prompts ask

        return is_complete(source)

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
        """Bring back the names of a checkpoint."""
        self.variables.clear()
        self.variables.update(token)


def execute(steps: list[Execute], final: Evaluate | None, names: dict[str, Any]) -> Any:
    """Run the statements of a program; the value is that of an expression at its end."""
    frame: list[Any] = [names]  # no scope lies around it; but whoever has a function finds these
    for step in steps:
        step(frame)
    return None if final is None else final(frame)


def or_refuse(make: Callable[[], Evaluate]) -> Evaluate:
    """Return the closure of a statement; what is not part of tensorlab is told when it is reached.

    So all that stands before it is run, and shown.
    """
    try:
        return make()
    except Unsupported as refusal:
        refused = refusal

        def refuse(frame: Frame) -> NoReturn:
            raise refused

        return refuse


def recorder_for(trace: list[Step], text: Source, tree: ast.Module) -> Any:
    """Return what writes down each value of a traced program."""
    from tensorlab.language import tracing  # noqa: PLC0415  seldom asked for

    return tracing.recorder_for(trace, text, tree)


def looking_on(walks: list[Any]) -> Any:
    """Return what writes down each walk back of a traced program."""
    from tensorlab.language import tracing  # noqa: PLC0415  likewise

    return tracing.looking_on(walks)


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect what the engine warns of, each text once, in place of Python's own printing."""
    notices: list[str] = []

    def collect(message: Warning | str, category: type[Warning], *place: Any) -> None:
        text = f"{category.__name__}: {message}"
        if text not in notices:
            notices.append(text)

    with warnings.catch_warnings():
        cast("list[Any]", warnings.filters)[:0] = heard()
        # Python allows it to be replaced.
        warnings.showwarning = collect  # type: ignore[assignment]
        yield notices


@cache
def heard() -> tuple[Any, ...]:
    """Return the filters of the warnings that a program hears of."""
    with warnings.catch_warnings():
        warnings.resetwarnings()
        warnings.simplefilter("always", UserWarning)
        warnings.simplefilter("always", ImportWarning)
        # What numpy warns of in a program's own arithmetic; of the engine's it is silent.
        own = r"(tensorlab\.language|numpy)\."
        warnings.filterwarnings("always", category=RuntimeWarning, module=own)
        # What Python's parser finds odd, which PyTorch does not speak of.
        warnings.simplefilter("ignore", SyntaxWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        return tuple(warnings.filters)


@contextmanager
def counted() -> Iterator[None]:
    """Have the library's own loops count their work."""
    before = Work.spend, Work.guard
    Work.spend, Work.guard = meter.spend, guard_values
    try:
        yield
    finally:
        Work.spend, Work.guard = before


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let Python go as deep as the closures of a deep program need."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


__all__ = ["Budget", "Session", "describe"]
