"""Calls that are answered without binding arguments: what they give and what they leave alone."""

import contextlib
import math
import operator
from collections.abc import Callable

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.engine.calling import resolving
from tensorlab.engine.declaring import creating_any
from tensorlab.engine.signatures import binding
from tensorlab.engine.signatures.overloads import Call
from tensorlab.engine.warning import Warned
from tensorlab.numerics.machine.blocks import MANY
from tensorlab.numerics.passes import choose


def test_out_is_written_and_counted_as_a_write() -> None:
    a, out = torch.tensor([1.0, 2.0]), torch.zeros(2)
    assert torch.add(a, a, out=out) is out
    assert (out.tolist(), out._version) == ([2.0, 4.0], 1)
    assert torch.exp(torch.zeros(2), out=out).tolist() == [1.0, 1.0]
    assert torch.mm(torch.ones(1, 2), torch.ones(2, 1), out=torch.zeros(1, 1)).item() == 2


def test_out_is_refused_where_it_shows_an_operand_otherwise() -> None:
    square = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises(RuntimeError, match="single memory location"):
        torch.add(square, square, out=square.t())
    with pytest.raises(RuntimeError, match="automatic differentiation"):
        torch.add(torch.ones(2, requires_grad=True), 1, out=torch.zeros(2))
    with pytest.raises(RuntimeError, match="can't be cast"):
        torch.add(torch.ones(2), 1, out=torch.zeros(2, dtype=torch.int64))


def test_a_method_takes_no_out() -> None:
    with pytest.raises(TypeError):
        torch.ones(2).add(1, out=torch.zeros(2))


def test_writing_in_place_by_the_closure_is_recorded_and_refused_as_before() -> None:
    x = torch.zeros(2, 2)
    assert x.masked_fill_(torch.eye(2) > 0, 5.0) is x
    assert (x.tolist(), x._version) == ([[5.0, 0.0], [0.0, 5.0]], 1)
    with pytest.raises(RuntimeError, match="leaf Variable"):
        torch.ones(2, requires_grad=True).clamp_(min=3)
    with pytest.raises(RuntimeError, match="single memory location"):
        torch.ones(1).expand(3).clamp_(min=3)
    with pytest.raises(RuntimeError, match="0-dimensional value"):
        x.index_fill_(0, torch.tensor([0, 1]), torch.ones(2))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_halves_with_numbers_and_settings_are_rounded_once(dtype: torch.dtype) -> None:
    x = torch.tensor([3.0, -7.1, 0.3], dtype=dtype)
    assert (x * 0.1).tolist() == (x.float() * 0.1).to(dtype).tolist()
    assert x.sum(0).dtype is dtype
    assert (-x).tolist() == (-x.float()).tolist()
    with pytest.raises(RuntimeError, match="bool tensor is not supported"):
        x - torch.tensor([True, False, True])


def test_blocks_of_a_large_array_give_what_its_parts_give() -> None:
    x = torch.linspace(-3, 3, MANY + 7)
    for function in (lambda x: x % 0.3, torch.erfc, lambda x: torch.clamp(x, -1, 0.5)):
        parts = [function(part) for part in x.split(50_000)]
        assert torch.equal(function(x), torch.cat(parts))


def test_bits_choose_as_branches_do() -> None:
    x = np.linspace(-1, 1, 40_001, dtype=np.float32)
    x[::7] = np.nan
    for other in (-x, np.float32(0.5)):
        assert np.array_equal(choose(x > 0, x, other), np.where(x > 0, x, other), equal_nan=True)


def test_a_view_of_an_empty_tensor_keeps_its_strides() -> None:
    empty = torch.zeros(0, 3)
    assert (empty[None].stride(), empty[:, ::2].stride()) == ((0, 3, 1), (3, 2))


def test_many_numbers_are_kept_within_others_as_few_are() -> None:
    x = torch.linspace(-3, 3, 50_001)
    x[::7], x[::11] = -0.0, torch.nan
    for function in (torch.relu, lambda x: x.clamp(-1, 0.5), lambda x: x.clamp(max=-0.0)):
        parts = [function(part) for part in x.split(500)]
        assert function(x).numpy().tobytes() == torch.cat(parts).numpy().tobytes()


