"""Eigenvectors have PyTorch's bits in float32; its signs in float64, and singular vectors, too."""

from zlib import crc32

import pytest

import tensorlab as torch

# Of each eigenvector's largest cell, by rows, type and triangle: recorded from PyTorch.
SIGNS = {
    (3, "float64", "L"): "++-",
    (3, "float64", "U"): "--+",
    (4, "float64", "L"): "+--+",
    (4, "float64", "U"): "---+",
    (5, "float64", "L"): "+----",
    (5, "float64", "U"): "--+--",
    (6, "float64", "L"): "--++--",
    (6, "float64", "U"): "-+++-+",
    (9, "float64", "L"): "----+++--",
    (9, "float64", "U"): "++---+---",
}
# Checksums of eigenvalues, eigenvectors and eigenvalues alone, by kind, rows, triangle: likewise.
BITS = {
    ("ones", 2, "L"): 4150055195,
    ("ones", 2, "U"): 4150055195,
    ("ones", 3, "L"): 1611073863,
    ("ones", 3, "U"): 994801975,
    ("ones", 4, "L"): 710236704,
    ("ones", 4, "U"): 1129022021,
    ("ones", 7, "L"): 3398938770,
    ("ones", 7, "U"): 1501981275,
    ("plenty", 2, "L"): 2807439491,
    ("plenty", 2, "U"): 2807439491,
    ("plenty", 3, "L"): 2234077299,
    ("plenty", 3, "U"): 2474447722,
    ("plenty", 4, "L"): 4214399919,
    ("plenty", 4, "U"): 775370206,
    ("plenty", 7, "L"): 1422396467,
    ("plenty", 7, "U"): 1273046121,
    ("plenty", 10, "L"): 888394453,
    ("plenty", 10, "U"): 2884678312,
    ("plenty", 20, "L"): 2930648619,
    ("plenty", 20, "U"): 2710497456,
    ("beside", 2, "L"): 3274666865,
    ("beside", 2, "U"): 3274666865,
    ("beside", 3, "L"): 878668518,
    ("beside", 3, "U"): 2533282057,
    ("beside", 4, "L"): 1960977584,
    ("beside", 4, "U"): 3052072656,
    ("beside", 7, "L"): 4211901306,
    ("beside", 7, "U"): 1434165622,
    ("beside", 10, "L"): 2600429501,
    ("beside", 10, "U"): 3100191957,
    ("beside", 20, "L"): 3839208950,
    ("beside", 20, "U"): 156505063,
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


@pytest.mark.parametrize(("kind", "rows", "triangle"), BITS)
def test_bits_of_eigenvectors(kind: str, rows: int, triangle: str) -> None:
    matrix = symmetric(rows, "float32") if kind == "plenty" else torch.ones(rows, rows)
    if kind == "beside":
        matrix += torch.eye(rows)
    values, vectors = torch.linalg.eigh(matrix, triangle)
    parts = values, vectors.contiguous(), torch.linalg.eigvalsh(matrix, triangle)
    bits = b"".join(part.numpy().tobytes() for part in parts)
    assert crc32(bits) == BITS[kind, rows, triangle]


def test_a_matrix_of_ones_is_printed_as_pytorch_prints_it() -> None:
    assert repr(torch.linalg.eigh(torch.ones(3, 3)).eigenvectors) == (
        "tensor([[-0.7692,  0.2739,  0.5774],\n"
        "        [ 0.6218,  0.5292,  0.5774],\n"
        "        [ 0.1474, -0.8031,  0.5774]])"
    )


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
