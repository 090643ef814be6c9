"""assert_close: two values, or what two containers hold, equal up to a tolerance."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from tensorlab.engine.naming import public_name
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.loading import find
from tensorlab.testing.differences import Check, compare_numbers, compare_tensors, tolerances_of

# Tolerances of assert_allclose, which came before.
OLDER = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}
Message = str | Callable[[str], str] | None
# What must be alike besides the numbers, in the order in which it is looked at.
ATTRIBUTES = ("shape", "device", "is_quantized", "layout", "dtype", "stride()")
OPTIONAL = {"check_device": "device", "check_layout": "layout", "check_dtype": "dtype",
            "check_stride": "stride()"}  # fmt: skip
NO_PAIR = "No comparison pair was able to handle inputs of type {} and {}."


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
    warn(in_full("`torch.testing.assert_allclose()`"), FutureWarning)
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
