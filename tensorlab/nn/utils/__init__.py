"""torch.nn.utils: gradients kept small, parameters as one vector, sequences of several lengths."""

from importlib import import_module
from typing import Any

from tensorlab.nn.utils.gradients import clip_grad_norm_ as clip_grad_norm_
from tensorlab.nn.utils.gradients import clip_grad_value_ as clip_grad_value_
from tensorlab.nn.utils.gradients import get_total_norm as get_total_norm
from tensorlab.nn.utils.vectors import parameters_to_vector as parameters_to_vector
from tensorlab.nn.utils.vectors import vector_to_parameters as vector_to_parameters


def __getattr__(name: str) -> Any:
    """Return a part, loaded when it is first asked for."""
    if name == "rnn":
        return import_module("tensorlab.nn.utils.rnn")
    raise AttributeError(f"module 'torch.nn.utils' has no attribute '{name}'")
