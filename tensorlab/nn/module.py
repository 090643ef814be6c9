"""Module: what a network is made of, with its parameters, buffers and parts by name."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from tensorlab.engine.naming import named, reduced_by_name
from tensorlab.engine.warning import in_full, warn
from tensorlab.engine.work import Work
from tensorlab.frozen import names_beside
from tensorlab.nn.hooks import (
    TABLES,
    Hooks,
    register_module_forward_hook,
    register_module_forward_pre_hook,
)
from tensorlab.nn.members import Members
from tensorlab.nn.parameter import Parameter, is_lazy
from tensorlab.nn.parts import PLACES, Parts
from tensorlab.nn.places import name_methods, place_of
from tensorlab.nn.state import load, load_own, moved, save, save_own

__all__ = ["Module", "register_module_forward_hook", "register_module_forward_pre_hook"]


TABLE = names_beside(__file__, "constants.txt").items()
CONSTANTS = {name: said.split() for said, names in TABLE for name in names}


if TYPE_CHECKING:

    class Whole(Members, Hooks):
        """All that a module can do: programs see one class, which has it for its own."""
else:
    Whole = object


class Module(Whole):
    """The base class of networks: subclass it, make the parts in __init__, define forward.

    A tensor that is assigned as a Parameter, and a module that is assigned, are found again by
    name: in parameters(), state_dict() and the printed tree.

    >>> class Double(torch.nn.Module):
    ...     def forward(self, x):
    ...         return 2 * x
    >>> Double()(torch.tensor([1., 2.]))
    tensor([2., 4.])
    """

    _version = 1  # of what its state holds
    dump_patches = call_super_init = False  # as libraries ask
    T_destination = TypeVar("T_destination", bound=dict[str, Any])

    def __init__(self, *given: object, **named: object) -> None:
        if given or named:
            refuse_settings(self, given, named)
        own = self.__dict__
        own.update(training=True, _parameters={}, _buffers={}, _non_persistent_buffers_set=set())
        own |= {table: OrderedDict() for table in TABLES} | {"_is_full_backward_hook": None}
        own["_modules"] = {}

    __reduce_ex__ = reduced_by_name

    def __init_subclass__(cls, **settings: object) -> None:
        super().__init_subclass__(**settings)
        # programs see PyTorch's names
        if cls.__module__.startswith("tensorlab.nn."):
            file = cls.__module__.rpartition(".")[2]
            cls.__module__ = f"torch.nn.modules.{place_of(cls.__name__, file)}"
            name_methods(cls)
            if cls.__name__ in CONSTANTS:
                cls.__constants__ = CONSTANTS[cls.__name__]  # type: ignore[attr-defined]  # PyTorch's
        for name, value in [*vars(cls).items()]:
            # PyTorch's functions are built in, and given no self
            if hasattr(value, "operation"):
                setattr(cls, name, staticmethod(value))

    def forward(self, *inputs: Any) -> Any:
        """Compute the result; each module says how.

        Raises:
            NotImplementedError: it does not say.
        """
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    # -- changing all parts at once -----------------------------------------------------------

    def apply(self, fn: "Callable[[Module], Any]") -> "Module":
        """Call a function with every module within this one, then with this one; return it."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode: bool = True) -> "Module":
        """Say whether the network is being trained, as dropout and batch norm need to know."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> "Module":
        """Say that the network is not being trained."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> "Module":
        """Say whether the parameters are trained."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or make them zeros."""
        for parameter in self.parameters():
            if set_to_none:
                parameter.grad = None
            elif parameter.grad is not None:
                parameter.grad = parameter.grad.detach().zero_()

    def _apply(self, fn: Callable[[Any], Any], recurse: bool = True) -> "Module":
        """Put what a function makes of them in place of all parameters and buffers."""
        for module in self.children() if recurse else ():
            module._apply(fn)
        for name, parameter in self._parameters.items():
            if parameter is not None:
                found = fn(parameter.data)
                # its elements have no place any more
                if found.is_meta is not parameter.is_meta:
                    kind = Parameter if parameter._is_param else type(parameter)
                    self._parameters[name] = kind(found, parameter.requires_grad)
                    continue
                parameter.data = found
                if parameter.grad is not None:
                    parameter._grad = fn(parameter.grad.data)
        for name, buffer in self._buffers.items():
            if is_lazy(buffer):
                buffer.data = fn(buffer.data)
            elif buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *args: object, **settings: object) -> "Module":
        """Move all parameters and buffers to a device, or to a floating type."""
        there: Module = moved(self, args, settings)
        return there

    def float(self) -> "Module":
        """Make all floating parameters and buffers float32."""
        return self._floating("float")

    def double(self) -> "Module":
        """Make all floating parameters and buffers float64."""
        return self._floating("double")

    def half(self) -> "Module":
        """Make all floating parameters and buffers float16."""
        return self._floating("half")

    def bfloat16(self) -> "Module":
        """Make all floating parameters and buffers bfloat16."""
        return self._floating("bfloat16")

    def _floating(self, kind: str) -> "Module":
        """Make all floating parameters and buffers a type, by the method that says so."""
        return self._apply(lambda x: getattr(x, kind)() if x.is_floating_point() else x)

    def type(self, dst_type: object) -> "Module":
        """Make all parameters and buffers another type."""
        return self._apply(lambda tensor: tensor.type(dst_type))

    def to_empty(self, *, device: object, recurse: bool = True) -> "Module":
        """Move to a device without the numbers: all elements hold whatever is in memory there."""
        return self._apply(lambda tensor: tensor.new_empty(tensor.shape, device=device))

    def share_memory(self) -> "Module":
        """Return the module: here is one process."""
        return self

    def compile(self, *args: object, **settings: object) -> None:
        """Do nothing: the module runs as it is."""

    def cpu(self) -> "Module":
        """Move all parameters and buffers to the CPU."""
        return self._apply(lambda tensor: tensor.cpu())

    def cuda(self, device: object = None) -> "Module":
        """Move all parameters and buffers to a GPU."""
        return self._apply(lambda tensor: tensor.cuda(device))

    # -- the state as a table -----------------------------------------------------------------

    def state_dict(
        self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False
    ) -> OrderedDict[str, Any]:
        """Return all parameters and persistent buffers by their dotted names."""
        if args:
            warn(in_full("Positional args are being"), FutureWarning)
            destination, prefix, keep_vars = args + (destination, prefix, keep_vars)[len(args) :]
        table: OrderedDict[str, Any] = OrderedDict() if destination is None else destination
        if destination is None:
            vars(table)["_metadata"] = OrderedDict()
        save(self, table, prefix, keep_vars=keep_vars)
        return table

    def load_state_dict(self, state_dict: object, strict: bool = True, assign: bool = False) -> Any:
        """Copy the tensors of a table into the parameters and buffers of the same names.

        Raises:
            RuntimeError: names are missing or unknown, unless strict=False; or sizes differ.
        """
        return load(self, state_dict, strict=strict, assign=assign)

    _load_from_state_dict = load_own
    _save_to_state_dict = save_own

    def _overrides(self, method: str) -> bool:
        """Return whether the class has a method of its own in place of this one's."""
        return getattr(type(self), method) is not getattr(Module, method)

    def get_extra_state(self) -> Any:
        """Return what the state holds besides tensors; a module that has some overrides this."""
        raise RuntimeError(in_full("Reached a code path", "get"))

    def set_extra_state(self, state: object) -> None:
        """Take back what get_extra_state gave; a module that has some overrides this."""
        raise RuntimeError(in_full("Reached a code path", "set"))

    # -- in words -----------------------------------------------------------------------------

    _extra_text: ClassVar[str] = ""  # with the module as m
    _has_bias = property(lambda self: self.bias is not None)

    def extra_repr(self) -> str:
        """Return what stands between the parentheses of a printed module without parts."""
        return self._extra_text.format(m=self)

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        return tree(self)


