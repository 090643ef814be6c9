"""Derivatives of whole functions: Jacobians, Hessians, products of Jacobians with vectors."""

from collections.abc import Callable, Sequence
from typing import Any

from tensorlab.engine.autograd.gradmode import SetGrad
from tensorlab.engine.declaring import Tensor, Truth, composite
from tensorlab.engine.memory import reserve_memory
from tensorlab.engine.naming import class_text
from tensorlab.engine.warning import in_full
from tensorlab.ops.alike import alike
from tensorlab.ops.autograd.nests import leaves
from tensorlab.ops.autograd.transforms import pushing, slopes
from tensorlab.ops.shape.joining import stack

NAMESPACE = "torch.autograd.functional"


FUNCTION = "outputs of the user-provided function"


def tensors_of(value: object, what: str, function: str) -> tuple[Tensor, ...]:
    """Return one tensor, or a tuple of them, as a tuple.

    Raises:
        TypeError: it is something else.
    """
    if isinstance(value, Tensor):
        return (value,)
    head = f"The {what} given to {function} must be either a Tensor or a tuple of Tensors but the"
    if not isinstance(value, tuple):
        raise TypeError(f"{head} given {what} has type {class_text(value)}.")
    for place, part in enumerate(value):
        if not isinstance(part, Tensor):
            raise TypeError(f"{head} value at index {place} has type {class_text(part)}.")
    return value


def one_at(points: tuple[Tensor, ...]) -> Tensor:
    """Return the vector v that is meant where none is given: 1 beside the only number.

    Raises:
        RuntimeError: there are more.
    """
    if len(points) != 1 or points[0].numel() != 1:
        raise RuntimeError(in_full("The vector v can only be None if the input"))
    return points[0].new_ones(points[0].shape)


def directions_of(
    v: object, function: str, beside: tuple[Tensor, ...], given: object
) -> tuple[Tensor, ...]:
    """Return the vector v as tensors of the shapes of those that it stands beside.

    Raises:
        RuntimeError: they are not as many, or of other shapes.
    """
    directions = (one_at(beside),) if v is None else tensors_of(v, "v", function)
    several = not isinstance(given, Tensor)
    if len(directions) != len(beside):
        if not several:
            raise RuntimeError("The given v should contain a single Tensor.")
        raise RuntimeError(
            f"v is a tuple of invalid length: should be {len(beside)} but got {len(directions)}."
        )
    for place, (direction, other) in enumerate(zip(directions, beside, strict=True)):
        if direction.shape != other.shape:
            entry = f"Entry {place} in " if several else ""
            raise RuntimeError(
                f"{entry}v has invalid size: should be {other.shape} but got {direction.shape}."
            )
    return directions


def as_inputs(inputs: object, function: str, *, create_graph: bool) -> tuple[Tensor, ...]:
    """Return the inputs as fresh points at which to differentiate."""
    parts = tensors_of(inputs, "inputs", function)
    if create_graph:
        return tuple(part.view_as(part) if part.requires_grad else point(part) for part in parts)
    return tuple(point(part) for part in parts)


def point(part: Tensor) -> Tensor:
    """Return a leaf with a tensor's values."""
    return part.detach().clone().requires_grad_()


def like_given(results: Sequence[Any], given: object) -> Any:
    """Return several results, or the only one if one tensor was given."""
    return results[0] if isinstance(given, Tensor) else tuple(results)


def evaluated(func: Callable[..., Any], points: tuple[Tensor, ...], *, strict: bool) -> Any:
    """Return what a function answers at the points, recorded.

    Raises:
        RuntimeError: it does not depend on them, and `strict` forbids that.
    """
    with SetGrad(mode=True):
        outputs = func(*points)
    for place, part in enumerate(outputs if isinstance(outputs, tuple) else (outputs,)):
        if strict and isinstance(part, Tensor) and not part.requires_grad:
            raise RuntimeError(in_full("Output {} of the user-provided", place))
    return outputs


def one_number(output: object, function: str) -> Tensor:
    """Return what a function gave that is to give one number.

    Raises:
        RuntimeError: it gave something else.
    """
    tensors_of(output, FUNCTION, function)
    if not isinstance(output, Tensor):
        raise RuntimeError(f"The function given to {function} should return a single Tensor")
    if output.numel() != 1:
        raise RuntimeError(in_full("The Tensor returned by", function))
    return output


def unit_vectors(like: Tensor) -> list[Tensor]:
    """Return for each element the tensor that is 1 there and 0 elsewhere."""
    count = like.numel()
    flat = like.new_zeros(count, count).fill_diagonal_(1)
    return list(flat.reshape((count, *like.shape)))


