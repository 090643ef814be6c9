"""Where PyTorch's arithmetic differs from numpy's, element by element."""

import math

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.nn import functional
from tensorlab.numerics.functions import rounding


def values(tensor: torch.Tensor) -> list[float]:
    return tensor.tolist()


@pytest.mark.parametrize("divide", [torch.floor_divide, torch.remainder, torch.fmod])
def test_whole_numbers_refuse_to_be_divided_by_zero(divide) -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError") as caught:
        divide(torch.tensor([1, 2]), torch.tensor([1, 0]))
    assert type(caught.value) is RuntimeError


@pytest.mark.parametrize("name", ["exp", "expm1", "log", "log1p", "sin", "cos", "tanh", "acosh"])
@pytest.mark.parametrize("shape", [(), (3,), (40, 20)])
def test_elementary_functions_of_few_numbers_are_the_nearest_floats(name: str, shape) -> None:
    x = np.asarray(np.random.RandomState(0).gamma(2.0, size=shape) + 1, np.float32)
    x = x.T  # elements in another order in memory
    wide = getattr(np, {"acosh": "arccosh"}.get(name, name))(x.astype(np.float64))
    assert np.array_equal(getattr(rounding, name)(x), wide.astype(np.float32))


def test_the_exponential_of_ten_prints_the_nearest_float() -> None:
    assert str(torch.tensor(10.0).exp()) == "tensor(22026.4648)"


def test_division_of_whole_numbers_gives_the_default_float() -> None:
    assert (torch.tensor([7, -7]) / 2).dtype is torch.float32


def test_rounding_modes_round_down_and_towards_zero() -> None:
    x = torch.tensor([7, -7])
    assert values(torch.div(x, 2, rounding_mode="floor")) == [3, -4]
    assert values(torch.div(x, 2, rounding_mode="trunc")) == [3, -3]


def test_remainder_has_the_sign_of_the_divisor_and_fmod_of_the_dividend() -> None:
    x = torch.tensor([-7.5, 7.5])
    assert values(x % 2) == [0.5, 1.5]
    assert values(torch.fmod(x, 2)) == [-1.5, 1.5]


def test_remainder_of_nothing_keeps_the_sign_of_the_dividend() -> None:
    rest = values(torch.tensor([-4.0, 4.0]) % 2)
    assert [math.copysign(1, number) for number in rest] == [-1, 1]


def test_many_remainders_are_those_of_few() -> None:
    torch.manual_seed(0)
    x, y = torch.randn(200) * 100, torch.randn(200)
    for function in (torch.remainder, torch.fmod, torch.floor_divide):
        few = [function(x[i], y[i]).item() for i in range(200)]
        assert values(function(x, y)) == few


def test_bytes_wrap_around() -> None:
    assert values(torch.tensor([200], dtype=torch.uint8) + 100) == [44]


def test_truth_values_cannot_be_subtracted() -> None:
    truth = torch.tensor([True, False])
    with pytest.raises(RuntimeError, match="with two bool tensors is not supported"):
        truth - truth
    with pytest.raises(RuntimeError, match="with a bool tensor is not supported"):
        truth - 1


def test_whole_numbers_have_no_negative_power_but_of_tensors_they_have() -> None:
    with pytest.raises(RuntimeError, match="negative integer powers are not allowed"):
        torch.tensor([2]) ** -1
    assert values(torch.tensor([1, 2, -1]) ** torch.tensor([-1, -1, -1])) == [1, 0, -1]


def test_sign_of_what_is_no_number_is_zero() -> None:
    assert values(torch.sign(torch.tensor([math.nan, -2.0]))) == [0, -1]


def test_relu_keeps_the_negative_zero() -> None:
    assert math.copysign(1, torch.relu(torch.tensor([-0.0] * 16))[0].item()) == -1


@pytest.mark.parametrize("count", [1, 40_000])
def test_bounds_of_zero_keep_the_negative_zero_of_few_and_of_many(count: int) -> None:
    x = torch.tensor([-0.0, -1.0, 2.0, math.nan]).repeat(count)
    bounded = [
        x.clamp(0, 1), x.clamp(min=0).clamp(max=1), x.clone().clamp_(0, 1),
        functional.hardtanh(x, 0, 1), functional.relu6(x).clamp_max(1),
    ]  # fmt: skip
    for found in bounded:
        assert str(found[-4:].tolist()) == "[-0.0, 0.0, 1.0, nan]"
    assert str(x.sign()[-4:].tolist()) == "[0.0, -1.0, 1.0, 0.0]"
    assert str(functional.celu(x)[-4:].tolist()).startswith("[-0.0, -0.632")


