"""What functions answer for sparse and quantized tensors, as their declarations say."""

import copy
import subprocess
import sys
from operator import attrgetter

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.facts import Quantized
from tensorlab.ops import namespace  # noqa: F401  every family is loaded

ON_VALUES = sorted(
    {one for one in OPERATIONS.values() if "sparse" in one.facts}, key=attrgetter("name")
)
MOVES = {
    "permute_copy": ((1, 0),), "t_copy": (), "squeeze_copy": (), "unsqueeze_copy": (0,),
    "select_copy": (0, 0), "diagonal_copy": (), "expand_copy": ((2, 2, 3),), "view_copy": ((6,),),
    "transpose_copy": (0, 1), "as_strided_copy": ((2,), (1,)), "unfold_copy": (1, 2, 1),
}  # fmt: skip


@pytest.mark.parametrize(
    "operation", sorted(ON_VALUES, key=attrgetter("name")), ids=lambda one: one.name
)
def test_a_function_that_leaves_zeros_alone_takes_sparse_tensors(operation) -> None:
    dense = torch.tensor([[0.0, 0.25], [0.5, 0.0]])
    function = function_of(operation)
    found = function(dense.to_sparse()).to_dense()
    assert np.array_equal(found.numpy(), function(dense).numpy())


def test_it_takes_them_whatever_was_loaded_first() -> None:
    program = (
        "import tensorlab as torch; s = torch.sparse_coo_tensor([[1]], [0.0], (2,));"
        "print(torch.erf(s).to_dense().tolist())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout == "[0.0, 0.0]\n", done.stderr


@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")  # deprecated, as in PyTorch
@pytest.mark.parametrize("name", MOVES)
def test_a_copy_of_a_view_keeps_the_quantizer(name: str) -> None:
    numbers = torch.arange(6.0).reshape(2, 3)
    copied = getattr(torch, name)(
        torch.quantize_per_tensor(numbers, 1.0, 0, torch.quint8), *MOVES[name]
    )
    assert copied.is_quantized
    assert torch.equal(copied.dequantize(), getattr(torch, name)(numbers, *MOVES[name]))


def test_every_fact_has_its_answer() -> None:
    from tensorlab.engine.calling.closures import ANSWERS

    assert set(Quantized) <= set(ANSWERS)


def test_weights_of_instances_learn_from_all_samples():
    torch.manual_seed(0)
    images = torch.rand(2, 3, 4, 4)
    weight, bias = torch.ones(3, requires_grad=True), torch.zeros(3, requires_grad=True)
    found = torch.nn.functional.instance_norm(images, None, None, weight, bias)
    found.pow(2).sum().backward()
    assert torch.allclose(weight.grad, 2 * found.detach().pow(2).sum((0, 2, 3)), rtol=1e-5)
    assert weight.grad.shape == bias.grad.shape == (3,)


def test_the_largest_of_windows_apart_get_the_gradient_as_those_that_overlap():
    image = torch.tensor([[[[1.0, 1.0, 2.0], [1.0, 1.0, 3.0]]]], requires_grad=True)
    torch.nn.functional.max_pool2d(image, (2, 1)).backward(torch.tensor([[[[2.0, 3.0, 5.0]]]]))
    assert image.grad.tolist() == [[[[2, 3, 0], [0, 0, 5]]]]
    image.grad = None
    torch.nn.functional.max_pool2d(image, 2, 1).sum().backward()
    assert image.grad.tolist() == [[[[1, 0, 0], [0, 0, 1]]]]


def of_storage(call):
    storage = torch.UntypedStorage(4)
    try:
        found = call(storage)
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"
    return storage.tolist() if found is None else found


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda s: s["a"], "TypeError: can't index a torch.UntypedStorage with str"),
        (lambda s: s[1.5], "TypeError: can't index a torch.UntypedStorage with float"),
        (lambda s: s[4], "IndexError: index 4 out of range for storage of size 4"),
        (lambda s: s[2**70], "ValueError: Overflow when unpacking long long"),
        (lambda s: s.resize_(8).nbytes(), 8),
        (lambda s: s.resize_(2).tolist(), [0, 0]),
        (lambda s: s.resize_(2.5), "RuntimeError: resize_ expects an int, but got float"),
        (
            lambda s: torch.ones(2).untyped_storage().resize_(9),
            "RuntimeError: Trying to resize storage that is not resizable",
        ),
    ],
)
def test_storages_have_places_and_sizes_of_whole_numbers_alone(call, expected):
    assert of_storage(call) == expected


