"""What a prompt remembers: the session, the last results, what was typed, what can be undone."""

import ast
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from tensorlab.explain.notices import Watcher
from tensorlab.language.outcome import Outcome
from tensorlab.language.session import Budget, Session
from tensorlab.language.watching import Watch
from tensorlab.render.outcome import run

# At a prompt there is Ctrl-C, hence no clock.
EXPLORATION = Budget(memory=2 << 30, seconds=None)
LAST_RESULTS = ("_", "__", "___")
UNDO_DEPTH = 20


class Workspace:
    """A session as somebody works in it, statement by statement."""

    def __init__(self, write: Callable[[str], object], *, notices: bool = True) -> None:
        self.output = write
        self.mid_line = False
        self.start(Watcher() if notices else None)

    def start(self, watch: Watch | None) -> None:
        """Begin afresh: no names, no results, nothing to undo."""
        self.session = Session(budget=EXPLORATION, write=self.write, watch=watch)
        self.typed: list[str] = []
        self.seconds = 0.0
        self.last_value: object = None
        self.undoable: list[tuple[str, Mapping[str, object]]] = []

    def write(self, text: str) -> None:
        """Print what a program prints."""
        self.output(text)
        self.mid_line = not text.endswith("\n")

    def end_line(self) -> None:
        """Begin a new line, if a program has left one unfinished."""
        if self.mid_line:
            self.write("\n")

    def run(self, source: str) -> Outcome:
        """Run a statement; its value becomes `_`, unless a semicolon at its end mutes it."""
        checkpoint = self.session.checkpoint()
        outcome = self.evaluate(source)
        if outcome.failure is not None:
            return outcome
        self.typed.append(source.strip("\n"))
        self.undoable = [*self.undoable, (self.typed[-1], checkpoint)][-UNDO_DEPTH:]
        if not outcome.has_value or outcome.value is None:
            return outcome
        self.remember(outcome.value)
        return replace(outcome, has_value=False) if is_muted(source) else outcome

    def evaluate(self, source: str) -> Outcome:
        """Run a statement beside the others: it cannot be undone and is not saved."""
        before = time.perf_counter()
        outcome = run(self.session, source, "<input>")
        self.seconds = time.perf_counter() - before
        return outcome

    def remember(self, value: object) -> None:
        """Make a value the last result, and move the earlier ones on."""
        self.last_value = value
        names = self.session.names
        results = [value, *(names[name] for name in LAST_RESULTS[:-1] if name in names)]
        names.update(zip(LAST_RESULTS, results, strict=False))

    def undo(self) -> str | None:
        """Take the last statement back and return it; tensors changed in place stay changed."""
        if not self.undoable:
            return None
        source, checkpoint = self.undoable.pop()
        self.session.restore(checkpoint)
        self.typed.pop()
        return source

    def variables(self) -> dict[str, object]:
        """Return the names that were given to values here, in the order of the alphabet."""
        names = self.session.names
        return {name: names[name] for name in sorted(names) if name not in LAST_RESULTS}


def is_muted(source: str) -> bool:
    """Return whether a statement ends in a semicolon, comments aside."""
    try:
        statement = ast.parse(source).body[-1]
    except (SyntaxError, ValueError, RecursionError, MemoryError, IndexError):
        return False
    line = source.split("\n")[(statement.end_lineno or 1) - 1]
    after = line.encode()[statement.end_col_offset or 0 :].decode()
    return after.lstrip().startswith(";")
