"""`matplotlib`, `seaborn`, `tqdm` and `IPython`, answered quietly: no picture comes of them."""

from functools import partial
from typing import Any, Final

from tensorlab.language.modules.written import written
from tensorlab.language.values.values import Namespace, SwitchTable, Table

PARTS: Final = {"tqdm": ("auto", "notebook", "rich", "autonotebook"), "IPython": ("display",)}


def drawing_module(name: str) -> Namespace:
    """Return a module of which every name is there, and draws nothing."""
    drawing = written("matplotlib")["Drawing"]

    def found(word: str) -> Any:
        """Return what does nothing, new each time: a program may write into it."""
        if word.startswith("_"):
            raise KeyError(word)
        return drawing(word)

    return Namespace(name, SwitchTable({}, found))


def with_parts(module: str) -> Namespace:
    """Return the table of a module whose parts have the same names."""
    own = written(module)
    parts = {name: Namespace(f"{module}.{name}", Table(own)) for name in PARTS[module]}
    return Namespace(module, Table({**own, **parts}))


MODULES: Final[dict[str, Any]] = {name: partial(with_parts, name) for name in PARTS}
MODULES.update({name: partial(drawing_module, name) for name in ("matplotlib", "seaborn")})
