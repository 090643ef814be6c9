"""torch.distributions.transforms: what can be made of values, and back."""

from importlib import import_module
from typing import Any

from tensorlab.absent import find_absent
from tensorlab.ops.modules import file_of

FILE_OF = {
    name: file for name, file in file_of("torch.distributions").items() if "transform" in file
}
__all__ = sorted(FILE_OF)  # noqa: PLE0605  names all the same


def __getattr__(name: str) -> Any:
    if name not in FILE_OF:
        return find_absent("torch.distributions.transforms", name)
    return getattr(import_module(f"tensorlab.distributions.{FILE_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
