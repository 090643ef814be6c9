import pytest

import tensorlab as torch

# Recorded from PyTorch 2.13: a matrix, its determinant in float32 and in float64.
RECORDED = [
    ([[3.0, 1.0], [2.0, 2.0]], 3.999999761581421, 4.0),
    ([[1.0, 2.0], [2.0, 4.0]], -0.0, -0.0),
    ([[2.0, 6.0], [4.0, 12.0]], 7.152557373046875e-07, -1.3322676295501878e-15),
    ([[0.1, 0.2], [0.3, 0.4]], -0.020000001415610313, -0.020000002086162594),
    ([[2.0, 0.0, 7.0], [1.0, 3.0, 1.0], [5.0, 4.0, 6.0]], -49.0, -48.99999999999999),
]


@pytest.mark.parametrize(("rows", "single", "double"), RECORDED)
def test_a_small_determinant_is_pytorchs_to_the_last_bit(rows, single, double):
    matrix = torch.tensor(rows)
    assert str(torch.det(matrix).item()) == str(single)
    assert str(torch.det(torch.stack([matrix, matrix]))[0].item()) == str(single)
    assert str(torch.det(matrix.double()).item()) == str(double)


def test_a_matrix_without_elements_has_the_determinant_one():
    assert torch.det(torch.zeros(0, 0)).item() == 1.0
    assert torch.det(torch.zeros(3, 0, 0)).tolist() == [1.0, 1.0, 1.0]


def test_a_large_matrix_has_a_determinant_too():
    assert torch.det(torch.eye(40) * 2).item() == pytest.approx(2.0**40, rel=1e-4)


@pytest.mark.parametrize("shape", [(1, 1), (3, 1, 1), (0, 0), (0, 2, 2)])
def test_the_gradient_of_single_numbers_and_of_nothing_is_recorded_no_further(shape):
    matrix = torch.full(shape, 3.0, requires_grad=True)
    (slope,) = torch.autograd.grad(torch.det(matrix).sum(), matrix, create_graph=True)
    assert slope.tolist() == torch.ones(shape).tolist()
    assert not slope.requires_grad
