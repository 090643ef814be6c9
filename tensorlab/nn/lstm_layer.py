"""A layer of an LSTM as one function of tensors, with a gradient of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording, SetGrad
from tensorlab.engine.autograd.graph import Node
from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.calling.autocasting import Autocast
from tensorlab.engine.dtypes import float32
from tensorlab.engine.tensor import wrap
from tensorlab.engine.work import Work
from tensorlab.nn.recurrence import State, Weights, through
from tensorlab.numerics.layers import lstm
from tensorlab.numerics.limits import ROUNDED_ONCE
from tensorlab.ops.autograd.custom import CustomStep, Function
from tensorlab.ops.loading import find


def is_in_library(input: Any, state: State, weights: Weights) -> bool:
    """Return whether PyTorch hands a layer to its library for networks, and its steps are small."""
    arrays = [part.array for part in (input, *state, *weights[:4]) if part is not None]
    plain = all(array.__class__ is np.ndarray and array.dtype == np.float32 for array in arrays)
    small = input.array.size > 0 and state[0].array.size <= ROUNDED_ONCE
    return plain and small and not Autocast.dtype and Work.witness is None


def turned(array: Any, *, reverse: bool) -> Any:
    """Return the steps of an array, the last one first where a layer reads them so."""
    return np.ascontiguousarray(array[::-1] if reverse else array)


class MkldnnRnnLayerBackward0(CustomStep):
    """The step back through a layer, named as PyTorch names it."""

    __slots__ = ()
    __module__ = "builtins"  # as the steps back of operations
    name, __repr__ = Node.name, Node.__repr__


class Layer(Function):
    """What a layer shows, its last hidden state and its last cell."""

    @staticmethod
    def forward(ctx: Any, reverse: bool, kept: bool, *given: Any) -> Any:
        """Return the three; kept is whether the way back is."""
        x, hidden, cell, of_input, of_hidden, *biases = [
            None if part is None else part.array for part in given
        ]
        bias = biases[0] + biases[1] if biases[0] is not None else np.float32(0)
        x = turned(x, reverse=reverse)
        shown, last, done = lstm.forward(x, hidden, cell, of_input, of_hidden, bias, kept=kept)
        ctx.save_for_backward(*given)
        ctx.reverse, ctx.x, ctx.done = reverse, x, done
        parts = (turned(shown, reverse=reverse), shown[-1].copy(), last)
        return tuple(wrap(part, float32) for part in parts)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Return the gradients of all that was given, by the steps themselves if they count."""
        given = ctx.saved_tensors
        if Recording.enabled:
            return (None, None, *of_steps(ctx.reverse, given, grads))
        g, g_hidden, g_cell = (grad.array for grad in grads)
        _, _, _, of_input, of_hidden, *biases = given
        g, weights = turned(g, reverse=ctx.reverse), (of_input.array, of_hidden.array)
        found = lstm.backward(g, g_hidden, g_cell, ctx.x, ctx.done, *weights)
        by_input, *others, bias = (wrap(np.ascontiguousarray(part), float32) for part in found)
        if ctx.reverse:
            by_input = wrap(turned(by_input.array, reverse=True), float32)
        both = (None, None) if biases[0] is None else (bias, wrap(bias.array.copy(), float32))
        return (None, None, by_input, *others, *both)


def of_steps(reverse: bool, given: Any, grads: Any) -> list[Any]:
    """Return the gradients of what was given, which can be differentiated themselves."""
    with SetGrad(mode=True):
        shown, last = through("LSTM", given[0], given[1:3], Weights(*given[3:]), reverse=reverse)
        wanted = [part for part in given if part is not None and part.requires_grad]
        grad: Any = find("torch.autograd", "grad")
        found = iter(grad((shown, *last), wanted, grads, create_graph=True, allow_unused=True))
    return [next(found) if part is not None and part.requires_grad else None for part in given]


def layer(input: Any, state: State, weights: Weights, *, reverse: bool) -> tuple[Any, State]:
    """Return what one layer shows at every step of sequences of one length, and its last state."""
    if Work.guard is not None:
        Work.guard("linear", (input, weights.weight_ih))
        for _ in range(len(input)):
            Work.guard("linear", (state[0], weights.weight_hh))
    shown, *last = Layer.apply(reverse, Recording.enabled, input, *state, *weights[:4])
    if shown.grad_fn is not None:
        shown.grad_fn.__class__ = MkldnnRnnLayerBackward0
    return shown, tuple(last)


def through_at_once(
    mode: str, input: Any, state: State, weights: Weights, *, reverse: bool
) -> tuple[Any, State]:
    """Return what one layer shows at every step, and its last state: an LSTM's in one step back.

    An LSTM that projects its state goes the usual way, as there.
    """
    if mode != "LSTM" or weights.weight_hr is not None or input.dtype is not float32:
        return through(mode, input, state, weights, reverse=reverse)
    if is_in_library(input, state, weights):
        return layer(input, state, weights, reverse=reverse)
    shown, last = through(mode, input, state, weights, reverse=reverse)
    return under_name(shown, "MkldnnRnnLayerBackward0"), last
