"""assert_close: two values, or what two containers hold, equal up to a tolerance."""

import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

import numpy as np

from tensorlab.engine.naming import public_name
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find

# By type: how far numbers may lie apart, relative to what is expected and at all.
TOLERANCES = {
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7), "complex32": (1e-3, 1e-5), "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7), "quint8": (1.3e-6, 1e-5), "qint8": (1.3e-6, 1e-5),
    "qint32": (1.3e-6, 1e-5),
}  # fmt: skip
# Those of assert_allclose, which came before.
OLDER = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}
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


Message = str | Callable[[str], str] | None
# What must be alike besides the numbers, in the order in which it is looked at.
ATTRIBUTES = ("shape", "device", "is_quantized", "layout", "dtype", "stride()")
OPTIONAL = {"check_device": "device", "check_layout": "layout", "check_dtype": "dtype",
            "check_stride": "stride()"}  # fmt: skip
NO_PAIR = "No comparison pair was able to handle inputs of type {} and {}."
OLD = (
    "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future "
    "release. Please use `torch.testing.assert_close()` instead. You can find detailed upgrade "
    "instructions in https://github.com/pytorch/pytorch/issues/61844."
)


def assert_close(
    actual: object,
    expected: object,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: Message = None,
) -> None:
    """Fail unless two tensors, numbers, or containers of them are alike.

    Numbers may differ by atol + rtol * |expected|; where both are left out the type decides:
    float32 1e-5 and 1.3e-6, float64 1e-7 each, integers not at all.

    >>> torch.testing.assert_close(torch.tensor([1., 2.]), torch.tensor([1., 2. + 1e-6]))
    >>> torch.testing.assert_close(torch.ones(1), torch.ones(1, dtype=int))
    Traceback (most recent call last):
    AssertionError: The values for attribute 'dtype' do not match: torch.float32 != torch.int64.

    Raises:
        AssertionError: they differ; the text says where most.
        TypeError: what they are cannot be compared.
        ValueError: one tolerance is given without the other.
    """
    given = locals()
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(
            f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}."
        )
    looked_at = {"shape", "is_quantized"} | {name for key, name in OPTIONAL.items() if given[key]}
    check = Check(rtol, atol, equal_nan, frozenset(looked_at), allow_subclasses)
    Comparison(check, msg).compare(actual, expected, ())


def assert_allclose(
    actual: object,
    expected: object,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = True,
    msg: str = "",
) -> None:
    """Fail unless numbers are alike, of whatever type: an older assert_close.

    >>> torch.testing.assert_allclose(torch.tensor([1.0]), [1.0])
    """
    warnings.warn(OLD, FutureWarning, stacklevel=2)
    make = find("torch", "tensor")
    tensors = [each if isinstance(each, Tensor) else make(each) for each in (actual, expected)]
    if rtol is None and atol is None:
        rtol, atol = tolerances_of((tensor.dtype.name for tensor in tensors), OLDER)
    assert_close(
        *tensors, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None
    )


