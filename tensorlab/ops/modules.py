"""torch's modules as modules of Python: `tensorlab.linalg` can be imported, and has no file.

A module that holds declared functions and settable switches alone is made here when it is asked
for; PyTorch also has files whose names lie in one of these.
"""

# ruff: noqa: PLC0415  only programs that import so load what follows

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final, cast

from tensorlab.absent import absent_module, complete, find_absent, why_absent
from tensorlab.frozen import lines_beside

Find = Callable[[str], Any]
Names = Callable[[], list[str]]
# What programs set and read again: the libraries behind it do not exist here.
SWITCHES: dict[str, dict[str, Any]] = {
    "torch.backends.cudnn": {
        "enabled": True, "benchmark": False, "benchmark_limit": None, "deterministic": False,
        "allow_tf32": True,
    },
    "torch.backends.mkldnn": {"enabled": True},
    "torch.compiler.config": {"suppress_errors": False, "verbose": False, "cache_size_limit": 8},
    "torch.backends.quantized": {
        "engine": "x86", "supported_engines": ["qnnpack", "onednn", "x86", "fbgemm"],
    },
    "torch.backends.cuda.matmul": {
        "allow_tf32": False, "allow_fp16_reduced_precision_reduction": True,
        "allow_bf16_reduced_precision_reduction": True,
    },
}  # fmt: skip
# Modules of PyTorch's that are others here.
ALSO: Final = dict(line.split() for line in lines_beside(__file__, "homes.txt"))
# Modules that another one hands out, where no import finds them.
HANDED_OUT: Final = {"torch.nn.functional.grad": "torch.nn.grad"}


@cache
def packages() -> dict[str, dict[str, list[str]]]:
    """Return what lies in torch's packages: the public names of each file, as the text says."""
    found: dict[str, dict[str, list[str]]] = {}
    for line in lines_beside(__file__, "modules.txt"):
        package, file, *names = line.split()
        found.setdefault(package, {"both": [], "theirs": []}).setdefault(file, []).extend(names)
    return found


def files_in(package: str) -> dict[str, list[str]]:
    """Return what lies in one of torch's packages, nothing where it is none."""
    return packages().get(package, {"both": [], "theirs": []})


def file_of(package: str) -> dict[str, str]:
    """Return in which file of a package each public name is."""
    files = files_in(package).items()
    return {name: file for file, names in files if file not in {"both", "theirs"} for name in names}


def home_of(name: str) -> str | None:
    """Return the module of ours that has the names of a file of PyTorch's, None for others."""
    if home := ALSO.get(name) or HANDED_OUT.get(name):
        return home
    parent, _, file = name.rpartition(".")
    return ALSO.get(parent, parent) if file in files_in(parent)["theirs"] else None


def is_public(name: str) -> bool:
    """Return whether PyTorch has a module of this name, too, where it lies in a package of ours."""
    parent, _, file = name.rpartition(".")
    if parent == "torch":
        return file in vars(sys.modules["tensorlab"])["MODULES"]
    return name == "torch" or file in files_in(parent)["both"] or is_made(name)


def own_name(namespace: str) -> str:
    """Return the name under which one of torch's modules is imported here."""
    return "tensorlab" + namespace.removeprefix("torch")


def names_in(namespace: str) -> set[str]:
    """Return the names that the declarations give a namespace, loaded or not."""
    from tensorlab.engine.declaring import NAMESPACES
    from tensorlab.ops.index import FAMILIES

    return {*FAMILIES.get(namespace, ()), *NAMESPACES.get(namespace, ())}


def lookup(namespace: str) -> tuple[Find, Names]:
    """Return a module's `__getattr__` and `__dir__`: the public names of a namespace."""

    def names() -> list[str]:
        return sorted(names_in(namespace))

    def find(name: str) -> Any:
        if name == "__all__":  # what a star import asks for
            return names()
        if not name.startswith("__"):
            from tensorlab.ops.loading import find

            if (found := find(namespace, name)) is not None:
                # found at once next time
                ModuleType.__setattr__(sys.modules[own_name(namespace)], name, found)
                return found
            full = f"{namespace}.{name}"
            if home_of(full) or is_made(full):
                return import_module(own_name(HANDED_OUT.get(full, full)))
        return find_absent(namespace, name)

    return find, names


class Shelf(ModuleType):
    """A package that loads a file when a name of it is asked for; all, when somebody looks."""

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]  # Python's can be replaced, too
        """All names of the package, public ones with what they name."""
        for name in self.__getattr__("__all__"):
            getattr(self, name)
        return vars(ModuleType)["__dict__"].__get__(self)  # type: ignore[no-any-return]  # of methods

    def __setattr__(self, name: str, value: object) -> None:
        """Put a name into the package, but none of a file that PyTorch does not have there."""
        if isinstance(value, ModuleType) and value.__name__.startswith("tensorlab."):
            name_there = value.__name__.replace("tensorlab", "torch", 1)
            if home_of(name_there) or not is_public(name_there):
                return
            # where it is imported as torch's, it says what it lacks
            value = complete(value, name_there) if "torch" in sys.modules else value
        super().__setattr__(name, value)


Shelf.__name__ = "module"  # errors about one given as an argument say so


