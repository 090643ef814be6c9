"""Quantized tensors: rounding, sharing of storage and what is refused."""

import copy
import pickle
from typing import Any

import pytest

import tensorlab as torch

pytestmark = pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")


def quantized(numbers: Any, scale: float = 0.1, zero_point: int = 10, dtype: Any = None) -> Any:
    return torch.quantize_per_tensor(
        torch.tensor(numbers), scale, zero_point, dtype or torch.quint8
    )


def test_a_view_shows_what_is_written_to_its_base() -> None:
    base = quantized([[0.0, 1.0], [2.0, 3.0]])
    turned = base.t()
    base[0, 1] = 5.0
    assert turned[1, 0].item() == 5.0


def test_numbers_beyond_the_limits_become_the_limits() -> None:
    assert quantized([-100.0, 100.0]).int_repr().tolist() == [0, 255]


def test_two_halves_of_a_byte_hold_two_numbers() -> None:
    packed = quantized([0.0, 0.0, -1.0, 0.5, 0.5], dtype=torch.quint4x2).int_repr()
    assert packed.tolist() == [10 | 10 << 4, 0 | 15 << 4, 15]


def test_one_channel_alone_has_one_scale_and_zero_point() -> None:
    scales, zero_points = torch.tensor([0.5, 0.25]), torch.tensor([1, 2])
    tensor = torch.quantize_per_channel(torch.ones(2, 3), scales, zero_points, 0, torch.qint8)
    assert (tensor[1].q_scale(), tensor[1].q_zero_point()) == (0.25, 2)
    with pytest.raises(RuntimeError, match="Setting strides is possible only"):
        tensor.t()


@pytest.mark.parametrize("name", ["abs", "exp", "sum", "neg", "argmax", "cumsum_", "sigmoid_"])
def test_what_has_no_kernel_is_refused(name: str) -> None:
    args = (0,) if name == "cumsum_" else ()
    with pytest.raises(NotImplementedError, match="'QuantizedCPU' backend"):
        getattr(quantized([0.5]), name)(*args)


def test_copies_share_no_storage() -> None:
    tensor = quantized([0.5, 1.0])
    restored = pickle.loads(pickle.dumps(tensor))  # noqa: S301  written a moment ago
    for other in (copy.deepcopy(tensor), restored, tensor.clone()):
        tensor[0] = 2.0
        assert other[0].item() == 0.5
        tensor[0] = 0.5
        assert torch.equal(other, tensor)


def test_gradients_of_fake_quantization_pass_inside_the_limits_only() -> None:
    x = torch.tensor([0.3, 90.0, -90.0], requires_grad=True)
    torch.fake_quantize_per_tensor_affine(x, 0.5, 0, 0, 7).sum().backward()
    assert x.grad.tolist() == [1.0, 0.0, 0.0]
