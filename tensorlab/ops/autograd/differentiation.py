"""torch.autograd: gradients asked for, and what controls them."""

from collections.abc import Sequence
from operator import index
from typing import Any

from tensorlab.engine.autograd.gradmode import Recording
from tensorlab.engine.autograd.running_hooks import run_afterwards
from tensorlab.engine.autograd.walking import first_gradients, require_recorded, walk_back
from tensorlab.engine.calling.writing import bump
from tensorlab.engine.declaring import Array, Tensor, Truth, composite
from tensorlab.engine.dtypes import FLOATING, require_differentiable
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.layout import copy_laid_as, empty_laid_as
from tensorlab.engine.naming import named_in_c
from tensorlab.engine.tensor import wrap
from tensorlab.engine.warning import in_full
from tensorlab.ops.autograd.hooks import retain_grad
from tensorlab.ops.shape.joining import stack


def zeros_for_missing(found: Sequence[Tensor | None], sources: Sequence[Tensor]) -> tuple[Any, ...]:
    """Return gradients with zeros where none arrived."""
    from tensorlab.ops.creation.from_values import zeros_like  # noqa: PLC0415

    return tuple(
        zeros_like(source) if part is None else part
        for part, source in zip(found, sources, strict=True)
    )


@composite(namespace="torch.autograd")
def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: Truth = None,
    create_graph: Truth = False,
    only_inputs: bool = True,
    allow_unused: Truth = None,
    is_grads_batched: bool = False,
    materialize_grads: Truth = False,
) -> tuple[Tensor | None, ...]:
    """Return the gradients of the outputs' sum with respect to each input.

    >>> x = torch.tensor(2., requires_grad=True)
    >>> torch.autograd.grad(x ** 2 + 3, x)
    (tensor(4.),)
    """
    ends = outputs_of(outputs)
    sources = as_tuple(inputs)
    grads = None if grad_outputs is None else gradients_of(grad_outputs, len(ends))
    if is_grads_batched and grads is not None:
        keep = switches(retain_graph, create_graph)[0]
        rows = list(zip(*[each.unbind() for each in as_tuple(grad_outputs)], strict=True))
        every = [
            grad(ends, sources, row, keep or row is not rows[-1], create_graph, True, allow_unused)
            for row in rows
        ]
        columns = zip(*every, strict=True)
        return tuple([None if each[0] is None else stack(each) for each in columns])
    begun = first_gradients(ends, grads)
    if is_grads_batched:
        head = "vmap(vjp, in_dims=0, ...)(<inputs>): "
        raise ValueError(in_full("{}Got in_dim={} for some", head, 0, 0, 0, 0))
    keep, record, unused_too = switches(retain_graph, create_graph, allow_unused or 0)
    require_recorded(ends)
    require_inputs(sources, "grad")
    if not all(source._tracked for source in sources):
        raise RuntimeError(in_full("One of the differentiated"))
    parts = [each.entries if isinstance(each, SparseTensor) else each for each in sources]
    walk = walk_back(ends, begun, parts, keep=keep, record=record)
    found = tuple([arrived(walk, source) for source in sources])
    if materialize_grads:
        if allow_unused is False:
            raise ValueError(in_full("Expected allow_unused"))
        return zeros_for_missing(found, sources)
    unused = [place for place, part in enumerate(found) if part is None]
    if unused and not unused_too:
        raise RuntimeError(in_full("The differentiated Tensor", unused[0]))
    return found


def switches(retain_graph: Any, create_graph: Any, *others: Any) -> list[bool]:
    """Return what is asked of a walk back, each a number for C.

    Raises:
        TypeError: one is no whole number.
    """
    keep = create_graph if retain_graph is None else retain_graph
    return [index(switch) != 0 for switch in (keep, create_graph, *others)]


def arrived(walk: Any, source: Tensor) -> Tensor | None:
    """Return the gradient that arrived at a tensor on a walk back."""
    if isinstance(source, SparseTensor):
        values = arrived(walk, source.entries)
        return None if values is None else source.filled(values)
    if source.grad_fn is not None:
        return walk.captured.get((id(source.grad_fn), source._output_nr))  # type: ignore[no-any-return]  # of methods
    leaf = walk.leaves.get(id(source))
    return None if leaf is None else leaf[1]


def as_tuple(value: Any) -> tuple[Any, ...]:
    """Return one tensor, or several, as a tuple."""
    return (value,) if isinstance(value, Tensor) else tuple(value)


def outputs_of(value: Any) -> tuple[Tensor, ...]:
    """Return what to walk back from.

    Raises:
        AssertionError: one of them is no tensor.
    """
    if isinstance(value, Tensor):
        return (value,)
    outputs = tuple(value)
    if not all(isinstance(output, Tensor) for output in outputs):
        raise AssertionError("Expected output to be a torch.Tensor")
    return outputs


