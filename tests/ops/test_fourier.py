import pytest

import tensorlab as torch


@pytest.mark.parametrize("name", ["irfftn", "hfftn"])
@pytest.mark.parametrize(
    ("sizes", "shape"),
    [
        (None, (3, 4)),  # 2 * (n - 1), where the last size is not given
        ((3, -1), (3, 4)),
        ((-1, -1), (3, 4)),
        ((3, 1), (3, 1)),
        ((2, 5), (2, 5)),
    ],
)
def test_half_a_transform_has_the_size_that_is_asked_for(name, sizes, shape):
    half = torch.arange(9.0).view(3, 3)
    assert getattr(torch.fft, name)(half, s=sizes).shape == shape


@pytest.mark.parametrize("length", [1, 4, 5])
def test_real_transforms_over_several_dimensions_lead_back(length):
    x = torch.arange(3.0 * length).view(3, length).cos()
    whole = torch.fft.irfftn(torch.fft.rfftn(x), s=x.shape)
    assert torch.allclose(whole, x, atol=1e-6)


def test_half_of_one_number_is_no_transform_without_a_size():
    with pytest.raises(RuntimeError, match=r"Invalid number of data points \(0\) specified"):
        torch.fft.irfftn(torch.ones(3, 1))


@pytest.mark.parametrize("sizes", [(10, 9), (12, 15), (6, 10, 4), (7, 5)])
def test_frequencies_that_mirror_themselves_have_no_dust_beside_their_real_part(sizes):
    x = torch.rand(2, *sizes)
    found = torch.fft.rfftn(x, dim=tuple(range(1, x.ndim)))
    whole = torch.fft.fftn(x.double(), dim=tuple(range(1, x.ndim)))[..., : found.shape[-1]]
    assert torch.allclose(found, whole.to(found.dtype), atol=1e-4)
    own = found[:, :: sizes[0] // 2] if sizes[0] % 2 == 0 else found[:, :1]
    assert torch.all(own.flatten(1, -1)[:, 0].imag == 0)
    assert torch.all(own[(slice(None), -1, *[0] * (len(sizes) - 1))].imag == 0)
