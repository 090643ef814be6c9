"""What lets hooks see the gradients that pass a module: steps before and after it."""

from collections.abc import Callable, Sequence
from typing import Any

from tensorlab.engine.autograd.running_hooks import require_alike
from tensorlab.engine.naming import class_text
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.autograd.custom import Function

Gradients = tuple[Any, ...]


def step(see: Callable[[Gradients], Gradients], *, materialize: bool) -> type[Function]:
    """Return a function that changes nothing, and shows the gradients on their way back."""

    class BackwardHookFunction(Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(ctx: Any, *tensors: Any) -> Any:
            ctx.mark_non_differentiable(*(each for each in tensors if not each.requires_grad))
            ctx.set_materialize_grads(materialize)
            return tensors

        @staticmethod
        def backward(ctx: object, *grads: object) -> Any:
            return see(grads)

    return BackwardHookFunction


class Watch:
    """One call of a module with hooks on its gradients."""

    def __init__(self, module: Any, hooks: list[Any]) -> None:
        self.module = module
        self.hooks = hooks
        self.pre_hooks = list(module._backward_pre_hooks.values())
        # the places of those that have gradients
        self.inputs: list[int] | None = None
        self.count = 0
        self.arrived: Gradients = ()

    def before(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments, whose gradients will be seen."""
        self.count = len(inputs)
        places = [place for place, value in enumerate(inputs) if isinstance(value, Tensor)]
        if not any(inputs[place].requires_grad for place in places):
            return inputs
        self.inputs = places
        given = list(inputs)
        shown = step(self.left, materialize=True).apply(*(given[place] for place in places))
        for place, value in zip(places, shown, strict=True):
            given[place] = value
        return tuple(given)

    def after(self, result: Any) -> Any:
        """Return the result, whose gradients will be seen.

        Raises:
            RuntimeError: it is neither a tensor nor a tuple of them.
        """
        parts = list(result) if isinstance(result, tuple) else [result]
        if not isinstance(result, tuple | Tensor):
            raise RuntimeError(in_full("For backward hooks", class_text(result)))
        places = [place for place, value in enumerate(parts) if isinstance(value, Tensor)]
        if not any(parts[place].requires_grad for place in places):
            return result
        self.outputs, self.width = places, len(parts)
        shown = step(self.entered, materialize=False).apply(*(parts[place] for place in places))
        for place, value in zip(places, shown, strict=True):
            parts[place] = value
        if not isinstance(result, tuple):
            return parts[0]
        return type(result)(*parts) if hasattr(result, "_fields") else tuple(parts)

    def entered(self, grads: Gradients) -> Gradients:
        """Take the gradients that come in behind the module, as the hooks change them."""
        whole = spread(grads, self.outputs, self.width)
        for each in self.pre_hooks:
            found = each(self.module, whole)
            whole = same_count(whole, found, "pre ", "output")
        self.arrived = whole
        if self.inputs is None:
            if self.hooks:
                warn(in_full("Full backward hook"))
            for each in self.hooks:
                if each(self.module, (None,) * self.count, whole) is not None:
                    raise RuntimeError(in_full("Backward hook for"))
        return hook(grads, [whole[place] for place in self.outputs])

    def left(self, grads: Gradients) -> Gradients:
        """Give the gradients that leave before the module, as the hooks change them."""
        places: Any = self.inputs
        whole = spread(grads, places, self.count)
        for each in self.hooks:
            found = each(self.module, whole, self.arrived)
            whole = same_count(whole, found, "", "input")
        return hook(grads, [whole[place] for place in places])


def spread(grads: Gradients, places: Sequence[int], count: int) -> Gradients:
    """Return gradients at the places of their tensors, None elsewhere."""
    at = dict(zip(places, grads, strict=True))
    return tuple(at.get(place) for place in range(count))


def same_count(before: Gradients, found: Any, pre: str, side: str) -> Gradients:
    """Return what a hook made of gradients, or these where it gave nothing.

    Raises:
        RuntimeError: they are more or fewer.
    """
    if found is not None and len(found) != len(before):
        raise RuntimeError(in_full("Backward {}hook returned", pre, side, len(found), len(before)))
    return before if found is None else found


def hook(before: Gradients, found: list[Any]) -> Gradients:
    """Return what hooks made of gradients, which are to have the same sizes."""
    # by its own name it is called where they have others, as PyTorch's is
    for one, other in zip(before, found, strict=True):
        if one is not None and other is not None:
            require_alike(hook, other, one)
    return tuple(found)
