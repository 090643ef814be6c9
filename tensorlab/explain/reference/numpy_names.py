"""Which function of PyTorch's does what one of numpy's does, where the names differ."""

from typing import Final

OTHERWISE: Final = {
    "absolute": "abs", "append": "cat", "array": "tensor", "astype": "to", "broadcast_to": "expand",
    "concatenate": "cat", "concat": "cat", "copy": "clone", "expand_dims": "unsqueeze",
    "identity": "eye", "invert": "bitwise_not", "mod": "remainder", "multiply": "mul",
    "negative": "neg", "newaxis": "unsqueeze", "power": "pow", "random.choice": "randint",
    "random.normal": "normal", "random.permutation": "randperm", "random.rand": "rand",
    "random.randint": "randint", "random.randn": "randn", "random.seed": "manual_seed",
    "random.uniform": "rand", "repeat": "repeat_interleave", "rint": "round", "size": "numel",
    "transpose": "permute", "array_equal": "equal", "flatnonzero": "nonzero", "degrees": "rad2deg",
    "radians": "deg2rad", "trapz": "trapezoid",
}  # fmt: skip


def counterpart(name: str) -> str:
    """Return PyTorch's name for one of numpy's, such as np.concatenate; any other as it is."""
    for start in ("np.", "numpy."):
        if name.startswith(start):
            name = name.removeprefix(start)
            return f"torch.{OTHERWISE.get(name, name)}"
    return name