@pytest.mark.parametrize("second", [1, 2.5, -math.inf])
@pytest.mark.parametrize("third", [0, 0.5, torch.arange(3), torch.tensor([0.5, 1, 2])])
def test_a_choice_between_numbers_is_as_plain_as_one_between_tensors(
    monkeypatch: pytest.MonkeyPatch, second: float, third: object
) -> None:
    mask = torch.tensor([True, False, True])
    of_tensors = torch.where(mask, torch.tensor(second), torch.as_tensor(third))
    if isinstance(second, int) or not isinstance(third, torch.Tensor) or third.is_floating_point():
        monkeypatch.setattr(resolving, "resolve", None)
    found = torch.where(mask, second, third)
    assert found.dtype is of_tensors.dtype
    assert torch.equal(found, of_tensors)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.squeeze([True]),
        lambda x: torch.squeeze(x, (True,)),
        lambda x: torch.stack([x, x], torch.tensor(True)),
        lambda x: torch.cat((x, x), torch.tensor(True)),
    ],
)
def test_no_shortcut_takes_a_truth_value_for_a_dimension(call) -> None:
    x = torch.ones(2, 3)
    x.squeeze([0])  # from which the shortcuts might learn
    with pytest.raises(TypeError):
        call(x)


@pytest.mark.parametrize("name", ["zeros_like", "rand_like", "randn_like", "empty_like"])
def test_pinned_memory_is_refused_by_all_that_makes_tensors_beside_others(name) -> None:
    make, x = getattr(torch, name), torch.ones(2)
    make(x, pin_memory=False)  # from which a shortcut might learn
    with pytest.raises(RuntimeError, match="no pinned memory allocator"):
        make(x, pin_memory=True)
    with pytest.raises(RuntimeError, match="no pinned memory allocator"):
        x.new_zeros(2, pin_memory=True)


def test_which_form_takes_a_call_depends_on_no_call_before() -> None:
    mask, numbers, ones = torch.tensor([True, False]), torch.tensor([1, 2]), torch.ones(2)
    assert torch.where(mask, self=torch.tensor(1.5), other=ones).tolist() == [1.5, 1.0]
    for _ in range(2):
        with pytest.raises(TypeError, match=r"got \(Tensor, .*=Tensor, .*=Tensor\)"):
            torch.where(mask, self=mask, other=numbers)
        assert torch.where(mask, self=torch.tensor(2), other=numbers).tolist() == [2, 2]


def test_a_tensor_that_is_a_dimension_is_no_second_operand() -> None:
    x = torch.tensor([[1.0, 7.0], [5.0, 3.0]])
    for largest in (torch.max(x, axis=torch.tensor(1)), x.max(axis=torch.tensor(1))):
        assert largest.indices.tolist() == [1, 0]
    with pytest.raises(TypeError, match=r"got \(Tensor, int, other=Tensor\)"):
        torch.max(x, 1, other=x)
    with pytest.raises(TypeError, match='missing 1 required positional arguments: "dim"'):
        x.min(other=x, keepdim=True)


def test_a_parameter_is_refused_by_its_own_name() -> None:
    weight = torch.nn.Parameter(torch.ones(2, 3, 2))
    with pytest.raises(TypeError, match=r"got \(Tensor, Parameter, tuple\)"):
        torch.nn.functional.conv1d(torch.ones(1, 3, 4), weight, (1.5,))


@pytest.mark.parametrize(
    ("maker", "named", "placed"),
    [
        (torch.randint, {"low": 0, "high": 9, "size": (2, 3)}, (0, 9, (2, 3))),
        (torch.linspace, {"start": 0, "end": 1, "steps": 4}, (0, 1, 4)),
        (torch.rand, {"size": (2,), "dtype": torch.float64}, (2,)),
        (torch.full, {"size": [2], "fill_value": 0.5, "requires_grad": True}, ([2], 0.5)),
        (torch.tensor, {"requires_grad": True}, ([1.0, 2.0],)),
    ],
)
def test_makers_of_tensors_are_called_by_name_without_binding_arguments(
    maker, named, placed, monkeypatch
) -> None:
    monkeypatch.setattr(creating_any, "resolved", None)
    facts = {name: value for name, value in named.items() if name in ("dtype", "requires_grad")}
    torch.manual_seed(0)
    expected = maker(*placed, **facts)
    torch.manual_seed(0)
    found = maker(*placed, **facts) if facts == named else maker(**named)
    assert torch.equal(found, expected)
    assert (found.dtype, found.requires_grad) == (expected.dtype, expected.requires_grad)


