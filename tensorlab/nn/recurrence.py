"""Steps through sequences: what one layer of a recurrent network computes, step by step."""

from typing import Any, NamedTuple

from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import functional

State = tuple[Any, ...]  # the hidden state, and for an LSTM the element's


class Weights(NamedTuple):
    """What one layer of one direction multiplies by; None where there is no such part."""

    weight_ih: Any
    weight_hh: Any
    bias_ih: Any = None
    bias_hh: Any = None
    weight_hr: Any = None


def from_input(input: Tensor, weights: Weights) -> Any:
    """Return the input's part in the gates, of one step or of all at once."""
    return functional("linear")(input, weights.weight_ih, weights.bias_ih)


def from_hidden(hidden: Tensor, weights: Weights) -> Any:
    """Return the hidden state's part in the gates."""
    return functional("linear")(hidden, weights.weight_hh, weights.bias_hh)


def tanh_step(gates: Tensor, state: State, weights: Weights) -> State:
    """Return the next state of a plain recurrent network."""
    return ((from_hidden(state[0], weights) + gates).tanh(),)


def relu_step(gates: Tensor, state: State, weights: Weights) -> State:
    """Return the next state of a recurrent network that cuts off at 0."""
    return ((from_hidden(state[0], weights) + gates).relu(),)


def lstm_step(gates: Tensor, state: State, weights: Weights) -> State:
    """Return the next state of an LSTM: what it forgets, takes in, and shows, by its gates."""
    hidden, element = state
    parts = (from_hidden(hidden, weights) + gates).chunk(4, -1)
    element = parts[1].sigmoid() * element + parts[0].sigmoid() * parts[2].tanh()
    hidden = parts[3].sigmoid() * element.tanh()
    if weights.weight_hr is not None:
        hidden = functional("linear")(hidden, weights.weight_hr)
    return hidden, element


def gru_step(gates: Tensor, state: State, weights: Weights) -> State:
    """Return the next state of a GRU: a mean of the state and of a proposal."""
    (hidden,) = state
    size = hidden.shape[-1]
    given, held = gates.split(2 * size, -1), from_hidden(hidden, weights).split(2 * size, -1)
    reset, kept = (part.sigmoid() for part in (held[0] + given[0]).chunk(2, -1))
    proposed = (given[1] + held[1] * reset).tanh()
    return ((hidden - proposed) * kept + proposed,)


STEPS = {"RNN_TANH": tanh_step, "RNN_RELU": relu_step, "LSTM": lstm_step, "GRU": gru_step}


def through(
    mode: str, input: Tensor, state: State, weights: Weights, *, reverse: bool
) -> tuple[Any, State]:
    """Return what one layer shows at every step of sequences of one length, and its last state."""
    step, shown = STEPS[mode], []
    gates = from_input(input, weights).unbind(0)
    for gate in reversed(gates) if reverse else gates:
        state = step(gate, state, weights)
        shown.append(state[0])
    return functional("stack")(shown[::-1] if reverse else shown, 0), state


def through_packed(
    mode: str, input: Tensor, sizes: list[int], state: State, weights: Weights, *, reverse: bool
) -> tuple[Any, State]:
    """Return the same for packed sequences: `sizes` says how many go on at each step."""
    walk = backward_through if reverse else forward_through
    shown, state = walk(mode, from_input(input, weights).split(sizes), sizes, state, weights)
    return functional("cat")(shown, 0), state


def forward_through(
    mode: str, gates: Any, sizes: list[int], state: State, weights: Weights
) -> tuple[list[Any], State]:
    """Walk from the first step on; sequences that end leave the batch with their last state."""
    step, shown, ended = STEPS[mode], [], []
    state = tuple(part[: sizes[0]] for part in state)
    for gate, size, before in zip(gates, sizes, [sizes[0], *sizes], strict=False):
        if size < before:
            ended.append(tuple(part[size:] for part in state))
            state = tuple(part[:size] for part in state)
        state = step(gate, state, weights)
        shown.append(state[0])
    last = [state, *reversed(ended)]
    return shown, tuple(functional("cat")(list(parts), 0) for parts in zip(*last, strict=True))


def backward_through(
    mode: str, gates: Any, sizes: list[int], state: State, weights: Weights
) -> tuple[list[Any], State]:
    """Walk from the last step on; sequences join the batch where they end."""
    step, shown, first = STEPS[mode], [], state
    state = tuple(part[: sizes[-1]] for part in first)
    for gate, size in zip(reversed(gates), reversed(sizes), strict=True):
        now = len(state[0])
        if size > now:
            joining = [part[now:size] for part in first]
            pairs = zip(state, joining, strict=True)
            state = tuple(functional("cat")(list(pair), 0) for pair in pairs)
        state = step(gate, state, weights)
        shown.append(state[0])
    return shown[::-1], state
