"""All parameters as one vector, and back."""

from collections.abc import Iterable
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find


def parameters_to_vector(parameters: Iterable[Any]) -> Any:
    """Return all parameters as one vector.

    >>> torch.nn.utils.parameters_to_vector([torch.ones(2), torch.zeros(1, 1)])
    tensor([1., 1., 0.])
    """
    return find("torch", "cat")([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec: object, parameters: Iterable[Any]) -> None:
    """Overwrite all parameters with the parts of one vector.

    >>> w = torch.zeros(2)
    >>> torch.nn.utils.vector_to_parameters(torch.tensor([1., 2.]), [w])
    >>> w
    tensor([1., 2.])

    Raises:
        TypeError: it is no tensor.
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {type(vec).__name__}")
    begin = 0
    for parameter in parameters:
        end = begin + parameter.numel()
        parameter.data = vec[begin:end].view_as(parameter).data
        begin = end