def test_calls_by_name_and_by_numpys_names_are_answered_without_binding_arguments(monkeypatch):
    monkeypatch.setattr(resolving, "resolve", None)
    x, places = torch.arange(6.0).view(2, 3), torch.tensor([[2], [0]])
    assert x.sum(axis=1).tolist() == [3.0, 12.0]
    assert torch.mean(x, axis=0, keepdims=True).tolist() == [[1.5, 2.5, 3.5]]
    assert torch.cat((x, x), axis=1).shape == (2, 6)
    assert x.gather(dim=1, index=places).tolist() == [[2.0], [3.0]]
    assert x.masked_fill(mask=x > 4, value=0.0).sum().item() == 10


@pytest.mark.parametrize(
    ("name", "args", "settings"),
    [
        ("add", 2, {"alpha": 3}),
        ("add", 1, {"other": 2}),
        ("pow", 2, {}),
        ("max", 1, {"axis": 1}),
        ("permute", 1, {"dims": (1, 0)}),
        ("sum", 1, {"axis": (0, 1), "keepdims": True}),
        ("transpose", 1, {"axis0": 0, "axis1": 1}),
        ("clamp", 1, {"min": 0.5, "max": True}),
    ],
)
def test_a_call_bound_as_one_before_has_the_same_names(name, args, settings):
    signature = getattr(torch, name).operation.signature
    for turn in range(3):
        given = tuple(torch.rand(2, 3) for _ in range(args))
        with contextlib.suppress(TypeError):
            bound = binding.bind(signature, name, given, settings)
            fresh = binding.bound_anew(Call(signature, name, given, settings, 1))
            assert [*bound] == [*fresh]
            assert all(map(operator.is_, bound.values(), fresh.values())), turn


def test_an_order_of_before_is_warned_of_in_each_session(monkeypatch):
    a = torch.ones(2)
    for _ in range(2):
        monkeypatch.setattr(Warned, "texts", set())
        with pytest.warns(UserWarning, match="This overload of add is deprecated"):
            assert torch.add(a, 2, torch.tensor([3.0, 4.0])).tolist() == [7.0, 9.0]


def test_views_with_gaps_are_written_to_by_the_ufunc_unless_their_elements_overlap(monkeypatch):
    square, line = torch.zeros(3, 4), torch.zeros(4)
    overlapping = line.unfold(0, 2, 1)
    monkeypatch.setattr(resolving, "write_in_place", lambda *call: "looked at closer")
    square[:, 1].add_(1)
    square.t()[2].mul_(2).sub_(torch.ones(3))
    assert square.sum(0).tolist() == [0.0, 3.0, -3.0, 0.0]
    assert overlapping.add_(1) == "looked at closer"
    assert line.expand(2, 4).add_(1) == "looked at closer"


def test_numbers_before_tensors_and_negative_powers_need_no_binding(monkeypatch):
    x = torch.tensor([1.0, 2.0, 4.0])
    monkeypatch.setattr(resolving, "answer", None)
    assert (2**x).tolist() == torch.pow(2, x).tolist() == [2.0, 4.0, 16.0]
    assert (x**-1).tolist() == [1.0, 0.5, 0.25]
    assert torch.pow(2, torch.tensor([1, 3])).tolist() == [2, 8]
    assert torch.pow(0.5, torch.tensor([1, 3])).dtype is torch.float32


@pytest.mark.parametrize(
    "cause",
    [
        lambda: torch.nn.Softmax()(torch.ones(2, 2)),
        lambda: torch.nn.functional.mse_loss(torch.ones(2), torch.ones(2, 1)),
        lambda: torch.ones(2)[torch.tensor([1, 0], dtype=torch.uint8)],
        lambda: torch.ones(2, 3, 4).T,
    ],
)
def test_a_warning_is_of_the_line_that_called_the_library(
    cause: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Warned, "always", True)
    with pytest.warns(UserWarning, match="deprecated|different") as found:
        cause()
    line = __file__, cause.__code__.co_firstlineno
    assert {(each.filename, each.lineno) for each in found} == {line}
