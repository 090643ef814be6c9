"""Groups of channels brought to mean 0 and variance 1."""

from tensorlab.engine.declaring import composite
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor
from tensorlab.numerics.layers.standardizing import GROUP
from tensorlab.ops.nn.normalization import Standard, require_one_type, standardize


def by_channel(part: Tensor | None, ndim: int) -> Tensor | None:
    """Return a number per channel in a shape that broadcasts with (batch, channel, ...)."""
    return part if part is None or ndim == 2 else part.reshape(1, -1, *[1] * (ndim - 2))


@composite(method=False, aliases=("nn.functional.group_norm",), related=("layer_norm",))
def group_norm(
    input: Array, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Return each group of channels minus its mean, divided by its spread; then weighted.

    >>> torch.group_norm(torch.tensor([[1., 3., 5., 9.]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    if input.ndim < 2:
        raise RuntimeError(
            f"Expected at least 2 dimensions for input tensor but received {input.ndim}"
        )
    channels = input.shape[1]
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if channels % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of "
            f"shape {list(input.shape)} and num_groups={num_groups}"
        )
    for name, part in (("weight", weight), ("bias", bias)):
        if part is not None and list(part.shape) != [channels]:
            raise RuntimeError(
                f"Expected {name} to be a vector of size equal to the number of channels in input, "
                f"but got {name} of shape {list(part.shape)} and input of shape {list(input.shape)}"
            )
    require_one_type(input, weight, bias)
    grouped = (num_groups, channels // num_groups)
    shape = (input.shape[0], *grouped, *input.shape[2:])
    spread = (1, *grouped, *[1] * (input.ndim - 2))
    parts = [None if part is None else part.reshape(spread) for part in (weight, bias)]
    dims = tuple(range(2, len(shape)))
    return standardize(input, *parts, Standard(GROUP, dims, eps, shape, []))
