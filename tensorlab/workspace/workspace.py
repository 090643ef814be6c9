"""What a prompt remembers: the session, the last results, what was typed, what can be undone."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.looking.notices import Watcher
from tensorlab.explain.running import run
from tensorlab.language.compiling.compiler import Watch
from tensorlab.language.limits.meter import meter
from tensorlab.language.outcome import Outcome
from tensorlab.language.reading.source import tree_of
from tensorlab.language.running.session import Budget, Session
from tensorlab.language.running.world import MOST_BYTES, World, session_on, trial
from tensorlab.language.values.display import describe
from tensorlab.workspace.configuration import Configuration
from tensorlab.workspace.statements import LAST, Statement, cut, is_result, keep, numbers, trimmed

# At a prompt there is Ctrl-C, hence no clock.
EXPLORATION = Budget(memory=2 << 30, seconds=None)
UNDO_DEPTH = 20
FEW_STEPS = 25_000  # a class takes most of them
Write = Callable[[object], str]


class Past(NamedTuple):
    """A statement that took effect, the world that it found, how many came before, its time."""

    statement: Statement
    world: World
    entered: int
    # 0 of few steps: what it took was to load what was used first
    seconds: float = 0.0


class Workspace:
    """A session as somebody works in it, statement by statement."""

    def __init__(
        self,
        write: Callable[[str], object],
        *,
        notices: bool = True,
        looks_back: bool = True,
        in_blocks: bool = True,
    ) -> None:
        self.output = write
        self.in_blocks = in_blocks  # whether what expressions in loops give is shown
        # whether anybody may ask for what was before a statement
        self.looks_back = looks_back
        self.mid_line = False
        self.configuration = Configuration()
        self.log: Any = None  # what keeps all that is typed and shown
        self.start(Watcher() if notices else None)

    def start(self, watch: Watch | None) -> None:
        """Begin afresh: no names, no results, nothing to undo."""
        self.session = Session(budget=EXPLORATION, write=self.write, watch=watch)
        self.session.moves = {}
        self.session.in_blocks = self.in_blocks
        self.entered: list[Statement] = []
        self.seconds = self.computing = 0.0
        self.failed = ""  # the last statement, if it did not work
        self.repairs: tuple[str, ...] = ()  # what could be typed in its place
        self.graph_shown = ""  # the expression whose graph was looked at last
        self.last_value: object = None
        self.last_number = 0  # of the statement that gave it
        self.undoable: list[Past] = []
        self.kept_back: list[str] = []  # what the last undo could not take back

    def write(self, text: str) -> None:
        """Print what a program prints."""
        self.output(text)
        self.mid_line = not text.endswith("\n")

    def end_line(self) -> None:
        """Begin a new line, if a program has left one unfinished."""
        if self.mid_line:
            self.write("\n")

    def run(self, source: str, write: Write = describe) -> Outcome:
        """Run a statement; its value is written and becomes `_`, unless a semicolon mutes it."""
        self.session.settings.enter()
        before = self.as_it_is() if self.looks_back else None
        outcome = self.timed(self.session, source, write)
        self.failed, self.repairs = "", ()
        if outcome.failure is not None:
            self.failed = source
            self.repairs = tuple(each.program or each.source for each in outcome.failure.repairs)
            if before is not None and before.has_changed():
                self.enter(before, *cut(source, outcome.failure))
            return outcome
        gave = outcome.has_value and outcome.value is not None
        self.enter(before, trimmed(source), gave=gave)
        if not gave:
            return outcome
        self.remember(outcome.value)
        return outcome._replace(has_value=False, text=None) if is_muted(source) else outcome

    def enter(
        self, world: World | None, worked: str, failed: str = "", *, gave: bool = False
    ) -> None:
        """Remember what took effect: what worked, and what failed behind it."""
        before = len(self.entered)
        if worked:
            self.entered.append(Statement(worked, self.number + 1, gave))
        if failed:
            self.entered.append(Statement(failed, self.number, failed=True))
        if world is not None:
            past = Past(self.entered[before], world, before, self.computing)
            self.undoable = [*self.undoable, past][-UNDO_DEPTH:]

    def has_run(self, ran: Sequence[str]) -> None:
        """Take what ran elsewhere, as in a lesson, for what was entered here.

        What it found was not kept: it is asked about in the world as it is.
        """
        self.undoable = [Past(Statement(one, at), World([]), at) for at, one in enumerate(ran, 1)]

    @property
    def typed(self) -> list[str]:
        """The statements that worked, in order."""
        return [each.source for each in self.entered if not each.failed]

    @property
    def past(self) -> list[Past]:
        """The last statements that worked, each with the world that it found."""
        return [each for each in self.undoable if not each.statement.failed]

    @property
    def number(self) -> int:
        """How many statements have worked."""
        return self.entered[-1].number if self.entered else 0

    def as_it_is(self) -> World:
        """Return the world that a statement finds."""
        before = self.undoable[-1].world if self.undoable else None
        return World([self.session.names, self.session.kept], before)

    def evaluate(self, source: str) -> Outcome:
        """Run a statement only to look at its value: all else is as it was before.

        Raises:
            TooLargeError: there is too much in the session to be put back.
        """
        self.session.settings.enter()
        with trial(self.session.names):
            outcome = self.timed(session_on(self.session.names, EXPLORATION), source)
            return outcome._replace(value=of_its_own(outcome.value))

    def timed(self, session: Session, source: str, write: Write = describe) -> Outcome:
        """Run a statement and take the time."""
        before, steps = time.perf_counter(), meter.spent
        outcome = run(session, source, write=write)
        self.seconds = time.perf_counter() - before
        self.computing = self.seconds if meter.spent - steps > FEW_STEPS else 0.0
        return outcome

    def remember(self, value: object) -> None:
        """Make a value the last result, and that of the statement with this number."""
        self.last_value, self.last_number = value, self.number
        keep(self.session.names, self.number, value)

    def undo(self) -> str | None:
        """Take the last statement back, and all that it changed, and return it."""
        if not self.undoable:
            return None
        statement, world, entered, _ = self.undoable.pop()
        self.session.settings.enter()
        changed = {id(whole(tensor)) for tensor in world.written()}
        world.restore()
        del self.entered[entered:]
        self.last_value = self.session.names.get(LAST[0])
        self.last_number = max(numbers(self.session.names), default=0)
        self.kept_back = [
            name
            for name, value in self.variables().items()
            if isinstance(value, Tensor) and id(whole(value)) in changed
        ]
        if world.lost:
            self.kept_back.append("what lies too deep in lists, or in the graph of gradients,")
        return statement.source

    def variables(self) -> dict[str, object]:
        """Return the names that were given to values here, in the order of the alphabet."""
        names = self.session.names
        return {name: names[name] for name in sorted(names) if not is_result(name)}


def whole(tensor: Tensor) -> Tensor:
    """Return the tensor that a view looks at, else itself."""
    return tensor if tensor._view_of is None else tensor._view_of


def of_its_own(value: object) -> object:
    """Return a tensor that nobody else writes to, with the same elements."""
    if not isinstance(value, Tensor) or value.is_meta or value.layout is not STRIDED:
        return value
    if value._array.nbytes > MOST_BYTES:
        return value  # so large a one is not written to in a trial
    own = value.detach().clone()
    own._tracked, own._grad_fn, own._output_nr = value._tracked, value.grad_fn, value._output_nr
    return own


def is_muted(source: str) -> bool:
    """Return whether a statement ends in a semicolon, comments aside."""
    tree = tree_of(source)
    if not (tree and tree.body):
        return False
    statement = tree.body[-1]
    line = source.split("\n")[(statement.end_lineno or 1) - 1]
    after = line.encode()[statement.end_col_offset or 0 :].decode()
    return after.lstrip().startswith(";")
