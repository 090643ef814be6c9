"""Functions that answer with a copy of what a view would show."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.autograd.recording import refuse_complex_gradient, under_name
from tensorlab.engine.declaring import USUAL, Array, Quantized, Tensor, composite
from tensorlab.engine.dtypes import DType
from tensorlab.ops.pointwise.complex_numbers import view_as_complex, view_as_real
from tensorlab.ops.pointwise.flat import differentiable_once, underived
from tensorlab.ops.shape.dimensions import permute, squeeze, t, transpose, unsqueeze
from tensorlab.ops.shape.parts import select, split, split_with_sizes, unbind
from tensorlab.ops.shape.replacing import slice_of
from tensorlab.ops.shape.stretching import expand
from tensorlab.ops.shape.windows import as_strided, diagonal, unfold
from tensorlab.ops.tensor.conversion import detach, packed

# complex copies have no gradient
REAL_SLOPE = ("select", "slice", "view_as_complex")


apart = differentiable_once("NotImplemented", underived("detach_copy"))


def declare_copy(name: str, look: Callable[..., Any]) -> None:
    """Declare the copying form of a function that looks at a view."""

    def copied(*args: object, **settings: object) -> Any:
        shown = look(*args, **settings)
        if isinstance(shown, tuple):
            return tuple(map(recorded_copy, shown))
        if name == "detach":
            return apart(packed(shown), *args, *settings.values())
        if name in REAL_SLOPE:
            refuse_complex_gradient(f"{name}_copy", shown)
        return recorded_copy(shown)

    operation = getattr(look, "operation", None)
    # It has the parameters of what it looks with.
    copied.__wrapped__ = operation.forward if operation else look  # type: ignore[attr-defined]
    copied.__doc__ = f"Return a copy of what {name} shows as a view."
    facts: dict[str, Any] = {
        "out": True,
        "wrong_out": USUAL,
        "quantized": Quantized.MOVES,
        "out_step": f"aten::{name}_copy",
    }
    composite(name=f"{name}_copy", method=False, **facts)(copied)


def recorded_copy(shown: Tensor) -> Tensor:
    """Return a copy of a view; its step back is called as the view's, with an ending."""
    step = shown.grad_fn.name() if shown.grad_fn is not None else "AliasBackward0"
    return under_name(packed(shown), f"{step}_copy")


def shown_as(input: Array, size: tuple[int, ...] | None = None, dtype: DType | None = None) -> Any:
    """Return a tensor in another shape or type, from a copy where no view can show it so.

    Raises:
        TypeError: neither is given; the engine knows PyTorch's words.
    """
    if size is None and dtype is None:
        raise TypeError
    return input.contiguous().view(size if dtype is None else dtype)


def itself(input: Array) -> Tensor:
    """Return the tensor."""
    return under_name(input.view(input.shape), "AliasBackward0")


def sliced(
    input: Array, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    """Return a slice along a dimension.

    Raises:
        RuntimeError: the step goes back, or nowhere.
    """
    if step <= 0:
        raise RuntimeError("slice step must be positive")
    if not input.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    return under_name(slice_of(input, dim, start, end, step), "SliceBackward0")


def in_pieces(input: Array, split_size: int, dim: int = 0) -> Any:
    """Return pieces of one size."""
    return split(input, split_size, dim)


# The functions of which a copying form is declared here: this is their declaration.
VIEWS: dict[str, Callable[..., Any]] = {
    "permute": permute, "squeeze": squeeze, "t": t, "transpose": transpose, "select": select,
    "unsqueeze": unsqueeze, "split_with_sizes": split_with_sizes, "unbind": unbind,
    "view": shown_as, "expand": expand, "as_strided": as_strided, "diagonal": diagonal,
    "unfold": unfold, "alias": itself, "detach": detach, "slice": sliced, "split": in_pieces,
    "view_as_real": view_as_real, "view_as_complex": view_as_complex,
}  # fmt: skip
for looked, view_of in VIEWS.items():
    declare_copy(looked, view_of)
