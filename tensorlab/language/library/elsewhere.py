"""What programs for PyTorch use and tensorlab has not, with what to write instead."""

import re
import sys
from importlib import import_module
from typing import Final

from tensorlab.absent import why_absent
from tensorlab.ops.modules import home_of, is_made

NO_FILES: Final = "A program of tensorlab reads and writes no files; print what you want to keep."
ONE_MACHINE: Final = "There is nothing to set up: leave it out."
AS_IT_IS: Final = "Leave it out: the program runs as it is."
MADE_UP_DATA: Final = (
    "Make data with torch.randn or torch.tensor, and take batches as x[i : i + 32]."
)
CLOSED: Final = (
    "A program of tensorlab reaches no files, no processes and no network: "
    "`tensorlab python FILE` runs it with all of Python."
)
ALL_OF_PYTHON: Final = "`tensorlab python FILE` runs a program with all of Python."
DERIVATIVES: Final = (
    "Write torch.autograd.grad(f(x), x), or torch.autograd.functional.jacobian(f, x)."
)

# Modules, by the first part of their name.
MODULES: Final[dict[str, str]] = {
    "np": "Write import numpy as np.",
    "scipy": "Write it with torch, torch.linalg and torch.special.",
    "pandas": "Write the numbers into the program: torch.tensor([[1., 2.], [3., 4.]]).",
    "torchvision": MADE_UP_DATA,
    "torchaudio": MADE_UP_DATA,
    "sklearn": MADE_UP_DATA,
    "datasets": MADE_UP_DATA,
    "tensorlab": "Write import torch.",
    **dict.fromkeys(
        ("subprocess", "shutil", "socket", "requests", "urllib",
         "pickle", "glob", "builtins", "ctypes", "importlib", "threading"), CLOSED,
    ),
}  # fmt: skip

# Parts of torch, by name.
OF_TORCH: Final[dict[str, str]] = {
    **dict.fromkeys(("hub", "serialization", "package", "onnx", "from_file"), NO_FILES),
    **dict.fromkeys(("DataLoader", "Dataset", "TensorDataset"), MADE_UP_DATA),
    **dict.fromkeys(("compile", "jit", "fx", "export"), AS_IT_IS),
    **dict.fromkeys(
        ("backends", "mps", "distributed", "multiprocessing", "get_num_threads", "set_num_threads"),
        ONE_MACHINE,
    ),
    **dict.fromkeys(("func.jacfwd", "func.functional_call"), DERIVATIVES),
    "distributions": "torch.randn, torch.rand, torch.normal and torch.bernoulli draw numbers.",
}

NO_SUCH_MODULE: Final = "tensorlab has no such module: derive one from nn.Module."
WORD_BEGINS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def instead_of_module(name: str) -> str:
    """Return what to do without a module, empty where nothing is known of it."""
    first, *rest = name.split(".")
    if first == "torch":
        known = next((OF_TORCH[part] for part in rest if part in OF_TORCH), "")
        return known or (ALL_OF_PYTHON if is_module(name) else "")
    return MODULES.get(first, ALL_OF_PYTHON if first in sys.stdlib_module_names else "")


def is_module(name: str) -> bool:
    """Return whether it is one of torch's modules that Python's own `import` finds by its name."""
    return bool(home_of(name) or is_made(name) or why_absent(name))


def instead_of_member(module: str, name: str) -> str:
    """Return what to do without a name of a module of Python's, empty if it has none such."""
    first = module.partition(".")[0]
    known = first in sys.stdlib_module_names and hasattr(import_module(module), name)
    return ALL_OF_PYTHON if known else ""


def instead_of_layer(name: str) -> str:
    """Return what to write for a class of torch.nn: its function, if there is one."""
    from tensorlab.ops.index import FAMILIES  # noqa: PLC0415  only failures ask

    snake = WORD_BEGINS.sub("_", name).lower()
    for guess in (snake, name.lower(), snake.removesuffix("_loss"), snake.rstrip("123d")):
        if guess in FAMILIES["torch.nn.functional"]:
            return f"tensorlab has no such module: call F.{guess}(...)."
    return NO_SUCH_MODULE
