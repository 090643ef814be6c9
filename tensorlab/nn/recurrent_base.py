"""What recurrent layers have in common: their weights, settings, states, and the walk."""

import math
from typing import Any

from tensorlab.engine.calling.casting import Autocast
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn, warn_once
from tensorlab.nn import init
from tensorlab.nn.applied import begin_parameters, functional
from tensorlab.nn.module import Module, arguments, unusual
from tensorlab.nn.recurrent_kernels import State, Weights, walk
from tensorlab.nn.utils.rnn import PackedSequence

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}
PROJECTED = "LSTM with projections is not supported with oneDNN. Using default implementation."


class RNNBase(Module):
    """Layers, each of which reads what the one before it shows, in one direction or in both.

    >>> torch.nn.RNNBase("GRU", 2, 3)
    RNNBase(2, 3)
    """

    def __init__(
        self, mode: str, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
        batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False,
        proj_size: int = 0, device: object = None, dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__()
        kept = "mode input_size hidden_size num_layers bias batch_first dropout bidirectional"
        self.__dict__.update(arguments(locals(), kept))
        share = float(dropout)
        self.proj_size = proj_size
        self._require_settings()
        self.dropout = share
        made = {"device": device, "dtype": dtype}
        for layer in range(num_layers):
            for suffix in self._directions:
                self._add_weights(layer, suffix, made)
        self.reset_parameters()

    # What the names of the weights end in, for each direction, and how long a vector that shows.
    _directions = property(lambda self: ("", "_reverse") if self.bidirectional else ("",))
    _shown_size = property(lambda self: self.proj_size or self.hidden_size)

    def _require_settings(self) -> None:
        """Refuse settings that no network can have.

        Raises:
            TypeError: one is of another type.
            ValueError: one is too large or too small.
        """
        share: Any = self.dropout
        if not isinstance(share, int | float) or not 0 <= share <= 1 or isinstance(share, bool):
            raise ValueError(in_full("dropout should be a"))
        if share > 0 and self.num_layers == 1:
            warn(in_full("dropout option adds", share, self.num_layers))
        wanted = {"bias": bool, "batch_first": bool, "input_size": int, "hidden_size": int}
        for name, kind in wanted.items():
            value: Any = getattr(self, name)
            if not isinstance(value, kind):
                raise TypeError(in_full("{} should", name, kind.__name__, type(value).__name__))
            if kind is int and getattr(self, name) <= 0:
                raise ValueError(f"{name} must be greater than zero")
        if self.num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        if self.proj_size < 0:
            raise ValueError(in_full("proj_size should"))
        if self.proj_size >= self.hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        if self.mode not in GATES:
            raise ValueError(f"Unrecognized RNN mode: {self.mode}")

    def _add_weights(self, layer: int, suffix: str, made: dict[str, Any]) -> None:
        """Add the weights of one layer and direction."""
        rows = GATES[self.mode] * self.hidden_size
        read = self._shown_size * len(self._directions) if layer else self.input_size
        sizes: dict[str, tuple[int, ...]] = {
            "weight_ih": (rows, read),
            "weight_hh": (rows, self._shown_size),
        }
        if self.bias:
            sizes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        if self.proj_size:
            sizes["weight_hr"] = (self.proj_size, self.hidden_size)
        ending = f"_l{layer}{suffix}"
        begin_parameters(self, made, **{name + ending: size for name, size in sizes.items()})

    def reset_parameters(self) -> None:
        """Draw all weights anew."""
        bound = 1 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def flatten_parameters(self) -> None:
        """Do nothing: on a CPU the weights lie where they are."""

    def _weights_of(self, layer: int, suffix: str) -> Weights:
        """Return the weights of one layer and direction."""
        names = (f"{name}_l{layer}{suffix}" for name in Weights._fields)
        return Weights(*(self._parameters.get(name) for name in names))

    def _weights_in_order(self) -> list[Weights]:
        """Return the weights of each layer and direction."""
        layers = range(self.num_layers)
        return [self._weights_of(layer, suffix) for layer in layers for suffix in self._directions]

    @property
    def all_weights(self) -> list[list[Any]]:
        """The weights of each layer and direction."""
        layers = self._weights_in_order()
        return [[weight for weight in weights if weight is not None] for weights in layers]

    @property
    def _flat_weights_names(self) -> list[str]:
        """The names of all weights in order."""
        return list(self._parameters)

    def _state_sizes(self, batch: int) -> list[tuple[int, int, int]]:
        """Return the sizes of the states, for a batch of so many sequences."""
        count = self.num_layers * len(self._directions)
        sizes = [(count, batch, self._shown_size)]
        return [*sizes, (count, batch, self.hidden_size)] if self.mode == "LSTM" else sizes

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Return what the last layer shows at every step, and the last states of all layers."""
        if isinstance(input, PackedSequence):
            return self._read_packed(input, hx)
        if input.dim() not in (2, 3):
            name = self._get_name()
            tensor = " tensor" if name == "RNN" else ""
            raise ValueError(in_full("{}: Expected input to be 2D", name, input.dim(), tensor))
        single = input.dim() == 2
        state = self._begin_state(hx, single)
        if single:
            input = input.unsqueeze(0 if self.batch_first else 1)
        steps = input.transpose(0, 1) if self.batch_first else input
        state = self._checked_state(input, 3, state, steps.shape[1])
        shown, state = self._layered(steps, None, state)
        if self.batch_first:
            shown = shown.transpose(0, 1) if self.mode == "LSTM" else shown.transpose_(0, 1)
        if single:
            shown = shown.squeeze(0 if self.batch_first else 1)
            state = tuple(part.squeeze(1) for part in state)
        return shown, self._given_back(state)

    def _read_packed(self, sequence: PackedSequence, hx: Any) -> Any:
        """Return the same for packed sequences, in the order in which they were packed."""
        input, batch_sizes, order, back = sequence
        state = None if hx is None else ((hx[0], hx[1]) if self.mode == "LSTM" else (hx,))
        sizes = batch_sizes.tolist()
        state = self._checked_state(input, 2, state, sizes[0])
        if hx is not None and order is not None:
            state = tuple(part.index_select(1, order) for part in state)
        shown, state = self._layered(input, sizes, state)
        if back is not None:
            state = tuple(part.index_select(1, back) for part in state)
        return PackedSequence(shown, batch_sizes, order, back), self._given_back(state)

    def _given_back(self, state: State) -> Any:
        """Return a state as a program knows it: a tensor, or for an LSTM two."""
        return state if self.mode == "LSTM" else state[0]

    def _begin_state(self, hx: Any, single: bool) -> State | None:
        """Return the given state with a dimension for the batch; None if none was given.

        Raises:
            RuntimeError: it has other dimensions than the input.
        """
        if hx is None:
            return None
        state = (hx[0], hx[1]) if self.mode == "LSTM" else (hx,)
        dims = [part.dim() for part in state]
        wanted = 2 if single else 3
        if any(dim != wanted for dim in dims):
            kind = "unbatched" if single else "batched"
            if self.mode == "LSTM":
                got = ", ".join(f"{dim}-D" for dim in dims)
                raise RuntimeError(in_full("For {} {}-D input, hx and", kind, wanted, wanted, got))
            raise RuntimeError(in_full("For {} {}-D input, hx s", kind, wanted, wanted, dims[0]))
        return tuple(part.unsqueeze(1) for part in state) if single else state

    def _checked_state(self, input: Tensor, dims: int, state: State | None, batch: int) -> State:
        """Return the given state, or zeros, when it and the input fit.

        Raises:
            RuntimeError: a size or a device is another one.
            ValueError: the input has another type than the weights.
        """
        weight, kind = self.weight_ih_l0, self.weight_ih_l0.dtype
        if input.dtype is not kind and not Autocast.dtype:
            raise ValueError(in_full("RNN input dtype ({})", input.dtype, kind, kind, input.dtype))
        if input.dim() != dims:
            raise RuntimeError(f"input must have {dims} dimensions, got {input.dim()}")
        # an LSTM's packed sequences fail where they are multiplied
        if input.size(-1) != self.input_size and (dims == 3 or self.mode != "LSTM"):
            raise RuntimeError(in_full("input.size(-1) must", self.input_size, input.size(-1)))
        for which, part in (("hidden", (state or (input,))[0]), ("parameter", weight)):
            if part.device != input.device:
                raise RuntimeError(in_full("Input and {0}", which, input.device, part.device))
        sizes = self._state_sizes(batch)
        if state is None:
            zeros = functional("zeros")
            return tuple(zeros(size, dtype=input.dtype, device=input.device) for size in sizes)
        for place, (part, size) in enumerate(zip(state, sizes, strict=True)):
            if tuple(part.shape) != size:
                which = f"hidden[{place}]" if self.mode == "LSTM" else "hidden"
                raise RuntimeError(f"Expected {which} size {size}, got {list(part.shape)}")
        return state

    def _layered(self, input: Tensor, sizes: list[int] | None, state: State) -> tuple[Any, State]:
        """Return what the last layer shows, and the last states of all layers and directions."""
        if self.proj_size:
            warn_once(PROJECTED)
        dropout = self.dropout if self.training else 0.0
        sides, weights = len(self._directions), self._weights_in_order()
        return walk(self.mode, input, sizes, state, weights, sides=sides, dropout=dropout)

    def extra_repr(self) -> str:
        """Return the sizes, and the settings that differ from their defaults."""
        defaults = {
            "proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False, "dropout": 0,
            "bidirectional": False,
        }  # fmt: skip
        return f"{self.input_size}, {self.hidden_size}{unusual(self, defaults)}"
