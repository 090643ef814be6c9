"""A function's signatures as PyTorch writes them, and which arguments each of them takes."""

# ruff: noqa: PLC0415  plain calls do not pay for what looks closer

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import PYTHON_TYPES, DType
from tensorlab.engine.naming import Layout, MemoryFormat
from tensorlab.engine.signatures.accepting import is_index, is_whole, type_name
from tensorlab.engine.signatures.signature import MISSING, Signature
from tensorlab.engine.tensor import Tensor

# One number will do for these lists; for `dims` where they may be left out, as in `roll`.
SINGLE = {"dim", "dims", "kernel_size", "stride", "padding", "dilation", "output_size",
          "output_padding", "shifts", "source", "destination", "n", "s"}  # fmt: skip
# numpy's words for PyTorch's parameters, which PyTorch accepts too.
NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input",
               "x2": "other"}  # fmt: skip


# Parameters that None will do for, though no signature's text says so.
NULLABLE = {"pin_memory", "requires_grad", "generator", "rounding_mode", "stable"}


NUMBERS = int | float | complex | np.number | np.bool_
OUT = ", *, Tensor out = None"
GZIP = 31  # zlib's number for what gzip writes, and zcat reads


class Wanted(NamedTuple):
    """One parameter of a signature: its type in PyTorch's words, its name, and how it is given."""

    kind: str
    name: str
    optional: bool = False
    nullable: bool = False
    keyword_only: bool = False
    single: bool = False  # whether one number will do for a list


class Overload(NamedTuple):
    """One signature of a function, and its text."""

    text: str
    parameters: tuple[Wanted, ...]
    takes_numbers: bool = False  # where a tensor is wanted

    @property
    def least(self) -> int:
        """How many arguments it takes at least."""
        return sum(1 for parameter in self.parameters if not parameter.optional)

    @property
    def positional(self) -> list[Wanted]:
        """The parameters that need no keyword."""
        return [parameter for parameter in self.parameters if not parameter.keyword_only]

    @property
    def takes_loose_sizes(self) -> bool:
        """Whether its one list of sizes may be given without brackets: `x.view(2, 3)`."""
        positional = self.positional
        return len(positional) == 1 and self.parameters[0].kind == "tuple of ints"


@cache
def recorded() -> dict[str, Any]:
    """Return what was recorded of PyTorch's signatures; read when a call is first refused."""
    import json
    import zlib
    from pathlib import Path

    record = Path(__file__).with_name("overloads.json.gz").read_bytes()
    known: dict[str, Any] = json.loads(zlib.decompress(record, GZIP))
    return known


def items_of(text: str) -> list[str]:
    """Return the parts of a signature's text as PyTorch counts them, the star among them."""
    return text.strip("()").split(", ")


def wanted_by(item: str, *, keyword_only: bool = False, texts: tuple[str, ...] = ("",)) -> Wanted:
    """Return one parameter read from its part of a signature's text.

    A question mark after the type says that None will do, though it has to be said; for the
    dimensions of a reduction it means all, for the end of a range the largest number.
    """
    declared, _, default = item.partition(" = ")
    text = texts[0]
    kind, _, name = declared.rpartition(" ")
    nullable = default in ("None", "[]") or kind.endswith("?")
    nullable |= keyword_only and name in NULLABLE
    reduces = "bool keepdim" in text and ("torch.dtype dtype" in text or "bool unbiased" in text)
    nullable |= name == "dim" and kind == "tuple of ints" and reduces
    nullable |= (name == "to" and "int from" in text) or bool(default and kind == "torch.dtype")
    alone = not any(
        part.partition(" = ")[0] == f"int {name}" for t in texts for part in items_of(t)
    )
    single = alone and takes_one(name, kind, bool(default))
    return Wanted(kind.rstrip("?"), name, bool(default), nullable, keyword_only, single)


def takes_one(name: str, kind: str, optional: bool) -> bool:
    """Return whether one number will do for a list; all are asked for by `permute` and `flip`."""
    return kind == "tuple of ints" and name in SINGLE and (name != "dims" or optional)


@cache
def overload(text: str, others: tuple[str, ...] = ()) -> Overload:
    """Return a signature read from PyTorch's text of it.

    Where one of the others takes a number, this takes a list of them only.
    """
    items = [item for item in items_of(text) if item]
    star = items.index("*") if "*" in items else len(items)
    return Overload(
        text,
        tuple(
            wanted_by(item, keyword_only=place > star, texts=(text, *others))
            for place, item in enumerate(items)
            if item != "*"
        ),
    )


def own_overload(signature: Signature, *, method: bool) -> Overload:
    """Return the signature of a declaration, for functions that have but one."""
    parameters = []
    for part in list(signature.parameters.values())[method:]:
        kind, optional = type_name(part.annotation), part.default is not MISSING
        nullable, single = part.default in (None, ()), takes_one(part.name, kind, optional)
        wanted = Wanted(kind, part.name, optional, nullable, part.keyword_only, single)
        if not (method and part.name == "out"):
            parameters.append(wanted)
    return Overload("", tuple(parameters))


