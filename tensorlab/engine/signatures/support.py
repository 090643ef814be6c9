"""Which data types a function computes with, and PyTorch's refusal of the others."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine import dtypes
from tensorlab.engine.dtypes import COMPLEX, DTYPES, FLOATING, INTEGER, UNSIGNED, DType
from tensorlab.engine.facts import Types
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full


def in_categories(*categories: int) -> frozenset[DType]:
    """Return the types of some categories, but the wide unsigned ones, which few kernels know."""
    found = frozenset(dtype for dtype in DTYPES.values() if dtype.category in categories)
    return found - UNSIGNED


EVERY = in_categories(dtypes.BOOLEAN, INTEGER, FLOATING, COMPLEX)
ANY = EVERY | UNSIGNED
BOOLEAN = in_categories(dtypes.BOOLEAN)
COMPLEX32 = frozenset({DTYPES["complex32"]})
HALVES = frozenset({DTYPES["float16"], DTYPES["bfloat16"]})
BUT_COMPLEX32 = EVERY - COMPLEX32
REAL = in_categories(dtypes.BOOLEAN, INTEGER, FLOATING)
INTEGRAL = in_categories(dtypes.BOOLEAN, INTEGER)
WHOLE = in_categories(INTEGER)
FLOATS = in_categories(FLOATING)
NUMBERS = in_categories(INTEGER, FLOATING)  # neither bool nor complex
INEXACT = in_categories(FLOATING, COMPLEX) - COMPLEX32


def unless_idle(types: Types, *, alone: bool = False) -> Callable[..., Types]:
    """Return what tells the types that a function takes: any where its kernel has nothing to do.

    That is so where there are no elements, and for some where a number is alone.
    """

    def takes(input: Tensor | None) -> Types:
        idle = input is not None and not (input.shape.numel() and (input.ndim or not alone))
        return EVERY if idle else types

    return takes


def not_implemented(kernel: str, dtype: DType) -> NotImplementedError:
    """Return PyTorch's complaint about a data type that a kernel does not know."""
    return NotImplementedError(f"\"{kernel}\" not implemented for '{dtype.scalar_name}'")


def leave_to_check(unfit: object) -> None:
    """Give up what a forward cannot answer: the engine asks its check, which has PyTorch's words.

    Raises:
        ValueError: it cannot.
    """
    if unfit:
        raise ValueError


def refuse_two_types(first: Tensor, second: Tensor, words: str) -> None:
    """Refuse two data types, in words with a place for the name of either.

    Raises:
        RuntimeError: the types differ.
    """
    if first.dtype is not second.dtype:
        raise RuntimeError(words.format(first.dtype.scalar_name, second.dtype.scalar_name))


def require_same_type(
    expected: Tensor, found: Tensor, known: Types | None = None, kernel: str = ""
) -> None:
    """Refuse a second operand of another data type than the first one's.

    Raises:
        NotImplementedError: they differ, and the kernel does not know the first one's.
        RuntimeError: the types differ.
    """
    if found.dtype is not expected.dtype and known is not None and expected.dtype not in known:
        raise not_implemented(kernel, expected.dtype)
    refuse_two_types(expected, found, "expected scalar type {} but found {}")


def refusing_complex(text: str, error: type[Exception] = RuntimeError) -> Callable[..., None]:
    """Return the check of a function that complex numbers have no meaning for."""

    def check(input: object, other: object) -> None:
        for operand in (input, other):
            if isinstance(operand, Tensor) and operand.dtype.is_complex:
                raise error(text)

    return check


def no_kernel(name: str, backend: str, known: str = "CPU, Meta") -> NotImplementedError:
    """Return PyTorch's complaint about a function that it lacks for a kind of tensors."""
    return NotImplementedError(in_full("Could not run 'aten::{}'", name, backend, name, known))


NO_ITEM = "Tensor.item() cannot be called on meta tensors"


def without_values(kernel: str) -> Callable[..., Any]:
    """Return what a function does of tensors without elements whose kernel asks for them."""

    def refuse(*args: object, **settings: object) -> Any:
        if kernel == "item":
            raise RuntimeError(NO_ITEM)
        if kernel == "nonzero":
            raise NotImplementedError(in_full("The register_meta"))
        raise NotImplementedError(in_full("aten::{}: attempted", kernel))

    return refuse


class LinAlgError(RuntimeError):
    """A matrix that an algorithm can't work with, such as a singular one."""


LinAlgError.__name__ = LinAlgError.__qualname__ = "_LinAlgError"
LinAlgError.__module__ = "torch._C"
