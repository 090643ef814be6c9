import copy
import pickle

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.engine.cuda import cupy_backend
from tensorlab.engine.cuda.calls import Copies
from tests.cuda import stand_in

pytestmark = [
    pytest.mark.usefixtures("gpu"),
    pytest.mark.filterwarnings("ignore:ComplexHalf"),  # PyTorch warns of it, too
]


def test_a_tensor_on_the_gpu_says_so():
    x = torch.tensor([1.0, 2.0]).cuda()
    assert (str(x.device), x.is_cuda, x.get_device()) == ("cuda:0", True, 0)
    assert repr(x) == "tensor([1., 2.], device='cuda:0')"
    assert x.type() == "torch.cuda.FloatTensor"
    assert isinstance(x, torch.cuda.FloatTensor)
    assert type(x).__name__ == "Tensor"


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "complex32", "complex64", "bool", "int8"])
def test_every_type_comes_back_as_it_went(dtype):
    x = torch.tensor([[1.5, -2.0, 0.0], [3.0, 0.25, 100.0]]).to(getattr(torch, dtype))
    assert str(x.cuda().cpu()) == str(x)
    assert str((x.cuda() * 1).cpu()) == str(x * 1)


@pytest.mark.parametrize(
    "make", [lambda x: x, lambda x: x.t(), lambda x: x[::2], lambda x: x[0, 0]]
)
def test_moving_keeps_the_order_in_memory(make):
    x = make(torch.arange(24.0).reshape(4, 6))
    there = x.cuda()
    assert there.stride() == x.clone().stride()
    assert there.cpu().stride() == x.clone().stride()
    assert torch.equal(there.cpu(), x)


def test_bfloat16_is_rounded_to_even_with_nan_and_infinity_kept():
    bits = [1.0, 1.00390625, 1.01171875, float("nan"), float("inf"), -float("inf"), 3.4e38, 1e-40]
    x = torch.tensor(bits)
    assert str(x.cuda().bfloat16().cpu()) == str(x.bfloat16())


def test_views_share_memory():
    x = torch.zeros(3, 4, device="cuda")
    x.t()[1, 2] = 5
    x.view(-1)[0] = 7
    x[1:].diagonal().fill_(1)
    assert x.tolist() == [[7, 0, 0, 0], [1, 0, 0, 0], [0, 6 - 5, 0, 0]]
    assert x.data_ptr() == x.t().data_ptr()
    assert x[1:].storage_offset() == 4


def test_gradients_stay_on_the_device():
    w = torch.randn(3, 2, device="cuda", requires_grad=True)
    x = torch.randn(4, 3, device="cuda")
    loss = torch.nn.functional.cross_entropy(x @ w, torch.tensor([0, 1, 1, 0]).cuda())
    loss.backward()
    assert str(w.grad.device) == "cuda:0"
    here = w.detach().cpu().requires_grad_()
    torch.nn.functional.cross_entropy(x.cpu() @ here, torch.tensor([0, 1, 1, 0])).backward()
    assert torch.allclose(w.grad.cpu(), here.grad, atol=1e-6)


def test_a_gradient_finds_its_way_between_devices():
    x = torch.ones(2, requires_grad=True)
    (x.cuda() * 3).sum().backward()
    assert (x.grad.tolist(), str(x.grad.device)) == ([3.0, 3.0], "cpu")


@pytest.mark.parametrize(
    "mix",
    [
        lambda x, y: x + y, lambda x, y: torch.where(x > 1, x, y), lambda x, y: x.add_(y),
        lambda x, y: torch.add(x, x, out=y), lambda x, y: torch.nn.functional.mse_loss(x, y),
        lambda x, y: x[0] + y, lambda x, y: y - x,
    ],
)  # fmt: skip
def test_devices_do_not_mix(mix):
    with pytest.raises(RuntimeError, match="same device, but found at least two devices, c"):
        mix(torch.ones(2, 2, device="cuda"), torch.ones(2, 2))


@pytest.mark.parametrize(
    ("mix", "words"),
    [
        (lambda x, y: x @ y, "got mat2 is on cpu, different from other tensors on cuda:0"),
        (lambda x, y: y @ x, "got mat2 is on cuda:0, different from other tensors on cpu"),
        (lambda x, y: torch.cat([x, y]), "got tensors is on cpu.* wrapper_CUDA_cat"),
        (lambda x, y: x[None].bmm(y[None]), "got mat2 is on cpu"),
    ],
)
def test_products_and_joins_name_the_argument_that_is_elsewhere(mix, words):
    with pytest.raises(RuntimeError, match=words):
        mix(torch.ones(2, 2, device="cuda"), torch.ones(2, 2))


