"""Functions that look on while an optimizer steps, gives its state out or takes one over."""

import functools
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

from tensorlab.engine.autograd.graph import RemovableHandle, entered
from tensorlab.engine.warning import in_full


class Watched:
    """An optimizer as something that hooks look on; they are called in the order they came."""

    _hooks: defaultdict[str, OrderedDict[int, Any]]  # of each kind

    def __getattr__(self, name: str) -> Any:
        if name == "_hooks":  # first asked for: most optimizers never have any
            self.__dict__["_hooks"] = defaultdict(OrderedDict)
            return self._hooks
        raise AttributeError(in_full("'{}' object has no", type(self).__name__, name))

    def register_step_pre_hook(self, hook: object) -> RemovableHandle:
        """Have `hook(optimizer, args, kwargs)` called before each step; it may replace both."""
        return add_hook(self, "step_pre", hook)

    def register_step_post_hook(self, hook: object) -> RemovableHandle:
        """Have `hook(optimizer, args, kwargs)` called after each step."""
        return add_hook(self, "step_post", hook)

    def register_state_dict_pre_hook(self, hook: object, prepend: bool = False) -> RemovableHandle:
        """Have `hook(optimizer)` called before the state is given out."""
        return add_hook(self, "state_dict_pre", hook, prepend)

    def register_state_dict_post_hook(self, hook: object, prepend: bool = False) -> RemovableHandle:
        """Have `hook(optimizer, state_dict)` called with the state, which it may replace."""
        return add_hook(self, "state_dict_post", hook, prepend)

    def register_load_state_dict_pre_hook(
        self, hook: object, prepend: bool = False
    ) -> RemovableHandle:
        """Have `hook(optimizer, state_dict)` called before a state is taken over."""
        return add_hook(self, "load_state_dict_pre", hook, prepend)

    def register_load_state_dict_post_hook(
        self, hook: object, prepend: bool = False
    ) -> RemovableHandle:
        """Have `hook(optimizer)` called after a state was taken over."""
        return add_hook(self, "load_state_dict_post", hook, prepend)


def call_hooks(optimizer: Any, kind: str, *given: object) -> Any:
    """Call hooks with something that each of them may replace; return what it is then."""
    if "_hooks" in optimizer.__dict__:
        for hook in list(optimizer._hooks[kind].values()):
            result = hook(optimizer, *given)
            if result is not None and given:
                given = (result,)
    return given[0] if given else None


def add_hook(optimizer: Any, kind: str, hook: object, prepend: bool = False) -> RemovableHandle:
    """Enter a hook; prepend=True puts it before those that are there."""
    if kind.startswith("step") and "watched" not in optimizer._hooks:
        # an heir's own step, too
        optimizer.step = watched(optimizer, optimizer.step)
        optimizer._hooks["watched"] = OrderedDict()
    return entered(optimizer._hooks[kind], hook, prepend=prepend)


def watched(optimizer: Any, step: Callable[..., Any]) -> Callable[..., Any]:
    """Return the step of an optimizer, looked on by its hooks."""

    @functools.wraps(step)
    def watched_step(*args: object, **kwargs: object) -> Any:
        given: tuple[object, ...] = (optimizer, *args)
        for hook in list(optimizer._hooks["step_pre"].values()):
            result = hook(optimizer, given, kwargs)
            if result is None:
                continue
            if not (isinstance(result, tuple) and len(result) == 2):
                raise RuntimeError(in_full("{} must return None", type(optimizer).step, result))
            given, kwargs = result
        found = step(*given[1:], **kwargs)
        for hook in list(optimizer._hooks["step_post"].values()):
            hook(optimizer, given, kwargs)
        return found

    return watched_step
