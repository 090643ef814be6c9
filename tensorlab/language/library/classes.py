"""The classes of torch.nn, torch.optim and torch.utils.data: loaded when a program names one."""

# ruff: noqa: PLC0415  a program that names none of them loads nothing more

from collections import OrderedDict
from collections.abc import Callable
from enum import EnumType
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, Final

from tensorlab.absent import inner
from tensorlab.frozen import lines_beside, names_beside

# The modules whose public names a program gets besides the declared functions, and of some of them
# which alone, as of torch itself.
LINES: Final = [line.partition(":") for line in lines_beside(__file__, "classes.txt")]
MODULES: Final = [of for of, _, _ in LINES if of != "torch"]
ONLY: Final = {of: names.split() for of, colon, names in LINES if colon}
NAMES: Final = names_beside(__file__, "names.txt")
# What enters the values that classes of these modules hand out.
BESIDE: Final = {
    "torch.profiler": "profiler",
    "torch.autograd.profiler": "profiler",
    "torch.distributions": "constraints",
}
# A value that is made: each who asks gets one of his own, since programs can write into it.
IDENTITY: Final = "identity_transform"
# What the modules have for themselves.
THEIR_OWN: Final = {"torch.nn.utils": ("gradients", "find", "no_grad")}


def public_names(space: str) -> list[str]:
    """Return the public names of a module that are not declared functions."""
    if space in ONLY:
        return list(ONLY[space])
    if space not in MODULES:
        return []
    module = module_behind(space)
    files = getattr(module, "FILE_OF", None)
    if files is not None or hasattr(module, "__all__"):
        return list(module.__all__ if files is None else files)
    hidden = THEIR_OWN.get(space, ())
    own = {name: value for name, value in vars(module).items() if is_its_own(module, value)}
    return [name for name in own if not name.startswith("_") and name not in hidden]


def identity(space: str) -> Any:
    """Return the transformation that changes nothing, a new one."""
    return find_public(space, "ComposeTransform")([])


def module_behind(space: str) -> ModuleType:
    """Return the module of Python's that has the names of one of torch's."""
    return import_module(space.replace("torch", "tensorlab", 1))


def is_its_own(module: Any, value: object) -> bool:
    """Return whether a class or a function belongs to a module or to one of its files."""
    if not isinstance(value, type | FunctionType):
        return False
    # each may have been named by an import of torch
    of, own = (it.replace("torch.", "tensorlab.", 1) for it in (value.__module__, module.__name__))
    return of == own or of.startswith((f"{own}.", "tensorlab.optim."))


def find_public(space: str, name: str) -> Any:
    """Return a public name of a module as programs get it.

    Raises:
        KeyError: it has none of this name.
    """
    if (known := inner(f"{space}.{name}")) is not None:
        if isinstance(known, type):
            return library_class(known.__name__, known)
        # a mark that says nothing itself
        if type(known).__module__.startswith("tensorlab.optim"):
            admit(type(known))
            return known
    is_old = space == "torch.nn.init" and name in module_behind(space).OLD
    known_name = is_old or name in public_names(space)
    if name == IDENTITY or (
        name not in NAMES["shared"] and (name.startswith("_") or not known_name)
    ):
        raise KeyError(name)
    module = module_behind(space)
    for beginning, more in BESIDE.items():
        if space.startswith(beginning):
            import_module(f"tensorlab.language.library.{more}")
    for root in NAMES.get(f"roots of {space}", ()):
        library_class(root, getattr(module, root))
    value = getattr(module, name)
    # of conditions programs make instances alone, and read these
    if isinstance(value, type) and not space.endswith("constraints"):
        return library_class(name, value)
    return library_function(name, value) if callable(value) else value


