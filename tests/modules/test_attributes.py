"""A learner's module may call its parts as it likes."""

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
