"""Which elements an index means, where numpy and PyTorch part."""

from typing import Any, NamedTuple

import pytest

import tensorlab as torch

NO_INDEX = (
    "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
    "indices (got float)"
)
NO_COMMON_SHAPE = (
    "shape mismatch: indexing tensors could not be broadcast together with shapes [2], [3]"
)


def test_a_row_is_a_view_of_its_matrix() -> None:
    matrix = torch.zeros(2, 2)
    matrix[1][0] = 7
    assert matrix.tolist() == [[0, 0], [7, 0]]


def test_elements_chosen_by_a_list_are_copied() -> None:
    vector = torch.zeros(3)
    vector[[0, 2]].fill_(7)
    assert vector.tolist() == [0, 0, 0]


def test_a_number_between_index_arrays_does_not_move_their_dimension_to_the_front() -> None:
    cube = torch.zeros(2, 3, 4)
    assert cube[0, :, [0, 1]].shape == (3, 2)  # numpy says (2, 3)


def test_index_arrays_apart_move_their_dimension_to_the_front() -> None:
    assert torch.zeros(2, 3, 4)[[0, 1], :, [0, 1]].shape == (2, 3)


def test_true_adds_a_dimension_and_false_empties_it() -> None:
    assert torch.zeros(2)[True].shape == (1, 2)
    assert torch.zeros(2)[False].shape == (0, 2)


def test_gathered_elements_lie_row_after_row() -> None:
    assert torch.zeros(2, 3, 4)[:, :, [0, 3]].stride() == (6, 2, 1)


def test_repeated_elements_add_up_when_accumulated_and_the_last_one_stays_otherwise() -> None:
    twice, ones = (torch.tensor([0, 0]),), torch.tensor([1.0, 2.0])
    assert torch.zeros(2).index_put_(twice, ones, accumulate=True).tolist() == [3, 0]
    assert torch.zeros(2).index_put_(twice, ones).tolist() == [2, 0]


def test_a_masked_write_reaches_the_gradient_of_what_was_written() -> None:
    base = torch.ones(3, requires_grad=True)
    value = torch.tensor(5.0, requires_grad=True)
    written = base * 2
    written[torch.tensor([True, False, True])] = value
    written.sum().backward()
    assert base.grad.tolist() == [0, 2, 0]
    assert value.grad.item() == 2


@pytest.mark.parametrize(
    ("index", "error", "text"),
    [
        ((0, 5), IndexError, "index 5 is out of bounds for dimension 1 with size 3"),
        ((0, 0, 0), IndexError, "too many indices for tensor of dimension 2"),
        (slice(None, None, -1), ValueError, "step must be greater than zero"),
        (2.5, IndexError, NO_INDEX),
        (([0, 1], [0, 1, 2]), IndexError, NO_COMMON_SHAPE),
    ],
)  # fmt: skip
def test_an_index_that_means_nothing_is_refused(
    index: object, error: type[Exception], text: str
) -> None:
    with pytest.raises(error) as caught:
        torch.zeros(2, 3)[index]
    assert type(caught.value) is error
    assert str(caught.value) == text


def test_a_write_over_a_view_counts_once_and_touches_nothing_else():
    x = torch.zeros(3, 3)
    x[1, 1] += 2
    x[0] = torch.tensor([1.0, 2.0, 3.0])
    x[:, 2] = x[:, 0].clone()
    assert x.tolist() == [[1, 2, 1], [0, 2, 0], [0, 0, 0]]
    assert x._version == 4
    with pytest.raises(RuntimeError, match="single memory location"):
        x[0:2] = x[1:3]
    with pytest.raises(RuntimeError, match="without overflow"):
        x[0, 0] = 1e300
    ones = torch.ones(2, dtype=torch.int64)
    ones[0] = 2.7
    assert ones.tolist() == [2, 1]


class At(NamedTuple):
    row: Any
    column: Any


def test_a_tuple_with_names_is_an_index_as_any_tuple_is() -> None:
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    assert x[At(1, 2)].item() == 5
    assert x[At(0, slice(None))].tolist() == [0, 1, 2]
    x[At(1, 0)].backward()
    assert x.grad.tolist() == [[0, 0, 0], [1, 0, 0]]
    y = torch.zeros(2, 2)
    y[At(0, 1)] = 3
    y[At(torch.tensor([0, 1]), torch.tensor([0, 1]))] += 1
    assert y.tolist() == [[1, 3], [0, 1]]
