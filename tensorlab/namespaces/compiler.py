"""torch.compile and torch.compiler: functions run as they are, since nothing is compiled here."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from tensorlab.engine.naming import printed_under
from tensorlab.nn.module import Module

__path__: list[str] = []  # config is made, and has no file
config: Any = import_module("tensorlab.compiler.config")


def compile(model: object = None, **settings: object) -> Any:
    """Return the function itself, the module in an OptimizedModule; for settings, a decorator.

    >>> @torch.compile
    ... def double(x):
    ...     return 2 * x
    >>> double(torch.ones(1))
    tensor([2.])
    """
    if isinstance(model, Module) and not settings.get("disable"):
        return OptimizedModule(model)
    return partial(compile, **settings) if model is None else model


class OptimizedModule(Module):
    """What torch.compile makes of a module: another one, of which it is the part `_orig_mod`."""

    def __init__(self, module: Module) -> None:
        super().__init__()
        self._modules["_orig_mod"] = module

    training = property(lambda self: self._orig_mod.training)

    def forward(self, *inputs: object, **settings: object) -> Any:
        """Return what the module computes."""
        return self._orig_mod(*inputs, **settings)

    def __getattr__(self, name: str) -> Any:
        whole = self.__dict__["_modules"]["_orig_mod"]
        return whole if name == "_orig_mod" else getattr(whole, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._orig_mod, name, value)


def is_compiling() -> bool:
    """Return False: nothing is ever compiled.

    >>> torch.compiler.is_compiling()
    False
    """
    return False


def get_default_backend() -> str:
    """Return the name that was set last, "inductor" before.

    >>> torch.compiler.get_default_backend()
    'inductor'
    """
    return str(getattr(config, "default_backend", None) or "inductor")


def set_default_backend(backend: str | None) -> None:
    """Keep a name, which changes nothing: nothing is compiled."""
    config.default_backend = backend


def reset() -> None:
    """Do nothing: nothing was compiled."""


def graph_break() -> None:
    """Do nothing: there is no graph to break."""


def disable(fn: Callable[..., Any] | None = None, *ignored: object, **settings: object) -> Any:
    """Return the function itself, which runs as it is."""
    return disable if fn is None else fn


allow_in_graph = assume_constant_result = disable
is_dynamo_compiling = is_exporting = is_compiling
printed_under("torch._dynamo.eval_frame", globals(), "OptimizedModule")
