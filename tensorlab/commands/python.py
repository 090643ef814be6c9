"""`tensorlab python`: an ordinary Python script whose `import torch` is answered by tensorlab.

This is plain Python, not the safe language: the script may do whatever its user may.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NoReturn

from tensorlab.absent import why_absent
from tensorlab.ops.modules import TorchImportHook, is_public, own_name
from tensorlab.process.lifecycle import Border, ExitCode, WrongUsageError

# the package whose classes of the same names stand there, where it is installed
WRITER = ("torch.utils.tensorboard", "tensorboardX")


class TorchOfScripts(TorchImportHook):
    """Answers `import torch` by tensorlab's modules."""

    root = "torch"

    def home(self, name: str) -> str | None:
        """Return the module of tensorlab that stands for one of torch's, None for an absent one.

        Raises:
            ModuleNotFoundError: tensorlab has no such module.
        """
        home = super().home(name)
        if home or why_absent(name):
            return home
        if name.startswith(WRITER[0]):
            if find_spec(WRITER[1]):
                return name.replace(*WRITER)
            raise ModuleNotFoundError(f"{name} needs the package {WRITER[1]}", name=WRITER[1])
        if not is_public(name):
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        return own_name(name)

    def find_distributions(self, context: Any) -> Iterator[Any]:
        """Return the package torch to those who look for its version by its name."""
        if context.name == "torch":
            from tensorlab.commands.torch_package import TorchPackage  # takes 27 ms to load

            yield TorchPackage()


def install() -> None:
    """Let `import torch` give tensorlab from now on.

    Raises:
        RuntimeError: another torch has been imported.
    """
    if sys.modules.get("torch") not in {None, sys.modules["tensorlab"]}:
        raise RuntimeError("another torch has been imported; restart Python and call this first")
    sys.meta_path.insert(0, TorchOfScripts())
    from tensorlab.namespaces import functorch  # only scripts of Python need it

    sys.modules |= {"functorch": functorch, "functorch.compile": functorch.compile}


def run_script(script: str, arguments: Sequence[str]) -> NoReturn:
    """Run a script as `python SCRIPT ARGUMENTS` would, and end as it ends; - is standard input.

    Raises:
        WrongUsageError: there is no such file.
        SystemExit: always, with the exit code.
    """
    text = program_of(script)
    Border.is_open = True  # what the script prints is its own, as Python's
    install()
    sys.argv = [script, *arguments]
    sys.path.insert(0, "" if script == "-" else os.path.dirname(os.path.realpath(script)))  # noqa: PTH120
    main = ModuleType("__main__")
    name = "<stdin>" if script == "-" else script
    if script != "-":
        main.__file__ = os.path.abspath(script)  # noqa: PTH100  as Python writes it
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