class Call(NamedTuple):
    """A call as it was written.

    `first` is the position that PyTorch counts the first argument as: 0 in a method, whose tensor
    is not counted.
    """

    signature: Signature
    function: str
    args: tuple[Any, ...]
    settings: dict[str, Any]
    first: int = 1

    @property
    def counted(self) -> tuple[Any, ...]:
        """The arguments, without a method's tensor."""
        return self.args if self.first else self.args[1:]

    @property
    def key(self) -> str:
        """The name under which the function's signatures are recorded."""
        return f"{self.signature.namespace if self.first else 'torch.Tensor'}.{self.function}"

    def deprecated(self) -> list[Overload]:
        """Return the signatures of before, which no refusal names: a factor stood first in them."""
        texts = recorded()["deprecated"].get(f"torch.{self.function.rstrip('_')}", [])
        if not self.first:
            texts = [text.replace("Tensor input, ", "").replace(OUT, "") for text in texts]
        return [overload(text)._replace(takes_numbers="beta" not in text) for text in texts]

    def overloads(self) -> list[Overload]:
        """Return the function's signatures: the recorded ones, or its declaration's."""
        texts = recorded()["overloads"].get(self.key)
        single = recorded()["single"].get(self.key)
        if single and "torch.layout layout" in single and "requires_grad" not in single:
            # its schema has none of it
            single = f"{single[:-1]}, bool requires_grad = False)"
        own = own_overload(self.signature, method=not self.first)
        texts = tuple(texts or ([single] if single else ()))
        found = [overload(text, texts) for text in texts] or [own]
        return [one._replace(takes_numbers=self.signature.takes_numbers) for one in found]


def python_signature(call: Call) -> Any:
    """Return the signature of a function that PyTorch has in Python.

    Raises:
        ValueError: it is a builtin there.
    """
    from inspect import Parameter, Signature

    if call.key not in recorded()["python"]:
        shown = f"'{call.function}' of 'torch._C.TensorBase' objects"
        shown = f"built-in function {call.function}" if call.first else f"method {shown}"
        raise ValueError(f"no signature found for builtin <{shown}>")
    parts: list[Any] = []
    for place, part in enumerate(call.signature.parameters.values()):
        name = part.name if place or call.first else "self"
        kind: Any = Parameter.VAR_POSITIONAL if part.variadic else Parameter.POSITIONAL_OR_KEYWORD
        kind = Parameter.KEYWORD_ONLY if part.keyword_only else kind
        missing = part.variadic or part.default is MISSING
        default = Parameter.empty if missing else part.default
        parts.append(Parameter(name, kind, default=default))
    return Signature(sorted(parts, key=lambda part: part.kind))


def given_to(wanted: Wanted, settings: dict[str, Any]) -> str | None:
    """Return the keyword by which a parameter is given: its name, or numpy's."""
    if wanted.name in settings:
        return wanted.name
    return next((name for name in settings if NUMPY_NAMES.get(name) == wanted.name), None)


def fits(wanted: Wanted, value: object, *, numbers: bool = False) -> bool:
    """Return whether a parameter takes a value; a tensor may be given as a number if said so."""
    if value is None:
        return wanted.nullable or wanted.kind == "Any"
    kinds: dict[str, tuple[type, ...]] = {
        "bool": (bool,), "str": (str,), "torch.layout": (Layout,), "torch.dtype": (DType,),
        "torch.memory_format": (MemoryFormat,),
        "tuple of Tensors": (list, tuple), "tuple of floats": (list, tuple),
    }  # fmt: skip
    if wanted.name == "inplace":  # asked by Python's `if`
        return True
    if wanted.kind in kinds:
        fit = isinstance(value, kinds[wanted.kind])
        return fit or (wanted.kind == "torch.dtype" and callable(value) and value in PYTHON_TYPES)
    if wanted.kind == "Tensor":
        scalars = isinstance(value, NUMBERS)
        return isinstance(value, Tensor) or (scalars and numbers)
    if wanted.kind in {"int", "float", "Number", "complex"}:
        return is_number(wanted.kind, value)
    if wanted.kind == "torch.device":
        return isinstance(value, str | bytes | Device) or (
            is_whole(value) and not isinstance(value, Tensor)
        )
    if wanted.kind == "tuple of ints":
        if isinstance(value, list | tuple):
            return not value or is_index(value[0])
        return wanted.single and is_index(value)
    if wanted.kind == "torch.Generator":
        return getattr(type(value), "torch_name", "") == "torch._C.Generator"
    return True


def is_number(kind: str, value: object) -> bool:
    """Return whether a value is a number of a kind, also as a 0-d tensor without a gradient."""
    if isinstance(value, Tensor):
        return is_single(value) and (kind != "int" or value.dtype.category == 1)
    if kind == "int":
        return is_whole(value)
    if kind == "float":
        return isinstance(value, int | float | np.number | np.bool_)
    return isinstance(value, NUMBERS)


def is_single(value: object) -> bool:
    """Return whether a value is a tensor of one number, not followed by autograd."""
    return isinstance(value, Tensor) and not value.shape and not value._tracked


def wrong_part(value: list[Any] | tuple[Any, ...]) -> int | None:
    """Return the place in a list of sizes of what is none."""
    for place, part in enumerate(value):
        if not (isinstance(part, bool) or is_index(part)):
            return place
    return None
