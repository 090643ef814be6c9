"""torch.compile: the function itself, since nothing is compiled here."""

from functools import partial
from typing import Any


def compile(model: Any = None, **settings: Any) -> Any:
    """Return the function or the module itself; with settings alone, a decorator.

    >>> @torch.compile
    ... def double(x):
    ...     return 2 * x
    >>> double(torch.ones(1))
    tensor([2.])
    """
    return partial(compile, **settings) if model is None else model
