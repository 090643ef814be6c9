"""Sparse tensors with coordinates outside of their size: what is inside is told of and shown."""

import pytest

import tensorlab as torch
from tensorlab.explain.arithmetic.numbers import dense

pytestmark = pytest.mark.filterwarnings("ignore:Sparse invariant checks")


@pytest.mark.parametrize(
    ("indices", "values", "size", "shown"),
    [
        ([[7, 2]], [1.0, 2.0], (3,), [0.0, 0.0, 2.0]),
        ([[2, -1]], [1.0, 2.0], (3,), [0.0, 0.0, 1.0]),
        ([[2**31, 1], [0, 1]], [1.0, 2.0], (2, 2), [[0.0, 0.0], [0.0, 2.0]]),
        ([[7]], [[1.0, 2.0]], (1, 2), [[0.0, 0.0]]),
        ([[1, 1]], [1.0, 2.0], (2,), [0.0, 3.0]),
    ],
)
def test_values_outside_of_the_size_have_no_element(indices, values, size, shown):
    if min(min(row) for row in indices) < 0:
        tensor = torch.sparse_coo_tensor([[2, 1]], values, size)
        tensor._indices()[0, 1] = -1
    else:
        tensor = torch.sparse_coo_tensor(indices, values, size)
    assert dense(tensor).tolist() == shown