def library_class(name: str, made: type) -> Any:
    """Return a class of the library as a value of programs."""
    from tensorlab.language.classes.values import LibraryClass
    from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
    from tensorlab.language.values.container_methods import TUPLE_METHODS
    from tensorlab.language.values.types import TYPE_VALUES
    from tensorlab.language.values.values import CONTEXTS, TypeValue

    know_more()
    if isinstance(TYPE_VALUES.get(made), LibraryClass):
        return TYPE_VALUES[made]
    if hasattr(made, "__enter__") and made.__module__.startswith(("tensorlab.", "torch.")):
        CONTEXTS.add(made)
    if issubclass(made, tuple):
        METHODS[made] = {**TUPLE_METHODS, **public_functions(made)}
        PROPERTIES[made] = {
            word: value.fget
            for word, value in vars(made).items()
            if isinstance(value, property) and value.fget is not None
        }
    members = None
    if isinstance(made, EnumType):
        members = dict(vars(made)["_member_map_"])
        PROPERTIES[made] = reading(("name", "value"))
    # Parameter: its instances are tensors
    if type(made) is not type or issubclass(made, tuple):
        TYPE_VALUES[made] = TypeValue(
            f"{made.__module__}.{name}".replace("tensorlab", "torch"), (made,), made, members
        )
        return TYPE_VALUES[made]
    for base in made.__mro__[:-1]:
        # on Python's own others stand, too
        if base.__module__.startswith(("tensorlab", "torch")):
            admit(base)
    return LibraryClass(
        made, f"{made.__module__}.{made.__qualname__}".replace("tensorlab", "torch")
    )


def public_functions(made: type) -> dict[str, Any]:
    """Return the functions of a class that are everybody's."""
    own = vars(made).items()
    return {name: f for name, f in own if isinstance(f, FunctionType) and name[0] != "_"}


def admit(made: type) -> None:
    """Let programs have the public attributes of instances of a class."""
    from tensorlab.language.classes.lookup import Instance, library_table
    from tensorlab.language.values.attributes import GATES

    if made not in GATES:
        # it may have been looked at when nobody could use it
        library_table.cache_clear()
    GATES[made] = GATES[Instance]


def know_more() -> None:
    """Enter what the library's classes hand out besides instances of theirs."""
    from tensorlab.language.classes.gate import register
    from tensorlab.language.values.attributes import GATES, METHODS, PROPERTIES
    from tensorlab.ops.autograd.custom import FunctionCtx

    if FunctionCtx not in GATES:
        register()
        METHODS[OrderedDict] = ordered_methods()
        PROPERTIES[OrderedDict] = {"_metadata": metadata}
        admit(FunctionCtx)


def metadata(table: Any) -> Any:
    """Return a copy of what a module's state says of its modules: the version of each."""
    from tensorlab.language.values.values import missing

    if not hasattr(table, "_metadata"):
        raise missing(table, "_metadata")
    return OrderedDict((name, dict(said)) for name, said in table._metadata.items())


def ordered_methods() -> dict[str, Callable[..., Any]]:
    """Return the methods of dicts that know an order, such as a module's state."""
    from tensorlab.language.values.container_methods import combining, hashing, update

    plain = ("keys", "values", "items", "clear", "popitem", "move_to_end")
    return {
        **{name: getattr(OrderedDict, name) for name in plain},
        **{name: hashing(getattr(OrderedDict, name)) for name in ("get", "pop", "setdefault")},
        "copy": combining(OrderedDict.copy),
        "update": update,
    }


def made_as_it_is() -> Any:
    """Return `torch.compile`: it gives what it is given, or a decorator that does so."""
    from tensorlab.language.values.functions import Builtin

    def compile(model: object = None, **settings: object) -> Any:
        return found if model is None else model

    found = Builtin("compile", compile)
    return found


def library_function(name: str, function: Callable[..., Any]) -> Any:
    """Return a function of the library as a value of programs."""
    from tensorlab.language.classes.admission import admitted
    from tensorlab.language.classes.members import LibraryFunction
    from tensorlab.language.values.functions import FunctionMaker

    if name == "compile":
        return made_as_it_is()
    if name in NAMES["giving functions"]:
        return FunctionMaker(name, function)
    know_more()
    # Admission takes any class.
    return LibraryFunction(name, function, admitted)  # type: ignore[arg-type]
