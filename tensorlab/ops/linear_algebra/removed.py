"""Functions that PyTorch has taken away: each says what stands in its place."""

from typing import Any

from tensorlab.engine.declaring import Array, composite

REMOVED = "This function was deprecated since version 1.9 and is now removed."
WORDS = {
    "eig": (
        " `torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` "
        "rather than real tensors mimicking complex tensors.\n"
        "\n"
        "L, _ = torch.eig(A) should be replaced with:\n"
        "L_complex = torch.linalg.eigvals(A)\n"
        "\n"
        "and\n"
        "\n"
        "L, V = torch.eig(A, eigenvectors=True) should be replaced with:\n"
        "L_complex, V_complex = torch.linalg.eig(A)"
    ),
    "symeig": (
        " The default behavior has changed from using the upper triangular portion of the"
        " matrix by default to using the lower triangular portion.\n"
        "\n"
        "L, _ = torch.symeig(A, upper=upper) should be replaced with:\n"
        "L = torch.linalg.eigvalsh(A, UPLO='U' if upper else 'L')\n"
        "\n"
        "and\n"
        "\n"
        "L, V = torch.symeig(A, eigenvectors=True) should be replaced with:\n"
        "L, V = torch.linalg.eigh(A, UPLO='U' if upper else 'L')"
    ),
    "matrix_rank": (
        "\n"
        "Please use the `torch.linalg.matrix_rank` function instead. The parameter "
        "'symmetric' was renamed in `torch.linalg.matrix_rank()` to 'hermitian'."
    ),
    "solve": (
        " `torch.solve` is deprecated in favor of `torch.linalg.solve`. "
        "`torch.linalg.solve` has its arguments reversed and does not return the LU "
        "factorization.\n"
        "\n"
        "To get the LU factorization see `torch.lu`, which can be used with "
        "`torch.lu_solve` or `torch.lu_unpack`.\n"
        "X = torch.solve(B, A).solution should be replaced with:\n"
        "X = torch.linalg.solve(A, B)"
    ),
    "lstsq": (
        " `torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\n"
        "`torch.linalg.lstsq` has reversed arguments and does not return the QR "
        "decomposition in the returned tuple (although it returns other information about"
        " the problem).\n"
        "\n"
        "To get the QR decomposition consider using `torch.linalg.qr`.\n"
        "\n"
        "The returned solution in `torch.lstsq` stored the residuals of the solution in "
        "the last m - n columns of the returned value whenever m > n. In "
        "torch.linalg.lstsq, the residuals are in the field 'residuals' of the returned "
        "named tuple.\n"
        "\n"
        "The unpacking of the solution, as in\n"
        "X, _ = torch.lstsq(B, A).solution[:A.size(1)]\n"
        "should be replaced with:\n"
        "X = torch.linalg.lstsq(A, B).solution"
    ),
}


def declare_removed(name: str, *, method: bool, second: bool) -> None:
    """Declare a function that only says what stands in its place."""

    def refuse_one(input: Array, *settings: object, **others: object) -> Any:
        raise RuntimeError(REMOVED + WORDS[name])

    def refuse_two(input: Array, A: Array, *settings: object, **others: object) -> Any:
        raise RuntimeError(REMOVED + WORDS[name])

    refuse = refuse_two if second else refuse_one
    refuse.__doc__ = f"Refuse: `torch.{name}` was removed; the error says what to call instead."
    composite(name=name, method=method)(refuse)


declare_removed("eig", method=True, second=False)
declare_removed("symeig", method=True, second=False)
declare_removed("matrix_rank", method=False, second=False)
declare_removed("solve", method=True, second=True)
declare_removed("lstsq", method=True, second=True)
