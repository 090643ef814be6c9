"""The `typing` module as programs see it: names for annotations, which nobody checks."""

from collections import abc
from typing import Any

from tensorlab.language.classes.members import unchanged
from tensorlab.language.classes.values import MAKERS
from tensorlab.language.modules import named_tuples  # noqa: F401  knows how to derive
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.container_methods import make_dict
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.type_forms import Form
from tensorlab.language.values.types import no_instances
from tensorlab.language.values.values import TypeValue

NAMES = (
    "Annotated", "Any", "AnyStr", "Callable", "ClassVar", "Collection", "Counter", "DefaultDict",
    "Deque", "Dict", "Final", "FrozenSet", "Generator", "Hashable", "Iterable", "Iterator", "List",
    "Literal", "Mapping", "MutableMapping", "NoReturn", "Optional", "OrderedDict", "Self",
    "Sequence", "Set", "Sized", "SupportsFloat", "SupportsInt", "Text", "Tuple", "Type",
    "TypeAlias", "Union", "Never", "LiteralString", "Required", "NotRequired", "Unpack",
    "Concatenate", "TypeGuard", "TypeVarTuple", "AbstractSet", "Container", "ContextManager",
    "ItemsView", "KeysView", "ValuesView", "MappingView", "MutableSequence", "MutableSet",
    "Awaitable", "Coroutine", "AsyncIterator", "AsyncIterable", "Reversible", "SupportsIndex",
    "SupportsAbs", "SupportsRound", "SupportsComplex", "SupportsBytes", "ChainMap", "IO", "TextIO",
    "BinaryIO", "Pattern", "Match",
)  # fmt: skip
# What `isinstance` finds to be of these.
CLASSES: dict[str, tuple[type, ...]] = {
    "List": (list,), "Dict": (dict,), "Set": (set,), "Tuple": (tuple,), "FrozenSet": (frozenset,),
    **{name: (getattr(abc, name),) for name in NAMES if hasattr(abc, name) and name[0] != "_"},
}  # fmt: skip
# These can be derived from: nothing comes of it.
BASES = ("Generic", "Protocol")


def cast(typ: Any, val: Any) -> Any:
    """Return the value."""
    return val


def type_variable(name: str, *given: Any, **named: Any) -> TypeValue:
    """Return a name for a type."""
    return Form(f"~{name}", (), no_instances(str(name)))


def new_type(name: str, tp: Any) -> Any:
    """Return a type under another name."""
    return tp


def dict_of_types(
    name: str, title: str, bases: list[Any], table: dict[str, Any], said: Any = None
) -> TypeValue:
    """Return what a class that derives from TypedDict is: dict, under a name."""
    return TypeValue(f"__main__.{title}", (dict,), make_dict)


TYPED_DICT = TypeValue("typing.TypedDict", (dict,), no_instances("typing.TypedDict"))
MAKERS.append((lambda base: base is TYPED_DICT, dict_of_types))
NAMED_TUPLE = TypeValue("typing.NamedTuple", (object,), no_instances("typing.NamedTuple"))


def namespace() -> Namespace:
    """Return the table of `typing`."""
    words = {
        name: Form(f"typing.{name}", CLASSES.get(name, ()), no_instances(f"typing.{name}"))
        for name in NAMES
    }
    bases = {
        name: TypeValue(f"typing.{name}", (object,), no_instances(f"typing.{name}"))
        for name in BASES
    }
    return namespace_of(
        "typing",
        {
            "cast": cast, "final": unchanged, "overload": unchanged, "override": unchanged,
            "runtime_checkable": unchanged, "no_type_check": unchanged,
            "TypeVar": type_variable, "ParamSpec": type_variable, "NewType": new_type,
        },
        {
            **words, **bases, "NamedTuple": NAMED_TUPLE, "TypedDict": TYPED_DICT,
            "TYPE_CHECKING": False,
        },
    )  # fmt: skip
