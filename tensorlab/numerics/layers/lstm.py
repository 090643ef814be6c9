"""One layer of an LSTM, forward and back, in the steps of PyTorch's library for networks.

Every product adds up its terms in one chain. Of a single sequence whose way back is kept, the chain
goes on from the input's terms to the state's; else the two totals are added. The weights' gradients
are one chain over all steps and sequences, those of the biases go from the last step to the first.

Source: oneDNN, for the order of the steps.
"""

from typing import Any, NamedTuple

import numpy as np

from tensorlab.numerics.functions.rounding import exp, tanh
from tensorlab.numerics.fused import fma
from tensorlab.numerics.matrices.chains import in_parts

ONE = np.array(1, np.float32)
OPENED = np.array([0, 1, 3])  # the gates that are sigmoids: of what is taken, kept and shown


class Step(NamedTuple):
    """What a step began with, its gates, and its bent cell; arrays of one row a sequence."""

    hidden: Any
    before: Any
    opened: Any
    new: Any
    bent: Any


def chain(first: Any, second: Any) -> Any:
    """Return the product of two matrices, each cell one chain."""
    if len(first) > 1 < second.shape[1]:
        return in_parts(first, second)
    rows, columns = (1 + (len(first) == 1), 1 + (second.shape[1] == 1))  # else another order
    return in_parts(first.repeat(rows, 0), second.repeat(columns, 1))[::rows, ::columns]


def forward(
    x: Any, hidden: Any, cell: Any, of_input: Any, of_hidden: Any, bias: Any, *, kept: bool
) -> tuple[Any, Any, list[Step]]:
    """Return what is shown at each step, the last cell, and what the way back needs.

    Shapes: x (steps, batch, inputs), hidden and cell (batch, hiddens), the weights (4 * hiddens,
    inputs) and (4 * hiddens, hiddens).
    """
    steps, batch, inputs = x.shape
    in_one = kept and batch == 1
    weights = np.concatenate([of_input, of_hidden], 1).T if in_one else of_hidden.T
    totals = None if in_one else chain(x.reshape(-1, inputs), of_input.T).reshape(steps, batch, -1)
    shown, done = np.empty((steps, *hidden.shape), np.float32), []
    for place in range(steps):
        given = np.concatenate([x[place], hidden], 1) if in_one else hidden
        gates = chain(given, weights)
        if totals is not None:
            gates += totals[place]
        gates += bias
        gates = gates.reshape(batch, 4, -1).swapaxes(0, 1)
        opened, new = ONE / (ONE + exp(-gates.take(OPENED, 0))), tanh(gates[2])
        take, keep, show = opened
        begun, before = hidden, cell
        cell = fma(take, new, before * keep)
        bent = tanh(cell)
        hidden = np.multiply(show, bent, shown[place])
        done.append(Step(begun, before, opened, new, bent))
    return shown, cell, done


def backward(
    g: Any, g_hidden: Any, g_cell: Any, x: Any, done: list[Step], of_input: Any, of_hidden: Any
) -> tuple[Any, ...]:
    """Return the gradients of x, hidden, cell, both weights and the bias.

    `g` is the gradient of what is shown, `g_hidden` and `g_cell` those of the last states.
    """
    steps, batch, _ = x.shape
    moved = np.empty((steps, batch, len(of_input)), np.float32)
    opened = np.stack([step.opened for step in done])
    bent = np.stack([(step.new, step.bent) for step in done])
    slopes, bends = fma(-opened, opened, opened), fma(-bent, bent, ONE)
    for place in reversed(range(steps)):
        of_step = done[place], slopes[place], bends[place]
        gates, g_cell = through_gates(*of_step, g[place] + g_hidden, g_cell)
        moved[place] = gates
        g_hidden = chain(gates, of_hidden)
    rows = moved.reshape(steps * batch, -1)
    begun = np.concatenate([step.hidden for step in done])
    g_input = chain(rows, of_input).reshape(x.shape)
    weights = (chain(rows.T, part) for part in (x.reshape(len(rows), -1), begun))
    bias = np.add.reduce(moved[::-1].reshape(rows.shape), 0, initial=0.0)  # row by row
    return g_input, g_hidden, g_cell, *weights, bias


def through_gates(step: Step, slopes: Any, bends: Any, g: Any, g_cell: Any) -> tuple[Any, Any]:
    """Return the gradients of a step's gates, in a row, and of the cell that it began with."""
    take, keep, show = step.opened
    g_cell = g_cell + bends[1] * g * show
    of_show = slopes[2] * g * step.bent
    of_take = slopes[0] * g_cell * step.new
    of_keep = slopes[1] * g_cell * step.before
    of_new = bends[0] * (take * g_cell)
    return np.concatenate([of_take, of_keep, of_new, of_show], 1), g_cell * keep
