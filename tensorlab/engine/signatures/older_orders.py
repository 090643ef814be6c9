"""The orders of arguments that PyTorch took before: a factor stood before what it multiplies.

So `torch.add(x, 3, y)` is `torch.add(x, y, alpha=3)`, and `torch.addmm(2, x, 3, a, b)` is
`torch.addmm(x, a, b, beta=2, alpha=3)`. Asked only where a call fits no other way.
"""

from typing import Any

from tensorlab.engine.signatures.binding import bind
from tensorlab.engine.signatures.overloads import Call
from tensorlab.engine.signatures.signature import MISSING, Signature
from tensorlab.engine.warning import warn_once


def in_older_order(
    signature: Signature, name: str, args: tuple[Any, ...], settings: dict[str, Any], first: int
) -> dict[str, Any] | None:
    """Return the arguments by name where they stand in such an order, after a warning, or None.

    `first` is 0 for a method, whose tensor is the first argument all the same.
    """
    args = tuple(argument for argument in args if argument is not MISSING)
    for order in orders(signature, first):
        named = dict(zip(order, args, strict=False))
        again = not args or len(args) > len(order) or named.keys() & settings.keys()
        if again or (named.keys() | settings.keys()) - {"out"} != set(order):
            continue
        named |= settings
        try:
            bind(signature, name, (), named, first)
        except TypeError:
            continue
        warn_once(warning(signature, name, order, first), 4, cause="an order of before")
        return named
    return None


def orders(signature: Signature, first: int) -> list[list[str]]:
    """Return the parameters' names in each order of before."""
    input, *others = signature.positional
    if "beta" not in signature.parameters:
        factor = "value" if "value" in signature.parameters else "alpha"
        return [[input, factor, *others]]
    start = [input, "beta"] if first == 0 else ["beta", input]
    return [[*start, "alpha", *others], [*start, *others]]


def warning(signature: Signature, name: str, order: list[str], first: int) -> str:
    """Return what PyTorch says about such an order."""
    shown = order[1:] if first == 0 else order
    tensors = signature.positional
    items = [f"{'Tensor' if item in tensors else 'Number'} {item}" for item in shown]
    if first:
        items += ["*", "Tensor out = None"]
    overloads = Call(signature, name, (), {}, first).overloads()
    instead = [f"\n\t{name}{one.text}" for one in overloads]
    return (
        f"This overload of {name} is deprecated:\n\t{name}({', '.join(items)})\n"
        f"Consider using one of the following signatures instead:{''.join(instead)}"
    )
