"""torch.func: the declared functions, and modules called with other parameters."""

from importlib import import_module
from typing import Any

from tensorlab.ops.modules import lookup

OF_MODULES = ("functional_call", "replace_all_batch_norm_modules_", "stack_module_state")
find = lookup("torch.func")


def __getattr__(name: str) -> Any:
    """Return a public name; what calls modules is with them."""
    if name == "rearrange":
        return import_module("tensorlab.regrouping").rearrange
    if name in OF_MODULES:
        return getattr(import_module("tensorlab.nn.utils.stateless"), name)
    return find(name)
