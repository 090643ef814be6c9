"""The walk of recurrent layers over the steps, and torch.lstm and its kin."""

from typing import Any, NamedTuple

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.calling.casting import Autocast, cast_all
from tensorlab.engine.dtypes import float32
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
            pairs = zip(state, (part[now:size] for part in first), strict=True)
            state = tuple(functional("cat")(list(pair), 0) for pair in pairs)
        state = step(gate, state, weights)
        shown.append(state[0])
    return shown[::-1], state


Bias = Tensor | None


def grouped(params: Any, has_biases: bool, sides: int) -> list[Weights]:
    """Return the weights of each layer and direction; a fifth of a layer projects its state."""
    plain = 4 if has_biases else 2
    size = plain + 1 if len(params) % (plain * sides) else plain
    groups = [list(params[first : first + size]) for first in range(0, len(params), size)]
    return [
        Weights(*group[:2], *(group[2:4] if has_biases else (None, None)), *group[plain:])
        for group in groups
    ]


def walk(
    mode: str, input: Tensor, sizes: list[int] | None, state: State, weights: list[Weights],
    *, sides: int, dropout: float,
) -> tuple[Any, State]:  # fmt: skip
    """Return what the last layer shows at every step, and the last states of all layers."""
    if mode == "LSTM" and Autocast.dtype:  # one kernel of PyTorch's, where others have many
        state = cast_all(state, Autocast.dtype)
    begun = list(zip(*(part.unbind(0) for part in state), strict=True))
    ended: list[State] = []
    for first in range(0, len(weights), sides):
        if first and dropout:
            input = functional("dropout")(input, dropout)
        shown = []
        for side in range(sides):
            place = begun[first + side], weights[first + side]
            if sizes is None:
                found, last = through(mode, input, *place, reverse=side == 1)
                if mode == "LSTM" and place[1].weight_hr is None and found.dtype is float32:
                    # PyTorch's one step back
                    found = under_name(found, "MkldnnRnnLayerBackward0")
            else:
                found, last = through_packed(mode, input, sizes, *place, reverse=side == 1)
            shown.append(found)
            ended.append(last)
        input = functional("cat")(shown, -1) if sides > 1 else shown[0]
    return input, tuple(functional("stack")(parts, 0) for parts in zip(*ended, strict=True))


def recurrent(mode: str, input: Tensor, second: Any, third: Any, rest: tuple[Any, ...]) -> Any:
    """Return what a network shows and its last states, of whole sequences or of packed ones."""
    whole = len(rest) == 7 or not hasattr(second, "dtype") or second.dtype.is_floating_point
    if whole:
        hx, sizes, settings = second, None, (third, *rest)
    else:
        hx, sizes, settings = third, second.tolist(), rest
    params, has_biases, _, dropout, train, both, *batch_first = settings
    state = tuple(hx) if mode == "LSTM" else (hx,)
    swap = any(batch_first)
    shown, last = walk(
        mode,
        input.transpose(0, 1) if swap else input,
        sizes,
        state,
        grouped(params, has_biases, 2 if both else 1),
        sides=2 if both else 1,
        dropout=dropout if train else 0.0,
    )
    return (shown.transpose(0, 1) if swap else shown, *last)


def lstm(input: Tensor, hx: object, params: object, *settings: object) -> Any:
    """Return what an LSTM shows at every step, its last hidden states and its last cells.

    `settings` are has_biases, num_layers, dropout, train, bidirectional and batch_first.

    >>> weights, one = [torch.zeros(4, 1), torch.zeros(4, 1)], torch.ones(1, 1, 1)
    >>> torch.lstm(one, [one, one], weights, False, 1, 0., False, False, False)[2]
    tensor([[[0.5000]]])
    """
    return recurrent("LSTM", input, hx, params, settings)


def gru(input: Tensor, hx: Tensor, params: object, *settings: object) -> Any:
    """Return what a GRU shows at every step, and its last states.

    >>> weights, state = [torch.zeros(3, 1), torch.zeros(3, 1)], torch.ones(1, 1, 1)
    >>> torch.gru(torch.ones(1, 1, 1), state, weights, False, 1, 0., False, False, False)[1]
    tensor([[[0.5000]]])
    """
    return recurrent("GRU", input, hx, params, settings)


def rnn_tanh(input: Tensor, hx: Tensor, params: object, *settings: object) -> Any:
    """Return what a plain recurrent network shows at every step, and its last states.

    >>> weights, state = [torch.ones(1, 1), torch.ones(1, 1)], torch.zeros(1, 1, 1)
    >>> torch.rnn_tanh(torch.ones(1, 1, 1), state, weights, False, 1, 0., False, False, False)[1]
    tensor([[[0.7616]]])
    """
    return recurrent("RNN_TANH", input, hx, params, settings)


def rnn_relu(input: Tensor, hx: Tensor, params: object, *settings: object) -> Any:
    """Return what a recurrent network that cuts off at 0 shows, and its last states.

    >>> weights, state = [torch.ones(1, 1), torch.ones(1, 1)], torch.ones(1, 1, 1)
    >>> torch.rnn_relu(torch.ones(1, 1, 1), state, weights, False, 1, 0., False, False, False)[1]
    tensor([[[2.]]])
    """
    return recurrent("RNN_RELU", input, hx, params, settings)


def stepped(
    mode: str, input: Tensor, state: State, w_ih: Tensor, w_hh: Tensor, b_ih: Bias, b_hh: Bias
) -> State:
    """Return the next state of one layer."""
    weights = Weights(w_ih, w_hh, b_ih, b_hh)
    return STEPS[mode](from_input(input, weights), state, weights)


def lstm_cell(
    input: Tensor, hx: Any, w_ih: Tensor, w_hh: Tensor, b_ih: Bias = None, b_hh: Bias = None
) -> Any:
    """Return an LSTM's hidden state and cell after one step.

    >>> one, zero = torch.ones(1, 1), torch.zeros(4, 1)
    >>> torch.lstm_cell(one, [one, one], zero, zero)[1]
    tensor([[0.5000]])
    """
    return stepped("LSTM", input, tuple(hx), w_ih, w_hh, b_ih, b_hh)


def gru_cell(
    input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Bias = None, b_hh: Bias = None
) -> Any:
    """Return a GRU's state after one step.

    >>> one, zero = torch.ones(1, 1), torch.zeros(3, 1)
    >>> torch.gru_cell(one, one, zero, zero)
    tensor([[0.5000]])
    """
    return stepped("GRU", input, (hx,), w_ih, w_hh, b_ih, b_hh)[0]


def rnn_tanh_cell(
    input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Bias = None, b_hh: Bias = None
) -> Any:
    """Return the state of a plain recurrent network after one step.

    >>> one, zero = torch.ones(1, 1), torch.zeros(1, 1)
    >>> torch.rnn_tanh_cell(one, one, one, zero)
    tensor([[0.7616]])
    """
    return stepped("RNN_TANH", input, (hx,), w_ih, w_hh, b_ih, b_hh)[0]


def rnn_relu_cell(
    input: Tensor, hx: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Bias = None, b_hh: Bias = None
) -> Any:
    """Return the state of a recurrent network that cuts off at 0 after one step.

    >>> one, zero = torch.ones(1, 1), torch.zeros(1, 1)
    >>> torch.rnn_relu_cell(one, one, one, one)
    tensor([[2.]])
    """
    return stepped("RNN_RELU", input, (hx,), w_ih, w_hh, b_ih, b_hh)[0]