def shelf(namespace: str) -> tuple[dict[str, str], Find, Names]:
    """Return a package's `FILE_OF`, `__getattr__` and `__dir__`: a file loads when named."""
    package, files = own_name(namespace), file_of(namespace)
    hidden = hidden_in(namespace)
    parts = [file for file in files_in(namespace)["both"] if file not in hidden]
    declared, names = lookup(namespace)
    stand_for_files(namespace, sys.modules[package])
    sys.modules[package].__class__ = Shelf

    def find(name: str) -> Any:
        if name == "__all__":  # what a star import asks for
            return sorted({*files, *names()})
        if name in files:
            found = getattr(import_module(f"{package}.{files[name]}"), name)
            setattr(sys.modules[package], name, found)
            return found
        if name in hidden:
            return find_absent(namespace, name)
        if name in parts:
            return complete(import_module(f"{package}.{name}"), f"{namespace}.{name}")
        return declared(name)

    return files, find, lambda: sorted({*files, *parts, *names()} - {*hidden_in(namespace)})


def hidden_in(namespace: str) -> list[str]:
    """Return the files of a package whose names PyTorch takes out of it: optim.sgd is no name."""
    return files_in(namespace)["theirs"] if namespace == "torch.optim" else []


def stand_for_files(namespace: str, module: ModuleType, root: str = "tensorlab") -> None:
    """Let a module be found under the names of PyTorch's files that lie within it.

    Python must not look for them: what it finds it puts into the module, over a function of the
    same name, such as `nn.utils.weight_norm`.
    """
    for parent, files in packages().items():
        if files["theirs"] and ALSO.get(parent, parent) == namespace:
            place = root + parent.removeprefix("torch")
            # they have files of their own
            ours = files if parent == namespace else ()
            names = [name for name in files["theirs"] if name not in ours]
            sys.modules.update(dict.fromkeys([f"{place}.{name}" for name in names], module))
            if parent != namespace:
                sys.modules[place] = entrance(place, module, names)


def entrance(place: str, module: ModuleType, files: list[str]) -> ModuleType:
    """Return a package of PyTorch's with what a module has, and with files that it stands for."""
    found = ModuleType(place, module.__doc__)
    ways = {"__getattr__": lambda name: module if name in files else getattr(module, name)}
    vars(found).update(ways, __path__=[], __dir__=lambda: sorted({*files, *dir(module)}))
    return found


@cache
def made_modules() -> frozenset[str]:
    """Return torch's modules that are made here, with those they lie in."""
    from tensorlab.engine.declaring import NAMESPACES
    from tensorlab.ops.index import FAMILIES

    names = {*FAMILIES, *NAMESPACES, *SWITCHES} - {"torch.Tensor"}
    return frozenset(names | {name.rpartition(".")[0] for name in names})


def is_made(namespace: str) -> bool:
    """Return whether one of torch's modules is made of declarations and switches."""
    return namespace in made_modules()


def make(namespace: str) -> ModuleType:
    """Return a new module with the names of a namespace."""
    module = ModuleType(own_name(namespace), f"{namespace}: functions that are declared elsewhere.")
    own: dict[str, Any] = vars(module)
    own.update(SWITCHES.get(namespace, {}))
    if "enabled" in own:
        own["flags"] = flags_of(own)
    names = sorted({name for name in own if name[0] != "_"} | names_in(namespace))
    own.update(__getattr__=lookup(namespace)[0], __all__=names, __dir__=lambda: names)
    return module


def flags_of(switches: dict[str, Any]) -> Callable[..., AbstractContextManager[None]]:
    """Return what sets switches for the length of a block."""

    @contextmanager
    def flags(**changes: object) -> Iterator[None]:
        before = {name: switches[name] for name in changes}
        switches.update(changes)
        try:
            yield
        finally:
            switches.update(before)

    flags.__module__ = switches["__name__"]
    return flags


class TorchImportHook:
    """Finds the modules of torch's that have no file here: they are made, or stand elsewhere."""

    root = "tensorlab"  # the name under which torch is imported
    # under which a module that stands elsewhere was imported
    spec: ModuleSpec | None = None

    def home(self, name: str) -> str | None:
        """Return the module of ours that stands for one of torch's, None where one is made."""
        home = home_of(name)
        return own_name(home) if home else None

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        """Return how a module is made; None for those that are not looked for here."""
        root, _, rest = fullname.partition(".")
        if root != self.root:
            return None
        name = ".".join(filter(None, ("torch", rest)))
        if not (self.home(name) or is_made(name) or why_absent(name)):
            return None
        return ModuleSpec(fullname, cast("Any", self), is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module: a new one, or the one that stands for it."""
        name = "torch" + spec.name.removeprefix(self.root)
        from tensorlab.ops.values import VALUES

        home = self.home(name)
        if not home and not is_made(name):
            return absent_module(name, spec.name)
        module = import_module(home) if home else make(name)
        if name == "torch":  # whoever looks into it finds its types there
            # tensors have methods from then on
            import_module("tensorlab.ops.loading")
            vars(module).update(VALUES, torch=module)  # its files import it, too
        if self.root == "torch":
            stand_for_files(name, complete(module, home_of(name) or name), self.root)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Let a module that had been imported under another name keep that place, and say torch's.

        Python's own `from` looks by the name that it says.
        """
        module.__spec__ = self.spec or module.__spec__
        if self.root == "torch":
            module.__name__ = module.__name__.replace("tensorlab", "torch", 1)
