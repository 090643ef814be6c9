"""The signs of eigenvectors and of singular vectors are PyTorch's."""

import pytest

import tensorlab as torch

# Of each eigenvector's largest cell, by rows, type and triangle: recorded from PyTorch.
SIGNS = {
    (3, "float32", "L"): "++-",
    (3, "float32", "U"): "--+",
    (3, "float64", "L"): "++-",
    (3, "float64", "U"): "--+",
    (4, "float32", "L"): "+--+",
    (4, "float32", "U"): "---+",
    (4, "float64", "L"): "+--+",
    (4, "float64", "U"): "---+",
    (5, "float32", "L"): "+----",
    (5, "float32", "U"): "--+--",
    (5, "float64", "L"): "+----",
    (5, "float64", "U"): "--+--",
    (6, "float32", "L"): "+--+--",
    (6, "float32", "U"): "-++---",
    (6, "float64", "L"): "--++--",
    (6, "float64", "U"): "-+++-+",
    (9, "float32", "L"): "---+++-++",
    (9, "float32", "U"): "++--+----",
    (9, "float64", "L"): "----+++--",
    (9, "float64", "U"): "++---+---",
}
# Of each right singular vector's largest cell, by shape: likewise.
OF_SHAPES = {
    (4, 3): "+++",
    (6, 4): "+-+-",
    (5, 5): "--+++",
    (9, 6): "-+-++-",
    (8, 7): "++--+--",
}


def cells_of(rows: int, columns: int) -> list[list[float]]:
    """Return numbers that nothing orders."""
    return [
        [(i * i * 7 + j * 13 + i * j * 5) % 17 - 8.0 + 3 * (i == j) for j in range(columns)]
        for i in range(rows)
    ]


def symmetric(rows: int, kind: str) -> torch.Tensor:
    """Return a symmetric matrix whose eigenvalues lie apart."""
    half = torch.tensor(cells_of(rows, rows), dtype=getattr(torch, kind))
    return half + half.T


@pytest.mark.parametrize(("rows", "kind", "triangle"), SIGNS)
def test_signs_of_eigenvectors(rows: int, kind: str, triangle: str) -> None:
    vectors = torch.linalg.eigh(symmetric(rows, kind), triangle).eigenvectors
    largest = vectors.gather(0, vectors.abs().argmax(0, keepdim=True))[0]
    signs = "".join("+" if cell > 0 else "-" for cell in largest.tolist())
    assert signs == SIGNS[rows, kind, triangle]


@pytest.mark.parametrize("shape", OF_SHAPES)
def test_signs_of_singular_vectors(shape: tuple[int, int]) -> None:
    matrix = torch.tensor(cells_of(*shape))
    U, S, Vh = torch.linalg.svd(matrix, full_matrices=False)
    largest = Vh.gather(1, Vh.abs().argmax(1, keepdim=True))[:, 0]
    assert "".join("+" if cell > 0 else "-" for cell in largest.tolist()) == OF_SHAPES[shape]
    assert torch.allclose(U * S @ Vh, matrix, atol=1e-4)


def test_turned_vectors_are_still_eigenvectors() -> None:
    matrix = symmetric(7, "float64")
    values, vectors = torch.linalg.eigh(matrix)
    assert torch.allclose(matrix @ vectors, vectors * values)
