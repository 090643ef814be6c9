"""What a program begins with: the seed, the usual data type and the digits of the options."""

from typing import NamedTuple

from tensorlab.language.running.session import Session
from tensorlab.process.lifecycle import WrongUsageError


class InitialOptions(NamedTuple):
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