def test_images_of_bytes_are_resized_by_weights_of_whole_numbers():
    image = torch.tensor([[0, 50, 200, 255], [9, 130, 77, 1], [40, 41, 42, 250]])
    image = image[None, None].to(torch.uint8)
    small = torch.nn.functional.interpolate(image, (2, 3), mode="bilinear")
    assert small[0, 0].tolist() == [[13, 120, 188], [37, 58, 165]]
    large = torch.nn.functional.interpolate(image, (5, 6), mode="bilinear")
    assert large[0, 0, 1:4].tolist() == [
        [4, 43, 93, 139, 152, 153],
        [9, 70, 121, 86, 39, 1],
        [28, 53, 73, 60, 103, 150],
    ]


def test_a_sparse_number_is_stored_where_it_is_not_zero() -> None:
    nothing, mask = torch.tensor(False).to_sparse(), torch.tensor(True).to_sparse()
    assert nothing._nnz() == 0
    assert nothing.to_dense().dtype is torch.bool
    assert torch.tensor(2.0).sparse_mask(mask).values().tolist() == [2.0]


@pytest.mark.filterwarnings("ignore:The PyTorch API of MaskedTensors")
def test_a_masked_tensor_is_copied_with_its_mask_and_its_gradient() -> None:
    mask = torch.tensor([True, False])
    masked = torch.masked.masked_tensor(torch.tensor([1.0, 2.0]), mask, requires_grad=True)
    (masked * 3).sum().backward()
    copied = copy.deepcopy(masked)
    copied.detach().mul_(2)
    assert repr(copied) == "MaskedTensor(\n  [  2.0000,       --]\n)"
    assert repr(copied.grad) == "MaskedTensor(\n  [  3.0000,       --]\n)"
    assert repr(masked) == "MaskedTensor(\n  [  1.0000,       --]\n)"


@pytest.mark.filterwarnings("ignore:The PyTorch API of MaskedTensors")
def test_a_sparse_tensor_is_picked_along_any_dimension() -> None:
    dense = torch.arange(8.0).view(2, 2, 2)
    sparse = dense.to_sparse()
    assert torch.equal(sparse[..., 1].to_dense(), dense[..., 1])
    assert torch.equal(sparse[None, :, 0].to_dense(), dense[None, :, 0])
    assert sparse.bool()[1, 1, 1].dtype is torch.bool
    mask = (dense > 2).to_sparse()
    masked = torch.masked.masked_tensor(dense.sparse_mask(mask), mask)
    assert repr(masked[1, 0]) == "MaskedTensor(\n  [  4.0000,   5.0000]\n)"


@pytest.mark.parametrize("dim", [0, False, range(1), (0,), np.array([0]), map(int, [0])])
def test_dimensions_of_masked_functions_are_whatever_gives_numbers(dim) -> None:
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert torch.masked.sum(x, dim, mask=x > 1).tolist() == [3.0, 6.0]


@pytest.mark.filterwarnings("ignore:Using a target size")
@pytest.mark.parametrize("name", ["mse_loss", "l1_loss", "smooth_l1_loss"])
def test_a_target_of_one_number_counts_as_one_of_the_input_s_size(name) -> None:
    act = getattr(torch.nn.functional, name)
    found = act(torch.ones(2), torch.tensor(3.0, dtype=torch.float64))
    assert found.dtype is torch.float64


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.gather(2, torch.tensor([[[1]]])),
        lambda x: x.masked_select(x > 0),
        lambda x: x.take(torch.tensor([1])),
        lambda x: x.cummax(0).values,
        lambda x: torch.nn.functional.adaptive_max_pool2d(x, 1, return_indices=True)[0],
    ],
)
def test_what_pytorch_keeps_of_its_input_is_not_written_over_before_its_gradient(call) -> None:
    x = torch.tensor([[[1.0, 2.0]]], requires_grad=True).clone()
    result = call(x)
    with torch.no_grad():
        x.add_(1)
    with pytest.raises(
        RuntimeError, match=r"modified by an inplace .*, which is output 0 of Clone"
    ):
        result.sum().backward()


