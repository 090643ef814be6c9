"""How classes print under PyTorch's names for them."""

from typing import Any


class Named(type):
    """The type of a class that prints under the name that PyTorch gives it."""

    torch_name: str

    def __init__(cls, name: str, bases: tuple[type, ...], scope: dict[str, Any]) -> None:
        """Give the class the name by which Python's own errors call its instances."""
        super().__init__(name, bases, scope)
        if "torch_name" in scope and cls.torch_name != "torch.Tensor":
            cls.__name__ = cls.torch_name

    def __repr__(cls) -> str:
        return f"<class '{cls.torch_name}'>"
