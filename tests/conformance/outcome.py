"""What a program does: the text it prints, the error that ends it and its warnings."""

import contextlib
import io
import re
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

# PyTorch names its own source line behind some warnings.
TRIGGERED = re.compile(r"\s*\(Triggered internally at .*\)\s*$", re.DOTALL)
# PyTorch lets its own frames show in a few errors, and the files in which its kernels stand.
FRAMES = re.compile(r"\n(Exception raised from|\nUndefined: registered at) .*", re.DOTALL)
PROGRAM = "<case>"  # the name of the file that a program seems to stand in
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
SETTINGS = {
    "set_grad_enabled": True,
    "set_warn_always": True,  # or a warning would be seen in the first case only
    "manual_seed": 0,
}

Failure = tuple[str, str]
Run = Callable[[str], Failure | None]


@dataclass(frozen=True)
class Outcome:
    """What is compared; an error and a warning are their class and their text."""

    prints: str
    raises: Failure | None = None
    warns: tuple[tuple[str, str], ...] = ()

    def record(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if value or key == "prints"}

    @classmethod
    def of_record(cls, record: dict[str, Any]) -> "Outcome":
        raises, warns = record.get("raises"), record.get("warns", [])
        return cls(
            record["prints"],
            tuple(raises) if raises else None,
            tuple((category, text) for category, text in warns),
        )


def run_python(program: str) -> Failure | None:
    """Run a program with the module `torch` that sys.modules holds, and return its error."""
    try:
        exec(compile(program, PROGRAM, "exec"), {"__name__": "__main__"})  # noqa: S102
    except Exception as error:  # noqa: BLE001 a case may end in any error
        return type(error).__name__, FRAMES.sub("", str(error))
    return None


def observe(program: str, run: Run, torch: Any) -> Outcome:
    """Return what `run` makes of the program, starting from torch's initial settings."""
    start_fresh(torch)
    printed = io.StringIO()
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(printed):
        warnings.simplefilter("always")
        # numpy's word on 1/0: the package ignores it too, for PyTorch has none.
        warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"tensorlab\.")
        # numpy's word on PyTorch's way to make arrays of tensors, which asks for an older one's.
        warnings.filterwarnings("ignore", "__array", DeprecationWarning)
        raises = run(program)
    heard = [
        (warning.category.__name__, TRIGGERED.sub("", str(warning.message)).rstrip())
        for warning in caught
    ]
    return Outcome(ADDRESS.sub(" at 0x", printed.getvalue()), raises, tuple(dict.fromkeys(heard)))


def start_fresh(torch: Any) -> None:
    """Undo the settings that an earlier program may have left."""
    for setting, value in SETTINGS.items():
        if hasattr(torch, setting):
            getattr(torch, setting)(value)
    torch.set_default_dtype(torch.float32)
    torch.set_printoptions(profile="default")
    np.set_printoptions(precision=8, suppress=False, threshold=1000, edgeitems=3, linewidth=75)
