"""Calling a module: its forward, with the functions that look on before and after."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tensorlab.engine.autograd.graph import RemovableHandle, entered
from tensorlab.engine.settings import MACHINE
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.engine.work import Work
from tensorlab.frozen import names_beside
from tensorlab.nn.parts import Parts

TABLES = names_beside(__file__, "names.txt")["hooks"]
# Nobody looks on when a parameter is assigned; libraries ask who does.
ON_PARAMETERS: dict[int, Any] = {}


class Hooks(Parts):
    """A module as something that is called."""

    _is_full_backward_hook: bool | None

    def __call__(self, *inputs: object, **settings: object) -> Any:
        """Return what forward computes, seen by the hooks."""
        own = self.__dict__
        Work.spend(8)
        try:
            plain = not (
                own["_backward_hooks"]
                or own["_forward_hooks"]
                or own["_forward_pre_hooks"]
                or own["_backward_pre_hooks"]
                or MACHINE.module_hooks
            )
        except KeyError:
            raise AttributeError(
                f"'{type(self).__name__}' object has no attribute '_backward_hooks'"
            ) from None
        if plain:
            # Modules define it.
            return self.forward(*inputs, **settings)
        return call_watched(self, inputs, settings)

    __call__.__qualname__ = "Module._wrapped_call_impl"  # where wrong calls fail in PyTorch

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:  # fmt: skip
        """Call a function after each forward with module, inputs and result; return its handle."""
        handle = entered(self._forward_hooks, hook, prepend=prepend)
        if with_kwargs:
            self._forward_hooks_with_kwargs[handle.id] = True
        return handle

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call a function before each forward with module and inputs; return its handle."""
        handle = entered(self._forward_pre_hooks, hook, prepend=prepend)
        if with_kwargs:
            self._forward_pre_hooks_with_kwargs[handle.id] = True
        return handle

    def register_full_backward_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call a function with module, gradients of inputs and of results; return its handle."""
        return enter_backward_hook(self, hook, prepend=prepend, full=True)

    def register_backward_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function with the gradients of the last step only; return its handle."""
        return enter_backward_hook(self, hook, prepend=False, full=False)

    def register_full_backward_pre_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call a function with module and gradients of results before they pass it."""
        return entered(self._backward_pre_hooks, hook, prepend=prepend)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function with module, prefix and keep_vars before its state is written."""
        return entered(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function with module, table, prefix and metadata once its state is written."""
        return entered(self._state_dict_hooks, hook)

    _register_state_dict_hook = register_state_dict_post_hook

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function before a state is read: with module, table, prefix, and what it found."""
        return entered(self._load_state_dict_pre_hooks, (hook, True))

    def _register_load_state_dict_pre_hook(
        self, hook: Callable[..., Any], with_module: bool = False
    ) -> RemovableHandle:
        """Likewise; the hook gets the module only where it is asked for."""
        return entered(self._load_state_dict_pre_hooks, (hook, with_module))

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function with module and the names that did not match, once a state is read."""
        return entered(self._load_state_dict_post_hooks, hook)


def call_watched(module: Any, inputs: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    """Return what forward computes between the hooks before and after it."""
    for key, hook in hooks_at("before", module._forward_pre_hooks):
        if key in module._forward_pre_hooks_with_kwargs:
            found = hook(module, inputs, settings)
            if found is not None and not (isinstance(found, tuple) and len(found) == 2):
                raise RuntimeError(in_full("forward pre-hook must", found))
            inputs, settings = found or (inputs, settings)
        else:
            found = hook(module, inputs)
            if found is not None:
                inputs = found if isinstance(found, tuple) else (found,)
    watch = watch_of(module)
    inputs = inputs if watch is None else watch.before(inputs)
    # Modules define it.
    result = module.forward(*inputs, **settings)
    for key, hook in hooks_at("after", module._forward_hooks):
        takes_settings = key in module._forward_hooks_with_kwargs
        given = (inputs, settings, result) if takes_settings else (inputs, result)
        found = hook(module, *given)
        result = result if found is None else found
    if module._is_full_backward_hook is False:
        show_last_step(module, result)
    return result if watch is None else watch.after(result)


def show_last_step(module: Any, result: Any) -> None:
    """Show hooks of the older kind the gradients of the one step that made the result."""
    first = result[0] if isinstance(result, tuple) else result
    if isinstance(first, Tensor) and first.grad_fn is not None:
        for hook in module._backward_hooks.values():
            first.grad_fn.register_hook(partial(hook, module))


def watch_of(module: Any) -> Any:
    """Return what shows the hooks the gradients of a call, None where nobody looks."""
    own = module._backward_hooks if module._is_full_backward_hook else {}
    hooks = [hook for _, hook in hooks_at("back", own)]
    if not (hooks or module._backward_pre_hooks):
        return None
    from tensorlab.nn.watching import Watch  # noqa: PLC0415  few modules are watched so

    return Watch(module, hooks)


def enter_backward_hook(module: Any, hook: object, *, prepend: bool, full: bool) -> RemovableHandle:
    """Return the handle of a backward hook; a module has them all of one kind.

    Raises:
        RuntimeError: there are some of the other kind.
    """
    if module._is_full_backward_hook is (not full):
        raise RuntimeError(in_full("Cannot use both regular"))
    module._is_full_backward_hook = full
    return entered(module._backward_hooks, hook, prepend=prepend)


def hooks_at(moment: str, table: dict[int, Any]) -> list[tuple[int, Any]]:
    """Return the hooks to call at a moment: those of all modules, and a module's own."""
    everywhere = MACHINE.module_hooks or {}
    of_all = [(key, hook) for key, (when, hook) in everywhere.items() if when == moment]
    return of_all + list(table.items())


def entered_for_all(moment: str, hook: object) -> RemovableHandle:
    """Return the handle of a hook that all modules call at a moment, in this session."""
    MACHINE.module_hooks = MACHINE.module_hooks or {}
    return entered(MACHINE.module_hooks, (moment, hook))


def register_module_forward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function before the forward of every module; return its handle."""
    return entered_for_all("before", hook)


def register_module_forward_hook(
    hook: Callable[..., Any], *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Call a function after the forward of every module; return its handle."""
    return entered_for_all("after", hook)


def register_module_full_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function with the gradients that pass every module; return its handle."""
    return entered_for_all("back", hook)
