"""Traps of matrix products, decompositions, convolutions and transforms."""

import math

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.nn import functional


def test_large_products_of_whole_numbers_stay_exact_or_wrap():
    small = torch.arange(1600).reshape(40, 40)
    assert (small @ small)[39, 39].item() == sum((1560 + k) * (39 + 40 * k) for k in range(40))
    large = torch.full((40, 40), 2**40)
    assert (large @ large)[0, 0].item() == (2**80 * 40 + 2**63) % 2**64 - 2**63
    tiny = torch.full((40, 40), 127, dtype=torch.int8)
    assert (tiny @ tiny)[0, 0].item() == (127 * 127 * 40 + 128) % 256 - 128


def test_matrices_of_two_types_are_refused_in_pytorchs_words():
    with pytest.raises(RuntimeError, match="m1 and m2 to have the same dtype, but got: float != l"):
        torch.ones(2, 2) @ torch.ones(2, 2).long()


def test_a_singular_matrix_has_no_inverse_but_a_gradient_of_its_determinant():
    x = torch.tensor([[1.0, 2.0], [2.0, 4.0]], dtype=torch.float64, requires_grad=True)
    with pytest.raises(torch.linalg.LinAlgError, match="diagonal element 2 is zero"):
        torch.inverse(x)
    torch.det(x).backward()
    expected = torch.tensor([[4.0, -2.0], [-2.0, 1.0]], dtype=torch.float64)
    assert torch.allclose(x.grad, expected)


@pytest.mark.parametrize("shape", [(4, 4), (5, 3), (3, 5), (2, 3, 3)])
def test_lu_gives_back_its_matrix(shape):
    A = torch.rand(*shape, dtype=torch.float64)
    P, L, U = torch.linalg.lu(A)
    assert torch.allclose(P @ L @ U, A)


def test_einsum_sums_a_letter_as_soon_as_nobody_needs_it():
    a, b, c = torch.rand(2, 3), torch.rand(3, 4), torch.rand(4, 5)
    assert torch.allclose(torch.einsum("ij,jk,kl->il", a, b, c), a @ b @ c)
    assert torch.allclose(torch.einsum("...ij,...jk", a, b), a @ b)
    assert torch.equal(torch.einsum("ii->i", torch.eye(3)), torch.ones(3))


# Shapes, an equation, and the strides of its result: recorded from PyTorch.
CONTRACTED = {
    ("ij,jk->ik", (2, 3), (3, 4)): (4, 1),
    ("ij,jk->ki", (2, 3), (3, 4)): (2, 1),
    ("ij,j->i", (2, 3), (3,)): (1,),
    ("ij,ij->", (2, 3), (2, 3)): (),
    ("ij,kl->ijkl", (2, 3), (3, 4)): (36, 12, 4, 1),
    ("ij,ijk->ik", (2, 3), (2, 3, 4)): (4, 1),
    ("ij,ijk->ik", (1, 3), (2, 3, 4)): (4, 1),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)): (15, 5, 1),
    ("ij,k->k", (2, 3), (4,)): (1,),
}


@pytest.mark.parametrize(("equation", "one", "other"), CONTRACTED)
def test_einsum_is_a_sum_over_all_letters(equation, one, other):
    first, second = torch.randn(one).double(), torch.randn(other).double()
    found = torch.einsum(equation, first, second)
    assert found.stride() == CONTRACTED[equation, one, other]
    assert torch.allclose(found, torch.tensor(np.einsum(equation, first, second)))


def by_hand(x, w, stride, padding, dilation):
    padded = functional.pad(x, (padding, padding))
    reach = dilation * (w.shape[2] - 1) + 1
    starts = range(0, padded.shape[2] - reach + 1, stride)
    elements = [padded[:, :, start : start + reach : dilation] for start in starts]
    return torch.stack([torch.einsum("bcx,ocx->bo", element, w) for element in elements], 2)


@pytest.mark.parametrize(("stride", "padding", "dilation"), [(1, 0, 1), (2, 1, 1), (3, 2, 2)])
def test_a_convolution_is_what_a_loop_over_its_windows_gives(stride, padding, dilation):
    x, w = torch.rand(2, 3, 11), torch.rand(4, 3, 3)
    found = functional.conv1d(x, w, stride=stride, padding=padding, dilation=dilation)
    assert torch.allclose(found, by_hand(x, w, stride, padding, dilation), atol=1e-6)


def test_a_transposed_convolution_is_the_gradient_of_a_convolution():
    x = torch.rand(1, 2, 7, 7, dtype=torch.float64, requires_grad=True)
    w = torch.rand(3, 2, 3, 3, dtype=torch.float64)
    y = functional.conv2d(x, w, stride=2, padding=1)
    weights = torch.rand(*y.shape, dtype=torch.float64)
    (grad,) = torch.autograd.grad(y, x, weights)
    assert torch.allclose(grad, functional.conv_transpose2d(weights, w, stride=2, padding=1))


