"""What stands at hand in a program: Python's built-ins, and the namespaces of torch."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from types import ModuleType
from typing import Any

from tensorlab.engine.declaring.declaration import NAMESPACES
from tensorlab.language.library.classes import IDENTITY, MODULES, ONLY, identity, public_names
from tensorlab.language.library.classes import find_public as find_member
from tensorlab.language.library.functions import presented
from tensorlab.language.library.tensors import NEVER
from tensorlab.language.modules import module_of_python
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.values import Namespace, Table, TypeValue
from tensorlab.ops.index import FAMILIES
from tensorlab.ops.loading import find as find_public
from tensorlab.ops.modules import hidden_in, home_of
from tensorlab.version import PYTORCH

ALWAYS_THERE = (
    "torch", "torch.nn", "torch.nn.functional", "torch.autograd", "torch.autograd.functional",
    "torch.linalg", "torch.special", "torch.fft", "torch.sparse", "torch.nn.init",
)  # fmt: skip
# In memory: language/running/saving.py.
OF_SAVING = ("save", "load")
# Parts that have switches of libraries, or say which version this is.
WITH_SWITCHES = ("torch.backends.", "torch.compiler.config", "torch.version")
# Parts of which nothing is declared: they have plain values alone.
PLAIN = ("torch.backends.cuda.matmul", "torch.backends.quantized", *WITH_SWITCHES[1:])
BENCHMARK = "torch.utils.benchmark"  # written in the language: what it times is the program's


def namespaces() -> dict[str, Table]:
    """Return the tables of torch and its parts."""
    spaces = sorted(FAMILIES.keys() - {"torch.Tensor"})
    names = dict.fromkeys((*ALWAYS_THERE, *NAMESPACES, *MODULES, *PLAIN, BENCHMARK, *spaces))
    tables = {name: table_of(name) for name in names}
    tables["functorch"] = tables.pop("torch.namespaces.functorch")
    tables["torch"]["__version__"] = tables["torch.version"]["__version__"] = PYTORCH
    return tables


def table_of(namespace: str) -> Table:
    """Return the table of one namespace."""
    return Table({}, finder(namespace), partial(index, namespace), partial(beyond, namespace))


def index(namespace: str) -> list[str]:
    """Return the names of one namespace, loaded or not."""
    names = (*NAMESPACES.get(namespace, {}), *sorted(FAMILIES.get(namespace, ())))
    found = [name for name in names if "." not in name and name not in NEVER]
    if namespace in MODULES:
        found += public_names(namespace)
    return found


def finder(namespace: str) -> Callable[[str], Any]:
    """Return the look-up for the names of one namespace."""

    def find(name: str) -> Any:
        if namespace in MODULES or (namespace == "torch" and name in ONLY["torch"]):
            with suppress(KeyError):
                return find_member(namespace, name)
        if namespace == "torch.namespaces.functorch":
            return finder("torch.func")(name)
        if namespace in {"torch", "torch.jit"} and name in OF_SAVING:
            from tensorlab.language.running import saving  # noqa: PLC0415  few programs need it

            whole = namespace == "torch.jit" and name == "load"
            return Builtin(name, saving.load_whole if whole else getattr(saving, name))
        if namespace == "torch" and name.startswith("_foreach_"):
            return Builtin(name, module_of_python("_foreach").table["of"](name))
        if namespace == BENCHMARK:
            return module_of_python("_benchmark").table[name]
        if namespace.startswith(WITH_SWITCHES):
            return plain_value(namespace, name)
        home = home_of(f"{namespace}.{name}")
        if home and name not in hidden_in(namespace):
            return same_names(f"{namespace}.{name}", home)
        return declared(namespace, name)

    return find


def beyond(namespace: str, name: str) -> Any:
    """Return what stands for a name of PyTorch's that is not here.

    Raises:
        KeyError: PyTorch has none of this name either.
    """
    from tensorlab.language.library.elsewhere import absent  # noqa: PLC0415  few programs need it

    if name.startswith("__") or name in hidden_in(namespace):
        raise KeyError(name)
    if name == IDENTITY and name in public_names(namespace):
        return identity(namespace)
    return absent(f"{namespace}.{name}")


def same_names(name: str, home: str) -> Namespace:
    """Return a file of PyTorch's as a namespace: it has the names of the module at home."""
    inside = finder(name)

    def find(word: str) -> Any:
        return inside(word) if home_of(f"{name}.{word}") else finder(home)(word)

    return Namespace(name, Table({}, find, partial(index, home), partial(beyond, home)))


