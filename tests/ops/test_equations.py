"""Small equations and QR decompositions: rounded step by step, refused where a pivot is zero."""

from zlib import crc32

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.numerics.matrices import lapack

# Checksums of what PyTorch computes.
SMALL = (
    ("linalg.solve(A[2], B[:2])", 2888616945),
    ("linalg.solve(A[3], B[:3])", 970678516),
    ("linalg.solve(A[3], B[:3, 0])", 1419234821),
    ("linalg.solve(A[7], B[:7])", 139922003),
    ("linalg.solve(A[8], B)", 2716060494),
    ("linalg.solve(A[8], B[:, 0])", 891134839),
    ("linalg.inv(A[4])", 3893749079),
    ("linalg.inv(A[8])", 2447177023),
    ("linalg.inv(batch)", 1084631449),
    ("linalg.inv_ex(A[6]).inverse", 3375395103),
    ("slogdet(A[5]).logabsdet", 2946396768),
    ("slogdet(A[5].T).logabsdet", 2946396768),
    ("slogdet(batch).logabsdet", 2469621754),
    ("linalg.qr(A[2]).Q", 1744696861),
    ("linalg.qr(A[3]).Q", 3867259731),
    ("linalg.qr(A[8]).R", 2769349100),
    ("linalg.qr(B).Q", 2629484590),
    ("linalg.qr(B, 'complete').Q", 801980070),
    ("linalg.qr(B.T).Q", 2834561631),
    ("geqrf(A[5]).tau", 1813282536),
)


@pytest.mark.parametrize(("expression", "checksum"), SMALL)
def test_small_matrices_are_solved_and_factored_as_pytorch_does(expression, checksum):
    torch.manual_seed(5)
    given = {
        "A": [torch.randn(size, size) for size in range(9)],
        "B": torch.randn(8, 3),
        "batch": torch.randn(2, 3, 5, 5),
    }
    found = eval(f"torch.{expression}", {"torch": torch, **given})  # noqa: S307  from above
    assert crc32(found.contiguous().numpy().tobytes()) == checksum


def test_a_pivot_that_is_nearly_zero_has_an_inverse_and_a_zero_one_none():
    counted = torch.arange(1.0, 10.0).view(3, 3)
    assert torch.inverse(counted).abs().max() > 1e6
    assert torch.linalg.solve(counted, torch.ones(3)).shape == (3,)
    for size in (2, 3, 4, 7):
        with pytest.raises(RuntimeError, match=r"The diagonal element 1 is zero"):
            torch.inverse(torch.zeros(size, size))
        with pytest.raises(RuntimeError, match=r"the input matrix is singular"):
            torch.linalg.solve(torch.zeros(size, size), torch.ones(size))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 9])
def test_float32_is_factored_as_float64_is_but_for_rounding(size):
    torch.manual_seed(size)
    matrix = torch.rand(size, size) + size * torch.eye(size)
    wide = matrix.double()
    assert torch.allclose(matrix.inverse().double(), wide.inverse(), rtol=1e-4, atol=1e-5)
    for side in (torch.rand(size), torch.rand(size, 2)):
        found = torch.linalg.solve(matrix, side).double()
        assert torch.allclose(found, torch.linalg.solve(wide, side.double()), atol=1e-5)
    left, values, right = torch.linalg.svd(matrix)
    assert torch.allclose(left @ torch.diag(values) @ right, matrix, atol=1e-4)
    wide_left, few, wide_right = torch.linalg.svd(matrix[:2], full_matrices=False)
    assert torch.allclose(wide_left @ torch.diag(few) @ wide_right, matrix[:2], atol=1e-4)
    assert torch.allclose(torch.linalg.svdvals(matrix[:2]), few)
    rising, vectors = torch.linalg.eigh(matrix + matrix.mT)
    assert torch.allclose(vectors @ torch.diag(rising) @ vectors.mT, matrix + matrix.mT, atol=1e-4)


def test_what_does_not_converge_in_single_precision_is_refused():
    with pytest.raises(np.linalg.LinAlgError):
        lapack.eigh(np.full((3, 3), np.nan, np.float32), "L")
