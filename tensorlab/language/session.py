"""A session: runs programs one after the other, keeping their names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tensorlab.language.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Budget:
    """What one run may use: evaluation steps, bytes, printed characters, seconds; None is no limit."""

    steps: int | None = 200_000_000
    memory: int | None = 1 << 30
    output: int | None = 10_000_000
    seconds: float | None = None


class Session:
    """Runs programs against one set of names."""

    def __init__(
        self,
        library: object | None = None,
        *,
        preload: bool = True,
        budget: Budget = Budget(),  # noqa: B008  frozen
        write: Callable[[str], object] | None = None,
        record: bool = False,
    ) -> None:
        raise NotImplementedError

    def run(self, source: str, *, name: str = "<input>") -> Outcome:
        """Run a program; every failure is in the outcome."""
        raise NotImplementedError

    def is_complete(self, source: str) -> bool:
        """Tell whether the text can be run as it is, rather than continued on another line."""
        raise NotImplementedError

    @property
    def names(self) -> dict[str, object]:
        """The program's own variables."""
        raise NotImplementedError

    def known_names(self) -> tuple[str, ...]:
        """Return every name that can be typed: the program's, the built-ins, the library's."""
        raise NotImplementedError

    def attributes_of(self, value: object) -> Mapping[str, object]:
        """Return the attributes of a value by name."""
        raise NotImplementedError

    def checkpoint(self) -> object:
        """Return a token for the names as they are now."""
        raise NotImplementedError

    def restore(self, token: object) -> None:
        """Bring back the names of a checkpoint."""
        raise NotImplementedError