@pytest.mark.parametrize(
    "call",
    [
        lambda x: torch.zeros(4).masked_scatter(torch.arange(4) < 2, x),
        lambda x: torch.linalg.solve(torch.eye(2), x),
    ],
)
def test_what_pytorch_does_not_keep_may_be_written_over_before_its_gradient(call) -> None:
    leaf = torch.ones(2, requires_grad=True)
    result = call(x := leaf.clone())
    x.add_(1)
    result.sum().backward()
    assert leaf.grad.tolist() == [1, 1]


def test_a_result_written_over_is_told_by_its_number() -> None:
    spread, mean = torch.std_mean(torch.tensor([1.0, 2.0], requires_grad=True))
    spread.detach().add_(1)
    with pytest.raises(RuntimeError, match="which is output 0 of StdMean, is at version 1"):
        (spread + mean).backward()


@pytest.mark.parametrize("derive", [torch.func.jacrev, torch.func.jacfwd])
def test_jacobians_are_of_real_numbers(derive) -> None:
    real, turned = torch.ones(2), torch.tensor([1j, 2.0])
    with pytest.raises(RuntimeError, match=r"all inputs to be real .* flattened input idx: 1"):
        derive(lambda x, y: x * y.real, argnums=(0, 1))(real, turned)
    with pytest.raises(RuntimeError, match=r"all outputs to be real .* flattened input idx: 0"):
        derive(lambda x: x * turned)(real)


def test_automatic_casts_take_an_lstm_as_one_function() -> None:
    layer = torch.nn.LSTM(3, 2)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        shown, (hidden, element) = layer(torch.ones(4, 1, 3, dtype=torch.bfloat16))
    assert {shown.dtype, hidden.dtype, element.dtype} == {torch.bfloat16}


def test_a_result_that_depends_on_nothing_has_no_slope() -> None:
    x, kinds = torch.ones(2), torch.autograd.functional
    double = (lambda at: (at * 2, torch.ones(1)), x)
    assert kinds.vjp(*double, (x, torch.ones(1)))[1].tolist() == [2, 2]
    moved = kinds.jvp(*double, x)[1]
    assert [part.tolist() for part in moved] == [[2, 2], [0]]
    assert kinds.vhp(lambda at: torch.ones(()), x, x)[1].tolist() == [0, 0]


def test_weights_of_a_wider_type_leave_a_loss_its_own() -> None:
    losses, half = torch.nn.functional, torch.full((2, 3), 0.5)
    wide = torch.ones(3, dtype=torch.float64)
    assert losses.binary_cross_entropy(half, half, wide).dtype is torch.float32
    logits = losses.binary_cross_entropy_with_logits
    assert logits(half, half, wide, pos_weight=wide).dtype is torch.float32


@pytest.mark.parametrize("derive", [torch.func.jacrev, torch.func.jacfwd])
def test_jacobians_are_worked_out_where_nothing_is_recorded(derive) -> None:
    with torch.no_grad():
        assert derive(lambda x: x * 2)(torch.ones(2)).tolist() == [[2, 0], [0, 2]]


def test_second_derivatives_are_worked_out_where_nothing_is_recorded() -> None:
    x, kinds = torch.ones(2), torch.autograd.functional
    with torch.no_grad():
        assert kinds.hvp(lambda at: (at**3).sum(), x, x)[1].tolist() == [6, 6]
        assert kinds.hessian(lambda at: (at**3).sum(), x).tolist() == [[6, 0], [0, 6]]
