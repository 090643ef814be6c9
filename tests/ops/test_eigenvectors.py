"""Eigenvectors of a few rows and singular vectors have PyTorch's signs, and are right beyond."""

import pytest

import tensorlab as torch

# Of each eigenvector's largest element, by rows, type and triangle: recorded from PyTorch.
SIGNS = {
    (3, "float32", "L"): "++-",
    (3, "float32", "U"): "--+",
    (3, "float64", "L"): "++-",
    (3, "float64", "U"): "--+",
    (4, "float32", "L"): "+--+",
    (4, "float32", "U"): "---+",
    (4, "float64", "L"): "+--+",
    (4, "float64", "U"): "---+",
}
# Of each right singular vector's largest element, by shape: likewise.
OF_SHAPES = {
    (4, 3): "+++",
    (5, 3): "+-+",
    (6, 4): "+-+-",
    (12, 4): "++--",
    (5, 5): "--+++",
    (9, 6): "-+-++-",
    (8, 7): "++--+--",
    (2, 3): "+++",
    (3, 4): "+++-",
    (4, 6): "+-----",
    (2, 5): "-+++-",
    (3, 7): "+-++-+-",
    (4, 10): "++--++++++",
}


def elements_of(rows: int, columns: int) -> list[list[float]]:
    """Return numbers that nothing orders."""
    return [
        [(i * i * 7 + j * 13 + i * j * 5) % 17 - 8.0 + 3 * (i == j) for j in range(columns)]
        for i in range(rows)
    ]


def symmetric(rows: int, kind: str) -> torch.Tensor:
    """Return a symmetric matrix whose eigenvalues lie apart."""
    half = torch.tensor(elements_of(rows, rows), dtype=getattr(torch, kind))
    return half + half.T


def signs_of(vectors: torch.Tensor) -> str:
    """Return the sign of the largest element of each row."""
    largest = vectors.gather(1, vectors.abs().argmax(1, keepdim=True))[:, 0]
    return "".join("+" if element > 0 else "-" for element in largest.tolist())


@pytest.mark.parametrize(("rows", "kind", "triangle"), SIGNS)
def test_signs_of_eigenvectors(rows: int, kind: str, triangle: str) -> None:
    vectors = torch.linalg.eigh(symmetric(rows, kind), triangle).eigenvectors
    assert signs_of(vectors.T) == SIGNS[rows, kind, triangle]


def test_eigenvectors_of_a_batch_have_the_signs_of_each() -> None:
    both = torch.stack((symmetric(3, "float32"), -symmetric(3, "float32")))
    alone = [torch.linalg.eigh(matrix).eigenvectors for matrix in both]
    assert torch.equal(torch.linalg.eigh(both).eigenvectors, torch.stack(alone))


@pytest.mark.parametrize("shape", OF_SHAPES)
def test_signs_of_singular_vectors(shape: tuple[int, int]) -> None:
    matrix = torch.tensor(elements_of(*shape))
    U, S, Vh = torch.linalg.svd(matrix)
    assert signs_of(Vh) == OF_SHAPES[shape]
    size = min(shape)
    assert torch.allclose(U[:, :size] * S @ Vh[:size], matrix, atol=1e-4)
    for kept, whole in zip(torch.linalg.svd(matrix, full_matrices=False), (U, S, Vh), strict=True):
        assert torch.allclose(kept, whole[tuple(map(slice, kept.shape))], atol=1e-5)
    for vectors in (U.T, Vh):
        assert torch.allclose(vectors @ vectors.T, torch.eye(len(vectors)), atol=1e-5)


def test_eigenvalues_of_a_triangle_are_its_diagonal() -> None:
    matrix = torch.tensor([[5.0, 1.0, 2.0], [0.0, 3.0, 4.0], [0.0, 0.0, 1.0]])
    assert repr(torch.linalg.eigvals(matrix)) == "tensor([5.+0.j, 3.+0.j, 1.+0.j])"
    found = torch.linalg.eig(torch.tensor([[0.0, 0.0, 6.0], [1.0, 0.0, -11.0], [0.0, 1.0, 6.0]]))
    assert repr(found.eigenvalues) == "tensor([1.0000+0.j, 2.0000+0.j, 3.0000+0.j])"


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("rows", [1, 2, 3, 4, 7, 30])
def test_eigenvectors_are_turned_to_their_multiples(rows: int, kind: str) -> None:
    matrix = symmetric(rows, kind)
    for triangle in "LU":
        values, vectors = torch.linalg.eigh(matrix, triangle)
        assert torch.allclose(matrix @ vectors, vectors * values, atol=1e-3)
        assert torch.allclose(torch.linalg.eigvalsh(matrix, triangle), values, atol=1e-4)


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 5), (12, 3), (30, 30)])
def test_infinite_matrices_have_no_singular_values_and_say_nothing(rows, columns, capfd):
    matrix = torch.eye(rows, columns)
    matrix[0, -1] = float("inf")
    both = torch.stack((matrix, torch.eye(rows, columns)))
    for values in (torch.linalg.svdvals(both), torch.linalg.svd(both).S):
        assert values[0].isnan().all()
        assert (values[1] == 1).all()
    assert torch.linalg.cond(matrix).isnan()
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(("function", "words"), [
    ("eigh", "ill-conditioned or has too many repeated eigenvalues (error code: 2)"),
    ("eigvalsh", "ill-conditioned or has too many repeated eigenvalues (error code: 1)"),
    ("svd", "contained non-finite values"),
    ("svdvals", "contained non-finite values"),
])  # fmt: skip
def test_matrices_with_nan_are_refused(function: str, words: str) -> None:
    matrix = torch.eye(3)
    matrix[1, 1] = float("nan")
    for given, place in (
        (matrix, ""),
        (torch.stack((torch.eye(3), matrix)), "(Batch element 1): "),
    ):
        with pytest.raises(torch.linalg.LinAlgError) as refused:
            getattr(torch.linalg, function)(given)
        assert words in str(refused.value)
        assert place in str(refused.value)