def refuse_settings(module: Any, given: Sequence[Any], named: dict[str, Any]) -> None:
    """Refuse settings, of which a module without its own has none.

    Raises:
        TypeError: always.
    """
    wrong = f"takes 1 positional argument but {len(given) + 1} were given"
    for name in list(named)[:1]:
        wrong = f"got an unexpected keyword argument '{name}'"
    raise TypeError(f"{type(module).__name__}.__init__() {wrong}")


# as __init_subclass__ does for its heirs
Module.__module__ = "torch.nn.modules.module"
Module.forward.__qualname__ = "_forward_unimplemented"  # where wrong calls fail in PyTorch
# what its instances keep, where it is looked for
Module.__annotations__ |= dict.fromkeys([*TABLES, *PLACES, "_non_persistent_buffers_set"], Any)
for word, member in [pair for part in (Hooks, Parts, Members) for pair in vars(part).items()]:
    if word not in vars(Module):
        is_called = isinstance(member, FunctionType) and word != "__call__"
        setattr(Module, word, named(member, f"Module.{word}") if is_called else member)


def tree(module: Any) -> str:
    """Return a module's name, what it says of itself, and its parts below, indented."""
    Work.spend(8)
    extra = module.extra_repr()
    lines = extra.split("\n") if extra else []
    parts = [f"({name}): {_addindent(repr(part))}" for name, part in module._modules.items()]
    head = f"{module._get_name()}("
    if len(lines) == 1 and not parts:
        return f"{head}{lines[0]})"
    if not (lines or parts):
        return f"{head})"
    return head + "\n  " + "\n  ".join(lines + parts) + "\n)"


def arguments(names: dict[str, Any], wanted: str = "") -> dict[str, Any]:
    """Return the wanted arguments of an `__init__`, or all, by name, of its local names."""
    chosen = wanted.split() or [name for name in names if name not in ("self", "__class__")]
    return {name: names[name] for name in chosen}


def unusual(module: object, defaults: dict[str, Any]) -> str:
    """Return the settings that differ from their defaults, each after a comma."""
    # 0 is shown where False is usual
    own = {name: getattr(module, name) for name in defaults}
    return "".join(
        f", {name}={own[name]}"
        for name, usual in defaults.items()
        if (
            own[name] is not usual if isinstance(usual, bool) else own[name] != usual
        )  # 0 is no False
    )


def _addindent(text: str, spaces: int = 2) -> str:
    """Return a text whose lines, but for the first, begin further right."""
    Work.spend(len(text) // 16)
    return text.replace("\n", "\n" + " " * spaces)
