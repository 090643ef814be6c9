"""What is known of arrays and data types, and whether arrays agree."""

from typing import Any, Final

from tensorlab.language.numpy.counting import broadcast, count
from tensorlab.language.numpy.declared.making import COPIES
from tensorlab.language.numpy.declaring import declares

MOST_WORK: Final = 100_000  # that comparing the memory of two arrays may take
WORK_OF_COMPARISON: Final = 32  # times that np.testing looks at an element, its message included


@declares(
    "ndim(a)", "shape(a)", "size(a, axis)", "isscalar(element)", "iscomplexobj(x)",
    "finfo(dtype)", "iinfo(type)", "dtype(dtype)", "can_cast(from_, to, casting)",
    "promote_types(type1, type2)", "issubdtype(arg1, arg2)",
    "may_share_memory(a, b)", "ndarray.item(a, *args)",
)  # fmt: skip
def known() -> tuple[int, int]:
    """Return what it takes to say what is known."""
    return 0, 1


@declares("result_type(*arrays_and_dtypes)")
def promoted(arrays_and_dtypes: Any = ()) -> tuple[int, int]:
    """Return what it takes to find the type of many: each is held against every other."""
    return 0, len(arrays_and_dtypes) ** 2


@declares("shares_memory(a, b)")
def compared_memory() -> tuple[int, int]:
    """Return what it takes to compare the places of two arrays, at most."""
    return 0, MOST_WORK


@declares(
    "isclose(a, b, rtol, atol, equal_nan)", "allclose(a, b, rtol, atol, equal_nan)",
    "array_equal(a1, a2, equal_nan)",
)  # fmt: skip
def compared(operands: Any, elements: int) -> int:
    """Return the elements of a comparison, and of what is made on the way."""
    return 2 * COPIES * max(broadcast(operands), elements)


@declares(
    "testing.assert_allclose(actual, desired, rtol, atol, equal_nan, err_msg, verbose)",
    "testing.assert_array_equal(actual, desired, err_msg, verbose)",
    "testing.assert_array_almost_equal(actual, desired, decimal, err_msg, verbose)",
    "testing.assert_almost_equal(actual, desired, decimal, err_msg, verbose)",
    "testing.assert_equal(actual, desired, err_msg, verbose)",
)
def required(operands: Any, elements: int) -> tuple[int, int]:
    """Return the elements of a comparison that says how arrays differ."""
    made = compared(operands, elements)
    return made, WORK_OF_COMPARISON * made


@declares("ndarray.tolist(a)")
def listed(a: Any) -> int:
    """Return how many elements would take the memory of a list of Python's numbers."""
    return 10 * count(a)
