"""What libraries make distributions of their own with."""

from importlib import import_module

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.distributions import constraints


class _Small(constraints.Constraint):
    """A condition as libraries write them: a class of its own."""

    is_discrete = True
    event_dim = 1

    def check(self, value):
        return value.abs() < 1


class Scaled(torch.distributions.Distribution):
    """A distribution that says itself what it takes."""

    arg_constraints = {"scale": constraints.positive}  # noqa: RUF012  as libraries have it

    def __init__(self, scale, validate_args=None):
        self.scale = scale
        super().__init__(scale.shape, validate_args=validate_args)


def test_a_condition_can_be_a_class_of_its_own():
    small = _Small()
    assert (repr(small), small.event_dim, small.is_discrete) == ("Small()", 1, True)
    assert small.check(torch.tensor([0.5, 2.0])).tolist() == [True, False]
    assert (constraints.positive.event_dim, constraints.positive.is_discrete) == (0, False)


def test_a_class_says_whether_its_values_are_checked():
    assert Scaled._validate_args is True
    assert Scaled(-torch.ones(1), validate_args=False)._validate_args is False
    made = Scaled(torch.ones(1))
    torch.distributions.Distribution.set_default_validate_args(False)
    try:
        assert made._validate_args is Scaled._validate_args is False  # nothing else was said
    finally:
        torch.distributions.Distribution.set_default_validate_args(True)
    with pytest.raises(ValueError, match="Expected parameter scale"):
        Scaled(-torch.ones(1))


def test_each_distribution_is_found_in_the_file_that_pytorch_has_it_in():
    for made in [getattr(torch.distributions, name) for name in dir(torch.distributions)]:
        if isinstance(made, type) and issubclass(made, torch.distributions.Distribution):
            home = import_module(made.__module__.replace("torch.", "tensorlab.", 1))
            assert getattr(home, made.__name__) is made


def test_a_lazy_property_is_worked_out_once():
    utils = import_module("tensorlab.distributions.utils")
    made = []

    class Own:
        @utils.lazy_property
        def value(self):
            made.append(self)
            return torch.ones(2)

    own = Own()
    assert own.value is own.value
    assert made == [own]
    assert isinstance(Own.value, utils.lazy_property)


def test_what_parameters_are_made_of_can_be_imported():
    utils = import_module("tensorlab.distributions.utils")
    assert utils.logits_to_probs(torch.zeros(2), True).tolist() == [0.5, 0.5]
    assert utils.probs_to_logits(torch.tensor(0.5), is_binary=True).item() == 0


def test_a_class_of_ones_own_stretches_by_the_instance_that_it_makes():
    class Counted(torch.distributions.Poisson):
        def __init__(self, rate, told):
            self.told = told
            super().__init__(rate)

        def expand(self, batch_shape, _instance=None):
            made = self._get_checked_instance(Counted, _instance)
            made = super().expand(batch_shape, _instance=made)
            made.told = self.told
            return made

    wide = Counted(torch.tensor(2.0), "rain").expand((3,))
    assert (type(wide), wide.told, wide.rate.tolist()) == (Counted, "rain", [2.0] * 3)


def test_a_transform_or_a_distribution_that_is_a_module_too_begins_as_both():
    class Moved(torch.distributions.Transform, torch.nn.Module):
        def __init__(self):
            super().__init__(cache_size=1)
            self.bias = torch.nn.Parameter(torch.ones(2))

    class Learnt(torch.distributions.Distribution, torch.nn.Module):
        def __init__(self):
            super().__init__((2,), validate_args=False)
            self.bias = torch.nn.Parameter(torch.ones(2))

    assert [len(list(kind().parameters())) for kind in (Moved, Learnt)] == [1, 1]


def test_numbers_of_numpy_are_no_parameters_but_those_of_python_are():
    with pytest.raises(ValueError, match="Input arguments must all be instances of Number"):
        torch.distributions.Normal(np.float32(0), 1.0)
    assert torch.distributions.Normal(np.float64(0), True).mean.item() == 0


def test_a_continuous_bernoulli_is_compared_with_another() -> None:
    one, other = map(torch.distributions.ContinuousBernoulli, (0.3, 0.6))
    assert f"{torch.distributions.kl_divergence(one, other):.4f}" == "0.0645"
    assert torch.distributions.kl_divergence(one, one).item() == 0


def test_a_class_of_conditions_can_be_asked_for_as_libraries_do():
    constraints = torch.distributions.constraints
    assert isinstance(constraints.corr_cholesky, constraints._CorrCholesky)
    assert not isinstance(constraints.real, constraints._CorrCholesky)


def test_a_condition_on_all_elements_is_an_instance_of_its_kind():
    support = torch.distributions.MultivariateNormal(torch.zeros(2), torch.eye(2)).support
    assert isinstance(support, torch.distributions.constraints.independent)
    assert not isinstance(support.base_constraint, torch.distributions.constraints.independent)
