"""torch.utils.swap_tensors: two tensors change places, whoever holds them."""

from tensorlab.engine.tensor import Tensor


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Let each of two tensors be what the other was: its elements, its class, its attributes.

    >>> a, b = torch.arange(2), torch.arange(3)
    >>> torch.utils.swap_tensors(a, b)
    >>> a
    tensor([0, 1, 2])
    """
    for name in ("__dict__", "__class__", "array", "_element_type", "_tracked"):
        first, second = getattr(t1, name), getattr(t2, name)
        setattr(t1, name, second)
        setattr(t2, name, first)
