"""torch.distributions.transforms: what can be made of values, and back."""

from importlib import import_module
from typing import Any

from tensorlab.absent import find_absent

FILES = {
    "number_transforms": "AbsTransform AffineTransform ExpTransform PowerTransform "
    "SigmoidTransform SoftmaxTransform SoftplusTransform TanhTransform "
    "StickBreakingTransform",
    "matrix_transforms": "CorrCholeskyTransform LowerCholeskyTransform PositiveDefiniteTransform",
    "joined_transforms": "CatTransform CumulativeDistributionTransform StackTransform "
    "IndependentTransform ReshapeTransform",
    "transform": "ComposeTransform Transform identity_transform",
}
FILE_OF = {name: file for file, names in FILES.items() for name in names.split()}
__all__ = sorted(FILE_OF)  # noqa: PLE0605  names all the same


def __getattr__(name: str) -> Any:
    if name not in FILE_OF:
        return find_absent("torch.distributions.transforms", name)
    return getattr(import_module(f"tensorlab.distributions.{FILE_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
