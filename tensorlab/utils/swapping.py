"""torch.utils.swap_tensors: two tensors change places, whoever holds them."""

from tensorlab.engine.tensor import HELD, Tensor


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Let each of two tensors be what the other was: its elements, its class, its attributes.

    >>> a, b = torch.arange(2), torch.arange(3)
    >>> torch.utils.swap_tensors(a, b)
    >>> a
    tensor([0, 1, 2])
    """
    for part in (HELD, vars(object)["__class__"], *map(vars(Tensor).get, Tensor.__slots__)):
        first, second = part.__get__(t1), part.__get__(t2)
        part.__set__(t1, second)
        part.__set__(t2, first)
