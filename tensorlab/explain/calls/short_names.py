"""Short names for operands that stand in a call as rows of numbers."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from tensorlab.engine.dtypes import bool_
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.call import Call
from tensorlab.frozen import replace

LITERAL = re.compile(r"torch\.(as_)?tensor\(\[[^()]*\)")


def with_short_names(call: Call) -> Call:
    """Return a call whose operands that are only numbers are called by what they are for."""
    literal = {id(each) for each in call.tensors if LITERAL.fullmatch(call.name_of(each))}
    found = {id(each): name for each, name in roles(call) if id(each) in literal} if literal else {}
    taken = [text for tensor, text in call.names.items() if tensor not in found]
    if not found or len({*found.values(), *taken}) < len(found) + len(taken):
        return call
    return replace(call, names={**call.names, **found})


def roles(call: Call) -> Iterator[tuple[Tensor, str]]:
    """Yield the operands of a call, each with the name of its parameter or its place."""
    if call.operation is None:
        if call.name in {"index", "write"}:
            yield from index_roles(call.args[0], call.args[1])
        return
    if call.operation.symbol and not call.source.endswith(")"):
        return  # an operator names no side of it
    with suppress(Exception):  # then they keep their names
        for name, value in call.bound().items():
            if isinstance(value, Tensor):
                yield value, name
            elif isinstance(value, tuple | list):
                parts = [each for each in value if isinstance(each, Tensor)]
                yield from ((each, f"{name}[{at}]") for at, each in enumerate(parts))


def index_roles(owner: Tensor, key: Any) -> Iterator[tuple[Tensor, str]]:
    """Yield the tensors between the brackets of an index, each with what it chooses."""
    for dim, each in enumerate(key if isinstance(key, tuple) else (key,)):
        if isinstance(each, Tensor):
            words = {0: "rows", 1: "columns"} if owner.ndim == 2 else {}
            yield each, "mask" if each.dtype is bool_ else words.get(dim, "index")
