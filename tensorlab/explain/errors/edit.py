"""What marks a function as a way of repairing."""

from collections.abc import Callable, Iterator

from tensorlab.explain.errors.scene import Candidate, Scene

Edit = Callable[[Scene], Iterator[Candidate]]
EDITS: dict[str, Edit] = {}


def repair(edit: Edit) -> Edit:
    """Let rules name a function among the edits that are worth trying.

    Raises:
        ValueError: another one has its name.
    """
    name = edit.__name__
    if EDITS.setdefault(name, edit) is not edit:
        raise ValueError(f"two repairs are called {name}")
    return edit
