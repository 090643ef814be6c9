"""Small equations: rounded step by step, and refused where a pivot is zero."""

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.numerics import lapack


def test_an_inverse_of_three_rows_is_pytorchs_to_the_last_bit():
    matrix = torch.tensor([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 7.0]])
    assert torch.inverse(matrix)[0].tolist() == [
        0.6060606241226196, -0.21212120354175568, 0.03030303120613098,
    ]  # fmt: skip


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