def gradients_of(value: object, count: int) -> tuple[Tensor | None, ...]:
    """Return the gradients to begin so many outputs with.

    Raises:
        TypeError: one of them is no tensor.
        RuntimeError: there are too few.
    """
    grads = as_tuple(value)
    for grad in grads:
        if not (grad is None or isinstance(grad, Tensor)):
            kind = type(grad).__name__
            raise TypeError(f"gradients can be either Tensors or None, but got {kind}")
    if len(grads) < count:
        raise RuntimeError(f"got {count} tensors and {len(grads)} gradients")
    return grads


def require_inputs(inputs: tuple[Any, ...], function: str) -> None:
    """Refuse to look for the gradients of nothing, or of what is no tensor.

    Raises:
        RuntimeError: there are no outputs, or one is no tensor.
    """
    if not inputs:
        raise RuntimeError(f"`inputs` argument to `{function}()` cannot be empty.")
    for one in inputs:
        if not isinstance(one, Tensor):
            kind = named_in_c(one)
            raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {kind}")


@composite(function=False)
def backward(
    input: Array,
    gradient: Any = None,
    retain_graph: Truth = None,
    create_graph: Truth = False,
    inputs: Any = None,
) -> None:
    """Compute the gradients of this tensor by the leaves, and add them to the leaves' grad.

    >>> x = torch.tensor([1., 2.], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """
    run_backward(input, gradient, retain_graph, create_graph, inputs)


@composite(name="backward", namespace="torch.autograd")
def backward_of(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: Truth = None,
    create_graph: Truth = False,
    inputs: Any = None,
) -> None:
    """Work out the gradients of the tensors' sum and add them to the leaves' grad."""
    run_backward(tensors, grad_tensors, retain_graph, create_graph, inputs)


def run_backward(
    tensors: Any, gradients: Any, retain_graph: Any, create_graph: Any, inputs: Any
) -> None:
    """Walk back and add what arrives to the leaves."""
    outputs = outputs_of(tensors)
    grads = None if gradients is None else gradients_of(gradients, len(outputs))
    wanted = () if inputs is None else as_tuple(inputs)
    begun = first_gradients(outputs, grads)
    keep, record = switches(retain_graph, create_graph)
    require_recorded(outputs)
    if inputs is not None:
        require_inputs(wanted, "backward")
    for one in wanted:
        retain_grad(one)
    walk = walk_back(outputs, begun, wanted, keep=keep, record=record)
    for leaf, arriving in walk.leaves.values():
        if inputs is None or any(leaf is one for one in wanted):
            accumulate(leaf, arriving, record)
            if leaf._backward_hooks:
                run_afterwards(leaf)


def accumulate(leaf: Tensor, arriving: Tensor, create_graph: bool) -> None:
    """Add a gradient to a leaf's own: into the same tensor, as optimisers rely on."""
    if leaf._grad_as not in (..., None):
        arriving = arriving.to(leaf._grad_as)
    if leaf._grad is None:
        # as below, in a third of the time
        if arriving.__class__ is Tensor and not create_graph:
            leaf._grad = wrap(copy_laid_as(leaf._array, arriving._array), arriving.dtype)
        elif arriving.__class__ is Tensor:
            leaf.grad = wrap(empty_laid_as(leaf._array), arriving.dtype).copy_(arriving)
        else:
            leaf.grad = arriving if create_graph else arriving.detach().clone()
    elif create_graph:
        leaf.grad = leaf.grad + arriving
    else:
        # a `with` takes as long as the sum
        before, Recording.enabled = Recording.enabled, False
        try:
            leaf._grad.add_(arriving)
        finally:
            Recording.enabled = before


@composite(function=False)
def requires_grad_(input: Array, requires_grad: bool = True) -> Array:
    """Switch the recording of operations on this leaf on or off.

    >>> torch.zeros(2).requires_grad_()
    tensor([0., 0.], requires_grad=True)
    """
    if requires_grad and input.dtype.category < FLOATING:
        raise RuntimeError(in_full("only Tensors of floating point dtype can"))
    if input.grad_fn is None or not requires_grad:
        input.requires_grad = requires_grad
    return input


@composite()
def detach_(input: Array) -> Array:
    """Make autograd forget this tensor's history.

    >>> torch.tensor([2.], requires_grad=True).mul(3).detach_()
    tensor([6.])

    Raises:
        RuntimeError: it is a view, whose history is its base's.
    """
    if input._view_of is not None or input.is_conj():
        raise RuntimeError(in_full("Can't detach views"))
    if input.is_sparse:
        detach_(input.entries)
    else:
        input._grad_fn, input._tracked, input._output_nr = None, False, 0
    return input


__all__ = ["Recording", "bump", "grad", "require_differentiable"]
