"""The classes of torch.nn, torch.optim and torch.utils.data: loaded when a program names one."""

from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from types import FunctionType
from typing import Any, Final

# The modules whose public names a program gets besides the declared functions.
MODULES: Final = {
    "torch.nn": "tensorlab.nn",
    "torch.nn.init": "tensorlab.nn.init",
    "torch.nn.utils": "tensorlab.nn.utils",
    "torch.nn.parameter": "tensorlab.nn.parameter",
    "torch.optim": "tensorlab.optim",
    "torch.optim.lr_scheduler": "tensorlab.optim.lr_scheduler",
    "torch.utils.data": "tensorlab.utils.data",
    "torch.distributions": "tensorlab.distributions",
    "torch.autograd": "tensorlab.ops.autograd.custom",
}
ONLY: Final = {"torch.autograd": ("Function",), "torch.nn.parameter": ("Parameter", "Buffer")}
# Classes whose heirs a program can meet without having named them.
ROOTS: Final = {
    "torch.nn": ("Module",),
    "torch.optim": ("Optimizer",),
    "torch.optim.lr_scheduler": ("LRScheduler",),
    "torch.utils.data": ("Dataset", "Sampler", "DataLoader"),
}
# What the modules have for themselves.
THEIR_OWN: Final = {
    "torch.nn.init": ("fans", "kaiming_std", "require_dimensions"),
    "torch.nn.utils": ("gradients", "find", "no_grad"),
}


def public_names(space: str) -> list[str]:
    """Return the public names of a module that are not declared functions."""
    if space not in MODULES:
        return []
    if space in ONLY:
        return list(ONLY[space])
    module = import_module(MODULES[space])
    files = getattr(module, "FILE_OF", None)
    if files is not None:
        return list(files)
    hidden = THEIR_OWN.get(space, ())
    own = {name: value for name, value in vars(module).items() if is_its_own(module, value)}
    return [name for name in own if not name.startswith("_") and name not in hidden]


def is_its_own(module: Any, value: Any) -> bool:
    """Return whether a class or a function belongs to a module or to one of its files."""
    if not isinstance(value, type | FunctionType):
        return False
    of = value.__module__.replace("torch.", "tensorlab.", 1)
    return of == module.__name__ or of.startswith((f"{module.__name__}.", "tensorlab.optim."))


def find_public(space: str, name: str) -> Any:
    """Return a public name of a module as programs get it.

    Raises:
        KeyError: it has none of this name.
    """
    if name.startswith("_") or name not in public_names(space):
        raise KeyError(name)
    module = import_module(MODULES[space])
    for root in ROOTS.get(space, ()):
        library_class(root, getattr(module, root))
    value = getattr(module, name)
    return library_class(name, value) if isinstance(value, type) else library_function(name, value)


def library_class(name: str, made: type) -> Any:
    """Return a class of the library as a value of programs."""
    from tensorlab.language.classes.values import LibraryClass  # noqa: PLC0415
    from tensorlab.language.types import TYPE_VALUES  # noqa: PLC0415
    from tensorlab.language.values import TypeValue  # noqa: PLC0415

    know_more()
    if isinstance(TYPE_VALUES.get(made), LibraryClass):
        return TYPE_VALUES[made]
    if type(made) is not type:  # Parameter: its instances are tensors
        TYPE_VALUES[made] = TypeValue(
            f"{made.__module__}.{name}".replace("tensorlab", "torch"), (made,), made
        )
        return TYPE_VALUES[made]
    for base in made.__mro__[:-1]:
        admit(base)
    return LibraryClass(
        made, f"{made.__module__}.{made.__qualname__}".replace("tensorlab", "torch")
    )


def admit(made: type) -> None:
    """Let programs have the public attributes of instances of a class."""
    from tensorlab.language.attributes import GATES  # noqa: PLC0415
    from tensorlab.language.classes.lookup import Instance  # noqa: PLC0415

    GATES[made] = GATES[Instance]


def know_more() -> None:
    """Enter what the library's classes hand out besides instances of theirs."""
    from tensorlab.language.attributes import METHODS  # noqa: PLC0415
    from tensorlab.language.classes.gate import register  # noqa: PLC0415
    from tensorlab.ops.autograd.custom import Context  # noqa: PLC0415

    if OrderedDict not in METHODS:
        register()
        METHODS[OrderedDict] = ordered_methods()
        admit(Context)


def ordered_methods() -> dict[str, Callable[..., Any]]:
    """Return the methods of dicts that know an order, such as a module's state."""
    from tensorlab.language.container_methods import combining, hashing, update  # noqa: PLC0415

    plain = ("keys", "values", "items", "clear", "popitem", "move_to_end")
    return {
        **{name: getattr(OrderedDict, name) for name in plain},
        **{name: hashing(getattr(OrderedDict, name)) for name in ("get", "pop", "setdefault")},
        "copy": combining(OrderedDict.copy),
        "update": update,
    }


def library_function(name: str, function: Callable[..., Any]) -> Any:
    """Return a function of the library as a value of programs."""
    from tensorlab.language.classes.admission import admitted  # noqa: PLC0415
    from tensorlab.language.classes.members import LibraryFunction  # noqa: PLC0415

    know_more()
    # Admission takes any class.
    return LibraryFunction(name, function, admitted)  # type: ignore[arg-type]
