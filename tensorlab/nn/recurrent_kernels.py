"""torch.lstm and its kin: the walk of recurrent layers, with their weights as a list."""

from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.dtypes import float32
from tensorlab.engine.tensor import Tensor
from tensorlab.nn.applied import functional
from tensorlab.nn.recurrence import STEPS, State, Weights, from_input, through, through_packed

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
                    found = under_name(found, "MkldnnRnnLayerBackward0")  # PyTorch's one step back
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
        hx, params, sizes = second, third, None
        has_biases, _, dropout, train, both, *batch_first = rest
    else:
        hx, (params, *settings), sizes = third, rest, second.tolist()
        has_biases, _, dropout, train, both = settings
        batch_first = []
    state = tuple(hx) if mode == "LSTM" else (hx,)
    swap = bool(batch_first and batch_first[0])
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
