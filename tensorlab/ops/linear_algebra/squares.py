"""What functions of square matrices ask of them."""

from collections.abc import Callable

from tensorlab.engine.declaring import HALVES, INEXACT, Tensor, refuse_two_types
from tensorlab.engine.warning import in_full

LAPACK = INEXACT - HALVES


def require_matrix(name: str, A: Tensor, letter: str = "A") -> None:
    """Refuse fewer than two dimensions.

    Raises:
        RuntimeError: there are fewer than two dimensions.
    """
    if A.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor {letter} must have at least 2 dimensions.")


def require_square(name: str, A: Tensor, letter: str = "A") -> None:
    """Refuse what is no square matrix, or a batch of them.

    Raises:
        RuntimeError: the last two sizes differ.
    """
    require_matrix(name, A, letter)
    rows, columns = A.shape[-2:]
    if rows != columns:
        raise RuntimeError(in_full("{}: {} must be batches", name, letter, rows, columns))


def require_sides_alike(begin: str, end: str = "", /, **sides: Tensor) -> None:
    """Refuse two named sides of an equation of two data types.

    Raises:
        RuntimeError: the types differ.
    """
    (first, one), (second, other) = sides.items()
    words = (
        f"{begin}Expected {first} and {second} to have the same dtype, but found {first} of type "
        f"{{}} and {second} of type {{}} instead{end}"
    )
    refuse_two_types(one, other, words)


def require_inexact(name: str, A: Tensor, *, low: bool = True) -> None:
    """Refuse whole numbers, and the 16-bit types unless a kernel is to complain of them.

    Raises:
        RuntimeError: the type is one of them.
    """
    if not (A.dtype.is_floating_point or A.dtype.is_complex):
        raise RuntimeError(in_full("{}: Expected a floating", name, A.dtype.scalar_name))
    if not low and A.dtype not in LAPACK:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {A.dtype.scalar_name}")


def square(name: str, *, low: bool = True) -> Callable[[Tensor], None]:
    """Return the check that a function's input is square, and of a type that it takes."""

    def check(input: Tensor) -> None:
        require_square(name, input)
        require_inexact(name, input, low=low)

    return check
