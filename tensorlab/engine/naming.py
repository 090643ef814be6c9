"""How classes print under PyTorch's names for them, and the ways of storing tensors, by name."""

import sys
from collections import namedtuple
from collections.abc import Callable
from functools import cache, update_wrapper
from importlib import import_module
from types import FrameType, FunctionType
from typing import Any, ClassVar, cast

NAME: Any = type.__dict__["__name__"]


class Named(type):
    """The type of a class that prints under the name that PyTorch gives it."""

    torch_name: str

    def __init__(cls, name: str, bases: tuple[type, ...], scope: dict[str, Any]) -> None:
        """Give the class the name by which Python's own errors call its instances."""
        super().__init__(name, bases, scope)
        if "torch_name" in scope and cls.torch_name != "torch.Tensor":
            cls.__name__ = cls.torch_name

    # alone, as that of a type of C's, which errors call by its module too
    __name__: Any = property(lambda cls: NAME.__get__(cls).rpartition(".")[2], NAME.__set__)

    def __repr__(cls) -> str:
        # or a program made the class
        theirs = cls.__module__.partition(".")[0] == "tensorlab"
        return f"<class '{cls.torch_name}'>" if theirs else super().__repr__()


HEAP_TYPE = 1 << 9  # a class that Python made: its errors leave out the module


def named_in_c(value: object) -> str:
    """Return the name by which errors of C's call the type of a value: torch.Size, numpy.bool."""
    name, module = str(NAME.__get__(type(value))), type(value).__module__
    if name == "AbsentType":
        value()  # type: ignore[operator]  # which says that it is not here, and what is
    of_c = module == "collections" and not type(value).__flags__ & HEAP_TYPE
    return f"{module}.{name}" if of_c or module in ("numpy", "numpy.dtypes") else name


class Marked(Named):
    """The type of a class whose instances are also those of others that bear its mark."""

    _mark: str

    def __instancecheck__(cls, value: object) -> bool:
        return super().__instancecheck__(value) or (
            "_mark" in vars(cls) and getattr(value, cls._mark, False) is True
        )


class Signed(Named):
    """The type of a class that is made by the learner: a wrong call is refused in PyTorch's words.

    `signatures` are the ways of making it, as PyTorch writes them.
    """

    signatures: tuple[str, ...]
    # set where refusals are worded
    refusal_of: ClassVar[Callable[..., Exception | None]]

    def __call__(cls, *args: object, **settings: object) -> Any:
        """Return an instance, or refuse to make one."""
        try:
            return super().__call__(*args, **settings)
        except TypeError:
            refused = Signed.refusal_of(cls.torch_name, cls.signatures, args, settings)
            if refused is None:
                raise
        raise refused


