"""What a program begins with: the seed, data type and digits of the options, and values.

`--set` and `--load` give values, `--save` says where the program's own goes.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.session import Session
from tensorlab.process.lifecycle import WrongUsageError, say


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
        from tensorlab.engine.printing.print_options import set_printoptions
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
            name, path = parted("--load", given, "FILE")
            session.names[name] = content_of(path)
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


def content_of(path: str) -> Any:
    """Return what a file holds.

    Raises:
        WrongUsageError: it cannot be read.
    """
    from tensorlab.files import read

    with refused_as_usage("read", path):
        return read(path)


NONE = Values()
