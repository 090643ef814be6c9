"""Functions that answer with a copy of what a view would show."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Quantized, composite
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.pointwise.complex_numbers import view_as_complex, view_as_real
from tensorlab.ops.shape.dimensions import permute, squeeze, t, transpose, unsqueeze
from tensorlab.ops.shape.parts import select, split, split_with_sizes, unbind
from tensorlab.ops.shape.replacing import slice_of
from tensorlab.ops.shape.stretching import expand
from tensorlab.ops.shape.windows import as_strided, diagonal, unfold
from tensorlab.ops.tensor.conversion import packed


def declare_copy(name: str, look: Callable[..., Any]) -> None:
    """Declare the copying form of a function that looks at a view."""

    def copied(*args: Any, **settings: Any) -> Any:
        shown = look(*args, **settings)
        if isinstance(shown, tuple):
            return tuple(map(recorded_copy, shown))
        return recorded_copy(shown)

    if (operation := getattr(look, "operation", None)) is not None:
        copied.__wrapped__ = operation.forward  # type: ignore[attr-defined]  # has its parameters
    copied.__doc__ = f"Return a copy of what {name} shows as a view."
    composite(name=f"{name}_copy", method=False, out=True, quantized=Quantized.MOVES)(copied)


def recorded_copy(shown: Tensor) -> Tensor:
    """Return a copy of a view; its step back is called as the view's, with an ending."""
    step = shown.grad_fn.name() if shown.grad_fn is not None else "AliasBackward0"
    return under_name(packed(shown), f"{step}_copy")


def shown_as(input: Tensor, *size: Any, **settings: Any) -> Any:
    """Return a tensor in another shape or type, from a copy where no view can show it so."""
    return input.contiguous().view(*size, **settings)


def itself(input: Tensor) -> Tensor:
    """Return the tensor."""
    return under_name(input.view(input.shape), "AliasBackward0")


# The functions of which a copying form is declared here: this is their declaration.
VIEWS: dict[str, Callable[..., Any]] = {
    "permute": permute, "squeeze": squeeze, "t": t, "transpose": transpose, "select": select,
    "unsqueeze": unsqueeze, "split_with_sizes": split_with_sizes, "unbind": unbind,
    "view": shown_as, "expand": expand, "as_strided": as_strided, "diagonal": diagonal,
    "unfold": unfold, "alias": itself, "detach": Tensor.detach, "slice": slice_of, "split": split,
    "view_as_real": view_as_real, "view_as_complex": view_as_complex,
}  # fmt: skip
for looked, view_of in VIEWS.items():
    declare_copy(looked, view_of)
