"""Classes of a program that answer functions of torch, and how classes print."""

import copy

import pytest

import tensorlab as torch


class Plain(torch.Tensor):
    """A class of tensors with no answers of its own."""


class Noted:
    """No tensor, but it answers functions: the first tensor's answer, with a note."""

    def __init__(self, data, note):
        self.data = torch.as_tensor(data)
        self.note = note

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        notes = [value.note for value in args if isinstance(value, Noted)]
        plain = [value.data if isinstance(value, Noted) else value for value in args]
        return Noted(func(*plain, **(kwargs or {})), notes[0])


class Silent:
    """It answers nothing."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


def test_results_are_of_the_program_s_class():
    tensor = Plain([1.0, 2.0])
    assert repr(tensor) == "Plain([1., 2.])"
    for result in (tensor + 1, 1 - tensor, torch.stack([tensor]), tensor[0], tensor.sum()):
        assert type(result) is Plain
    assert type(tensor.max(0).values) is Plain
    assert type(tensor.as_subclass(torch.Tensor)) is torch.Tensor
    assert repr(Plain([[1.0], [2.0]])) == "Plain([[1.],\n       [2.]])"


def test_numbers_before_a_program_s_class_meet_it_by_its_own_operators():
    tensor = Plain([1.0, 2.0])
    assert [(2**tensor).tolist(), (7 // tensor).tolist(), (7 % tensor).tolist()] == [
        [2.0, 4.0], [7.0, 3.0], [0.0, 1.0],
    ]  # fmt: skip
    assert type(2**tensor) is type(7 // tensor) is Plain


def test_gradients_flow_through_a_program_s_class():
    tensor = Plain([1.0, 2.0]).requires_grad_()
    result = (tensor * tensor).sum()
    assert repr(result) == "Plain(5., grad_fn=<AliasBackward0>)"
    result.backward()
    assert tensor.grad.tolist() == [2.0, 4.0]


def test_a_list_is_of_the_program_s_class_after_one_of_tensors_was_joined():
    torch.hstack([torch.ones(1), torch.ones(1)])
    tensor = Plain([1.0])
    for parts in ([tensor, tensor], [torch.ones(1), tensor, torch.ones(1)]):
        assert type(torch.hstack(parts)) is Plain


def test_a_class_sees_every_function_once():
    seen = []

    class Watched(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            seen.append(func.__name__)
            return super().__torch_function__(func, types, args, kwargs)

    tensor = Watched([1.0, 2.0])
    tensor += torch.nn.functional.softmax(tensor, 0)
    torch.add(tensor, tensor)
    assert seen == ["softmax", "add_", "add"]


def test_what_is_no_tensor_answers_too():
    noted = Noted([[1, 2], [3, 4]], "mine")
    result = torch.add(torch.tensor([[1, 2], [1, 2]]), noted)
    assert (result.data.tolist(), result.note) == ([[2, 4], [4, 6]], "mine")
    assert (torch.ones(2, 2) * noted).note == "mine"


def test_what_something_is_is_asked_of_no_class():
    noted = Noted([1], "mine")
    assert not torch.is_tensor(noted)
    assert not torch.is_storage(noted)
    assert torch.typename(noted).endswith("test_overriding.Noted")


def test_a_class_can_leave_all_answers_to_torch():
    class Kept(torch.nn.Parameter):
        __torch_function__ = torch._C._disabled_torch_function_impl

    class Inherited(torch.nn.Parameter):
        pass

    assert type(Inherited(torch.ones(2)) + 1) is torch.Tensor
    answer = torch.nn.Parameter.__torch_function__
    assert type(answer(torch.neg, (Plain,), (Plain([1.0]),))) is torch.Tensor
    kept = Kept(torch.ones(2))
    for result in (kept + 1, torch.stack([kept, kept]), kept.sum()):
        assert type(result) is torch.Tensor
    assert kept.shape == (2,)


def test_without_an_answer_the_function_is_refused():
    with pytest.raises(TypeError, match=r"Multiple dispatch failed for 'torch.sum'"):
        torch.sum(Silent())
    with pytest.raises(TypeError, match=r"no implementation found for 'torch.nn.functional"):
        torch.nn.functional.softmax(Silent(), 0)
    with pytest.raises(TypeError, match=r"unsupported operand type"):
        torch.ones(1) + Silent()


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("autograd.Function", "torch.autograd.function.Function"),
        ("optim.lr_scheduler.StepLR", "torch.optim.lr_scheduler.StepLR"),
        ("utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader"),
        ("distributions.ExpTransform", "torch.distributions.transforms.ExpTransform"),
        ("nn.Parameter", "torch.nn.parameter.Parameter"),
        ("no_grad", "torch.autograd.grad_mode.no_grad"),
        ("optim.Optimizer", "torch.optim.optimizer.Optimizer"),
    ],
)
def test_classes_print_as_pytorch_s(path, shown):
    value = torch
    for part in path.split("."):
        value = getattr(value, part)
    assert repr(value) == f"<class '{shown}'>"


def test_nested_tensors_are_answered_one_by_one():
    nested = torch.nested.nested_tensor([[1.0, 2.0], [3.0]], requires_grad=True)
    doubled = nested * 2
    assert repr(doubled.detach()) == "nested_tensor([\n  tensor([2., 4.]),\n  tensor([6.])\n])"
    padded = torch.nested.to_padded_tensor(doubled, -1.0)
    assert padded.tolist() == [[2.0, 4.0], [6.0, -1.0]]
    padded.sum().backward()
    assert [part.tolist() for part in nested.grad.unbind()] == [[2.0, 2.0], [2.0]]
    with pytest.raises(RuntimeError, match="irregular"):
        nested.size(1)
    with pytest.raises(NotImplementedError, match="NestedTensorCPU"):
        nested.sum()


def test_dimensions_of_nested_tensors_are_those_of_the_tensors_and_the_list():
    nested = torch.nested.nested_tensor([torch.ones(2, 6), torch.ones(3, 6)])
    turned = nested.view(2, -1, 2, 3).transpose(1, 2)
    assert [part.shape for part in turned.unbind()] == [(2, 2, 3), (2, 3, 3)]
    assert nested[1, :, -1].tolist() == [1, 1, 1]
    with pytest.raises(RuntimeError, match="dimension 0 cannot be transposed"):
        nested.transpose(0, 1)


def test_jagged_tensors_know_their_ragged_dimension():
    offsets = torch.tensor([0, 2, 4])  # of one length, though they could differ
    values = torch.arange(8.0).view(4, 2).requires_grad_()
    jagged = torch.nested.nested_tensor_from_jagged(values, offsets)
    ragged = jagged.shape[1]
    assert jagged.transpose(1, 2).shape == (2, 2, ragged)
    assert (jagged * torch.ones(2) - 1).unsqueeze(1).shape == (2, 1, ragged, 2)
    assert jagged.sum(1).tolist() == [[2, 4], [10, 12]]
    other = torch.nested.nested_tensor_from_jagged(values, offsets.clone())
    with pytest.raises(RuntimeError, match="binary pointwise function add"):
        jagged + other
    (jagged * 3).sum().backward()
    assert values.grad.tolist() == [[3, 3]] * 4


def test_every_function_says_where_it_is_found():
    class Told(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            places.append(f"{func.__module__}.{func.__name__}")
            return super().__torch_function__(func, types, args, kwargs or {})

    places = []
    told = torch.ones(2).as_subclass(Told)
    torch.add(told, 1), torch.nn.functional.relu(told), torch.linalg.norm(told)
    assert places == ["torch.add", "torch.nn.functional.relu", "torch.linalg.linalg_norm"]
    assert hasattr(torch.ones(1), "__torch_function__")
    assert "__version__" in dir(torch)


def test_a_function_under_another_name_is_handed_over_as_what_programs_call():
    class Told(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return func

    told = torch.ones(2).as_subclass(Told)
    assert torch.special.erf(told) is torch.special.erf
    assert torch.erf(told) is torch.erf
    assert torch.concat([told]) is torch.concat


def test_a_block_can_leave_classes_of_programs_unasked():
    class Told(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return "told"

    told = torch.ones(2).as_subclass(Told)
    with torch._C.DisableTorchFunctionSubclass():
        assert torch.add(told, 1).tolist() == [2.0, 2.0]
    assert torch.add(told, 1) == "told"


def test_a_class_may_have_names_that_tensors_are_made_of_here():
    class Measured(torch.Tensor):
        array = property(lambda self: self.tolist())

        def step(self):
            return "up"

    given = torch.ones(2).as_subclass(Measured).requires_grad_()
    (given * 3).sum().backward()
    assert (given.array, given.step(), (given + 1).array) == ([1.0, 1.0], "up", [2.0, 2.0])
    assert given.grad.tolist() == [3.0, 3.0]


def test_everyday_names_of_tensors_are_a_program_s_own():
    tensor = torch.ones(2, requires_grad=True)
    names = ["step", "base", "version", "hooks", "notes", "tracked", "element_type", "parts"]
    for name in names:
        assert not hasattr(tensor, name)
        setattr(tensor, name, name)
    (tensor[:1] * 2).sum().backward()
    assert (tensor.grad.tolist(), tensor._version, tensor.step) == ([2.0, 0.0], 0, "step")


def test_the_attributes_of_a_tensor_are_those_that_a_program_gave_it():
    class Tagged(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            result = super().__torch_function__(func, types, args, kwargs or {})
            if isinstance(result, Tagged):
                result.__dict__ = copy.copy(args[0].__dict__)
            return result

    weight = torch.nn.Parameter(torch.ones(2))
    given = torch.ones(2).as_subclass(Tagged)
    given.tag = ["a"]
    made = (given * weight).relu()
    made.sum().backward()
    assert (vars(made), weight.grad.tolist()) == ({"tag": ["a"]}, [1.0, 1.0])
    assert (vars(weight), vars(weight[:1]), vars(weight * 2)) == ({}, {}, {})
    copied = copy.deepcopy(given)
    assert (type(copied), copied.tag, copied.tag is given.tag) == (Tagged, ["a"], False)


def test_an_index_of_a_program_s_class_answers_for_what_it_chooses():
    class Told(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return func.__name__, types

    place = torch.tensor(1).as_subclass(Told)
    assert torch.ones(2, 2)[place] == torch.ones(2, 2)[place, 0] == ("__getitem__", (Told,))


def test_a_class_sees_the_functions_that_programs_name_and_settings_only_where_there_are_some():
    seen = []

    class Listing(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            seen.append((func, kwargs))
            return super().__torch_function__(func, types, args, kwargs or {})

    tensor = torch.arange(3.0).as_subclass(Listing)
    assert (tensor[0], tensor.sum(dim=0), tensor * 2) is not None
    repr(tensor)
    named = torch.Tensor.__getitem__, torch.Tensor.sum, torch.Tensor.mul, torch.Tensor.__repr__
    assert seen == [*zip(named, (None, {"dim": 0}, None, None), strict=True)]
    assert [func.__name__ for func, _ in seen] == ["__getitem__", "sum", "mul", "__repr__"]


def test_jagged_tensors_of_one_length_meet_those_of_several_in_attention():
    def jagged(*lengths):
        parts = [torch.ones(2, length, 4) for length in lengths]
        return torch.nested.nested_tensor(
            [part.transpose(0, 1) for part in parts], layout=torch.jagged
        )

    query, key = jagged(1, 1, 1).transpose(1, 2), jagged(3, 2, 5).transpose(1, 2)
    found = torch.nn.functional.scaled_dot_product_attention(query, key, key)
    assert [part.shape for part in found.unbind()] == [(2, 1, 4)] * 3