def test_a_number_on_the_left_is_divided_by_way_of_the_reciprocal() -> None:
    x = torch.tensor([2.0], requires_grad=True)
    assert (1 / x).grad_fn.name() == "MulBackward0"


def test_half_sums_round_the_number_first_and_products_do_not() -> None:
    x = torch.tensor([1.0], dtype=torch.float16)
    assert (x + 0.0004).item() == 1.0
    third = torch.tensor([3.0], dtype=torch.float16)
    assert (third * 0.1).item() == torch.tensor(0.3, dtype=torch.float16).item()


def test_inplace_argument_writes_over_the_input() -> None:
    x = torch.tensor([-1.0, 2.0])
    assert functional.leaky_relu(x, 0.5, inplace=True) is x
    assert values(x) == [-0.5, 2.0]


def test_writing_in_place_counts_as_a_new_version() -> None:
    x = torch.ones(2)
    x.add_(1).mul_(torch.tensor([2.0, 3.0]))
    assert values(x) == [4.0, 6.0]
    assert x._version == 2


def test_out_must_have_the_type_of_the_operand() -> None:
    with pytest.raises(RuntimeError, match="Found dtype Double but expected Float"):
        torch.neg(torch.ones(2), out=torch.empty(2, dtype=torch.float64))


def test_targets_beyond_the_classes_are_refused() -> None:
    with pytest.raises(IndexError, match="Target 3 is out of bounds"):
        functional.cross_entropy(torch.zeros(1, 3), torch.tensor([3]))


def test_class_weights_need_one_for_each_class() -> None:
    with pytest.raises(RuntimeError, match="defined either for all 3 classes"):
        functional.cross_entropy(torch.zeros(1, 3), torch.tensor([0]), weight=torch.ones(1))


def test_probabilities_outside_zero_and_one_are_refused() -> None:
    with pytest.raises(RuntimeError, match="between 0 and 1"):
        functional.binary_cross_entropy(torch.tensor([1.5]), torch.tensor([1.0]))


@pytest.mark.parametrize("count", [4, 100])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_special_functions_agree_with_the_standard_library(count: int, dtype) -> None:
    x = torch.linspace(-3, 3, count, dtype=dtype)
    exact = 1e-6 if dtype is torch.float32 else 1e-13
    for function, reference in ((torch.erf, math.erf), (torch.erfc, math.erfc)):
        expected = [reference(number) for number in values(x)]
        assert values(function(x)) == pytest.approx(expected, rel=exact, abs=exact)
    y = torch.linspace(0.1, 20, count, dtype=dtype)
    expected = [math.lgamma(number) for number in values(y)]
    assert values(torch.lgamma(y)) == pytest.approx(expected, rel=exact, abs=exact)


def test_gradients_of_gradients_reach_through_results() -> None:
    x = torch.tensor(0.5, requires_grad=True, dtype=torch.float64)
    (slope,) = torch.autograd.grad(torch.tanh(x), x, create_graph=True)
    (bend,) = torch.autograd.grad(slope, x)
    tanh = math.tanh(0.5)
    assert bend.item() == pytest.approx(-2 * tanh * (1 - tanh**2))


@pytest.mark.parametrize("name", ["sigmoid", "erf", "exp", "nn.functional.gelu"])
def test_many_elements_stay_in_the_order_in_which_they_lie(name):
    function = eval(f"torch.{name}")  # noqa: S307  our own names
    x = torch.arange(90_000.0).view(3, 100, 300) / 90_000
    turned = function(x.transpose(0, 2))
    assert turned.stride() == (1, 300, 30_000)
    assert turned.transpose(0, 2).equal(function(x))
    assert function(x.expand(2, 3, 100, 300)).stride() == (90_000, 30_000, 300, 1)


@pytest.mark.parametrize(("dtype", "exact"), [(torch.complex64, 8), (torch.complex128, 4)])
def test_what_fills_a_vector_times_its_conjugate_is_real(dtype, exact):
    z = torch.view_as_complex(torch.arange(1.0, 4 * exact + 1).sin().double().view(-1, 2)).to(dtype)
    for product in (z * z.conj(), z.conj() * z, z.clone().mul_(z.conj())):
        assert not product.imag.any()
        assert torch.allclose(product.real, z.abs() ** 2)
    assert (z[:exact].view(2, -1) * z[: exact // 2].conj()).imag[0].abs().max() < 1e-6
    assert (z[0] * 2).item() == 2 * z[0].item()
