"""Layers that multiply by a matrix of weights."""

import math
from typing import Any

from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor
from tensorlab.nn import init
from tensorlab.nn.applied import begin_parameters, functional
from tensorlab.nn.module import Module, arguments


def drawn_evenly(layer: Module, bound: float) -> None:
    """Draw a layer's bias evenly, as far from 0 as its weights are."""
    if layer.bias is not None:
        init.uniform_(layer.bias, -bound, bound)


class Identity(Module):
    """The input as it is: it takes any arguments, to stand in for any layer.

    >>> torch.nn.Identity()(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """

    def __init__(self, *args: object, **settings: object) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Any:
        """Return the input."""
        return input


class Linear(Module):
    """x @ weight.T + bias: each result a weighted sum of the inputs.

    Shapes: (..., in_features) -> (..., out_features); weight is (out_features, in_features).
    Weights and bias begin evenly between -1 / sqrt(in_features) and 1 / sqrt(in_features).

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.Linear(2, 1)(torch.tensor([1., 2.]))
    tensor([0.1714], grad_fn=<ViewBackward0>)
    """

    _extra_text = "in_features={m.in_features}, out_features={m.out_features}, bias={m._has_bias}"

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, device: object = None,
        dtype: DType | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        sizes, made = (out_features, in_features), {"device": device, "dtype": dtype}
        begin_parameters(self, made, weight=sizes, bias=(out_features,) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw weights and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        drawn_evenly(self, 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0)

    def forward(self, input: Tensor) -> Any:
        """Return input @ weight.T + bias."""
        return functional("linear")(input, *self._weight_and_bias())


class Bilinear(Module):
    """x1 @ weight[k] @ x2 + bias[k], for each of the results k.

    Shapes: (..., in1_features), (..., in2_features) -> (..., out_features).

    >>> _ = torch.manual_seed(0)
    >>> torch.nn.Bilinear(1, 1, 1)(torch.tensor([2.]), torch.tensor([3.]))
    tensor([0.4915], grad_fn=<AddBackward0>)
    """

    _extra_text = (
        "in1_features={m.in1_features}, in2_features={m.in2_features}, "
        "out_features={m.out_features}, bias={m._has_bias}"
    )

    def __init__(
        self, in1_features: int, in2_features: int, out_features: int, bias: bool = True,
        device: object = None, dtype: object = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.__dict__.update(arguments(locals(), "in1_features in2_features out_features"))
        sizes, made = (out_features, in1_features, in2_features), {"device": device, "dtype": dtype}
        begin_parameters(self, made, weight=sizes, bias=(out_features,) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw weights and bias anew."""
        if self.in1_features <= 0:
            given = self.in1_features
            raise ValueError(f"in1_features must be > 0, but got (in1_features={given})")
        bound = 1 / math.sqrt(self.weight.size(1))
        init.uniform_(self.weight, -bound, bound)
        drawn_evenly(self, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Any:
        """Return the products with each matrix of weights, plus the bias."""
        return functional("bilinear")(input1, input2, self.weight, self.bias)
