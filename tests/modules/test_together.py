"""Optimisers that move small parameters as one vector leave what they leave one by one."""

import pytest

import tensorlab as torch
from tensorlab.optim.together import are_moved_at_once

MAKERS = {
    "sgd": lambda given, optim: optim.SGD(given, lr=0.1, weight_decay=0.1),
    "momentum": lambda given, optim: optim.SGD(given, lr=0.1, momentum=0.9, nesterov=True),
    "adam": lambda given, optim: optim.Adam(given, amsgrad=True),
    "adamw": lambda given, optim: optim.AdamW(given, lr=0.1),
    "rmsprop": lambda given, optim: optim.RMSprop(given, centered=True, momentum=0.5),
    "adagrad": lambda given, optim: optim.Adagrad(given, lr_decay=0.1),
    "adadelta": lambda given, optim: optim.Adadelta(given),
}


def made(mixed):
    """Return small parameters, or those of all sorts, some of which share their memory."""
    torch.manual_seed(0)
    if not mixed:
        return [torch.nn.Parameter(torch.randn(size)) for size in [(2, 3), (3,), (), (1,), (5, 2)]]
    sizes = [(2, 3), (3,), (80, 50), (5,), (40, 50), (), (1,), (2, 2)]
    found = [torch.nn.Parameter(torch.randn(size)) for size in sizes]
    found.append(torch.nn.Parameter(torch.randn(4, 5).t()))
    found.append(torch.nn.Parameter(torch.randn(4).double()))
    twin = torch.nn.Parameter(torch.zeros(3))
    twin.data = found[1].data
    return [*found, twin, torch.randn(8)[2:5].requires_grad_()]


def states(make, monkeypatch, mixed, together):
    parameters = made(mixed)
    optimizer = make(parameters, torch.optim)
    if not together:
        monkeypatch.setattr(type(optimizer), "_elementwise", False)
    for step in range(4):
        for place, parameter in enumerate(parameters):
            late = mixed and place == 1 and step < 2
            parameter.grad = None if late else torch.randn(parameter.shape).to(parameter.dtype)
        optimizer.step()
    found = [*parameters]
    for parameter in parameters:
        found += optimizer.state.get(parameter, {}).values()
    return [(tensor.tolist(), tensor._version) for tensor in found if tensor is not None]


@pytest.mark.parametrize("mixed", [False, True])
@pytest.mark.parametrize("name", MAKERS)
def test_parameters_are_moved_together_as_one_by_one(name, mixed, monkeypatch):
    together = states(MAKERS[name], monkeypatch, mixed, True)
    assert together == states(MAKERS[name], monkeypatch, mixed, False)


def test_few_elements_are_moved_at_once():
    given = [(parameter, torch.zeros(parameter.shape), {}) for parameter in made(False)]
    assert are_moved_at_once(given)
    assert not are_moved_at_once([*given, given[0]])
    assert not are_moved_at_once([(torch.zeros(300), torch.zeros(300), {})] * 4)


@pytest.mark.parametrize("name", ["Adam", "NAdam", "Adagrad", "RMSprop", "Rprop"])
def test_a_complex_parameter_is_moved_as_its_real_and_imaginary_parts(name):
    whole = torch.tensor([1 + 2j, -3 + 0.5j], requires_grad=True)
    parts = torch.view_as_real(whole).detach().clone().requires_grad_()
    optimizers = [getattr(torch.optim, name)([each], lr=0.1) for each in (whole, parts)]
    for _ in range(3):
        whole.grad, parts.grad = (
            whole.detach() * (1 - 1j),
            torch.view_as_real(whole.detach() * (1 - 1j)),
        )
        for each in optimizers:
            each.step()
    assert torch.equal(torch.view_as_real(whole), parts)
    assert all(own.is_complex() for own in optimizers[0].state[whole].values() if own.ndim)
