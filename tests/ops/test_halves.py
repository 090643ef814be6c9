"""16-bit floats are rounded where PyTorch rounds them: single elements after each step."""

import pytest

import tensorlab as torch

SETS = {"bfloat16": torch.bfloat16, "float16": torch.float16}
# What PyTorch 2.13 gives: of 40 elements a vector holds 32, and the last 8 are single ones.
ROOTS = {
    "bfloat16": [3.015625, 1.4453125, 1.0859375, 0.271484375, 0.26953125, 0.265625, 0.26171875],
    "float16": [
        3.015625, 1.443359375, 1.0849609375, 0.27294921875, 0.269287109375, 0.265625,
        0.26220703125,
    ],
}  # fmt: skip
CUBES = {
    "bfloat16": [0.0013275146484375, 0.11083984375, 0.6171875, 1.8125, 4.0625, 7.53125],
    "float16": [
        0.0013303756713867188, 0.110595703125, 0.6142578125, 1.814453125, 4.01953125, 7.52734375,
    ],
}  # fmt: skip
ENTROPIES = {
    "bfloat16": [0.2421875, -3.421875, -10.8125, -19.875, -29.625],
    "float16": [0.2427978515625, -3.4453125, -10.8359375, -19.765625, -29.65625],
}
BELOW = {
    "bfloat16": [0.0, 0.0, 0.166015625, 0.9765625, 1.0],
    "float16": [0.0, 0.0, 0.166259765625, 0.9765625, 1.0],
}
PRODUCTS = {"bfloat16": 0.9375, "float16": 0.93310546875}
LOGARITHMS = {"bfloat16": 15.75, "float16": 15.7109375}
SCALED = {"bfloat16": [4.0625, 9.75, 34.25], "float16": [4.06640625, 9.75, 34.46875]}
SLOPES = {
    "bfloat16": [0.265625, -0.54296875, 0.27734375],
    "float16": [3.6484375, -0.41259765625, -3.849609375],
}
RESIZED = {
    "bfloat16": [1.0, 29.375, 114.5, 200.0, 111.0, 22.875, -7.0],
    "float16": [1.0, 29.421875, 114.6875, 200.0, 111.25, 22.609375, -7.0],
}


@pytest.fixture(params=SETS)
def name(request):
    return request.param


@pytest.fixture
def elements(name):
    return (torch.arange(40) * 0.37 + 0.11).to(SETS[name])


def test_roots_of_vectors_are_rounded_once_and_of_single_elements_twice(name, elements):
    picked = [0, 1, 2, -4, -3, -2, -1]
    assert torch.rsqrt(elements)[picked].tolist() == ROOTS[name]
    assert (elements**-0.5)[picked].tolist() == ROOTS[name]


def test_cubes_of_bfloat16_are_rounded_twice(name, elements):
    assert (elements**3)[:6].tolist() == CUBES[name]


def test_special_functions_are_rounded_after_each_step(name, elements):
    assert torch.special.entr(elements)[::8].tolist() == ENTROPIES[name]
    assert torch.special.ndtr(elements - 7)[::8].tolist() == BELOW[name]
    assert torch.logsumexp(elements, 0).item() == LOGARITHMS[name]


def test_products_are_rounded_after_each_factor(name):
    factors = (1 + (torch.arange(60) % 7 - 3) * 0.01).to(SETS[name])
    assert torch.prod(factors).item() == PRODUCTS[name]


def test_the_powers_of_softmax_are_rounded_off_the_last_dimension():
    x = torch.tensor([[0.5, -1.25, 3.0], [2.0, 0.75, -0.5]], dtype=torch.bfloat16)
    assert torch.softmax(x, 0)[0].tolist() == [0.181640625, 0.11962890625, 0.96875]


def test_gradients_of_normalizations_go_by_moments_of_16_bits(name):
    x = (torch.arange(6).reshape(2, 3) * 0.37 + 10).to(SETS[name]).requires_grad_()
    torch.nn.functional.group_norm(x, 1).backward(x.detach().square())
    assert x.grad[0].tolist() == SLOPES[name]


def test_signals_are_resized_by_weights_of_16_bits(name):
    signal = torch.tensor([[[1.0, 200.0, -7.0]]], dtype=SETS[name])
    found = torch.nn.functional.interpolate(signal, 7, mode="linear")
    assert found.flatten().tolist() == RESIZED[name]


def test_numbers_are_scaled_by_a_power_that_is_rounded(name):
    powers = torch.tensor([0.3, 0.1, 3.3], dtype=SETS[name])
    scaled = torch.ldexp(torch.tensor([3.3, 9.1, 3.5], dtype=SETS[name]), powers)
    assert scaled.tolist() == SCALED[name]


def test_the_share_of_a_mean_is_rounded_before_it_meets_differences():
    x = torch.tensor([3.3, 5.7, 1.1, 0.7, 9.1, 3.5], dtype=torch.float16, requires_grad=True)
    target = torch.tensor([0.3, 1.7, 2.2, 0.9, 0.1, 3.3], dtype=torch.float16)
    (torch.nn.functional.mse_loss(x, target) * torch.tensor(1.3, dtype=torch.float16)).backward()
    assert x.grad[3].item() == -0.08648681640625
