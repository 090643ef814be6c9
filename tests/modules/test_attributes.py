"""A learner's module may call its parts as it likes."""

import inspect

import pytest

import tensorlab
from tensorlab import nn


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.forget = nn.Linear(2, 2)
        self.replace = 3
        self.member = nn.Parameter(nn.Linear(1, 1).weight)
        self.watched = True
        self.other = nn.Linear(2, 2)


class Wide(nn.MaxPool2d):
    """A pool under another name."""


def test_names_of_parts_do_not_clash_with_the_module_s_own():
    model = Memory()
    model.forget = nn.Identity()
    model.member = None
    assert list(model._modules) == ["forget", "other"]
    assert (model.replace, model.watched, model.member) == (3, True, None)


def test_a_layer_works_under_another_name():
    images = nn.Parameter(nn.Linear(4, 4).weight).view(1, 1, 4, 4)
    assert Wide(2)(images).shape == (1, 1, 2, 2)


def test_a_function_of_torch_in_a_class_is_given_no_self():
    class Curved(nn.Module):
        curve = tensorlab.tanh
        make = tensorlab.zeros

    model = Curved()
    assert model.curve(tensorlab.zeros(2)).tolist() == model.make(2).tolist() == [0, 0]
    assert Curved.curve is tensorlab.tanh


@pytest.mark.parametrize(
    ("function", "signature"),
    [
        (nn.functional.dropout, "(input, p=0.5, training=True, inplace=False)"),
        (nn.functional.celu, "(input, alpha=1.0, inplace=False)"),
        (tensorlab.cartesian_prod, "(*tensors)"),
        (tensorlab.Tensor.split, "(self, split_size, dim=0)"),
        (tensorlab.zeros(2).split, "(split_size, dim=0)"),
        (
            tensorlab.Tensor.backward,
            "(self, gradient=None, retain_graph=None, create_graph=False, inputs=None)",
        ),
    ],
)
def test_what_pytorch_has_in_python_tells_its_signature(function, signature):
    assert str(inspect.signature(function)) == signature


@pytest.mark.parametrize(
    "function",
    [
        *(tensorlab.add, tensorlab.zeros, tensorlab.celu_, tensorlab.linalg.det, tensorlab.cat),
        *(tensorlab.Tensor.add, tensorlab.Tensor.add_, tensorlab.Tensor.permute),
    ],
)
def test_what_pytorch_has_as_a_builtin_tells_none(function):
    with pytest.raises(ValueError, match="no signature found for builtin"):
        inspect.signature(function)


def test_functions_are_called_by_the_last_part_of_their_names():
    for function in (nn.functional.selu, tensorlab.special.erf, tensorlab.linalg.det):
        assert "." not in function.__name__ + function.__qualname__


def test_a_view_says_that_it_is_one():
    table = tensorlab.ones(2, 2)
    assert [part._is_view() for part in (table, table[0], table.t(), table + 1)] == [
        *(False, True, True, False)
    ]


def test_the_protocol_of_files_is_pytorchs():
    assert tensorlab.serialization.DEFAULT_PROTOCOL == 2


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (tensorlab.linalg.norm, "linalg_norm"),
        (tensorlab.fft.rfft, "fft_rfft"),
        (tensorlab.special.erf, "special_erf"),
        (nn.functional.logsigmoid, "log_sigmoid"),
        (tensorlab.erf, "erf"),
        *((getattr(tensorlab.Tensor, name), name) for name in ("view", "reshape", "repeat")),
        *((getattr(tensorlab.Tensor, name), name) for name in ("where", "flip", "new_zeros")),
    ],
)
def test_functions_tell_the_names_of_pytorchs(function, name):
    assert function.__name__ == name
