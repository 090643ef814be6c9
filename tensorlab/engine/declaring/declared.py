"""What a declared function is to a type checker: callable, and it knows its operation."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from tensorlab.engine.operation import Operation

Result_co = TypeVar("Result_co", covariant=True)


class Declared(Protocol[Result_co]):
    """A public function made from a declaration."""

    operation: Operation
    variants: dict[type, Callable[..., Any]]

    def __call__(self, *args: Any, **settings: Any) -> Result_co:
        """Answer a call."""

    def gradient(self, **rules: Callable[..., Any]) -> None:
        """Declare how gradients flow back, for inputs by name."""

    def derivative(self, **formulas: str | tuple[str, ...]) -> None:
        """Declare derivatives as formulas to read, for inputs by name.

        Of a function that works element by element a formula asks for elements by the names of
        parameters, and for `out`; others say in indices which element is the slope of which. Of
        several formulas for one input the first holds that gives the slopes that there are.
        """

    def quantity(self, **rules: Callable[..., Any]) -> None:
        """Declare what formulas ask for beside operands: how it is made, from names that rules ask.

        It is a number, or a tensor that a formula reads by its indices.
        """


Declaration = Callable[[Callable[..., Any]], Declared[Any]]  # what a decorator is that declares