def plain_value(namespace: str, name: str) -> Any:
    """Return a switch of a library, or a part of a version: only plain values are handed out.

    Raises:
        KeyError: there is none of this name.
    """
    module = import_module(namespace.replace("torch", "tensorlab", 1))
    value = vars(module).get(name, module)
    if name.startswith("_") or not isinstance(value, bool | int | str | None):
        return declared(namespace, name)
    return value


def declared(namespace: str, name: str) -> Any:
    """Return a declared function or value of a namespace.

    Raises:
        KeyError: there is none of this name.
    """
    if name in NEVER or name.startswith("__"):
        raise KeyError(name)
    value = find_public(namespace, name)
    if isinstance(value, ModuleType) or name not in NAMESPACES.get(namespace, {}):
        raise KeyError(name)
    return presented(name, value)


PREFERRED = {"F": "torch.nn.functional", "nn": "torch.nn"}
NOTHING: Table = Table({})


class Library:
    """The namespaces that a program can import, and the names it finds without importing."""

    def __init__(
        self, modules: Mapping[str, Namespace], names: Mapping[str, Any], *, preload: bool
    ) -> None:
        self.names = names
        self.modules = modules
        self.given: dict[str, Any] = self.at_hand() if preload else {}
        self.bare = modules["torch"].table if preload and "torch" in modules else NOTHING

    def at_hand(self) -> dict[str, Any]:
        """Return the namespaces that stand ready in a session."""
        wanted = {"torch": "torch", **PREFERRED}
        return {
            name: self.modules[module] for name, module in wanted.items() if module in self.modules
        }

    def find(self, name: str) -> Any:
        """Return what a name means that the program did not bind.

        Raises:
            KeyError: nothing.
        """
        for table in (self.names, self.given):
            if name in table:
                return table[name]
        if name.startswith("__"):
            raise KeyError(name)
        return self.bare[name]

    def import_module(self, name: str) -> Namespace:
        """Return the namespace of a module.

        Raises:
            KeyError: there is none.
        """
        own = self.modules.get(name) or self.modules.get(home_of(name) or "")
        return own or module_of_python(name)

    def known_names(self) -> tuple[str, ...]:
        """Return every name that stands at hand."""
        return tuple(dict.fromkeys((*self.names, *self.given, *self.bare.names())))


def with_parts(tables: Mapping[str, Table]) -> dict[str, Table]:
    """Return the tables, every namespace entered in the one that it is a part of."""
    found = dict(tables)
    for name in tables:
        while name := name.rpartition(".")[0]:
            found.setdefault(name, Table({}))
    for name, table in found.items():
        parent, _, last = name.rpartition(".")
        if parent:
            found[parent][last] = Namespace(name, table)
    return found


def modules_in(given: Mapping[str, Table]) -> dict[str, Namespace]:
    """Return the namespace of each table by its full name."""
    found, tables = {}, with_parts(given)
    for name, table in tables.items():
        parent, _, last = name.rpartition(".")
        found[name] = tables[parent][last] if parent else Namespace(name, table)
    return found


@cache
def torch_modules() -> dict[str, Namespace]:
    """Return the namespaces of torch: programs only read them, so all sessions share them."""
    from tensorlab.language.library.tensors import describe_types  # noqa: PLC0415

    describe_types()
    return modules_in(namespaces())


def torch_library(names: Mapping[str, Any], *, preload: bool) -> Library:
    """Return the library of the declared operations."""
    return Library(torch_modules(), names, preload=preload)


def given_library(
    namespaces: Mapping[str, Mapping[str, Any]], names: Mapping[str, Any], *, preload: bool
) -> Library:
    """Return a library of functions that the caller brings."""
    tables = {
        name: Table({member: wrapped(member, value) for member, value in members.items()})
        for name, members in namespaces.items()
    }
    return Library(modules_in(tables), names, preload=preload)


def wrapped(name: str, value: object) -> Any:
    """Return a value of the caller's as a program may have it."""
    known: tuple[type, ...] = (Builtin, TypeValue, Namespace)
    function: Callable[..., Any] | None = value if callable(value) else None
    return value if function is None or isinstance(value, known) else Builtin(name, function)
