"""A parameter is of a class of its own; what is computed of it is a tensor."""

import copy
import pickle

import tensorlab as torch
from tensorlab import nn


def test_a_parameter_says_what_it_is():
    weight = nn.Linear(2, 2).weight
    assert type(weight) is weight.__class__ is nn.Parameter
    assert str(type(weight)) == "<class 'torch.nn.parameter.Parameter'>"
    assert isinstance(weight, torch.Tensor)
    assert not isinstance(torch.ones(2), nn.Parameter)


def test_copies_of_a_parameter_are_parameters():
    bias = nn.Parameter(torch.ones(2))
    bias.sum().backward()
    stored = pickle.loads(pickle.dumps(bias))  # noqa: S301  written here
    copies = copy.deepcopy(bias), copy.copy(bias), stored
    assert all(type(each) is nn.Parameter and each.requires_grad for each in copies)
    assert all(each.grad is None for each in copies)


def test_what_is_computed_of_a_parameter_is_a_tensor():
    weight = nn.Parameter(torch.ones(2, 2))
    results = (
        weight + 1,
        weight.data,
        weight.detach(),
        weight[0],
        weight.t(),
        weight.view(4),
        -weight,
    )
    assert {type(result) for result in results} == {torch.Tensor}
    with torch.no_grad():
        assert weight.add_(1) is weight


def test_a_class_of_parameters_is_kept():
    class Scale(nn.Parameter):
        """A parameter of a program's own class."""

    scale = Scale(torch.ones(1))
    assert type(scale) is Scale
    assert isinstance(scale, nn.Parameter)
    assert type(scale + 1) is torch.Tensor


def test_a_lazy_parameter_becomes_one():
    layer = nn.LazyLinear(3)
    assert isinstance(layer.weight, nn.Parameter)
    layer(torch.ones(1, 2))
    assert type(layer.weight) is nn.Parameter


def test_a_buffer_is_a_tensor():
    assert type(nn.Buffer(torch.ones(1))) is torch.Tensor


def test_a_module_that_passes_names_on_to_the_one_in_it_is_copied():
    class Wrapped(nn.Module):
        def __init__(self, module):
            super().__init__()
            self.module = module

        def __getattr__(self, name):
            try:
                return super().__getattr__(name)
            except AttributeError:
                return getattr(self.module, name)

    made = copy.deepcopy(Wrapped(nn.Linear(2, 3)))
    assert (made.in_features, made.weight.shape) == (2, (3, 2))


def test_the_type_of_a_parameter_elsewhere_makes_parameters():
    kind = type(nn.Linear(2, 2, device="meta").weight)
    made = kind(torch.ones(2), requires_grad=False)
    assert (type(made), made.requires_grad) == (nn.Parameter, False)
    assert type(kind(2)) is torch.Tensor


def test_a_tensor_made_of_a_tensor_shares_its_elements_and_its_history():
    class Named(torch.Tensor):
        pass

    x = torch.ones(2, requires_grad=True)
    made = Named(torch.Tensor(x) * 2)
    assert (made + made).sum().backward() is None
    assert x.grad.tolist() == [4, 4]
    assert torch.Tensor(x).grad_fn.name() == "AliasBackward0"
