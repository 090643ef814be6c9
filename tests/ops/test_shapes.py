"""Views that stay views, copies that are copies, and their strides."""

import copy
import pickle

import numpy as np
import pytest

import tensorlab as torch


def shares_storage(one: torch.Tensor, other: torch.Tensor) -> bool:
    return one.untyped_storage().data_ptr() == other.untyped_storage().data_ptr()


@pytest.mark.parametrize(
    "look",
    [
        lambda x: x.t(), lambda x: x.view(-1), lambda x: x.unsqueeze(0),
        lambda x: x.expand(2, 2, 3), lambda x: x.narrow(1, 1, 2), lambda x: x.unbind()[0],
        lambda x: x.vsplit(2)[1],
        lambda x: x.diagonal(), lambda x: x.unfold(1, 2, 1), lambda x: x.movedim(0, 1),
        lambda x: x.as_strided((2,), (3,)), lambda x: x.view(torch.int32),
    ],
)  # fmt: skip
def test_a_view_shares_its_storage(look) -> None:
    x = torch.arange(6.0).reshape(2, 3)
    assert shares_storage(look(x), x)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (lambda x: x.permute(0, 1, -2), "duplicate dims are not allowed"),
        (
            lambda x: x.movedim((0,), (1, 2)),
            r"source \(\[0\] dims\) should contain the same number",
        ),
    ],
)
def test_no_dimension_comes_twice_and_each_has_its_place(move, words) -> None:
    with pytest.raises(RuntimeError, match=words):
        move(torch.zeros(2, 3, 4))


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x.repeat(1, 1), lambda x: x.flip(0), lambda x: x.roll(1, 0), lambda x: x.tril(),
        lambda x: x.clone(), lambda x: x.t().reshape(-1), lambda x: torch.cat([x]),
        lambda x: torch.rot90(x, 0), lambda x: x.repeat_interleave(1),
        lambda x: torch.nn.functional.pixel_shuffle(x.reshape(1, 2, 3), 1),
    ],
)  # fmt: skip
def test_a_copy_has_a_storage_of_its_own(make) -> None:
    x = torch.arange(6.0).reshape(2, 3)
    assert not shares_storage(make(x), x)


def test_a_new_dimension_has_the_stride_that_pytorch_gives_it() -> None:
    x = torch.zeros(2, 3)
    assert x.unsqueeze(0).stride() == (6, 3, 1)
    assert x.t().unsqueeze(1).stride() == (1, 6, 3)


def test_a_clone_keeps_the_order_of_the_dimensions_but_not_their_overlap() -> None:
    x = torch.zeros(2, 3)
    assert x.t().clone().stride() == (1, 3)
    assert x.expand(2, 2, 3).clone().stride() == (6, 3, 1)


def test_no_view_reaches_beyond_its_storage() -> None:
    with pytest.raises(RuntimeError, match="out of bounds for storage of size 12"):
        torch.zeros(3).as_strided((4,), (1,))


def test_a_pickled_and_a_copied_tensor_share_nothing_with_the_first() -> None:
    x = torch.arange(3.0, requires_grad=True)
    for other in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):  # noqa: S301  our own
        assert torch.equal(other, x)
        assert other.requires_grad
        assert not shares_storage(other, x)


def test_copies_of_what_shares_a_storage_share_one() -> None:
    x = torch.arange(6)
    whole, part = copy.deepcopy([x, x[1::2]])
    part += 10
    assert whole.tolist() == [0, 11, 2, 13, 4, 15]
    assert copy.deepcopy(x[2:3]).untyped_storage().nbytes() == 48
    assert copy.deepcopy(torch.ones(2, device="meta")).is_meta


def test_swapped_tensors_are_each_what_the_other_was() -> None:
    x, weight = torch.arange(3), torch.nn.Parameter(torch.ones(2))
    torch.utils.swap_tensors(x, weight)
    assert (x.tolist(), x.requires_grad, type(x)) == ([1, 1], True, torch.nn.Parameter)
    assert (weight.tolist(), weight.requires_grad, type(weight)) == ([0, 1, 2], False, torch.Tensor)


def test_attention_lies_as_its_queries_do() -> None:
    x = torch.ones(2, 5, 3, 4).transpose(1, 2)
    found = torch.nn.functional.scaled_dot_product_attention(x, x, x)
    assert found.stride() == x.stride()
    images = torch.ones(2, 3, 4, 4).contiguous(memory_format=torch.channels_last)
    assert images.roll(1, 2).stride() == images.stride()
    rows = images.contiguous()
    assert torch.cat([images, images]).stride() == images.stride()
    assert torch.cat([images, rows]).stride() == torch.cat([rows, images]).stride() == rows.stride()


def test_a_copied_storage_is_its_own() -> None:
    x = torch.ones(2)
    other = x.untyped_storage().clone().fill_(0)
    assert other.tolist() == [0] * 8
    assert x.tolist() == [1, 1]


@pytest.mark.filterwarnings("ignore:TypedStorage")
def test_what_is_written_into_a_storage_is_seen_by_the_tensor() -> None:
    x = torch.tensor([[1.0, 4.0], [2.0, 1.0]], dtype=torch.bfloat16)
    elements = x.storage()
    elements[0] = 2.5
    elements[1:3] = 7
    assert x.tolist() == [[2.5, 7], [7, 1]]
    assert [*elements] == elements.tolist() == [2.5, 7, 7, 1]
    with pytest.raises(IndexError):
        elements[8] = 0


def test_numpy_and_the_tensor_share_their_storage() -> None:
    array = np.zeros(2, np.float32)
    tensor = torch.from_numpy(array)
    tensor[0] = 5
    tensor.numpy()[1] = 6
    assert array.tolist() == [5, 6]


