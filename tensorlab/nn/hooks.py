"""Calling a module: its forward, with the functions that look on before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tensorlab.engine.autograd.graph import RemovableHandle
from tensorlab.engine.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = (
    "_forward_pre_hooks", "_forward_hooks", "_backward_hooks", "_state_dict_hooks",
    "_load_state_dict_pre_hooks",
)  # fmt: skip


class Hooks:
    """A module as something that is called."""

    _forward_pre_hooks: dict[int, Any]
    _forward_hooks: dict[int, Any]
    _backward_hooks: dict[int, Any]
    _state_dict_hooks: dict[int, Any]
    _load_state_dict_pre_hooks: dict[int, Any]

    def _begin_hooks(self) -> None:
        """Make room for hooks."""
        for table in TABLES:
            self.__dict__[table] = {}

    def __call__(self, *inputs: Any, **settings: Any) -> Any:
        """Return what forward computes, seen by the hooks."""
        own = self.__dict__
        Work.spend(8)
        try:
            plain = not (
                own["_backward_hooks"] or own["_forward_hooks"] or own["_forward_pre_hooks"]
            )
        except KeyError:
            raise AttributeError(
                f"'{type(self).__name__}' object has no attribute '_backward_hooks'"
            ) from None
        if plain:
            # Modules define it.
            return self.forward(*inputs, **settings)  # type: ignore[attr-defined]
        return self._call_watched(inputs, settings)

    def _call_watched(self, inputs: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Return what forward computes between the hooks before and after it."""
        for hook, takes_settings in list(self._forward_pre_hooks.values()):
            if takes_settings:
                found = hook(self, inputs, settings)
                inputs, settings = (inputs, settings) if found is None else found
            else:
                found = hook(self, inputs)
                if found is not None:
                    inputs = found if isinstance(found, tuple) else (found,)
        # Modules define it.
        result = self.forward(*inputs, **settings)  # type: ignore[attr-defined]
        for hook, takes_settings in list(self._forward_hooks.values()):
            given = (inputs, settings, result) if takes_settings else (inputs, result)
            found = hook(self, *given)
            result = result if found is None else found
        return result

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:  # fmt: skip
        """Call a function after each forward with module, inputs and result; return its handle."""
        return entered(self._forward_hooks, (hook, with_kwargs), prepend=prepend)

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call a function before each forward with module and inputs; return its handle."""
        return entered(self._forward_pre_hooks, (hook, with_kwargs), prepend=prepend)


def entered(table: dict[int, Any], hook: Any, *, prepend: bool) -> RemovableHandle:
    """Return the handle of a hook that was entered into a table."""
    key = max(table, default=-1) + 1
    others = dict(table) if prepend else {}
    for other in others:
        del table[other]
    table[key] = hook
    table.update(others)
    return RemovableHandle(table, key)
