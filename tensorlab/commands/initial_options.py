"""What a program begins with, and within which limits, as the command line gives them.

`--set` and `--load` give values, `--save` says where the program's own goes.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tensorlab.frozen import Frozen, pattern
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.session import Budget, Session
from tensorlab.process.lifecycle import WrongUsageError, flushed, say
from tensorlab.process.watchdog import end_after, end_on_interrupt
from tensorlab.wording import counted


class InitialOptions(Frozen):
    """What was given as options; None leaves it as it is."""

    seed: int | None = None
    dtype: str | None = None
    precision: int | None = None

    def enter(self, session: Session) -> Session:
        """Let a session begin so, and return it.

        Raises:
            WrongUsageError: there is no such data type, or no such seed.
        """
        if self == AS_USUAL:
            return session
        from tensorlab.engine.dtypes import DTYPES
        from tensorlab.engine.printing.array_text import set_printoptions
        from tensorlab.ops.random.generators import manual_seed
        from tensorlab.ops.tensor.settings import set_default_dtype

        session.settings.enter()
        try:
            if self.dtype is not None:
                set_default_dtype(DTYPES[self.dtype.removeprefix("torch.")])
            if self.seed is not None:
                manual_seed(self.seed)
        except KeyError:
            raise WrongUsageError(f"there is no data type {self.dtype!r}: write float64") from None
        except (TypeError, ValueError, RuntimeError) as error:
            raise WrongUsageError(str(error)) from None
        if self.precision is not None:
            set_printoptions(precision=self.precision)
        return session


AS_USUAL = InitialOptions()


class Values(Frozen):
    """What was given as options: `x=EXPR`, `x=FILE`, and a file."""

    expressions: Sequence[str] = ()
    files: Sequence[str] = ()
    saved: str | None = None

    def enter(self, session: Session) -> tuple[str, Outcome] | None:
        """Give a session its values; return the first expression that fails, by its option.

        Raises:
            WrongUsageError: a file cannot be read, one cannot be written, or a name is none.
        """
        if self.saved is not None:
            from tensorlab.files import require_new

            with refused_as_usage("write", self.saved):
                require_new(self.saved)
        for given in self.files:
            from tensorlab.files import read

            name, path = parted("--load", given, "FILE")
            with refused_as_usage("read", path):
                session.names[name] = read(path)
        for given in self.expressions:
            name, expression = parted("--set", given, "EXPR")
            outcome = session.run(expression)
            if outcome.failure is not None:
                return f"--set {name}", outcome
            session.names[name] = outcome.value
        return None

    def save(self, value: object) -> None:
        """Write the last value, if it was asked for, to a new file.

        Raises:
            WrongUsageError: there is a file of this name, or it cannot hold the value.
        """
        if self.saved is not None:
            from tensorlab.files import write

            with refused_as_usage("write", self.saved):
                if difference := write(self.saved, value):
                    say(f"note: from {self.saved} one reads {difference}")


@contextmanager
def refused_as_usage(what: str, path: str) -> Iterator[None]:
    """Say as wrong usage why a file is not read or written.

    Raises:
        WrongUsageError: it is there already, its ending says nothing, or the system refuses it.
    """
    from tensorlab.files import UnknownFormatError, UnreadableError

    try:
        yield
    except FileExistsError:
        raise WrongUsageError(f"{path!r} is there already; it stays as it is") from None
    except (UnknownFormatError, UnreadableError) as error:
        raise WrongUsageError(str(error)) from None
    except OSError as error:
        raise WrongUsageError(f"cannot {what} {path!r}: {error.strerror or error}") from None


def parted(option: str, given: str, what: str) -> tuple[str, str]:
    """Return the name and what it stands for.

    Raises:
        WrongUsageError: there is no such name.
    """
    name, equals, value = given.partition("=")
    if not equals or not name.strip().isidentifier() or name.strip().startswith("__"):
        raise WrongUsageError(f"{option} takes a name and a value, x={what}, not {given!r}")
    return name.strip(), value


NONE = Values()


EVALUATION = Budget(memory=1 << 30, seconds=8.0)

UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
SIZE = pattern(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)


OPTIONS = {"steps": "--max-steps", "memory": "--max-memory", "time": "--timeout"}


def watch(budget: Budget, show: Callable[[Outcome], int]) -> Callable[[], None]:
    """Let the budget's clock and Ctrl-C end the process, whatever the program is doing.

    Returns what stops the clock.
    """
    end_on_interrupt()
    return end_after(budget.seconds, lambda: flushed(show(out_of_time(budget.seconds or 0))))


def out_of_time(seconds: float) -> Outcome:
    """Return what comes of a program that takes longer than it may."""
    words = f"The limit on time was reached: the limit is {counted(seconds, 'second')}."
    return Outcome(failure=Failure("LimitError", words, code="limit", limit="time"))


def with_advice(outcome: Outcome) -> Outcome:
    """Return the outcome; of a limit that was reached, with how to raise it."""
    failure = outcome.failure
    option = OPTIONS.get(failure.limit or "") if failure else None
    if failure is None or option is None:
        return outcome
    hint = f"{option} sets another limit, {option} 0 sets none"
    return outcome._replace(failure=failure._replace(hints=(*failure.hints, hint)))


def limits(steps: int | None, memory: str | None, seconds: float | None) -> Budget:
    """Return the limits of a one-shot run: None keeps the usual one, 0 takes it away.

    Raises:
        WrongUsageError: the memory is no size.
    """
    budget = EVALUATION if steps is None else EVALUATION._replace(steps=steps or None)
    if memory is not None:
        budget = budget._replace(memory=byte_count(memory) or None)
    if seconds is not None:
        budget = budget._replace(seconds=seconds or None)
    return budget


def byte_count(text: str) -> int:
    """Return the bytes that a size such as 500MB, 2GiB or 1048576 stands for.

    Raises:
        WrongUsageError: the text is no size.
    """
    match = SIZE.fullmatch(text.strip())
    if match is None:
        raise WrongUsageError(f"{text!r} is not a size: write 500MB, 2GB, or 0 for no limit")
    return int(float(match[1]) * UNITS[match[2].upper()])