def test_equal_elements_are_chosen_as_the_library_under_pytorch_chooses_them() -> None:
    values, places = torch.tensor([1, 1, 1, 1, 1, 1, 1, 1]).topk(3)
    assert values.tolist() == [1, 1, 1]
    assert sorted(set(places.tolist())) == sorted(places.tolist())


def test_circular_padding_wraps_what_negative_amounts_leave() -> None:
    row = torch.tensor([[0.0, 1.0, 2.0, 3.0]])
    padded = torch.nn.functional.pad(row, (-1, 1), mode="circular")
    assert padded.tolist() == [[1, 2, 3, 1]]


def test_values_at_one_coordinate_of_a_sparse_tensor_add_up() -> None:
    sparse = torch.sparse_coo_tensor([[1, 1]], [3.0, 4.0], (3,), check_invariants=True)
    assert sparse.to_dense().tolist() == [0, 7, 0]
    assert sparse.coalesce().values().tolist() == [7]


def test_a_gradient_finds_its_way_through_a_sparse_product() -> None:
    weights = torch.tensor([[0.0, 2.0], [3.0, 0.0]], requires_grad=True)
    torch.sparse.mm(weights.to_sparse(), torch.tensor([[1.0], [10.0]])).sum().backward()
    assert weights.grad.tolist() == [[0, 10], [1, 0]]


@pytest.mark.parametrize(
    ("made", "strides"),
    [
        (lambda: torch.ones(2, 3) @ torch.ones(3, 1), (1, 1)),
        (lambda: torch.ones(1, 3) @ torch.ones(3, 2), (2, 1)),
        (lambda: torch.ones(5, 5).sum(0, True), (5, 1)),
        (lambda: torch.ones(2, 4, 3).mT.int().sum(0), (4, 1)),
        (lambda: torch.ones(2, 4, 3).mT.amax(0), (4, 1)),
        (lambda: torch.ones(2, 4, 3).mT.tanh(), (12, 1, 3)),
        (lambda: torch.ones(2, 4, 3).mT.erf(), (12, 1, 3)),
        (lambda: torch.ones(2, 4, 3).mT.nan_to_num(), (12, 1, 3)),
        (lambda: torch.ones(2, 4, 3).permute(2, 1, 0).tril(), (8, 2, 1)),
        (lambda: torch.zeros(5, 0).argwhere(), (1, 0)),
        (lambda: torch.linalg.lstsq(torch.eye(4)[:, :3], torch.ones(4, 2)).solution, (1, 4)),
    ],
)
def test_results_lie_in_memory_as_pytorch_s(made, strides):
    assert made().stride() == strides


def test_a_gradient_finds_its_way_back_through_an_order_that_does_not_undo_itself() -> None:
    x = torch.zeros(2, 3, 4, requires_grad=True)
    weights = torch.arange(24).view(3, 4, 2)
    (x.permute(1, 2, 0) * weights).sum().backward()
    assert x.grad.tolist() == weights.permute(2, 0, 1).tolist()


def test_a_method_that_takes_dimensions_away_has_a_step_of_its_own_name() -> None:
    row = torch.ones(1, 2, requires_grad=True).clone()
    assert row.squeeze_(0).grad_fn.name() == "SqueezeBackward4"
    assert row.unsqueeze_(0).grad_fn.name() == "UnsqueezeBackward1"


def test_a_diagonal_of_a_dimension_with_itself_is_refused_by_whichever_number() -> None:
    with pytest.raises(RuntimeError, match="cannot be identical 0, -2"):
        torch.ones(2, 2).diagonal(0, 0, -2)


def test_a_window_may_be_as_long_as_what_it_slides_along() -> None:
    assert torch.arange(3).unfold(0, 3, 1).tolist() == [[0, 1, 2]]
    with pytest.raises(RuntimeError, match="is 3 but size is 4"):
        torch.arange(3).unfold(0, 4, 1)


def test_an_imaginary_number_fills_a_tensor() -> None:
    assert torch.full((2,), 3j).tolist() == [3j, 3j]


def test_what_is_traced_is_not_resized_and_no_number_is_too_long_for_64_bits() -> None:
    with pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
        torch.ones(2, requires_grad=True).resize_(3)
    with pytest.raises(OverflowError, match="int too big to convert"):
        torch.full((1,), 2**64)


def test_an_array_of_one_whole_number_is_one_where_a_tensor_would_do_too() -> None:
    x = torch.arange(6).reshape(2, 3)
    assert torch.narrow(x, 0, np.array(1), 1).tolist() == [[3, 4, 5]]
    assert torch.repeat_interleave(x, np.array(1)).tolist() == list(range(6))
    assert len(torch.tensor_split(x, np.array(2))) == 2


def test_what_joins_columns_lies_row_by_row_and_products_of_16_bits_as_their_first_factor() -> None:
    columns = torch.arange(10.0).reshape(2, 5).t()
    assert torch.cat([columns[:1], columns]).is_contiguous()
    assert torch.gradient(columns)[0].is_contiguous()
    heads = torch.ones(3, 2, 6, 4).transpose(0, 1)
    assert (heads @ torch.ones(4, 5)).is_contiguous()
    assert torch.linalg.vector_norm(heads[..., 0, :], dim=-1).is_contiguous()
    pages = torch.ones(4, 2, 3).permute(1, 2, 0).to(torch.bfloat16)
    assert (pages * torch.ones(2, 1, 4, dtype=torch.bfloat16)).stride() == (3, 1, 6)
    assert columns.index_fill(0, torch.tensor([1]), 3.0).stride() == (1, 5)
