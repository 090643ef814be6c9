"""torch.testing: comparisons that say how two values differ."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find

__all__ = ["assert_close"]
# How far apart numbers of a type may be: in proportion, and at all.
TOLERANCES: Final = {
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7), "complex32": (1e-3, 1e-5), "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
}  # fmt: skip
ATTRIBUTES: Final = {
    "shape": "", "layout": "check_layout", "device": "check_device", "dtype": "check_dtype",
    "stride": "check_stride",
}  # fmt: skip


def assert_close(
    actual: Any, expected: Any, *, allow_subclasses: bool = True, rtol: float | None = None,
    atol: float | None = None, equal_nan: bool = False, check_device: bool = True,
    check_dtype: bool = True, check_layout: bool = True, check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:  # fmt: skip
    """Return nothing where values are close; tensors, numbers, and lists and dicts of them.

    Raises:
        AssertionError: they are not: it says where, and by how much.
        ValueError: one of the tolerances is given without the other.

    >>> torch.testing.assert_close(torch.tensor([1., 2.]), torch.tensor([1., 2.0000001]))
    """
    if (rtol is None) != (atol is None):
        absent = "rtol" if rtol is None else "atol"
        raise ValueError(
            f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {absent}."
        )
    checks = {
        "check_device": check_device, "check_dtype": check_dtype, "check_layout": check_layout,
        "check_stride": check_stride, "": True,
    }  # fmt: skip
    for place, first, second in pairs(actual, expected, ()):
        text = difference(first, second, (rtol, atol), checks, equal_nan=equal_nan)
        if text:
            where = "".join(f"[{part!r}]" for part in place)
            text += f"\n\nThe failure occurred for item {where}" if place else ""
            raise AssertionError(text if msg is None else msg(text) if callable(msg) else msg)


def pairs(actual: Any, expected: Any, place: tuple[Any, ...]) -> Any:
    """Yield the values to compare, each with where it lies.

    Raises:
        AssertionError: the containers are not alike.
    """
    if is_sequence(actual) and is_sequence(expected):
        if len(actual) != len(expected):
            raise AssertionError(
                f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            )
        for number, (first, second) in enumerate(zip(actual, expected, strict=True)):
            yield from pairs(first, second, (*place, number))
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if set(actual) != set(expected):
            raise AssertionError(
                "The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {sorted(set(expected) - set(actual))}\n"
                f"Additional keys in the actual mapping: {sorted(set(actual) - set(expected))}"
            )
        for key in actual:
            yield from pairs(actual[key], expected[key], (*place, key))
    else:
        yield place, actual, expected


def is_sequence(value: Any) -> bool:
    """Return whether a value is a list or its like, and no text."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def difference(
    actual: Any, expected: Any, given: tuple[Any, Any], checks: dict[str, bool], *, equal_nan: bool
) -> str:
    """Return how two values differ, empty where they are close.

    Raises:
        TypeError: they cannot be compared.
    """
    both = (actual, expected)
    scalars = all(isinstance(value, bool | int | float | complex) for value in both)
    if not scalars and not all(isinstance(value, Tensor) for value in both):
        raise TypeError(
            "No comparison pair was able to handle inputs of type "
            f"{type(actual)} and {type(expected)}."
        )
    if not scalars:
        for name, check in ATTRIBUTES.items():
            first, second = (read(value, name) for value in both)
            if checks[check] and first != second:
                of = "tensor stride" if name == "stride" else f"attribute '{name}'"
                verb = "The values for " + of
                return f"{verb} do not match: {first} != {second}."
        actual, expected = (value.to_dense() if value.is_sparse else value for value in both)
    limits = tolerances(both, given, scalars=scalars)
    make = find("torch", "as_tensor")
    first, second = (
        make(value, dtype=find("torch", "float64")) if scalars else value
        for value in (actual, expected)
    )
    common = find("torch", "promote_types")(first.dtype, second.dtype)
    first, second = first.detach().to(common), second.detach().to(common)
    close = find("torch", "isclose")(
        first, second, rtol=limits[0], atol=limits[1], equal_nan=equal_nan
    )
    if bool(close.all()):
        return ""
    if scalars or not first.dim():
        return told_of_numbers(actual, expected, limits)
    return told(first, second, close, limits)


def read(value: Any, name: str) -> Any:
    """Return an attribute of a tensor, or its strides."""
    return value.stride() if name == "stride" else getattr(value, name)


def tolerances(
    both: tuple[Any, Any], given: tuple[Any, Any], *, scalars: bool
) -> tuple[float, float]:
    """Return the tolerances that were given, or those of the data types."""
    if given[0] is not None:
        return given
    if scalars:
        kinds = [{float: "float64", complex: "complex128"}.get(type(value), "") for value in both]
    else:
        kinds = [str(value.dtype).removeprefix("torch.") for value in both]
    found = [TOLERANCES.get(kind, (0.0, 0.0)) for kind in kinds]
    return max(pair[0] for pair in found), max(pair[1] for pair in found)


def title(kind: str, limits: tuple[float, float]) -> str:
    """Return the first line of what is said."""
    return f"{kind} are not {'close' if any(limits) else 'equal'}!\n\n"


def allowed(limit: float, limits: tuple[float, float]) -> str:
    """Return how much would be allowed, where anything is."""
    return f" (up to {limit} allowed)" if any(limits) else ""


def told_of_numbers(actual: Any, expected: Any, limits: tuple[float, float]) -> str:
    """Return how two numbers differ."""
    first, second = (
        value.item() if isinstance(value, Tensor) else value for value in (actual, expected)
    )
    apart = abs(first - second)
    share = apart / abs(second) if second else float("inf")
    return (
        title("Scalars", limits)
        + f"Expected {second} but got {first}.\n"
        + f"Absolute difference: {apart}{allowed(limits[1], limits)}\n"
        + f"Relative difference: {share}{allowed(limits[0], limits)}"
    )


def told(first: Any, second: Any, close: Any, limits: tuple[float, float]) -> str:
    """Return how two tensors differ: in how many cells, and where most."""
    wrong = int((~close).sum())
    total = close.numel()
    kind = first.dtype
    if not (kind.is_floating_point or kind.is_complex):
        first, second = (value.to(find("torch", "int64")) for value in (first, second))
    apart = (first - second).abs()
    share = apart / second.abs()
    none = find("torch", "zeros")((), dtype=apart.dtype)
    lines = [
        title("Tensor-likes", limits).rstrip("\n") + "\n",
        f"Mismatched elements: {wrong} / {total} ({wrong / total:.1%})",
    ]
    for name, values, limit in (("absolute", apart, limits[1]), ("relative", share, limits[0])):
        kept = values.where(~close, none.to(values.dtype))
        flat = int(kept.flatten().argmax())
        number = find("torch", "tensor")(flat)
        place = tuple(map(int, find("torch", "unravel_index")(number, tuple(kept.shape))))
        lines.append(
            f"Greatest {name} difference: {kept.flatten()[flat].item()} at index {place}"
            f"{allowed(limit, limits)}"
        )
    return "\n".join(lines)
