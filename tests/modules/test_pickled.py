"""What pickle writes of objects of torch's, it reads again, where no torch can be imported."""

import pickle

import pytest

import tensorlab as torch
from tensorlab import nn
from tensorlab.utils.data import DataLoader, RandomSampler, TensorDataset


def again(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301  our own bytes


def test_a_model_and_its_optimizer_come_back_with_what_they_share():
    model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.BatchNorm1d(3))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    model(torch.ones(2, 2)).sum().backward()
    optimizer.step()
    copy, steps = again((model, optimizer))
    assert repr(copy) == repr(model)
    assert type(copy[0]) is nn.Linear
    for name, value in model.state_dict().items():
        assert torch.equal(copy.state_dict()[name], value)
    assert copy(torch.ones(2, 2)).shape == (2, 3)
    assert steps.param_groups[0]["params"][0] is copy[0].weight


@pytest.mark.parametrize(
    "value",
    [
        TensorDataset(torch.ones(2)),
        RandomSampler(range(2)),
        DataLoader([1, 2], batch_size=2),
        torch.distributions.Normal(0.0, 1.0),
        torch.distributions.transforms.ExpTransform(),
        nn.LSTM(2, 3),
        nn.MSELoss(),
    ],
)
def test_other_objects_come_back_as_what_they_are(value):
    assert type(again(value)) is type(value)


def test_an_optimizer_that_a_schedule_counts_comes_back_and_goes_on():
    layer = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(layer.parameters(), lr=1.0)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    optimizer.step()
    schedule.step()
    copy = again(optimizer)
    assert sorted(vars(copy)) == ["defaults", "param_groups", "state"]
    assert copy.param_groups[0]["lr"] == optimizer.param_groups[0]["lr"]
    copy.step()
