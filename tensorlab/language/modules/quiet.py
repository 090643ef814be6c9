"""`matplotlib`, `seaborn` and `tqdm`, answered quietly: no picture and no bar comes of them."""

from functools import partial
from typing import Any, Final

from tensorlab.language.modules.written import written
from tensorlab.language.values.values import Namespace, SwitchTable, Table

PARTS_OF_TQDM: Final = ("auto", "notebook", "rich", "autonotebook")


def drawing_module(name: str) -> Namespace:
    """Return a module of which every name is there, and draws nothing."""
    drawing = written("matplotlib")["Drawing"]

    def found(word: str) -> Any:
        """Return what does nothing, new each time: a program may write into it."""
        if word.startswith("_"):
            raise KeyError(word)
        return drawing(word)

    return Namespace(name, SwitchTable({}, found))


def tqdm_module() -> Namespace:
    """Return the table of `tqdm`, whose parts have the same names."""
    own = written("tqdm")
    parts = {name: Namespace(f"tqdm.{name}", Table(own)) for name in PARTS_OF_TQDM}
    return Namespace("tqdm", Table({**own, **parts}))


MODULES: Final[dict[str, Any]] = {"tqdm": tqdm_module}
MODULES.update({name: partial(drawing_module, name) for name in ("matplotlib", "seaborn")})
