"""Traps of sums, products, extremes and scans."""

import math

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.numerics.sums.reducing import reduced


def gradient(function, rows):
    x = torch.tensor(rows, dtype=torch.float64, requires_grad=True)
    function(x).sum().backward()
    return x.grad.tolist()


def test_a_product_with_a_zero_still_has_a_gradient():
    assert gradient(lambda x: x.prod(), [2.0, 0.0, 3.0]) == [0.0, 6.0, 0.0]
    assert gradient(lambda x: x.prod(), [0.0, 0.0, 3.0]) == [0.0, 0.0, 0.0]


def test_a_running_product_with_zeros_has_its_exact_gradient():
    weights = torch.tensor([1.0, 10.0, 100.0, 1000.0], dtype=torch.float64)
    found = gradient(lambda x: x.cumprod(0) * weights, [2.0, 0.0, 3.0, 0.0])
    assert found == [1.0, 2 * 10 + 2 * 3 * 100, 0.0, 0.0]


def test_a_running_product_with_zeros_can_be_differentiated_twice():
    x = torch.tensor([0.0, 5.0], dtype=torch.float64, requires_grad=True)
    (first,) = torch.autograd.grad(x.cumprod(0)[1], x, create_graph=True)
    (second,) = torch.autograd.grad(first[1], x)
    assert second.tolist() == [1.0, 0.0]  # d2(ab) / db da


def test_equal_largest_elements_share_the_gradient_and_one_takes_it_along_a_dimension():
    assert gradient(lambda x: x.max(), [1.0, 7.0, 7.0]) == [0.0, 0.5, 0.5]
    assert gradient(lambda x: x.amax(0), [1.0, 7.0, 7.0]) == [0.0, 0.5, 0.5]
    assert gradient(lambda x: x.max(0).values, [1.0, 7.0, 7.0]) == [0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    "shape", [(700, 5, 1), (400, 27, 1), (70, 30, 1, 1), (1, 900, 3), (9, 77, 3)]
)
def test_what_is_reduced_need_not_be_the_last_dimension(shape):
    x = torch.arange(torch.Size(shape).numel(), dtype=torch.float32).remainder(101).view(shape)
    for name in ("sum", "amax", "amin"):
        for keepdim in (False, True):
            found = getattr(x, name)(1, keepdim)
            slow = getattr(x.transpose(1, -1).double(), name)(-1, True).transpose(1, -1)
            assert found.equal(slow.float() if keepdim else slow.float().squeeze(1))


def test_what_is_infinite_stays_in_its_own_column():
    x = torch.ones(1000, 40, 3)
    x[0, 1, 1], x[1, 1, 0] = float("inf"), float("nan")
    assert str(x.sum(1)[:2].tolist()) == "[[40.0, inf, 40.0], [nan, 40.0, 40.0]]"


def test_a_sum_forgets_its_input_so_that_it_may_be_overwritten():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    total = y.sum()
    y.add_(1)
    total.backward()
    assert x.grad.tolist() == [2.0, 2.0, 2.0]


def test_running_sums_of_float32_are_added_in_double_precision():
    x = torch.full((100_000,), 0.1)
    assert x.cumsum(0)[-1].item() == pytest.approx(10_000.000149, abs=1e-3)


def test_a_wide_scan_goes_row_by_row_to_the_same_end():
    x = torch.rand(7, 300)
    narrow = torch.stack([x[:, column].cumsum(0) for column in range(300)], 1)
    assert torch.equal(x.cumsum(0), narrow)
    assert torch.equal(x.t().cumsum(1), narrow.t())


def test_nan_is_the_largest_the_smallest_and_the_median():
    x = torch.tensor([1.0, float("nan"), 3.0])
    assert x.max(0).indices.item() == x.min(0).indices.item() == x.median(0).indices.item() == 1
    assert x.nanmedian().item() == 1.0
    assert x.cummax(0).indices.tolist() == [0, 1, 1]


def test_the_largest_element_of_nothing_is_refused_in_pytorchs_words():
    with pytest.raises(RuntimeError, match=r"max\(\): Expected reduction dim to be specified"):
        torch.zeros(0).max()
    with pytest.raises(IndexError, match=r"argmax\(\): Expected reduction dim 1 to have non-zero"):
        torch.zeros(2, 0).argmax(1)


def test_a_large_product_is_that_of_all_its_elements():
    x = torch.ones(20_000, dtype=torch.float64)
    x[3], x[9_000], x[-1] = 2.0, 3.0, 5.0
    assert x.prod().item() == 30.0


def test_each_nan_sets_a_running_record_anew():
    nan = float("nan")
    rows = torch.tensor([[1.0, nan, 2.0, nan, 5.0], [nan, 3.0, 1.0, 7.0, nan]])
    assert rows.cummax(1).indices.tolist() == [[0, 1, 1, 3, 3], [0, 0, 0, 0, 4]]
    many = rows.repeat(40, 100)  # large ones are counted another way
    few = many[:2].cummin(1).indices
    assert torch.equal(many.cummin(1).indices, few.repeat(40, 1))


