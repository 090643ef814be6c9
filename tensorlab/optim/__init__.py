"""torch.optim: optimisers, each in the file of its idea, loaded when first named."""

from importlib import import_module
from typing import Any

FILES = {
    "optimizer": "Optimizer",
    "sgd": "SGD",
    "adam": "Adam AdamW",
    "adam_kin": "Adamax NAdam RAdam",
    "square_averages": "Adadelta Adagrad RMSprop",
    "signs": "Rprop",
    "averaged_sgd": "ASGD",
    "quasi_newton": "LBFGS",
}
FILE_OF = {name: file for file, names in FILES.items() for name in names.split()}
PARTS = {"lr_scheduler"}


def __getattr__(name: str) -> Any:
    """Return a public name, its file loaded when it is first asked for."""
    if name in FILE_OF:
        found = getattr(import_module(f"tensorlab.optim.{FILE_OF[name]}"), name)
        globals()[name] = found
        return found
    if name in PARTS:
        return import_module(f"tensorlab.optim.{name}")
    raise AttributeError(f"module 'torch.optim' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*FILE_OF, *PARTS})
