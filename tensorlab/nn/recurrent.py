"""Recurrent layers: sequences read step by step, with a state that remembers what came before."""

from typing import Any

from tensorlab.nn.recurrent_base import RNNBase

ONLY_OF_LSTM = "proj_size argument is only supported for LSTM, not RNN or GRU"


def ended(last: tuple[Any, ...], device: Any, dtype: Any) -> tuple[Any, ...]:
    """Return a projection's size, a device and a type, of which the first may be given by place."""
    return (*last, *(0, device, dtype)[len(last) :])


class RNN(RNNBase):
    """h = tanh(W_ih x + b_ih + W_hh h + b_hh), from one step of the sequence to the next.

    Shapes: (steps, batch, input_size) -> (steps, batch, hidden_size) and the last h of each layer.

    >>> output, h = torch.nn.RNN(3, 4)(torch.zeros(5, 2, 3))
    >>> output.shape, h.shape
    (torch.Size([5, 2, 4]), torch.Size([1, 2, 4]))
    """

    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int = 1, nonlinearity: str = "tanh",
        bias: bool = True, batch_first: bool = False, dropout: float = 0.0,
        bidirectional: bool = False, *last: Any, device: Any = None, dtype: Any = None,
        proj_size: Any = None,
    ) -> None:  # fmt: skip
        if proj_size is not None:
            raise ValueError(ONLY_OF_LSTM)
        self.__dict__["nonlinearity"] = nonlinearity
        if nonlinearity not in {"tanh", "relu"}:
            known = "Select from 'tanh' or 'relu'."
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. {known}")
        settings: Any = (bias, batch_first, dropout, bidirectional, *ended(last, device, dtype))
        kind = f"RNN_{nonlinearity.upper()}"
        super().__init__(kind, input_size, hidden_size, num_layers, *settings)


class LSTM(RNNBase):
    """Long short-term memory: gates say what the cell forgets, takes in and shows at each step.

    Shapes: (steps, batch, input_size) -> (steps, batch, hidden_size), and the last h and c of each
    layer. With proj_size, what is shown is a product with a smaller matrix.

    Source: Hochreiter and Schmidhuber, Long short-term memory (1997).

    >>> output, (h, c) = torch.nn.LSTM(3, 4)(torch.zeros(5, 2, 3))
    >>> output.shape, h.shape, c.shape
    (torch.Size([5, 2, 4]), torch.Size([1, 2, 4]), torch.Size([1, 2, 4]))
    """

    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
        batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False,
        proj_size: int = 0, device: Any = None, dtype: Any = None,
    ) -> None:  # fmt: skip
        settings: Any = (bias, batch_first, dropout, bidirectional, proj_size, device, dtype)
        super().__init__("LSTM", input_size, hidden_size, num_layers, *settings)


class GRU(RNNBase):
    """Gated recurrent unit: at each step a gate weighs the state against a proposal.

    Shapes: (steps, batch, input_size) -> (steps, batch, hidden_size) and the last h of each layer.

    Source: Cho et al., Learning phrase representations using RNN encoder-decoder (2014).

    >>> output, h = torch.nn.GRU(3, 4, num_layers=2)(torch.zeros(5, 2, 3))
    >>> output.shape, h.shape
    (torch.Size([5, 2, 4]), torch.Size([2, 2, 4]))
    """

    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
        batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False,
        *last: Any, device: Any = None, dtype: Any = None, proj_size: Any = None,
    ) -> None:  # fmt: skip
        if proj_size is not None:
            raise ValueError(ONLY_OF_LSTM)
        settings: Any = (bias, batch_first, dropout, bidirectional, *ended(last, device, dtype))
        super().__init__("GRU", input_size, hidden_size, num_layers, *settings)


for kind in (RNN, LSTM, GRU):  # where wrong calls fail in PyTorch
    kind.__init__.__qualname__ = "RNNBase.__init__"
