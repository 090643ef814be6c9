"""What a run is warned of, collected in place of Python's own printing."""

import warnings
from functools import cache
from typing import Any, cast

from tensorlab.language.running.screen import SaidAside


class Notices:
    """Collects what the engine warns of, each text once."""

    __slots__ = ("before", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.before = warnings.catch_warnings()

    def __enter__(self) -> list[str]:
        self.before.__enter__()
        cast("list[Any]", warnings.filters)[:0] = heard()
        # Python allows it to be replaced.
        warnings.showwarning = self.collect  # type: ignore[assignment]
        return self.texts

    def __exit__(self, *error: object) -> None:
        self.before.__exit__(None, None, None)

    def collect(self, message: Warning | str, category: type[Warning], *place: Any) -> None:
        """Take note of a warning, once; of what the program itself says, each time."""
        own = category is SaidAside
        text = str(message) if own else f"{category.__name__}: {message}"
        if own or text not in self.texts:
            self.texts.append(text)


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
