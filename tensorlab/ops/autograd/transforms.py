"""Functions of functions: torch.func's gradients and products with Jacobians."""

from collections.abc import Callable
from functools import wraps
from itertools import repeat
from typing import Any, TypeVar

from tensorlab.engine.autograd.gradmode import Recording, SetGrad, Walks
from tensorlab.engine.declaring import Declared, Tensor, composite
from tensorlab.engine.declaring.filling import Read
from tensorlab.engine.dtypes import FLOATING
from tensorlab.engine.naming import class_text, named
from tensorlab.engine.warning import in_full
from tensorlab.ops.autograd.differentiation import grad as gradients
from tensorlab.ops.autograd.nests import leaves, mapped, outline, refilled, structure
from tensorlab.ops.autograd.outside import numbered, own_of, settled, watched
from tensorlab.ops.creation.from_values import ones_like, zeros_like

FUNC = "torch.func"
# how they begin to complain
VALUE, BACKWARDS = "grad_and_value(f)(*args): ", "vjp(f, *primals): "
FORWARDS = "jvp(f, primals, tangents): "
Function = Callable[..., Any]
Result = TypeVar("Result")
ArgNums = int | tuple[int, ...]


def as_points(value: object, *, moving: bool = False) -> Any:
    """Return a nest of tensors as fresh points at which to differentiate, or which to move.

    Raises:
        ValueError: something in it is no tensor, or cannot be moved.
    """

    def point(leaf: object) -> Tensor:
        if not isinstance(leaf, Tensor):
            raise ValueError(
                f"Thing passed to transform API must be Tensor, got {class_text(leaf)}"
            )
        if moving and leaf.dtype.category < FLOATING:
            raise ValueError(in_full("Expected {} to be floating", "primal", leaf.dtype))
        if leaf.requires_grad and Recording.enabled:
            return leaf.view_as(leaf)
        return numbered(leaf.detach().clone().requires_grad_())

    Read.pointed = True
    return mapped(point, value)


def chosen(args: tuple[Any, ...], argnums: ArgNums) -> list[int]:
    """Return the places of the arguments to differentiate by.

    Raises:
        RuntimeError: there is no such argument.
    """
    if not isinstance(argnums, int | tuple):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {class_text(argnums)}")
    if argnums == ():
        raise RuntimeError("argnums must be non-empty")
    places = []
    for place in (argnums,) if isinstance(argnums, int) else argnums:
        if not -len(args) <= place < len(args):
            raise RuntimeError(f"Got argnum={place}, but only {len(args)} positional inputs")
        places.append(place % len(args))
    if len(set(places)) < len(places):
        raise RuntimeError(f"argnums elements must be unique, got {tuple(places)}")
    return places


def with_points(args: tuple[Any, ...], argnums: ArgNums, *, moving: bool = False) -> Any:
    """Return arguments with the chosen ones made points, and these points."""
    places = chosen(args, argnums)
    points = {place: as_points(args[place], moving=moving) for place in places}
    full = tuple(points.get(place, arg) for place, arg in enumerate(args))
    return full, points[places[0]] if isinstance(argnums, int) else tuple(points.values())


def slopes(outputs: Any, points: object, weights: Any = None, *, create_graph: bool) -> Any:
    """Return the gradients of outputs, weighted, by a nest of points: 0 where nothing depends."""
    row = list(leaves(points))
    pairs = [
        pair
        for pair in zip(leaves(outputs), weights or repeat(None), strict=False)
        if pair[0].requires_grad
    ]
    if not pairs:
        return mapped(zeros_like, points)
    outs, grads = map(list, zip(*pairs, strict=True))
    found = gradients(
        outs, row, grads, True, create_graph, allow_unused=True, materialize_grads=True
    )
    return refilled(points, iter(found))