def test_single_numbers_and_indices_go_with_everything():
    x = torch.arange(4.0).cuda()
    assert (x + torch.tensor(1.0)).tolist() == [1, 2, 3, 4]
    assert x[torch.tensor([2, 0])].tolist() == [2, 0]
    with pytest.raises(RuntimeError, match="indices should be either on cpu"):
        x.cpu()[torch.tensor([0]).cuda()]


@pytest.mark.parametrize(
    "read",
    [
        lambda x, i: x[i], lambda x, i: x.gather(0, i), lambda x, i: x.take(i),
        lambda x, i: x.index_select(0, i),
    ],
)  # fmt: skip
def test_an_index_out_of_range_is_refused(read):
    with pytest.raises((IndexError, RuntimeError), match="out of"):
        read(torch.arange(4.0).cuda(), torch.tensor([1, 9]).cuda())


def test_division_of_integers_by_zero_is_refused():
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        torch.tensor([1, 2]).cuda() // torch.tensor([1, 0]).cuda()


def test_numpy_needs_a_copy():
    x = torch.ones(2).cuda()
    with pytest.raises(TypeError, match=r"can't convert cuda:0 device type tensor to numpy"):
        x.numpy()
    with pytest.raises(TypeError, match=r"Tensor.cpu\(\)"):
        np.asarray(x)
    assert x.cpu().numpy().tolist() == [1, 1]


def test_copies_and_pickles_stay_on_the_device():
    x = torch.ones(2).cuda()
    for other in (copy.deepcopy(x), pickle.loads(pickle.dumps(x)), x.clone()):  # noqa: S301  ours
        assert str(other.device) == "cuda:0"
        assert other.tolist() == [1, 1]


def test_a_large_tensor_is_printed_from_its_corners():
    x = torch.zeros(2000, 1000).cuda()
    before = Copies.count
    assert "..., " in repr(x)
    assert Copies.count == before


def test_the_default_device_is_where_tensors_are_made():
    torch.set_default_device("cuda")
    try:
        made = [torch.ones(2), torch.tensor([1]), torch.arange(3), torch.randn(2), torch.eye(2),
                torch.linspace(0, 1, 3), torch.full((2,), 3.0)]  # fmt: skip
        assert {str(x.device) for x in made} == {"cuda:0"}
        assert torch.ones(2, device="cpu").device.type == "cpu"
        assert str(torch.get_default_device()) == "cuda:0"
    finally:
        torch.set_default_device(None)
    assert torch.ones(2).device.type == "cpu"


def test_random_numbers_are_those_of_the_cpu():
    torch.manual_seed(3)
    here = torch.randn(5)
    torch.manual_seed(3)
    assert torch.equal(torch.randn(5, device="cuda").cpu(), here)


def test_there_is_one_gpu():
    assert torch.cuda.is_available()
    assert torch.cuda.device_count() == 1
    assert torch.cuda.current_device() == 0
    assert torch.cuda.get_device_name()
    with pytest.raises(RuntimeError, match="invalid device ordinal"):
        torch.ones(2).to("cuda:7")


def test_a_full_gpu_says_so_and_the_program_goes_on(gpu):
    total = torch.cuda.mem_get_info()[1] if gpu == "hardware" else stand_in.CAPACITY
    x = torch.ones(1000, device="cuda")
    with pytest.raises(
        torch.OutOfMemoryError, match=r"CUDA out of memory. Tried to allocate .* GiB"
    ):
        x.expand(total // 1000, 1000).clone()
    assert x.sum().item() == 1000


def test_quantized_tensors_stay_in_the_main_memory():
    with pytest.raises(NotImplementedError, match=r"Use .cpu\(\)"):
        torch.quantize_per_tensor(torch.ones(2).cuda(), 0.1, 0, torch.quint8)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RuntimeError("cudaErrorInsufficientDriver: CUDA driver version"), "update the driver"),
        (RuntimeError("cudaErrorNoDevice: no CUDA-capable device is detected"), "nvidia-smi"),
        (ImportError("libcublas.so.13: cannot open shared object file"), r"cupy-cuda13x\[ctk\]"),
        (RuntimeError("no kernel image is available for execution on the device"), "too old"),
        (ValueError("something else"), "does not work here: something else"),
    ],
)  # fmt: skip
def test_why_a_gpu_cannot_be_used_is_one_sentence_with_what_to_do(error, words):
    import re

    assert re.search(words, cupy_backend.explained(error))
    assert "\n" not in cupy_backend.explained(error)


def test_only_one_file_names_cupy():
    from pathlib import Path

    folder = Path(cupy_backend.__file__).parents[1]
    imports = [
        path.name for path in folder.rglob("*.py") if 'import_module("cupy' in path.read_text()
    ]
    assert imports == ["cupy_backend.py"]
