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
# Checksums of U, S and Vh, by kind, shape and whether they are full: likewise.
OF_BOTH_SIDES = {
    ("ones", (2, 2), False): 2670327596,
    ("ones", (2, 2), True): 2670327596,
    ("ones", (3, 3), False): 1688987237,
    ("ones", (3, 3), True): 1688987237,
    ("ones", (5, 5), False): 4246823653,
    ("ones", (5, 5), True): 4246823653,
    ("ones", (5, 4), False): 762197358,
    ("ones", (5, 4), True): 1424150019,
    ("ones", (8, 6), False): 2882767639,
    ("ones", (8, 6), True): 2695043154,
    ("ones", (2, 3), False): 1714469607,
    ("ones", (2, 3), True): 923121532,
    ("ones", (3, 4), False): 3495004297,
    ("ones", (3, 4), True): 1656524084,
    ("ones", (3, 7), False): 172420710,
    ("ones", (3, 7), True): 174735301,
    ("plenty", (2, 2), False): 456822530,
    ("plenty", (2, 2), True): 456822530,
    ("plenty", (3, 3), False): 3419169131,
    ("plenty", (3, 3), True): 3419169131,
    ("plenty", (5, 5), False): 1873839563,
    ("plenty", (5, 5), True): 1873839563,
    ("plenty", (5, 4), False): 2570585783,
    ("plenty", (5, 4), True): 2584771026,
    ("plenty", (8, 6), False): 1933422704,
    ("plenty", (8, 6), True): 4089154171,
    ("plenty", (2, 3), False): 1095737899,
    ("plenty", (2, 3), True): 4223168100,
    ("plenty", (3, 4), False): 987856419,
    ("plenty", (3, 4), True): 3510981179,
    ("plenty", (3, 7), False): 2428014484,
    ("plenty", (3, 7), True): 3363556484,
    ("plenty", (10, 12), False): 4156820696,
    ("plenty", (10, 12), True): 1309219441,
    ("in order", (2, 2), False): 4266792322,
    ("in order", (2, 2), True): 4266792322,
    ("in order", (3, 3), False): 3276622734,
    ("in order", (3, 3), True): 3276622734,
    ("in order", (5, 5), False): 4172458714,
    ("in order", (5, 5), True): 4172458714,
    ("in order", (5, 4), False): 3815315057,
    ("in order", (5, 4), True): 3665397349,
    ("in order", (8, 6), False): 1731038318,
    ("in order", (8, 6), True): 2647525064,
    ("in order", (2, 3), False): 4284362070,
    ("in order", (2, 3), True): 2104799152,
    ("in order", (3, 4), False): 612457717,
    ("in order", (3, 4), True): 990666954,
    ("in order", (3, 7), False): 534267316,
    ("in order", (3, 7), True): 964355676,
    ("in order", (10, 12), False): 1801671611,
    ("in order", (10, 12), True): 580129395,
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


def checksum(*parts: torch.Tensor) -> int:
    """Return the checksum of all bits of tensors."""
    return crc32(b"".join(part.contiguous().numpy().tobytes() for part in parts))


@pytest.mark.parametrize(("kind", "rows", "triangle"), BITS)
def test_bits_of_eigenvectors(kind: str, rows: int, triangle: str) -> None:
    matrix = symmetric(rows, "float32") if kind == "plenty" else torch.ones(rows, rows)
    if kind == "beside":
        matrix += torch.eye(rows)
    found = torch.linalg.eigh(matrix, triangle)
    assert checksum(*found, torch.linalg.eigvalsh(matrix, triangle)) == BITS[kind, rows, triangle]


@pytest.mark.parametrize(("kind", "shape", "full"), OF_BOTH_SIDES)
def test_bits_of_singular_vectors(kind: str, shape: tuple[int, int], full: bool) -> None:
    matrix = torch.tensor(cells_of(*shape)) if kind == "plenty" else torch.ones(shape)
    if kind == "in order":
        matrix = matrix.cumsum(1) - 1 + torch.arange(shape[0]).unsqueeze(1) * shape[1]
    assert checksum(*torch.linalg.svd(matrix, full)) == OF_BOTH_SIDES[kind, shape, full]


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


def test_bits_of_a_product_of_reflections() -> None:
    found = torch.linalg.householder_product(*torch.geqrf(torch.tensor(cells_of(6, 4))))
    assert checksum(found) == 1817006830


def test_eigenvalues_of_a_triangle_are_its_diagonal() -> None:
    matrix = torch.tensor([[5.0, 1.0, 2.0], [0.0, 3.0, 4.0], [0.0, 0.0, 1.0]])
    assert repr(torch.linalg.eigvals(matrix)) == "tensor([5.+0.j, 3.+0.j, 1.+0.j])"
    found = torch.linalg.eig(torch.tensor([[0.0, 0.0, 6.0], [1.0, 0.0, -11.0], [0.0, 1.0, 6.0]]))
    assert repr(found.eigenvalues) == "tensor([1.0000+0.j, 2.0000+0.j, 3.0000+0.j])"


def test_turned_vectors_are_still_eigenvectors() -> None:
    matrix = symmetric(7, "float64")
    values, vectors = torch.linalg.eigh(matrix)
    assert torch.allclose(matrix @ vectors, vectors * values)


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
