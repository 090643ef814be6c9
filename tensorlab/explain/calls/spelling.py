"""How calls are written: on other arguments, and with short names for rows of numbers."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from tensorlab.engine.dtypes import INTEGER, DType, bool_
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import behind_operator, literal, number
from tensorlab.explain.calls.call import Call
from tensorlab.frozen import replace

SHORT = {"torch.nn.functional": "F", "torch": "torch"}


# how the numbers of 0-d tensors are written, by the tensors' identity
Written = dict[int, str]


def spelled(call: Call, args: list[Any], settings: dict[str, Any], written: Written) -> str:
    """Return a call on single numbers: with its operator where it has one."""
    operation = call.operation
    if operation is not None and not settings and is_written_between(operation, args):
        first, second = (written.get(id(arg)) or behind_operator(plain_value(arg)) for arg in args)
        return f"{first} {operation.symbol} {second}"
    if operation is not None and operation.symbol == "**" and len(args) == 2 and not settings:
        base, exponent = (argument_text(arg, written) for arg in args)
        return f"({base}) ** {exponent}" if base.startswith("-") else f"{base} ** {exponent}"
    inverts = operation is not None and operation.symbol == "~"
    if inverts and isinstance(plain_value(args[0]), bool):
        return f"not {argument_text(args[0], written)}"
    typed = call.name == "view"  # it shows the bytes
    texts = [argument_text(arg, written, typed=typed) for arg in args]
    texts += [f"{name}={argument_text(value, written)}" for name, value in settings.items()]
    if operation is None or not operation.is_function:
        return f"{call.name}({', '.join(texts)})"
    return f"{function_text(call)}({', '.join(texts)})"


def is_written_between(operation: Operation, args: list[Any]) -> bool:
    """Return whether Python's own operator on the numbers means the same."""
    symbol = operation.symbol
    if symbol is None or len(args) != 2 or symbol.startswith("reflected"):
        return False
    first, second = map(plain_value, args)
    if symbol in {"/", "//", "%"} and second == 0:
        return False  # tensors answer where Python's numbers refuse
    if symbol == "**" and (isinstance(first, complex) or first < 0) and isinstance(second, float):
        return False  # likewise
    truths = [isinstance(arg, Tensor) and arg.dtype.name == "bool" for arg in args]
    if symbol in {"%", "//"}:
        return not all(truths)
    return not any(truths) or symbol not in {"<<", ">>", "**"}


def plain_value(value: object) -> Any:
    """Return a number, also of a 0-d tensor."""
    return number(value, ()) if isinstance(value, Tensor) else value


def argument_text(value: object, written: Written, *, typed: bool = False) -> str:
    """Return an argument of a call, a number with its type where that counts."""
    return tensor_text(value, written, typed) if isinstance(value, Tensor) else setting_text(value)


def tensor_text(tensor: Tensor, written: Written, typed: bool) -> str:
    """Return the number of a 0-d tensor, with its type where another would count otherwise."""
    value = written.get(id(tensor)) or literal(number(tensor, ()))
    counts = tensor.dtype.category == INTEGER and tensor.dtype.name != "int64"
    return f"{tensor.dtype.name}({value})" if counts or typed else value


def setting_text(value: object) -> str:
    """Return a setting as an expression."""
    if isinstance(value, float | complex) and not isinstance(value, bool):
        return literal(value)
    return repr(value) if not isinstance(value, DType) else f"torch.{value.name}"


def function_text(call: Call) -> str:
    """Return the name by which a program calls the function: a bare one where that is ours."""
    operation = call.operation
    if operation is None:
        return call.name
    if operation.namespace == "torch":
        return operation.name
    return f"{SHORT.get(operation.namespace, operation.namespace)}.{operation.name}"


LITERAL = re.compile(r"torch\.(as_)?tensor\(\[[^()]*\)")


def with_short_names(call: Call) -> Call:
    """Return a call whose operands that are only numbers are called by what they are for."""
    found = {id(each): name for each, name in roles(call) if LITERAL.search(call.name_of(each))}
    taken = [text for tensor, text in call.names.items() if tensor not in found]
    if not found or len({*found.values(), *taken}) < len(found) + len(taken):
        return call
    return replace(call, names={**call.names, **found})


def roles(call: Call) -> Iterator[tuple[Tensor, str]]:
    """Yield the operands of a call, each with the name of its parameter or its place."""
    if call.operation is None:
        if call.name in {"index", "write"}:
            yield from index_roles(call.args[0], call.args[1])
        layer = call.settings.get("self")
        own = {} if layer is None else dict(layer.named_parameters())
        given = ((each, name) for name, each in call.settings.items() if name not in own)
        yield from ((each, name) for each, name in given if isinstance(each, Tensor))
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


def index_roles(owner: Tensor, key: object) -> Iterator[tuple[Tensor, str]]:
    """Yield the tensors between the brackets of an index, each with what it chooses."""
    for dim, each in enumerate(key if isinstance(key, tuple) else (key,)):
        if isinstance(each, Tensor):
            words = {0: "rows", 1: "columns"} if owner.ndim == 2 else {}
            yield each, "mask" if each.dtype is bool_ else words.get(dim, "index")
