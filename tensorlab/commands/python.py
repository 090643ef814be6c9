"""`tensorlab python`: an ordinary Python script whose `import torch` is answered by tensorlab.

This is plain Python, not the safe language: the script may do whatever its user may.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NoReturn

from tensorlab.ops import second_places
from tensorlab.process.lifecycle import ExitCode, WrongUsageError

# The parts of torch whose files have other names or places here.
ELSEWHERE = {
    "torch.cuda.amp": "tensorlab.amp.cuda",
}
NEEDS = {"torch.utils.tensorboard": "tensorboard"}  # what PyTorch itself looks for there


class Standing(MetaPathFinder, Loader):
    """Finds torch and its parts: they are modules of tensorlab under another name."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: Any = None
    ) -> ModuleSpec | None:
        """Return where a part of torch comes from; other modules are not looked for here."""
        if fullname.partition(".")[0] != "torch":
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module of tensorlab that stands for a part of torch.

        Raises:
            ModuleNotFoundError: tensorlab has no such part.
        """
        module = import_module(home_of(spec.name))
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Let the module be the one that it was: it has been run under its own name."""
        module.__spec__ = self.spec


def home_of(name: str) -> str:
    """Return the module of tensorlab that stands for a part of torch.

    Raises:
        ModuleNotFoundError: tensorlab has no such part.
    """
    import tensorlab

    for theirs, ours in ELSEWHERE.items():
        if name == theirs or name.startswith(f"{theirs}."):
            return ours + name.removeprefix(theirs)
    if home := second_places.home_of(name):
        return home_of(home)
    part = (*name.split("."), "version")[1]
    if name in NEEDS:
        raise ModuleNotFoundError(f"No module named '{NEEDS[name]}'", name=NEEDS[name])
    known = vars(tensorlab)
    if part not in known["MODULES"]:
        why = known["NOT_HERE"].get(part, "tensorlab has no such part of torch")
        raise ModuleNotFoundError(f"No module named '{name}': {why}", name=name)
    return "tensorlab" + name.removeprefix("torch")


def run_script(script: str, arguments: Sequence[str]) -> NoReturn:
    """Run a script as `python SCRIPT ARGUMENTS` would, and end as it ends; - is standard input.

    Raises:
        WrongUsageError: there is no such file.
        SystemExit: always, with the exit code.
    """
    text = program_of(script)
    sys.meta_path.insert(0, Standing())
    sys.argv = [script, *arguments]
    sys.path.insert(0, "" if script == "-" else os.path.dirname(os.path.realpath(script)))  # noqa: PTH120
    main = ModuleType("__main__")
    name = "<stdin>" if script == "-" else script
    if script != "-":
        main.__file__ = script
    sys.modules["__main__"] = main
    try:
        exec(compile(text, name, "exec"), vars(main))  # noqa: S102  it is its user's own script
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001  Python shows whatever a script lets pass
        trace = error.__traceback__
        inner = trace and trace.tb_next  # from the script on
        sys.excepthook(type(error), error.with_traceback(inner), inner)
        interrupted = isinstance(error, KeyboardInterrupt)
        raise SystemExit(ExitCode.INTERRUPTED if interrupted else ExitCode.FAILED) from None
    raise SystemExit(ExitCode.FINE)


def program_of(script: str) -> bytes:
    """Return the text of a script, as bytes: Python finds out its encoding.

    Raises:
        WrongUsageError: there is no such file.
    """
    if script == "-":
        return sys.stdin.buffer.read()
    try:
        with open(script, "rb") as file:  # noqa: PTH123  the path is shown as it was given
            return file.read()
    except OSError as error:
        raise WrongUsageError(f"can't open file {script!r}: {error.strerror}") from None
