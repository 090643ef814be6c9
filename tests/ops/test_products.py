"""Traps of matrix products, decompositions, convolutions and transforms."""

from zlib import crc32

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


def by_hand(x, w, stride, padding, dilation):
    padded = functional.pad(x, (padding, padding))
    reach = dilation * (w.shape[2] - 1) + 1
    starts = range(0, padded.shape[2] - reach + 1, stride)
    cells = [padded[:, :, start : start + reach : dilation] for start in starts]
    return torch.stack([torch.einsum("bcx,ocx->bo", cell, w) for cell in cells], 2)


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


def test_max_pooling_numbers_the_cells_of_the_flattened_image():
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


# Checksums of the exponential of a matrix of so many rows, by a factor: recorded from PyTorch.
EXPONENTIALS = {
    (2, 1e-4): 1527269131,
    (2, 0.01): 581578213,
    (2, 0.1): 398670766,
    (2, 0.3): 128198869,
    (3, 0.05): 3372536046,
    (3, 0.3): 437878782,
    (3, 1): 1189104977,
    (5, 1): 2286591678,
}


@pytest.mark.parametrize(("rows", "factor"), EXPONENTIALS)
def test_the_exponential_of_a_matrix_has_pytorch_s_bits(rows, factor):
    cells = [
        [(i * i * 7 + j * 13 + i * j * 5) % 17 - 8.0 + 3 * (i == j) for j in range(rows)]
        for i in range(rows)
    ]
    found = torch.matrix_exp(torch.tensor(cells) * torch.tensor(factor) / rows)
    assert crc32(found.numpy().tobytes()) == EXPONENTIALS[rows, factor]


def test_a_sum_of_products_is_no_negative_zero_but_a_product_may_be():
    zeros, ones = torch.zeros(3, 2), -torch.ones(2, 4)
    found = [zeros @ ones, zeros @ ones[:, 0], zeros[0] @ ones, zeros[0] @ ones[:, 0]]
    found += [zeros[None] @ ones[None], functional.linear(zeros, ones.T.contiguous())]
    assert not any(part.signbit().any() for part in found)
    assert (zeros[:, :1] @ ones[:1]).signbit().all()
