"""How two numbers or tensors differ, in the words that assert_close says."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find

# By type: how far numbers may lie apart, relative to what is expected and at all.
TOLERANCES = {
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7), "complex32": (1e-3, 1e-5), "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7), "quint8": (1.3e-6, 1e-5), "qint8": (1.3e-6, 1e-5),
    "qint32": (1.3e-6, 1e-5),
}  # fmt: skip
NUMBERS = {float: "float64", complex: "complex128"}


@dataclass(frozen=True)
class Check:
    """What two values must have in common; tolerances that are None follow from the types."""

    rtol: float | None
    atol: float | None
    equal_nan: bool
    attributes: frozenset[str]
    allow_subclasses: bool = True

    def exact(self) -> "Check":
        """Return the same without any tolerance."""
        return replace(self, rtol=0.0, atol=0.0)

    def tolerances(self, *types: str) -> tuple[float, float]:
        """Return the relative and the absolute tolerance for numbers of these types."""
        if self.rtol is not None and self.atol is not None:
            return self.rtol, self.atol
        return tolerances_of(types, TOLERANCES)


def tolerances_of(
    types: Iterable[str], table: dict[str, tuple[float, float]]
) -> tuple[float, float]:
    """Return the wider tolerances, relative and absolute, of some types."""
    each = [table.get(name, (0.0, 0.0)) for name in types]
    return max(rtol for rtol, _ in each), max(atol for _, atol in each)


def headline(name: str, rtol: float, atol: float) -> str:
    """Return the first line of what is found in elements that are told of by a name."""
    return f"{name} are not {'close' if rtol or atol else 'equal'}!\n\n"


def compare_numbers(actual: object, expected: object, check: Check) -> str | None:
    """Return how two numbers of Python's differ, None where they do not."""
    kinds = type(actual), type(expected)
    if kinds[0] is not kinds[1] and "dtype" in check.attributes:
        return f"The (d)types do not match: {kinds[0]} != {kinds[1]}."
    rtol, atol = check.tolerances(*(NUMBERS.get(kind, "int64") for kind in kinds))
    return scalar_difference(actual, expected, rtol, atol, equal_nan=check.equal_nan)


def scalar_difference(
    actual: Any, expected: Any, rtol: float, atol: float, *, equal_nan: bool
) -> str | None:
    """Return how two numbers differ, None where they lie close enough."""
    if actual == expected or (equal_nan and actual != actual and expected != expected):  # noqa: PLR0124  nan
        return None
    apart = abs(actual - expected)
    if math.isfinite(apart) and apart <= atol + rtol * abs(expected):
        return None
    relative = apart / abs(expected) if expected else math.inf
    return (
        headline("Scalars", rtol, atol) + f"Expected {expected} but got {actual}.\n"
        f"Absolute difference: {apart}{allowed(atol, rtol or atol)}\n"
        f"Relative difference: {relative}{allowed(rtol, rtol or atol)}"
    )


def allowed(most: float, any_at_all: float) -> str:
    """Return the words for a tolerance, none where nothing was allowed."""
    return f" (up to {most} allowed)" if any_at_all else ""


def compare_elements(actual: Tensor, expected: Tensor, check: Check, name: str) -> str | None:
    """Return how many elements differ and which do most, None where all lie close enough."""
    rtol, atol = check.tolerances(actual.dtype.name, expected.dtype.name)
    both: list[Any] = [promoted(each, actual, expected) for each in (actual, expected)]
    if both[0].device.type == "meta":
        return None
    close = find("torch", "isclose")(*both, rtol=rtol, atol=atol, equal_nan=check.equal_nan)
    if bool(close.all()):
        return None
    if not actual.ndim:
        pair = actual.item(), expected.item()
        return scalar_difference(*pair, rtol, atol, equal_nan=check.equal_nan)
    apart = (both[0] - both[1]).abs().masked_fill(close, 0)
    relative = (apart / both[1].abs()).masked_fill(close, 0)
    wrong, total = int((~close).sum()), close.numel()
    return (
        headline(name, rtol, atol)
        + f"Mismatched elements: {wrong} / {total} ({wrong / total:.1%})\n"
        f"Greatest absolute difference: {greatest(apart)}{allowed(atol, rtol or atol)}\n"
        f"Greatest relative difference: {greatest(relative)}{allowed(rtol, rtol or atol)}"
    )


def promoted(tensor: Tensor, *both: Tensor) -> Any:
    """Return a tensor in the type in which two are compared: integers without wrapping."""
    torch_type = find("torch", "promote_types")(*(each.dtype for each in both))
    if not (torch_type.is_floating_point or torch_type.is_complex):
        torch_type = find("torch", "int64")
    return tensor.to(torch_type)


def greatest(elements: Tensor) -> str:
    """Return the largest number and where it stands."""
    flat = elements.flatten()
    place = int(flat.argmax())
    index = tuple(int(part) for part in np.unravel_index(place, elements.shape))
    return f"{flat[place].item()} at index {index}"


def compare_tensors(actual: Tensor, expected: Tensor, check: Check) -> str | None:
    """Return how two tensors differ, None where they do not."""
    strided = find("torch", "strided")
    if actual.layout != expected.layout:
        actual, expected = (
            each if each.layout == strided else each.to_dense() for each in (actual, expected)
        )
    if actual.is_quantized:
        pair = actual.dequantize(), expected.dequantize()
        return compare_elements(*pair, check, "Quantized tensor-likes")
    if actual.layout != strided:
        return compare_parts(actual, expected, check)
    return compare_elements(actual, expected, check, "Tensor-likes")


def compare_parts(actual: Any, expected: Any, check: Check) -> str | None:
    """Return how two sparse tensors differ: in the number of their values, or in a part."""
    kind = str(actual.layout).removeprefix("torch.sparse_").upper()
    if kind == "COO":
        actual, expected = actual.coalesce(), expected.coalesce()
    counts = actual._nnz(), expected._nnz()
    if counts[0] != counts[1]:
        return (
            f"The number of specified values in sparse {kind} tensors does not match: "
            f"{counts[0]} != {counts[1]}"
        )
    places = ("indices",) if kind == "COO" else ("crow_indices", "col_indices")
    for part in (*places, "values"):
        pair = getattr(actual, part)(), getattr(expected, part)()
        of_part = check if part == "values" else check.exact()
        found = compare_elements(*pair, of_part, f"Sparse {kind} {part}")
        if found is not None:
            return found
    return None
