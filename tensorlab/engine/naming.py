"""How classes print under PyTorch's names for them."""


class Named(type):
    """The type of a class that prints under the name that PyTorch gives it."""

    torch_name: str

    def __repr__(cls) -> str:
        return f"<class '{cls.torch_name}'>"
