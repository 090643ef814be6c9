"""Functions of functions: torch.func's Jacobians and second derivatives."""

from functools import wraps
from itertools import count
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.autograd.derivatives import row_by_row, unit_vectors
from tensorlab.ops.autograd.nests import leaves, mapped, refilled
from tensorlab.ops.autograd.outside import own_of, settled
from tensorlab.ops.autograd.transforms import (
    BACKWARDS,
    FORWARDS,
    ArgNums,
    Function,
    evaluated,
    pushing,
    require_tensors,
    transform,
    with_points,
)
from tensorlab.ops.creation.from_values import zeros_like
from tensorlab.ops.shape.joining import stack


def jacobian_rows(outputs: object, points: object, *, create_graph: bool) -> Any:
    """Return for each output a nest like the points of its Jacobians."""

    def of_one(output: Tensor) -> Any:
        return refilled(points, iter(row_by_row(output, points, create_graph=create_graph)))

    return mapped(of_one, outputs)


def jacobian_columns(outputs: object, points: object, *, create_graph: bool) -> Any:
    """Return the same, worked out from each element of the points to all outputs."""
    push, still = pushing(outputs, points), [zeros_like(leaf) for leaf in leaves(points)]
    moved = [
        [push([*still[:n], unit, *still[n + 1 :]], create_graph=create_graph) for unit in units]
        for n, units in enumerate(map(unit_vectors, still))
    ]

    def of_one(number: int, output: Tensor) -> Any:
        found = (
            stack([column[number] for column in columns], -1).reshape(output.shape + at.shape)
            for columns, at in zip(moved, still, strict=True)
        )
        return refilled(points, found)

    return refilled(outputs, map(of_one, count(), leaves(outputs)))


def require_real(name: str, kind: str, nest: object) -> None:
    """Refuse complex inputs or outputs, whose derivatives are not one number each.

    Raises:
        RuntimeError: one is complex.
    """
    for place, leaf in enumerate(leaves(nest)):
        if leaf.dtype.is_complex:
            raise RuntimeError(in_full("{}: Expected all", name, kind, place))


def jacobian_of(name: str, func: Function, argnums: ArgNums, has_aux: bool) -> Function:
    """Return the function that gives func's Jacobian: for each output by each input."""
    forwards = name == "jacfwd"
    work_out, head = (jacobian_columns, FORWARDS) if forwards else (jacobian_rows, BACKWARDS)

    @wraps(func, updated=())
    def wrapper(*args: Any, **settings: Any) -> Any:
        full, points = with_points(args, argnums, moving=forwards)
        require_real(name, "inputs", points)
        outputs, aux = evaluated(head, has_aux, func, *full, **settings)
        require_tensors(head, outputs)
        require_real(name, "outputs", outputs)
        own = own_of((outputs, aux), points)
        found = settled(work_out(outputs, points, create_graph=own is not None), own)
        return (found, settled(aux, own)) if has_aux else found

    return wrapper


@transform("func.jacfwd", "autograd.functional.jacobian")
def jacrev(
    func: Function, argnums: ArgNums = 0, *, has_aux: bool = False, chunk_size: int | None = None
) -> Function:
    """Return the function that gives func's Jacobian, worked out backwards, row by row.

    >>> x = torch.tensor([1., 2.])
    >>> torch.func.jacrev(lambda x: x ** 2)(x)
    tensor([[2., 0.],
            [0., 4.]])
    """
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")
    return jacobian_of("jacrev", func, argnums, has_aux)


@transform("func.jacrev", "autograd.functional.jacobian")
def jacfwd(
    func: Function, argnums: ArgNums = 0, has_aux: bool = False, *, randomness: str = "error"
) -> Function:
    """Return the function that gives func's Jacobian: for each output by each input.

    >>> x = torch.tensor([1., 2.])
    >>> torch.func.jacfwd(lambda x: x ** 2)(x)
    tensor([[2., 0.],
            [0., 4.]])
    """
    return jacobian_of("jacfwd", func, argnums, has_aux)


@transform("func.jacrev", "autograd.functional.hessian")
def hessian(func: Function, argnums: ArgNums = 0) -> Function:
    """Return the function that gives func's Hessian, its second derivatives.

    >>> x = torch.tensor([1., 2.])
    >>> torch.func.hessian(lambda x: (x ** 3).sum())(x)
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacfwd(jacrev(func, argnums), argnums)
