"""Products of a function's second derivatives with a vector."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.declaring import composite
from tensorlab.ops.alike import alike
from tensorlab.ops.autograd.derivatives import (
    NAMESPACE,
    as_inputs,
    bare,
    directions_of,
    evaluated,
    like_given,
    one_number,
    vjp,
)
from tensorlab.ops.autograd.transforms import slopes


@composite(namespace=NAMESPACE, related=("autograd.functional.hvp",))
@alike(vjp)
def vhp(given: dict[str, Any]) -> tuple[Any, Any]:
    """Return the function's result, one number, and the vector v times its Hessian.

    >>> x = torch.tensor([1., 2.])
    >>> torch.autograd.functional.vhp(lambda x: (x ** 3).sum(), x, torch.ones(2))
    (tensor(9.), tensor([ 6., 12.]))
    """
    return second_product("vhp", **given)


@composite(namespace=NAMESPACE, related=("autograd.functional.vhp",))
@alike(vjp)
def hvp(given: dict[str, Any]) -> tuple[Any, Any]:
    """Return the function's result, one number, and its Hessian times the vector v.

    >>> x = torch.tensor([1., 2.])
    >>> torch.autograd.functional.hvp(lambda x: (x ** 3).sum(), x, torch.ones(2))
    (tensor(9.), tensor([ 6., 12.]))
    """
    return second_product("hvp", **given)


def second_product(
    name: str,
    func: Callable[..., Any],
    inputs: object,
    v: object,
    *,
    create_graph: bool,
    strict: bool,
) -> tuple[Any, Any]:
    """Return a function's result, and its second derivatives, which are symmetric, times v.

    Raises:
        RuntimeError: the result is not one number, or v does not fit.
    """
    points = as_inputs(inputs, name, create_graph=create_graph)
    output = one_number(evaluated(func, points, strict=strict), name)
    directions = directions_of(v, name, points, inputs)
    steep = slopes(output, points, create_graph=True)
    found = slopes(steep, points, directions, create_graph=create_graph)
    return bare(output, create_graph), like_given(found, inputs)