def test_a_batch_is_convolved_a_few_samples_at_a_time_to_the_same_bits(monkeypatch):
    layers = torch.nn.Conv2d(2, 4, 3, padding=1, groups=2), torch.nn.ConvTranspose2d(2, 3, 3)

    def found():
        values = []
        for layer in layers:
            x = torch.linspace(-1, 1, 5 * 2 * 4 * 4).reshape(5, 2, 4, 4).requires_grad_()
            y = layer(x)
            values += [y, *torch.autograd.grad((y * y).sum(), [x, *layer.parameters()])]
        return values

    whole = found()
    monkeypatch.setattr("tensorlab.ops.nn.steps.convolution.AT_ONCE", 700)
    assert all(map(torch.equal, whole, found()))


def test_max_pooling_numbers_the_elements_of_the_flattened_image():
    x = torch.arange(16.0).reshape(1, 4, 4)
    values, indices = functional.max_pool2d(x, 2, return_indices=True)
    assert values.tolist() == [[[5.0, 7.0], [13.0, 15.0]]]
    assert torch.equal(x.flatten()[indices], values)


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_half_a_transform_brings_back_a_signal_of_any_length(n):
    x = torch.rand(3, n)
    assert torch.allclose(torch.fft.irfft(torch.fft.rfft(x), n), x, atol=1e-6)
    assert torch.allclose(torch.fft.fft(x), torch.fft.fft(x + 0j), atol=1e-5)


@pytest.mark.parametrize("product", ["bmm", "matmul"])
@pytest.mark.parametrize("inner", [(1, 3), (3, 1), (2, 3)])
def test_batches_whose_inner_sizes_differ_are_refused(product, inner):
    first, second = torch.ones(2, 2, inner[0]), torch.ones(2, inner[1], 2)
    with pytest.raises(RuntimeError, match="Expected size for first two dimensions of batch2"):
        getattr(torch, product)(first, second)


def test_the_exponential_of_a_turn_is_a_rotation_and_adds_angles():
    turn = torch.tensor([[0.0, 1.0], [-1.0, 0.0]])
    assert (
        repr(torch.matrix_exp(turn)) == "tensor([[ 0.5403,  0.8415],\n        [-0.8415,  0.5403]])"
    )
    angles = torch.tensor([0.0, 1e-8, 0.5, 3.0, 40.0]).reshape(-1, 1, 1)
    found = torch.matrix_exp(turn * angles)
    assert torch.allclose(found[:, 0, 0], angles[:, 0, 0].cos(), atol=1e-6)
    assert torch.allclose(found[:, 0, 1], angles[:, 0, 0].sin(), atol=1e-6)


def test_the_exponential_of_what_is_not_finite_is_nan_and_leaves_its_batch_alone():
    both = torch.stack((torch.eye(2), torch.full((2, 2), float("inf"))))
    found = torch.matrix_exp(both)
    assert torch.allclose(found[0], torch.eye(2) * math.e)
    assert found[1].isnan().all()


@pytest.mark.parametrize("shape", [(200, 4, 4, 4), (150, 1, 3, 2), (130, 2, 9, 1), (128, 3, 1, 3)])
@pytest.mark.parametrize("kind", ["float32", "float64", "int64", "complex64"])
def test_many_small_matrices_are_multiplied_as_each_is(shape, kind):
    batch, rows, terms, columns = shape
    first = (torch.arange(batch * rows * terms) % 7 - 3).reshape(batch, rows, terms)
    second = (torch.arange(batch * terms * columns) % 5 - 2).reshape(batch, terms, columns)
    first, second = (part.to(getattr(torch, kind)) for part in (first, second))
    expected = torch.stack([one @ other for one, other in zip(first, second, strict=True)])
    for found in (torch.bmm(first, second), first.mT.contiguous().mT @ second):
        assert torch.equal(found, expected)
        assert found.is_contiguous()


def test_a_sum_of_products_is_no_negative_zero():
    zeros, ones = torch.zeros(3, 2), -torch.ones(2, 4)
    found = [zeros @ ones, zeros @ ones[:, 0], zeros[0] @ ones, zeros[0] @ ones[:, 0]]
    found += [zeros[None] @ ones[None], functional.linear(zeros, ones.T.contiguous())]
    found += [zeros.expand(200, 3, 2) @ ones.expand(200, 2, 4)]
    assert not any(part.signbit().any() for part in found)


def test_an_outer_product_is_no_sum_and_keeps_the_sign_of_zero():
    assert repr(torch.tensor([[0.0], [1.0]]) @ torch.tensor([[-2.0, 1.0]])) == (
        "tensor([[-0.,  0.],\n        [-2.,  1.]])"
    )


@pytest.mark.parametrize(
    ("input", "bias", "shape"), [((2,), (), ()), ((2, 3, 2), (), (2, 3)), ((2,), None, ())]
)
def test_a_linear_layer_takes_a_list_of_weights(input, bias, shape):
    given = None if bias is None else torch.ones(bias)
    found = torch.nn.functional.linear(torch.ones(input), torch.tensor([3.0, 4.0]), given)
    assert found.shape == shape
    assert set(found.flatten().tolist()) == {7.0 if bias is None else 8.0}


@pytest.mark.parametrize("input", [(2,), (2, 2)])
def test_a_linear_layer_with_a_list_of_weights_takes_no_list_as_its_bias(input):
    with pytest.raises(RuntimeError, match="mat2 must be a matrix, got 1-D tensor"):
        torch.nn.functional.linear(torch.ones(input), torch.ones(2), torch.ones(1))
