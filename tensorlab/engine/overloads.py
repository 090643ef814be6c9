"""A function's signatures as PyTorch writes them, and which arguments each of them takes."""

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import PYTHON_TYPES, DType
from tensorlab.engine.tensor import Tensor

if TYPE_CHECKING:
    from tensorlab.engine.signature import Signature

# One number will do for these lists.
SINGLE = {"dim", "dims", "kernel_size", "stride", "padding", "dilation", "normalized_shape"}


class Wanted(NamedTuple):
    """One parameter of a signature: its type in PyTorch's words, its name, and how it is given."""

    kind: str
    name: str
    optional: bool
    nullable: bool
    keyword_only: bool


class Overload(NamedTuple):
    """One signature of a function, and its text."""

    text: str
    parameters: tuple[Wanted, ...]

    @property
    def least(self) -> int:
        """How many arguments it takes at least."""
        return sum(1 for parameter in self.parameters if not parameter.optional)

    @property
    def positional(self) -> list[Wanted]:
        """The parameters that need no keyword."""
        return [parameter for parameter in self.parameters if not parameter.keyword_only]


@cache
def recorded() -> dict[str, Any]:
    """Return what was recorded of PyTorch's signatures; read when a call is first refused."""
    import json  # noqa: PLC0415  with pathlib it takes 4 ms, which a call that is right saves
    from pathlib import Path  # noqa: PLC0415

    record = Path(__file__).with_name("overloads.json")
    return json.loads(record.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def items_of(text: str) -> list[str]:
    """Return the parts of a signature's text as PyTorch counts them, the star among them."""
    return text.strip("()").split(", ")


def wanted_by(item: str, *, keyword_only: bool = False) -> Wanted:
    """Return one parameter read from its part of a signature's text."""
    declared, _, default = item.partition(" = ")
    kind, _, name = declared.rpartition(" ")
    return Wanted(kind, name, bool(default), default == "None", keyword_only)


def overload(text: str) -> Overload:
    """Return a signature read from PyTorch's text of it."""
    items = [item for item in items_of(text) if item]
    star = items.index("*") if "*" in items else len(items)
    return Overload(
        text,
        tuple(
            wanted_by(item, keyword_only=place > star)
            for place, item in enumerate(items)
            if item != "*"
        ),
    )


def own_overload(signature: "Signature", *, method: bool) -> Overload:
    """Return the signature of a declaration, for functions that have but one."""
    from tensorlab.engine.signature import MISSING, type_name  # noqa: PLC0415  a cycle otherwise

    parameters = [
        Wanted(
            type_name(parameter.annotation),
            parameter.name,
            parameter.default is not MISSING,
            parameter.default is None,
            parameter.keyword_only,
        )
        for parameter in list(signature.parameters.values())[1 if method else 0 :]
        if not (method and parameter.name == "out")
    ]
    return Overload("", tuple(parameters))


def key_of(signature: "Signature", function: str, first: int) -> str:
    """Return the name under which a function's signatures are recorded."""
    return f"{'torch.Tensor' if first == 0 else signature.namespace}.{function}"


def overloads_of(signature: "Signature", key: str, *, method: bool) -> list[Overload]:
    """Return a function's signatures: the recorded ones, or its declaration's."""
    texts = recorded()["overloads"].get(key)
    if texts:
        return [overload(text) for text in texts]
    return [own_overload(signature, method=method)]


def takes_loose_sizes(one: Overload, given: tuple[Any, ...]) -> bool:
    """Return whether the arguments are the sizes themselves: `x.view(2, 3)`."""
    positional = one.positional
    return (
        len(positional) == 1
        and positional[0].kind == "tuple of ints"
        and len(given) > 0
        and given[0].__class__ is int
    )


def fits(wanted: Wanted, value: Any) -> bool:
    """Return whether a parameter takes a value."""
    if value is None:
        return wanted.nullable
    kinds: dict[str, tuple[type, ...]] = {
        "Tensor": (Tensor,), "float": (int, float), "bool": (bool,), "str": (str,),
        "torch.device": (str, Device, int), "tuple of Tensors": (list, tuple),
    }  # fmt: skip
    if wanted.kind in kinds:
        return isinstance(value, kinds[wanted.kind])
    if wanted.kind == "torch.dtype":
        return isinstance(value, DType) or (callable(value) and value in PYTHON_TYPES)
    if wanted.kind == "int":
        return is_whole(value)
    if wanted.kind == "Number":
        return isinstance(value, int | float | complex) or is_single(value)
    if wanted.kind == "tuple of ints":
        if isinstance(value, list | tuple):
            return not value or isinstance(value[0], int) or is_single(value[0])
        return wanted.name in SINGLE and is_whole(value)
    return True


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number, or a 0-d tensor of one."""
    if isinstance(value, Tensor):
        return is_single(value) and value.dtype.category <= 1
    return isinstance(value, int) and not isinstance(value, bool)


def is_single(value: Any) -> bool:
    """Return whether a value is a tensor of one number."""
    return isinstance(value, Tensor) and not value.shape


def wrong_part(wanted: Wanted, value: Any) -> int | None:
    """Return the place in a list of sizes or tensors of what is neither."""
    if not isinstance(value, list | tuple):
        return None
    if wanted.kind == "tuple of Tensors":
        good = [isinstance(part, Tensor) for part in value]
    elif wanted.kind == "tuple of ints":
        good = [isinstance(part, int) or is_whole(part) for part in value]
    else:
        return None
    return good.index(False) if False in good else None