class Fixed:
    """What this library alone writes to: for all others its attributes are there to be read."""

    __slots__ = ()
    torch_name: str

    def __setattr__(self, name: str, value: object) -> None:
        refuse_others(self, name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        refuse_others(self, name)
        super().__delattr__(name)


def is_ours(frame: FrameType) -> bool:
    """Return whether code of this library runs in a frame, not a program's."""
    return str(frame.f_globals.get("__name__")).partition(".")[0] == "tensorlab"


def refuse_others(value: Fixed, name: str) -> None:
    """Refuse a change of an attribute by code that is not of this library.

    Raises:
        AttributeError: it is by such code.
    """
    if is_ours(sys._getframe(2)):
        return
    if hasattr(value, name):
        raise AttributeError(f"attribute '{name}' of '{value.torch_name}' objects is not writable")
    raise AttributeError(f"'{value.torch_name}' object has no attribute '{name}'")


class Format(Fixed, metaclass=Named):
    """One of some ways, which has a name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"


class Layout(Format):
    """How the elements lie in memory."""

    torch_name = "torch.layout"

    @property
    def kind(self) -> str:
        """PyTorch's name of a layout in what it refuses: SparseCsr."""
        return self.name.title().replace("_", "").replace("Coo", "")


STRIDED = Layout("strided")
SPARSE_COO = Layout("sparse_coo")
SPARSE_CSR = Layout("sparse_csr")
SPARSE_CSC = Layout("sparse_csc")
SPARSE_BSR = Layout("sparse_bsr")
SPARSE_BSC = Layout("sparse_bsc")
JAGGED = Layout("jagged")
BY_COLUMNS = (SPARSE_CSC, SPARSE_BSC)
OF_BLOCKS = (SPARSE_BSR, SPARSE_BSC)
COMPRESSED = (SPARSE_CSR, SPARSE_CSC, SPARSE_BSR, SPARSE_BSC)


class MemoryFormat(Format):
    """In which order the dimensions of a tensor follow one another in memory."""

    torch_name = "torch.memory_format"


class Scheme(Format):
    """How the whole numbers of a quantized tensor stand for its values."""

    torch_name = "torch.qscheme"


SCHEMES = {
    name: Scheme(name)
    for name in (
        "per_tensor_affine",
        "per_channel_affine",
        "per_tensor_symmetric",
        "per_channel_symmetric",
        "per_channel_affine_float_qparams",
    )
}


class OfPrograms:
    """What the values of a program are called, which only the language knows."""

    name_of: ClassVar[Callable[[Any], str | None]] = staticmethod(lambda value: None)


def public_name(kind: type) -> str:
    """Return the name of a class, with its module, as programs and PyTorch know it."""
    module = kind.__module__
    if module.partition(".")[0] == "tensorlab":
        return str(getattr(kind, "torch_name", kind.__name__))
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def class_text(value: object) -> str:
    """Return the text of the class of a value."""
    return f"<class '{public_name(type(value))}'>"


HOMES: dict[type, str] = {}  # the files of classes that print under another


def printed_under(module: str, names: dict[str, Any], *chosen: str) -> None:
    """Let the classes that a file has made, or some, print as those of a module of PyTorch's."""
    for name in chosen or names:
        value = names[name]
        if isinstance(value, type) and value.__module__ == names["__name__"]:
            HOMES[value] = value.__module__
            value.__module__ = module
            kind: Any = value
            if kind.__reduce_ex__ is object.__reduce_ex__:
                kind.__reduce_ex__ = reduced_by_name


def reduced_by_name(self: Any, protocol: Any) -> Any:
    """Return what pickle writes of an object whose class prints under a name of torch's.

    Where torch can't be imported, the class is found under our name for its module.
    """
    kind = type(self)
    make, given, *state = cast("Any", object.__reduce_ex__(self, max(protocol, 2)))
    module, _, rest = kind.__module__.partition(".")
    its = sys.modules.get(kind.__module__ if module in sys.modules else "")
    if module != "torch" or getattr(its, kind.__name__, None) is kind or not is_kept_in(rest, kind):
        return make, given, *state
    return made_bare, (rest, kind.__name__, *given[1:]), *state


def is_kept_in(module: str, kind: type) -> bool:
    """Return whether a class is found by its name in our module for one of torch's."""
    try:
        return getattr(import_module(f"tensorlab.{module}"), kind.__name__, None) is kind
    except ImportError:
        return False


def made_bare(module: str, name: str, *given: Any) -> Any:
    """Return an object of a class of a module of torch's, without its attributes."""
    kind = getattr(import_module(f"tensorlab.{module}"), name)
    return kind.__new__(kind, *given)


@cache
def return_type(name: str, *fields: str) -> Any:
    """Return the tuple class `torch.return_types.<name>`, printed part by part."""

    def text(self: object) -> str:
        parts = ",\n".join(f"{field}={getattr(self, field)!r}" for field in fields)
        return f"torch.return_types.{name}(\n{parts})"

    plain: Any = namedtuple  # noqa: PYI024  the fields are not known here
    module = "torch.return_types"
    own = {"__module__": module, "__repr__": text, "torch_name": f"{module}.{name}"}
    return Named(name, (plain(name, fields),), {"__slots__": (), **own})


def keep_own(kind: Any, *words: str) -> None:
    """Give a class the methods that it takes over: errors call them by its name, as PyTorch's."""
    for word in words:
        if word not in vars(kind):
            setattr(kind, word, named(getattr(kind, word), f"{kind.__name__}.{word}"))


def named(method: Any, name: str) -> Any:
    """Return a method under another name."""
    code, space = method.__code__, method.__globals__
    made = FunctionType(code, space, name, method.__defaults__, method.__closure__)
    update_wrapper(made, method)
    made.__kwdefaults__, made.__qualname__ = method.__kwdefaults__, name
    del made.__wrapped__  # type: ignore[attr-defined]  # update_wrapper sets it
    return made
