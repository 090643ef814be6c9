"""torch.nn.grad: the gradients of convolutions, by their inputs and by their filters."""

from collections.abc import Callable, Sequence
from typing import Any

from tensorlab.engine.autograd.gradmode import enable_grad, is_grad_enabled
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.autograd.differentiation import grad
from tensorlab.ops.nn.convolution import conv1d, conv2d, conv3d

__all__ = [f"conv{count}d_{by}" for count in (1, 2, 3) for by in ("input", "weight")]


def gradients_of(convolution: Any) -> tuple[Callable[..., Tensor], Callable[..., Tensor]]:
    """Return the functions for the gradients of a convolution by its input and by its filters."""

    def by_input(
        input_size: Sequence[int], weight: Tensor, grad_output: Tensor, *settings: Any, **named: Any
    ) -> Any:
        """Return the gradient by an input of size (batch, in, ...), from that of the output.

        What follows are the convolution's stride, padding, dilation and groups.

        Raises:
            RuntimeError: an output of another shape belongs to such an input.
        """
        point = grad_output.new_zeros(input_size).requires_grad_()
        recorded = is_grad_enabled() and (weight.requires_grad or grad_output.requires_grad)
        with enable_grad():
            output = convolution(point, weight, None, *settings, **named)
        return grad(output, point, grad_output, create_graph=recorded)[0]

    def by_weight(
        input: Tensor, weight_size: Sequence[int], grad_output: Tensor, *settings: Any, **named: Any
    ) -> Any:
        """Return the gradient by filters of size (out, in / groups, ...), from the output's.

        What follows are the convolution's stride, padding, dilation and groups.

        Raises:
            RuntimeError: an output of another shape belongs to such filters.
        """
        point = grad_output.new_zeros(weight_size).requires_grad_()
        recorded = is_grad_enabled() and (input.requires_grad or grad_output.requires_grad)
        with enable_grad():
            output = convolution(input, point, None, *settings, **named)
        return grad(output, point, grad_output, create_graph=recorded)[0]

    for kind, function in (("input", by_input), ("weight", by_weight)):
        function.__name__ = function.__qualname__ = f"{convolution.__name__}_{kind}"
    return by_input, by_weight


conv1d_input, conv1d_weight = gradients_of(conv1d)
conv2d_input, conv2d_weight = gradients_of(conv2d)
conv3d_input, conv3d_weight = gradients_of(conv3d)