def test_sums_of_many_numbers_are_those_of_numpy_in_double_precision():
    torch.manual_seed(0)
    many = torch.rand(70, 3, 50)
    exact = many.double()
    for dim in (0, 1, 2, (0, 1, 2)):
        for keepdim in (False, True):
            total = many.sum(dim, keepdim)
            assert torch.allclose(total.double(), exact.sum(dim, keepdim), rtol=1e-6)
            assert total.shape == exact.sum(dim, keepdim).shape
    many[0, 0, 0] = float("inf")
    assert many.sum().item() == many.sum(0)[0, 0].item() == float("inf")


@pytest.mark.parametrize(
    ("shape", "dim", "expected"),
    [((7,), 0, 1.1215019226074219), ((100,), 0, 1.3643450736999512),
     ((1003,), 0, 1.3783892393112183), ((6, 50), 1, -1.4039230346679688),
     ((50, 6), 0, -0.10047531127929688), ((50, 64), 0, -0.10357880592346191)],
)  # fmt: skip
def test_sums_are_added_up_in_pytorchs_order(shape, dim, expected):
    terms = [math.sin(place * 1.3) for place in range(math.prod(shape))]
    total = torch.tensor(terms).reshape(shape).sum(dim)
    assert total.reshape(-1)[-1].item() == expected


@pytest.mark.parametrize(
    ("count", "expected"),
    [(10, 0.46470212936401367), (17, -0.027590498328208923), (300, 0.0001304539036937058)],
)
def test_losses_are_added_up_in_pytorchs_order(count, expected):
    terms = [math.sin(place * 1.3) for place in range(3 * count)]
    classes = torch.arange(count) % 3
    loss = torch.nn.functional.nll_loss(torch.tensor(terms).reshape(-1, 3), classes)
    assert loss.item() == expected


@pytest.mark.parametrize("ufunc", [np.add, np.multiply, np.maximum, np.logical_and])
@pytest.mark.parametrize(
    ("shape", "axes"),
    [((9001,), None), ((40_003,), (0,)), ((5001, 7), (0,)), ((3000, 5), (1,)), ((70, 131), (1,)),
     ((3, 40, 50), (1, 2)), ((3, 40, 50), (0, 1)), ((20, 17, 30), (1,)), ((9, 30, 33), (0, 2)),
     ((2, 17_000), (1,))],
)  # fmt: skip
def test_many_elements_are_reduced_as_numpy_reduces_them(ufunc, shape, axes):
    array = np.random.default_rng(1).uniform(0.99, 1.01, shape)
    kind = None if ufunc is np.logical_and else array.dtype
    for keepdims in (False, True):
        found = reduced(ufunc, array, axes, kind, keepdims)
        expected = ufunc.reduce(array, axes, kind, keepdims=keepdims)
        assert found.shape == expected.shape
        assert np.allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize(("shape", "dim"), [((300, 400), 0), ((300, 400), 1), ((5, 4, 900), 2)])
def test_many_running_results_are_those_of_double_precision(shape, dim):
    x = torch.tensor(np.random.default_rng(2).uniform(0.9, 1.1, shape), dtype=torch.float32)
    wide = x.double().numpy()
    assert np.array_equal(x.cumsum(dim).numpy(), np.cumsum(wide, dim).astype(np.float32))
    assert np.array_equal(x.cumprod(dim).numpy(), np.cumprod(wide, dim).astype(np.float32))


def test_of_zeros_the_last_one_is_the_extreme() -> None:
    assert [str(torch.tensor(each).max()) for each in ([-0.0, 0.0], [0.0, -0.0])] == [
        "tensor(0.)",
        "tensor(-0.)",
    ]


def test_the_gradient_of_an_extreme_goes_to_what_is_nan() -> None:
    x = torch.tensor([1.0, float("nan"), 2.0], requires_grad=True)
    x.max().backward()
    assert x.grad.tolist() == [0, 1, 0]


def test_of_different_elements_and_rows_is_told_which_each_one_was() -> None:
    rows = torch.tensor([[2, 1], [0, 3], [2, 1]])
    values, which = rows.unique(dim=0, return_inverse=True)
    assert values[which].tolist() == rows.tolist()
    assert which.tolist() == [1, 0, 1]
    _, which = torch.unique_consecutive(torch.tensor([1, 1, 2, 1]), return_inverse=True)
    assert which.tolist() == [0, 0, 1, 2]


def test_a_running_sum_of_exponentials_moves_along_its_input() -> None:
    point, along = torch.tensor([1.0, 2.0, 0.5]), torch.tensor([1.0, 0.0, 3.0])
    _, moved = torch.func.jvp(lambda x: x.logcumsumexp(0), (point,), (along,))
    assert torch.allclose(moved, torch.tensor([1.0, 0.2689, 0.6520]), atol=1e-4)