def evaluated(head: str, has_aux: bool, func: Function, *args: Any, **settings: Any) -> Any:
    """Return a function's output, recorded, and what it returns beside it.

    Raises:
        RuntimeError: it does not return such a pair.
    """
    before, Walks.forwards = Walks.forwards, head is FORWARDS
    try:
        with SetGrad(mode=True):
            answer = func(*args, **settings)
    finally:
        Walks.forwards = before
    if has_aux and not (isinstance(answer, tuple) and len(answer) == 2):
        raise RuntimeError(in_full("{}output of", head))
    return answer if has_aux else (answer, None)


def require_number(output: object) -> Tensor:
    """Return an output that is one number.

    Raises:
        RuntimeError: it is not.
    """
    head = f"{VALUE}Expected f(*args) to return a "
    if not isinstance(output, Tensor):
        raise RuntimeError(f"{head}Tensor, got {class_text(output)}")
    if output.ndim:
        raise RuntimeError(in_full("{}scalar Tensor,", head, output.ndim))
    return output


def transform(*related: str) -> Callable[[Callable[..., Result]], Declared[Result]]:
    """Declare what gives a function, or gives one beside its result."""
    return composite(gives_functions=True, overridable=False, namespace=FUNC, related=related)


@transform("func.grad", "autograd.grad")
def grad_and_value(func: Function, argnums: ArgNums = 0, has_aux: bool = False) -> Function:
    """Return the function that gives the gradient of func, and what func gives.

    >>> x = torch.tensor(3.)
    >>> torch.func.grad_and_value(lambda x: x ** 2)(x)
    (tensor(6.), tensor(9.))
    """

    @wraps(func, updated=())
    def wrapper(*args: object, **settings: object) -> Any:
        full, points = with_points(args, argnums)
        output, aux = evaluated(VALUE, has_aux, func, *full, **settings)
        value = require_number(output)
        own = own_of((value, aux), points)
        found = slopes(value, points, None, create_graph=own is not None)
        return settled(found, own), settled((output, aux) if has_aux else output, own)

    return wrapper


@transform("func.grad_and_value", "autograd.grad")
def grad(func: Function, argnums: ArgNums = 0, has_aux: bool = False) -> Function:
    """Return the function that gives the gradient of func, whose result is one number.

    With `has_aux` func returns a pair, of which only the first is differentiated.

    >>> x = torch.tensor(2.)
    >>> torch.func.grad(lambda x: x ** 3)(x)
    tensor(12.)
    """
    both = grad_and_value(func, argnums, has_aux)

    @wraps(func, updated=())
    def wrapper(*args: object, **settings: object) -> Any:
        found, value = both(*args, **settings)
        return (found, value[1]) if has_aux else found

    return wrapper


def require_tensors(head: str, outputs: object) -> None:
    """Refuse results that are no tensors, and in vjp those that have no gradient.

    Raises:
        RuntimeError: a result is no tensor, or one of whole numbers.
    """
    for output in leaves(outputs):
        if not isinstance(output, Tensor):
            raise RuntimeError(in_full("{}expected f(*primals)", head, class_text(output)))
        if head.startswith("vjp") and output.dtype.category < FLOATING:
            raise RuntimeError(in_full("vjp(f, ...): All outputs", output.dtype))


def require_shapes(cotangents: list[Tensor], outputs: list[Tensor]) -> None:
    """Refuse directions that are not shaped as what they stand beside.

    Raises:
        RuntimeError: a shape is another one.
    """
    for place, (cotangent, output) in enumerate(zip(cotangents, outputs, strict=True)):
        if cotangent.shape != output.shape:
            raise RuntimeError(in_full("Mismatch in shape:", place, cotangent.shape, output.shape))


