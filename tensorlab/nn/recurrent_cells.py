"""Cells of recurrent networks: one step, so that a program can walk by itself."""

import math
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.nn import init
from tensorlab.nn.applied import begin_parameters, functional
from tensorlab.nn.module import Module, arguments
from tensorlab.nn.recurrent_kernels import STEPS, State, Weights, from_input


class RNNCellBase(Module):
    """One step of one layer, with `num_chunks` gates.

    >>> torch.nn.RNNCellBase(2, 3, bias=True, num_chunks=1)
    RNNCellBase(2, 3)
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device: object = None,
        dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.__dict__.update(arguments(locals(), "input_size hidden_size bias"))
        rows = num_chunks * hidden_size
        added, made = (rows,) if bias else None, {"device": device, "dtype": dtype}
        begin_parameters(self, made, weight_ih=(rows, input_size), weight_hh=(rows, hidden_size))
        begin_parameters(self, made, bias_ih=added, bias_hh=added)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        bound = 1 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _next_state(self, mode: str, input: Tensor, given: State | None) -> State:
        """Return the next state, of a batch or of a single sequence.

        Raises:
            ValueError: the input or a state has other dimensions.
        """
        self._require_dims(input, given)
        single = input.dim() == 1
        rows = input.unsqueeze(0) if single else input
        if given is None:
            zeros = functional("zeros")(
                rows.size(0), self.hidden_size, dtype=input.dtype, device=input.device
            )
            given = (zeros,) * (2 if mode == "LSTM" else 1)
        elif single:
            given = tuple(part.unsqueeze(0) for part in given)
        self._require_sizes(rows, given)
        weights = Weights(self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        state = STEPS[mode](from_input(rows, weights), given, weights)
        return tuple(part.squeeze(0) for part in state) if single else state

    def _require_dims(self, input: Tensor, given: State | None) -> None:
        """Refuse inputs and states of other dimensions."""
        name = self._get_name()
        hidden = "hx[{}]" if name == "LSTMCell" else "hidden"
        states = ((hidden.format(place), part) for place, part in enumerate(given or ()))
        for what, part in (("input", input), *states):
            if (dims := part.dim()) not in (1, 2):
                raise ValueError(f"{name}: Expected {what} to be 1D or 2D, got {dims}D instead")

    def _require_sizes(self, rows: Tensor, given: State) -> None:
        """Refuse inputs and states of other sizes.

        Raises:
            RuntimeError: a size is not the cell's.
        """
        if rows.size(1) != self.input_size:
            raise RuntimeError(
                f"input has inconsistent input_size: got {rows.size(1)} expected {self.input_size}"
            )
        for place, part in enumerate(given):
            if rows.size(0) != part.size(0):
                raise RuntimeError(in_full("Input batch size", rows.size(0), place, part.size(0)))
            if part.size(1) != self.hidden_size:
                raise RuntimeError(in_full("hidden{} has", place, part.size(1), self.hidden_size))

    def extra_repr(self) -> str:
        """Return the sizes, and the settings that differ from their defaults."""
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        nonlinearity = self.__dict__.get("nonlinearity", "tanh")
        return text if nonlinearity == "tanh" else f"{text}, nonlinearity={nonlinearity}"


class RNNCell(RNNCellBase):
    """h = tanh(W_ih x + b_ih + W_hh h + b_hh).

    >>> torch.nn.RNNCell(3, 4)(torch.zeros(2, 3)).shape
    torch.Size([2, 4])
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh",
        device: object = None, dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Any:
        """Return the next state.

        Raises:
            RuntimeError: there is no such nonlinearity.
        """
        given = None if hx is None else (hx,)
        self._require_dims(input, given)
        if self.nonlinearity not in {"tanh", "relu"}:
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._next_state(f"RNN_{self.nonlinearity.upper()}", input, given)[0]


class LSTMCell(RNNCellBase):
    """One step of an LSTM: (h, c) -> (h, c).

    >>> h, c = torch.nn.LSTMCell(3, 4)(torch.zeros(2, 3))
    >>> h.shape, c.shape
    (torch.Size([2, 4]), torch.Size([2, 4]))
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: object = None,
        dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Tensor, hx: Any = None) -> Any:
        """Return the next state and the next cell."""
        return self._next_state("LSTM", input, None if hx is None else self._pair(input, hx))

    def _pair(self, input: Tensor, hx: Any) -> State:
        """Return the state and the cell that were given.

        Raises:
            RuntimeError: there are not two of them.
            TypeError: they are not in a tuple.
        """
        self._require_dims(input, tuple(hx))
        if input.dim() == 1:
            return hx[0], hx[1]
        if not isinstance(hx, tuple | list):
            raise TypeError(in_full("lstm_cell(): argument", type(hx).__name__))
        if len(hx) != 2:
            raise RuntimeError("lstm_cell expects two hidden states")
        return tuple(hx)


class GRUCell(RNNCellBase):
    """One step of a GRU: h -> h.

    >>> torch.nn.GRUCell(3, 4)(torch.zeros(2, 3)).shape
    torch.Size([2, 4])
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: object = None,
        dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Any:
        """Return the next state."""
        return self._next_state("GRU", input, None if hx is None else (hx,))[0]
