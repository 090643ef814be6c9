"""Functions of functions: torch.func's Jacobians and second derivatives."""

from functools import wraps
from typing import Any

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.autograd.derivatives import as_columns
from tensorlab.ops.autograd.nests import leaves, mapped, refilled
from tensorlab.ops.autograd.outside import own_of, settled, watched
from tensorlab.ops.autograd.transforms import (
    ArgNums,
    Function,
    chosen,
    jvp,
    require_tensors,
    slopes,
    transform,
    with_aux,
    with_points,
)
from tensorlab.ops.creation.from_values import zeros_like
from tensorlab.ops.shape.joining import stack


def unit_vectors(like: Tensor) -> list[Tensor]:
    """Return for each element the tensor that is 1 there and 0 elsewhere."""
    flat = like.new_zeros(like.numel(), like.numel())
    flat.fill_diagonal_(1)
    return list(flat.reshape((like.numel(), *like.shape)))


def jacobian_rows(outputs: object, points: object, *, create_graph: bool) -> Any:
    """Return for each output a nest like the points of its Jacobians."""

    def of_one(output: Tensor) -> Any:
        rows = [
            list(leaves(slopes(output, points, [unit], create_graph=create_graph)))
            for unit in unit_vectors(output)
        ]
        found = as_columns(rows, leaves(points), output)
        return refilled(points, iter(found))

    return mapped(of_one, outputs)


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

    @wraps(func, updated=())
    def wrapper(*args: Any, **settings: Any) -> Any:
        full, points = with_points(args, argnums)
        with SetGrad(mode=True):
            outputs, aux = with_aux(func(*full, **settings), has_aux)
        require_tensors("vjp(f, *primals): expected f(*primals) ", outputs)
        own = own_of((outputs, aux), points)
        found = settled(jacobian_rows(outputs, points, create_graph=own is not None), own)
        return (found, settled(aux, own)) if has_aux else found

    return wrapper


def columns(func: Function, primals: tuple[Any, ...]) -> tuple[Any, list[list[Tensor]]]:
    """Return what a function gives, and how that moves with each element of its points.

    The second is a list for each tensor of the points, with the outputs' directions for each
    element.
    """
    moved: list[list[Tensor]] = []
    outputs: Any = None
    still = [zeros_like(leaf) for leaf in leaves(primals)]
    for place, leaf in enumerate(list(leaves(primals))):
        moved.append([])
        for unit in unit_vectors(leaf):
            row = [*still[:place], unit, *still[place + 1 :]]
            outputs, direction = jvp(func, primals, refilled(primals, iter(row)))
            moved[-1].append(direction)
    return outputs, moved


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

    @wraps(func, updated=())
    def wrapper(*args: Any, **settings: Any) -> Any:
        places = chosen(args, argnums)
        aux: list[Any] = []

        def moving(*points: object) -> Any:
            given = dict(zip(places, points, strict=True))
            full = [given.get(place, arg) for place, arg in enumerate(args)]
            output, beside = with_aux(func(*full, **settings), has_aux)
            aux.append(beside)
            return output

        primals = tuple(args[place] for place in places)
        outputs, moved = columns(moving, primals)
        if isinstance(argnums, int):
            primals = primals[0]
        found = beside_each_other(outputs, moved, primals)
        beside = aux[-1] if watched((args, settings)) else settled(aux[-1], None)
        return (found, beside) if has_aux else found

    return wrapper


def beside_each_other(outputs: object, moved: list[list[Any]], points: object) -> Any:
    """Return for each output a nest like the points, of the directions for their elements."""
    parts = []
    for number, output in enumerate(leaves(outputs)):
        found = [
            stack([list(leaves(element))[number] for element in elements], -1).reshape(
                output.shape + at.shape
            )
            for elements, at in zip(moved, leaves(points), strict=True)
        ]
        parts.append(refilled(points, iter(found)))
    return refilled(outputs, iter(parts))


@transform("func.jacrev", "autograd.functional.hessian")
def hessian(func: Function, argnums: ArgNums = 0) -> Function:
    """Return the function that gives func's Hessian, its second derivatives.

    >>> x = torch.tensor([1., 2.])
    >>> torch.func.hessian(lambda x: (x ** 3).sum())(x)
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacfwd(jacrev(func, argnums), argnums)
