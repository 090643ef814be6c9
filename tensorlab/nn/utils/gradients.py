"""Gradients kept small."""

from typing import Any

from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.loading import find


def gradients(parameters: Any) -> list[Any]:
    """Return the gradients that there are of some parameters, or of one."""
    several = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    return [parameter.grad for parameter in several if parameter.grad is not None]


@no_grad()
def get_total_norm(
    tensors: Any,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Any:
    """Return the norm of all tensors as if they were one vector.

    >>> torch.nn.utils.get_total_norm([torch.tensor([3.]), torch.tensor([4.])])
    tensor(5.)

    Raises:
        RuntimeError: it is not finite, and that is an error.
    """
    tensors = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    norm_type = float(norm_type)
    if not tensors:
        return find("torch", "tensor")(0.0)
    norm = find("torch.linalg", "vector_norm")
    norms = [norm(tensor, norm_type) for tensor in tensors]
    total = norm(find("torch", "stack")(norms), norm_type)
    if error_if_nonfinite and not total.isfinite():
        raise RuntimeError(in_full("The total norm of order", norm_type))
    return total


def clip_grad_norm_(
    parameters: object, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Any:  # fmt: skip
    """Scale all gradients down so that their norm is at most `max_norm`; return what it was.

    >>> w = torch.tensor([3., 4.], requires_grad=True)
    >>> (w * w / 2).sum().backward()
    >>> torch.nn.utils.clip_grad_norm_(w, 1.)
    tensor(5.)
    >>> w.grad
    tensor([0.6000, 0.8000])
    """
    grads = gradients(parameters)
    total = get_total_norm(grads, norm_type, error_if_nonfinite)
    scale_down(grads, max_norm, total)
    return total


@no_grad()
def scale_down(grads: list[Any], max_norm: float, total: Any) -> None:
    """Scale gradients whose norm is known down to a norm of at most `max_norm`."""
    factor = (float(max_norm) / (total + 1e-6)).clamp(max=1.0)
    for grad in grads:
        grad.mul_(factor)


def clip_grads_with_norm_(
    parameters: Tensor, max_norm: float, total_norm: Tensor, foreach: bool | None = None
) -> None:
    """Scale all gradients, whose norm is `total_norm`, down to a norm of at most `max_norm`.

    >>> w = torch.tensor([3., 4.], requires_grad=True)
    >>> (w * w / 2).sum().backward()
    >>> torch.nn.utils.clip_grads_with_norm_(w, 1., torch.tensor(5.))
    >>> w.grad
    tensor([0.6000, 0.8000])
    """
    scale_down(gradients(parameters), max_norm, total_norm)


def clip_grad_norm(
    parameters: Tensor, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Any:  # fmt: skip
    """Do what clip_grad_norm_ does, whose old name this is.

    >>> w = torch.tensor([3., 4.], requires_grad=True)
    >>> (w * w / 2).sum().backward()
    >>> torch.nn.utils.clip_grad_norm(w, 10.)
    tensor(5.)
    """
    warn(in_full("`torch.nn.utils.clip_grad_norm`"), FutureWarning)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


def clip_grad_value_(parameters: object, clip_value: float, foreach: bool | None = None) -> None:
    """Keep every gradient between -clip_value and clip_value.

    >>> w = torch.tensor([3., 0.5], requires_grad=True)
    >>> (w * w / 2).sum().backward()
    >>> torch.nn.utils.clip_grad_value_([w], 1.)
    >>> w.grad
    tensor([1.0000, 0.5000])
    """
    most = float(clip_value)
    with no_grad():
        for grad in gradients(parameters):
            grad.clamp_(min=-most, max=most)