@transform("func.jvp", "autograd.functional.vjp")
def vjp(func: Function, *primals: Any, has_aux: bool = False) -> tuple[Any, ...]:
    """Return func's result, and the function of a vector that gives it times func's Jacobian.

    >>> result, back = torch.func.vjp(torch.sin, torch.zeros(2))
    >>> back(torch.ones(2))
    (tensor([1., 1.]),)
    """
    points = as_points(primals)
    outputs, aux = evaluated(BACKWARDS, has_aux, func, *points)
    require_tensors(BACKWARDS, outputs)
    own = own_of((outputs, aux), points)

    def wrapper(cotangents: object, retain_graph: bool = True, create_graph: Any = None) -> Any:
        if (mine := outline(cotangents)) != (theirs := outline(outputs)):
            raise RuntimeError(in_full("Expected pytree structure", mine, theirs))
        given = list(leaves(cotangents))
        require_shapes(given, list(leaves(outputs)))
        return slopes(outputs, points, given, create_graph=own is not None or watched(given))

    results = settled(outputs, own), named(wrapper, "_vjp_with_argnums.<locals>.wrapper")
    return (*results, settled(aux, own)) if has_aux else results


def require_directions(primals: object, tangents: object) -> None:
    """Refuse directions that are not as many as the points, or of other shapes.

    Raises:
        RuntimeError: the number or a shape of them is another one.
    """
    head = f"{FORWARDS}Expected "
    if not isinstance(primals, tuple):
        raise RuntimeError(
            f"{head}primals to be a tuple. E.g. it should be valid to call f(*primals)."
        )
    if structure(primals) != structure(tangents):
        raise RuntimeError(in_full("{}primals and", head, structure(primals), structure(tangents)))
    for primal, tangent in zip(leaves(primals), leaves(tangents), strict=True):
        for name, one in (("primal", primal), ("tangent", tangent)):
            if isinstance(one, Tensor) and one.dtype.category < FLOATING:
                raise ValueError(
                    f"Expected {name} to be floating point or complex, but got: {one.dtype}"
                )
        if primal.shape != tangent.shape:
            raise RuntimeError(in_full("Trying to set a", list(primal.shape), list(tangent.shape)))


def pushing(outputs: object, points: object) -> Callable[..., list[Tensor]]:
    """Return the function of directions, beside each point, that gives those of the outputs.

    Backwards twice: the gradient is linear in its weights, and their gradient is the product.
    """
    moving = [output for output in leaves(outputs) if output.requires_grad]
    # some rules take the weights' logarithm, so that they are not 0
    weights = as_points([ones_like(output.detach()) for output in moving])
    found = slopes(moving, points, weights, create_graph=True)

    def moved(directions: list[Tensor], *, create_graph: bool) -> list[Tensor]:
        products = iter(slopes(found, weights, directions, create_graph=create_graph))
        return [next(products) if o.requires_grad else zeros_like(o) for o in leaves(outputs)]

    return moved


@composite(overridable=False, namespace=FUNC, related=("func.vjp", "autograd.functional.jvp"))
def jvp(func: Function, primals: Any, tangents: Any, *, has_aux: bool = False) -> tuple[Any, ...]:
    """Return func's result, and its Jacobian times a vector for each input.

    >>> torch.func.jvp(torch.sin, (torch.zeros(2),), (torch.ones(2),))
    (tensor([0., 0.]), tensor([1., 1.]))
    """
    points = as_points(primals, moving=True)
    require_directions(primals, tangents)
    outputs, aux = evaluated(FORWARDS, has_aux, func, *points)
    require_tensors(FORWARDS, outputs)
    moved = pushing(outputs, points)
    own = own_of((outputs, tangents), points)
    products = moved(list(leaves(tangents)), create_graph=own is not None)
    results = settled(outputs, own), settled(refilled(outputs, iter(products)), own)
    return (*results, settled(aux, own)) if has_aux else results


@transform("func.jvp")
def linearize(func: Function, *primals: Any) -> tuple[Any, Function]:
    """Return func's result, and its Jacobian at that point as a linear function.

    >>> result, along = torch.func.linearize(torch.sin, torch.zeros(2))
    >>> along(torch.ones(2))
    tensor([1., 1.])
    """

    def jvp_fn(*tangents: object) -> Any:
        return jvp(func, primals, tangents)[1]

    return jvp(func, primals, mapped(zeros_like, primals))[0], jvp_fn
