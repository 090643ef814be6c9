"""torch.nn.grad: the gradients of convolutions, by their inputs and by their filters."""

from collections.abc import Callable, Sequence
from typing import Any

from tensorlab.engine.autograd.gradmode import enable_grad, is_grad_enabled
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.autograd.differentiation import grad
from tensorlab.ops.nn.convolution import conv1d, conv2d, conv3d

__all__ = [f"conv{count}d_{by}" for count in (1, 2, 3) for by in ("input", "weight")]


def slope(
    convolution: Any, operands: list[Any], place: int, g: Tensor, *settings: Any, **named: Any
) -> Any:
    """Return the gradient by one of a convolution's two operands, in whose place its sizes are."""
    recorded = is_grad_enabled() and (operands[1 - place].requires_grad or g.requires_grad)
    point = operands[place] = g.new_zeros(operands[place]).requires_grad_()
    with enable_grad():
        output = convolution(*operands, None, *settings, **named)
    return grad(output, point, g, create_graph=recorded)[0]


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
        return slope(convolution, [input_size, weight], 0, grad_output, *settings, **named)

    def by_weight(
        input: Tensor, weight_size: Sequence[int], grad_output: Tensor, *settings: Any, **named: Any
    ) -> Any:
        """Return the gradient by filters of size (out, in / groups, ...), from the output's.

        What follows are the convolution's stride, padding, dilation and groups.

        Raises:
            RuntimeError: an output of another shape belongs to such filters.
        """
        return slope(convolution, [input, weight_size], 1, grad_output, *settings, **named)

    for kind, function in (("input", by_input), ("weight", by_weight)):
        function.__name__ = function.__qualname__ = f"{convolution.__name__}_{kind}"
    return by_input, by_weight


conv1d_input, conv1d_weight = gradients_of(conv1d)
conv2d_input, conv2d_weight = gradients_of(conv2d)
conv3d_input, conv3d_weight = gradients_of(conv3d)
