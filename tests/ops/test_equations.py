"""Equations, inverses and decompositions: right in every precision, or refused."""

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.numerics.matrices import blas
from tensorlab.numerics.small_arrays import determinant, eliminate_rows, is_moderate
from tensorlab.ops.linear_algebra.elimination import eliminate, eliminate_batch

SINGULAR = r"The diagonal element 2 is zero"
UNSOLVED = r"the input matrix is singular"


@pytest.mark.parametrize("size", [2, 3, 4, 7, 20])
@pytest.mark.parametrize("kind", ["float32", "float64", "complex64"])
def test_a_singular_matrix_is_refused(size, kind):
    matrix = torch.eye(size, dtype=getattr(torch, kind))
    matrix[1] = 0
    with np.errstate(all="ignore"):  # where nobody is told of the processor's flags, too
        with pytest.raises(torch.linalg.LinAlgError, match=SINGULAR):
            torch.inverse(matrix)
        with pytest.raises(torch.linalg.LinAlgError, match=UNSOLVED):
            torch.linalg.solve(matrix, matrix[0])
        batch = torch.stack((torch.eye(size, dtype=matrix.dtype), matrix))
        with pytest.raises(torch.linalg.LinAlgError, match=r"\(Batch element 1\): " + SINGULAR):
            torch.inverse(batch)
        found, info = torch.linalg.inv_ex(batch)
    assert info.tolist() == [0, 2]
    assert torch.equal(found[0], batch[0])


def test_a_symmetric_matrix_with_nan_has_no_factors():
    for place in (0, 1):
        matrix = torch.eye(2)
        matrix[place, place] = float("nan")
        with pytest.raises(RuntimeError, match="Unknown error code"):
            torch.linalg.ldl_factor(matrix)


def test_what_is_not_finite_is_not_taken_for_singular():
    for element in (float("nan"), float("inf")):
        matrix = torch.eye(3)
        matrix[0, 0] = element
        assert torch.linalg.inv_ex(matrix).info == 0
        assert torch.linalg.solve(matrix, torch.ones(3))[1:].tolist() == pytest.approx(
            [1.0, 1.0], nan_ok=True
        )
    assert torch.det(torch.full((5, 5), float("nan"))).isnan()
    assert torch.slogdet(torch.full((2, 2), float("nan"))).logabsdet.isnan()


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
    factor = torch.linalg.cholesky(matrix @ matrix.mT)
    assert torch.allclose(factor @ factor.mT, matrix @ matrix.mT, rtol=1e-4)


@pytest.mark.parametrize("shape", [(3, 3), (5, 2), (2, 5), (4, 7, 3), (1, 1), (0, 3), (3, 0)])
@pytest.mark.parametrize("mode", ["reduced", "complete", "r"])
@pytest.mark.parametrize("kind", ["float32", "complex64"])
def test_a_rotation_and_a_triangle_give_back_their_matrix(shape, mode, kind):
    A = torch.randn(*shape, dtype=getattr(torch, kind))
    Q, R = torch.linalg.qr(A, mode)
    assert torch.equal(R, R.triu())
    if mode == "r":
        assert torch.allclose(R.mH @ R, A.mH @ A, atol=1e-5)
        return
    assert torch.allclose(Q @ R, A, atol=1e-5)
    assert torch.allclose(Q.mH @ Q, torch.eye(Q.shape[-1], dtype=A.dtype), atol=1e-5)


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("left", [False, True])
def test_a_triangle_is_solved_row_by_row_and_divides_by_zeros_too(upper, left):
    A = torch.tensor([[2.0, 1.0, 4.0], [3.0, 5.0, 1.0], [1.0, 2.0, 8.0]])
    B = torch.arange(9.0).reshape(3, 3)
    part = A.triu() if upper else A.tril()
    X = torch.linalg.solve_triangular(A, B, upper=upper, left=left)
    assert torch.allclose(part @ X if left else X @ part, B, atol=1e-6)
    A[1, 1] = 0
    X = torch.linalg.solve_triangular(A, B + 1, upper=upper, left=left)
    assert (X[1] if left else X[:, 1]).isinf().all()


def test_least_squares_know_rank_residuals_and_singular_values():
    A = torch.tensor([[1.0, 1.0], [1.0, 2.0], [1.0, 3.0]])
    found = torch.linalg.lstsq(A, torch.tensor([[1.0], [2.0], [2.0]]), driver="gelsd")
    assert torch.allclose(found.solution, torch.tensor([[2 / 3], [0.5]]))
    assert torch.allclose(found.residuals, torch.tensor([1 / 6]))
    assert found.rank == 2
    assert torch.allclose(found.singular_values, torch.linalg.svdvals(A))
    assert torch.linalg.lstsq(A[:, :1] @ torch.ones(1, 2), A[:, :1]).rank == 1


def test_few_elements_are_eliminated_as_many_are():
    random = np.random.default_rng(0)
    for trial in range(2000):
        rows, columns = random.integers(1, 9, 2)
        drawn = random.integers(-3, 4, (rows, columns)) / random.choice([1, 10])
        drawn = random.standard_normal(drawn.shape) if trial % 2 else drawn
        A = drawn.astype(np.float32)
        if not is_moderate(A):
            continue
        rows = A.tolist()
        few = np.array(eliminate_rows(rows))
        for one, other in zip((np.array(rows, A.dtype), few), eliminate_batch(A), strict=True):
            assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("shape", [(9, 9), (20, 12), (2, 3, 12, 20)])
@pytest.mark.parametrize("kind", ["f", "d", "F", "D"])
def test_a_library_eliminates_as_we_do(monkeypatch, shape, kind):
    A = np.random.default_rng(0).standard_normal(shape).astype(kind)
    by_library = eliminate(A)
    monkeypatch.setattr(blas, "routine", lambda name: None)
    for one, other in zip(by_library, eliminate(A), strict=True):
        assert one.dtype == other.dtype
        assert np.allclose(one, other, atol=1e-4)


def test_a_determinant_of_few_elements_is_that_of_many():
    random = np.random.default_rng(0)
    for trial in range(500):
        size = trial % 6 + 1
        A = random.integers(-5, 6, (size, size)).astype(np.float32)
        if not is_moderate(A):
            continue
        pair = torch.det(torch.tensor(np.stack((A, A))))
        assert determinant(A.T.tolist()) == pair[0] == torch.det(torch.tensor(A))
