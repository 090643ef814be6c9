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


class Signed(Named):
    """The type of a class that is made by the learner: a wrong call is refused in PyTorch's words.

    `signatures` are the ways of making it, as PyTorch writes them.
    """

    signatures: tuple[str, ...]

    def __call__(cls, *args: Any, **settings: Any) -> Any:
        """Return an instance, or refuse to make one."""
        try:
            return super().__call__(*args, **settings)
        except TypeError:
            from tensorlab.engine.signatures.refusal import class_refusal  # noqa: PLC0415  a cycle

            refused = class_refusal(cls.torch_name, cls.signatures, args, settings)
            if refused is None:
                raise
        raise refused