class Comparison:
    """One call of assert_close: how it compares, and how it words what it finds."""

    def __init__(self, check: Check, msg: Message) -> None:
        self.check = check
        self.msg = msg

    def compare(self, actual: object, expected: object, place: tuple[Any, ...]) -> None:
        """Compare two values that stand at a place in their containers."""
        if is_row(actual) and is_row(expected):
            self.compare_rows(actual, expected, place)
        elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
            self.compare_mappings(actual, expected, place)
        else:
            self.compare_values(actual, expected, place)

    def compare_rows(self, actual: Any, expected: Any, place: tuple[Any, ...]) -> None:
        """Compare lists or tuples part by part."""
        if len(actual) != len(expected):
            words = f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            raise AssertionError(words + location(place))
        for number, (ours, theirs) in enumerate(zip(actual, expected, strict=True)):
            self.compare(ours, theirs, (*place, number))

    def compare_mappings(self, actual: Any, expected: Any, place: tuple[Any, ...]) -> None:
        """Compare dictionaries value by value."""
        if set(actual) != set(expected):
            missing = sorted(set(expected) - set(actual), key=str)
            more = sorted(set(actual) - set(expected), key=str)
            words = "The keys of the mappings do not match:"
            words += f"\nMissing keys in the actual mapping: {missing}" if missing else ""
            words += f"\nAdditional keys in the actual mapping: {more}" if more else ""
            raise AssertionError(words + location(place))
        for key in sorted_keys(expected):
            self.compare(actual[key], expected[key], (*place, key))

    def compare_values(self, actual: Any, expected: Any, place: tuple[Any, ...]) -> None:
        """Compare two values that are no containers."""
        if actual is None or expected is None:
            if actual is not expected:
                self.fail(f"None mismatch: {actual} is not {expected}", place)
        elif are(bool | np.bool_, actual, expected):
            if bool(actual) is not bool(expected):
                self.fail(f"Booleans mismatch: {actual} is not {expected}", ())
        elif are(int | float | complex | np.number, actual, expected):
            self.judge(compare_numbers(actual, expected, self.check), place)
        else:
            ours, theirs = self.tensors(actual, expected, place)
            self.require_alike(ours, theirs, place)
            self.judge(compare_tensors(ours, theirs, self.check), place)

    def tensors(self, actual: object, expected: object, place: tuple[Any, ...]) -> list[Tensor]:
        """Return both as tensors.

        Raises:
            TypeError: one of them is none and no array either, or they are of unlike classes.
        """
        kinds = class_of(actual), class_of(expected)
        alike = kinds[0] is kinds[1] or (
            self.check.allow_subclasses
            and (issubclass(kinds[0], kinds[1]) or issubclass(kinds[1], kinds[0]))
        )
        if not alike or not issubclass(kinds[0], Tensor | np.ndarray):
            names = (f"<class '{public_name(kind)}'>" for kind in kinds)
            raise TypeError(NO_PAIR.format(*names) + location(place))
        return [find("torch", "as_tensor")(each).detach() for each in (actual, expected)]

    def require_alike(self, actual: Tensor, expected: Tensor, place: tuple[Any, ...]) -> None:
        """Fail where the shapes differ, or another attribute that is looked at."""
        for name in ATTRIBUTES:
            if name in self.check.attributes:
                ours, theirs = attribute(actual, name), attribute(expected, name)
                if ours != theirs:
                    words = f"The values for attribute '{name}' do not match: {ours} != {theirs}."
                    self.fail(words, place)

    def judge(self, found: str | None, place: tuple[Any, ...]) -> None:
        """Fail where something was found."""
        if found is not None:
            self.fail(found, place)

    def fail(self, words: str, place: tuple[Any, ...]) -> NoReturn:
        """Raise what was found, in the caller's words where there are some."""
        text = words + location(place)
        if isinstance(self.msg, str):
            text = self.msg
        elif self.msg is not None:
            text = self.msg(text)
        raise AssertionError(text)


def class_of(value: object) -> type:
    """Return a value's class; those of sparse tensors and of a GPU's are the engine's own."""
    kind = type(value)
    return Tensor if kind.__name__ == Tensor.__name__ and isinstance(value, Tensor) else kind


def are(kinds: Any, *values: Any) -> bool:
    """Return whether all values are of some kinds."""
    return all(isinstance(value, kinds) for value in values)


def is_row(value: Any) -> bool:
    """Return whether a value holds others in a row."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def sorted_keys(mapping: Mapping[Any, Any]) -> list[Any]:
    """Return a mapping's keys in order, in their own where they have none."""
    try:
        return sorted(mapping)
    except TypeError:
        return list(mapping)


def location(place: tuple[Any, ...]) -> str:
    """Return the words that say where in its container a value stands."""
    if not place:
        return ""
    return "\n\nThe failure occurred for item " + "".join(f"[{key!r}]" for key in place)


def attribute(tensor: Tensor, name: str) -> Any:
    """Return an attribute of a tensor; the strides of elements in rows alone."""
    if name == "stride()":
        return tensor.stride() if tensor.layout == find("torch", "strided") else None
    return getattr(tensor, name)


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