def row_by_row(output: Tensor, points: Any, *, create_graph: bool) -> list[Tensor]:
    """Return the Jacobian of one output, for each leaf of the inputs: shape output + input."""
    every = [*leaves(points)]
    for at in every:  # once as rows, once as the whole
        reserve_memory(2 * output.numel() * at.numel() * at.itemsize)
    rows = []
    for unit in unit_vectors(output):
        found = slopes(output, points, [unit], create_graph=create_graph)
        rows.append([*leaves(found)])
    if not rows:
        return [at.new_zeros(output.shape + at.shape) for at in every]
    return [
        stack(column).reshape(output.shape + at.shape)
        for at, column in zip(every, zip(*rows, strict=True), strict=True)
    ]


def bare(outputs: Any, create_graph: bool) -> Any:
    """Return results without their record unless it was asked for."""
    if create_graph:
        return outputs
    if isinstance(outputs, Tensor):
        return outputs.detach()
    return tuple(part.detach() for part in outputs)


@composite(namespace=NAMESPACE)
def jacobian(
    func: Callable[..., Any],
    inputs: Any,
    create_graph: Truth = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """Return the Jacobian: the derivative of each element of the result by each of the inputs.

    >>> torch.autograd.functional.jacobian(lambda x: x ** 2, torch.tensor([1., 2.]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    if strategy not in {"forward-mode", "reverse-mode"}:
        raise AssertionError(in_full("Expected strategy to be"))
    if strategy == "forward-mode" and create_graph:
        raise NotImplementedError(in_full("torch.autograd.functional.jacobian: `create"))
    if strategy == "forward-mode" and not vectorize:
        raise NotImplementedError(in_full("Computing Jacobian"))
    points = as_inputs(inputs, "jacobian", create_graph=create_graph)
    outputs = evaluated(func, points, strict=strict)
    if strict and vectorize:
        raise RuntimeError(in_full("torch.autograd.functional.jacobian: `strict"))
    ends = tensors_of(outputs, FUNCTION, "jacobian")
    if not vectorize and not all(output.numel() for output in ends):
        raise RuntimeError("stack expects a non-empty TensorList")
    found = [
        like_given(row_by_row(output, points, create_graph=create_graph), inputs) for output in ends
    ]
    return like_given(found, outputs)


@composite(namespace=NAMESPACE)
def hessian(
    func: Callable[..., Any],
    inputs: Any,
    create_graph: Truth = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """Return the Hessian, the second derivatives, of a function whose result is one number.

    >>> torch.autograd.functional.hessian(lambda x: (x ** 3).sum(), torch.tensor([1., 2.]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    tensors_of(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in {"forward-mode", "reverse-mode"}:
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    def slope(*points: Tensor) -> Any:
        given = points[0] if isinstance(inputs, Tensor) else points
        output = one_number(evaluated(func, points, strict=strict), "hessian")
        return like_given(slopes(output, points, create_graph=True), given)

    return jacobian(slope, inputs, create_graph=create_graph)


@composite(namespace=NAMESPACE)
def vjp(
    func: Callable[..., Any],
    inputs: Any,
    v: Any = None,
    create_graph: Truth = False,
    strict: bool = False,
) -> tuple[Any, Any]:
    """Return the function's result, and the vector v times its Jacobian.

    >>> torch.autograd.functional.vjp(lambda x: x.exp().sum(), torch.zeros(2))
    (tensor(2.), tensor([1., 1.]))
    """
    points = as_inputs(inputs, "vjp", create_graph=create_graph)
    outputs = evaluated(func, points, strict=strict)
    moved = tensors_of(outputs, FUNCTION, "vjp")
    if v is not None:
        v = directions_of(v, "vjp", moved, outputs)
    elif not isinstance(outputs, Tensor) or outputs.numel() != 1:
        raise RuntimeError(in_full("The vector v can only be None if the user-provided"))
    found = slopes(outputs, points, v, create_graph=create_graph)
    return bare(outputs, create_graph), like_given(found, inputs)


@composite(namespace=NAMESPACE)
@alike(vjp)
def jvp(given: dict[str, Any]) -> tuple[Any, Any]:
    """Return the function's result, and its Jacobian times the vector v.

    >>> torch.autograd.functional.jvp(lambda x: x * 3, torch.ones(2), torch.ones(2))
    (tensor([3., 3.]), tensor([3., 3.]))
    """
    func, inputs, v, create_graph, strict = given.values()
    points = as_inputs(inputs, "jvp", create_graph=create_graph)
    outputs = evaluated(func, points, strict=strict)
    moved = tensors_of(outputs, FUNCTION, "jvp")
    directions = directions_of(v, "jvp", points, inputs)
    products = pushing(moved, points)(list(directions), create_graph=create_graph)
    return bare(outputs, create_graph), like_given(products, outputs)
