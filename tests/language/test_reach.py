"""What of torch a program reaches: what an import reaches, but for what is listed with reasons."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import tensorlab
from tensorlab.language.library.elsewhere import Absent
from tensorlab.language.running.session import Session
from tensorlab.language.values.values import Table
from tensorlab.ops.index import FAMILIES
from tensorlab.ops.loading import NAMESPACES

# What modules are made with.
TOOLS = {"find", "fans", "kaiming_std", "require_dimensions"}
LISTED = Path(__file__).parent / "not_reached.txt"
DECLARED = FAMILIES.keys() - {"torch.Tensor"}
SPACES = sorted(
    {"torch", *DECLARED, "torch.amp", "torch.autograd", "torch.backends.cudnn", "torch.cuda",
     "torch.distributions", "torch.func", "torch.jit", "torch.nn", "torch.nn.init",
     "torch.nn.utils", "torch.nn.utils.rnn", "torch.optim", "torch.optim.lr_scheduler",
     "torch.random", "torch.testing", "torch.utils.checkpoint", "torch.utils.data"}
)  # fmt: skip


def by_import(space: str) -> list[str]:
    """Return the public names that a module has by import."""
    module = import_module(space.replace("torch", "tensorlab", 1))
    names = getattr(module, "__all__", None) or [*dir(module), *NAMESPACES.get(space, ())]
    return [name for name in dict.fromkeys(names) if is_public(module, name)]


def is_public(module: ModuleType, name: str) -> bool:
    """Return whether a name is the module's own, and no tool that it was made with."""
    value = getattr(module, name, None)
    of = getattr(value, "__module__", None) or ""
    ours = of.startswith(("tensorlab", "torch")) or not of
    tool = of.startswith("tensorlab.ops.modules") or name.isupper() or name in TOOLS
    return ours and not (tool or name.startswith("_") or isinstance(value, ModuleType))


def reached() -> dict[str, bool]:
    """Return for each public name whether a program reaches it."""
    session = Session(write=lambda text: None)
    found = {}
    for space in SPACES:
        try:
            table = session.library.import_module(space).table
        except KeyError:
            table = Table({})
        for name in by_import(space):
            try:
                found[f"{space}.{name}"] = not isinstance(table.member(name), Absent)
            except KeyError:
                found[f"{space}.{name}"] = False
    return found


def test_a_program_reaches_what_an_import_reaches():
    missing = {name for name, there in reached().items() if not there}
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    listed = dict(line.split(" -- ") for line in lines if line)
    assert sorted(missing - set(listed)) == []
    assert sorted(set(listed) - missing) == [], "reached by now"
    assert all(listed.values())
    assert tensorlab.__version__
