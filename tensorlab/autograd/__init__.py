"""torch.autograd: the declared functions, and what watches and checks gradients."""

import sys
from importlib import import_module
from typing import Any

from tensorlab.autograd import functional as functional
from tensorlab.ops.modules import home_of as _home_of
from tensorlab.ops.modules import lookup, stand_for_files

FILE_OF = {
    "detect_anomaly": "anomaly", "set_detect_anomaly": "anomaly", "gradcheck": "checking",
    "enforce_grad_layout_policy": "graph", "gradgradcheck": "checking",
}  # fmt: skip
PARTS = {"forward_ad", "function", "graph", "profiler"}
find, names = lookup("torch.autograd")
stand_for_files("torch.autograd", sys.modules[__name__])


def __dir__() -> list[str]:
    return sorted({*names(), *FILE_OF, *PARTS, "functional"})


def __getattr__(name: str) -> Any:
    """Return a public name, its file loaded when it is first asked for."""
    if name == "__all__":
        return __dir__()
    if name in PARTS:
        return import_module(f"tensorlab.autograd.{name}")
    if name in FILE_OF:
        return getattr(import_module(f"tensorlab.autograd.{FILE_OF[name]}"), name)
    if _home_of(f"torch.autograd.{name}"):
        return sys.modules[__name__]
    return find(name)
