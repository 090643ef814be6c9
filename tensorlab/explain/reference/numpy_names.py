"""Which function of PyTorch's does what one of numpy's does, where the names differ."""

from functools import cache

from tensorlab.frozen import lines_beside


@cache
def otherwise() -> dict[str, str]:
    """Return PyTorch's names for numpy's, where they differ."""
    return dict(line.split() for line in lines_beside(__file__, "numpy_names.txt"))


def counterpart(name: str) -> str:
    """Return PyTorch's name for one of numpy's, such as np.concatenate; any other as it is."""
    for start in ("np.", "numpy."):
        if name.startswith(start):
            name = name.removeprefix(start)
            return f"torch.{otherwise().get(name, name)}"
    return name
