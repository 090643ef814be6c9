"""Steps over masked tensors: computed on their data, and gone back there, masks beside it."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NamedTuple

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.overriding import plain
from tensorlab.engine.shapes import broadcast_shapes
from tensorlab.ops.autograd.custom import Function
from tensorlab.ops.autograd.differentiation import grad as gradients_of


class Way(NamedTuple):
    """How a result is computed of stored elements, its masks, and those of its gradients.

    Where `moves` and `own` say nothing, the mask that arrives with a gradient is the next one's.
    """

    act: Callable[..., Any]
    masks: tuple[Any, ...] = ()  # of each result; none where it is a tensor like any other
    moves: bool = False  # masks move back as the gradients do
    own: Any = None  # the mask of every gradient
    # operands are stretched to one shape, before: a mask says what of a gradient is summed
    stretches: bool = False


class Masked(Function):
    """A step over masked tensors."""

    of: ClassVar[Callable[[Any, Any], Any]]  # makes a masked tensor of data and mask

    @staticmethod
    def forward(ctx: Any, way: Way, *inputs: Any) -> Any:
        """Return the results, with their masks."""
        needed = ctx.needs_input_grad[1:]
        with plain(), SetGrad(mode=any(needed)):
            leaves = [elements(one).detach() for one in inputs]
            if way.stretches and any(needed):
                shape = broadcast_shapes(*(leaf.shape for leaf in leaves))
                leaves = [leaf.expand(shape).detach() for leaf in leaves]
            for leaf, wanted in zip(leaves, needed, strict=True):
                leaf.requires_grad_(wanted)
            found = way.act(*leaves)
        several = isinstance(found, list | tuple)
        outs = tuple(found) if several else (found,)
        ctx.set_materialize_grads(False)
        ctx.way, ctx.inputs, ctx.leaves, ctx.outs = way, inputs, leaves, outs
        if not way.masks:
            return stored_as(inputs[0]._masked_mask, found.detach())
        made = []
        for mask, out in zip(way.masks, outs, strict=True):
            sparse = isinstance(mask, SparseTensor)
            fitting = mask if sparse else mask.expand(out.shape)
            made.append(Masked.of(stored_as(mask, out.detach()), fitting))
        return tuple(made) if several else made[0]

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Return the gradients of the inputs, with their masks."""
        way, needed = ctx.way, [leaf for leaf in ctx.leaves if leaf.requires_grad]
        walk = partial(gradients_of, retain_graph=True, allow_unused=True)
        with plain():
            begun = list(map(arriving, grads, ctx.outs, way.masks or [way.own]))
            found = iter(walk(ctx.outs, needed, [grad for grad, _ in begun]))
            arrived = [mask.to(grad.dtype) for grad, mask in begun]
            moved = iter(walk(ctx.outs, needed, arrived) if way.moves else ())
            result: list[Any] = [None]
            for input, leaf in zip(ctx.inputs, ctx.leaves, strict=True):
                result.append(next(found) if leaf.requires_grad else None)
                if result[-1] is not None:
                    mask = next(moved) != 0 if way.moves else begun[0][1]
                    near = getattr(input, "_masked_mask", None)
                    mask = stored_as(near, mask) if way.own is None else way.own
                    result[-1] = Masked.of(stored_as(near, result[-1]), mask)
        return tuple(result)


def arriving(grad: Any, out: Any, mask: Any) -> tuple[Any, Any]:
    """Return the elements of a gradient, 0 where they don't count, and which ones do."""
    mask = elements(getattr(grad, "_masked_mask", mask))
    if grad is None:
        return out.detach() * 0, mask & False
    return elements(grad).masked_fill(~mask, 0), mask


def elements(tensor: Any) -> Any:
    """Return the elements that a tensor stores: of a masked one all, of a sparse one its values."""
    data = getattr(tensor, "_masked_data", tensor)
    return data.values() if isinstance(data, SparseTensor) else data


def stored_as(near: Any, values: Any) -> Any:
    """Return elements stored as those of another tensor are, where it is sparse."""
    return near.filled(values) if isinstance(near, SparseTensor) else values
