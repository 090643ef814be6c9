"""vmap: a function of one sample made one of a whole batch."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext, redirect_stdout
from functools import wraps
from io import StringIO
from typing import Any

from tensorlab.engine.autograd.gradmode import Retention
from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Tensor, composite
from tensorlab.engine.declaring.filling import Drawing, Read
from tensorlab.engine.naming import class_text
from tensorlab.engine.overriding import Overriding
from tensorlab.engine.random.generator import default_generator
from tensorlab.engine.signatures.support import LinAlgError
from tensorlab.engine.warning import in_full
from tensorlab.ops.autograd.nests import NESTS, beside, leaves, mapped, refilled, structure
from tensorlab.ops.autograd.samples import Sample, batch_of, prepare, sampled

# What steps back are called that leave the dimension of the samples.
OF_BATCHES = {"DotBackward0": "MvBackward0", "SumBackward0": "SumBackward1"}


def name_of(func: object) -> str:
    """Return what a function is called."""
    return getattr(func, "__name__", None) or getattr(func, "name", None) or repr(func)


def batch_dims(func: object, in_dims: object, args: tuple[Any, ...]) -> list[int | None]:
    """Return for each tensor of the arguments the dimension that is the batch, or None.

    Raises:
        ValueError: there is none, or not one for each argument.
    """
    head = f"vmap({name_of(func)}, in_dims={in_dims}, ...)(<inputs>): "
    if not args:
        raise ValueError(in_full("vmap({})(<inputs>): got", name_of(func)))
    if not isinstance(in_dims, int | tuple):
        raise ValueError(in_full("{}expected `in_dims` to be", head, class_text(in_dims)))
    wanted = beside(in_dims, args)
    if wanted is None:
        asked, given = structure(in_dims), structure(args)
        raise ValueError(in_full("{}in_dims is not compatible", head, asked, given))
    return [batch_dim(head, dim, leaf) for dim, leaf in zip(wanted, leaves(args), strict=True)]


def batch_dim(head: str, dim: int | None, leaf: object) -> int | None:
    """Return a tensor's dimension that is the batch, counted from the front; None if it has none.

    Raises:
        ValueError: it has no such dimension, or is no tensor.
    """
    if dim is None:
        return None
    if not isinstance(dim, int):
        raise ValueError(
            f"{head}Got in_dim={dim} for an input but in_dim must be either an integer dimension "
            "or None."
        )
    if not isinstance(leaf, Tensor):
        raise ValueError(in_full("{}Got in_dim={} for an", head, dim, class_text(leaf)))
    if not -leaf.ndim <= dim < leaf.ndim:
        n = leaf.ndim
        raise ValueError(in_full("{}Got in_dim={} for some", head, dim, n, f"-{n}", n))
    return dim % leaf.ndim


def require_dims(func: object, out_dims: Any) -> None:
    """Refuse what is no dimension for the results' batch.

    Raises:
        ValueError: it is neither a number nor None, nor a nest of them.
    """
    if isinstance(out_dims, NESTS):
        mapped(lambda one: require_dims(func, one), out_dims)
    elif not isinstance(out_dims, int | None):
        raise ValueError(
            f"vmap({name_of(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or "
            "a python collection of ints representing where in the outputs the vmapped dimension "
            "should appear."
        )


def batch_size(args: object, dims: list[int | None]) -> int:
    """Return how many samples the batch has.

    Raises:
        ValueError: there is no batch, or the tensors differ in it.
    """
    sizes = [
        leaf.shape[dim] for leaf, dim in zip(leaves(args), dims, strict=True) if dim is not None
    ]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if len(set(sizes)) > 1:
        raise ValueError(in_full("vmap: Expected all tensors", sizes))
    return int(sizes[0])


def select(leaf: Tensor, dim: int, place: int) -> Any:
    """Return one row of a tensor along a dimension; zeros where there is none."""
    rows = leaf if leaf.shape[dim] else leaf.new_zeros([size or 1 for size in leaf.shape])
    return rows.select(dim, place)


def sample(args: object, dims: list[int | None], place: int) -> Any:
    """Return one sample of the arguments."""
    row = [
        leaf if dim is None else sampled(select(leaf, dim, place), ())
        for leaf, dim in zip(leaves(args), dims, strict=True)
    ]
    return refilled(args, iter(row))


def together(func: object, answers: list[Any], out_dims: Any) -> Any:
    """Return the samples' results stacked along their batch dimensions.

    Raises:
        ValueError: one of them is no tensor.
    """
    rows = [list(leaves(answer)) for answer in answers]
    name = name_of(func)
    alone = isinstance(answers[0], Tensor) and isinstance(out_dims, tuple)
    dims = beside(out_dims, (answers[0],) if alone else answers[0])
    if dims is None:
        mine, theirs = structure(out_dims), structure(answers[0])
        raise ValueError(in_full("vmap({}, ..., out", name, out_dims, mine, theirs))
    for place, leaf in enumerate(rows[0] if answers[0] is not None else [None]):
        if not isinstance(leaf, Tensor):
            raise ValueError(in_full("vmap({}, ...): `{}` must", name, name, class_text(leaf)))
        if dims[place] is None and isinstance(leaf, Sample):
            raise ValueError(in_full("vmap({}, ...): `{}` can", name, name))
    stacked = [
        rows[0][place] if dim is None else one_of([row[place] for row in rows], dim)
        for place, dim in enumerate(dims)
    ]
    return refilled(answers[0], iter(stacked))


def one_of(row: list[Tensor], dim: int) -> Tensor:
    """Return the samples' results as one, whose step back is called as theirs: it is one call."""
    result = batch_of(row, dim)
    if Sample.shown is not None:  # within a batch of batches
        sampled(result, ())
    if dim or row[0].grad_fn is None:
        return result
    name = row[0].grad_fn.name()
    return under_name(result, OF_BATCHES.get(name, name))


@composite(gives_functions=True, method=False, aliases=("func.vmap",), related=("stack", "unbind"))
def vmap(
    func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:  # fmt: skip
    """Return the function that calls func for each sample of a batch and stacks the results.

    Dimension `in_dims` of each argument is the batch; None stands for the same in every call.
    Where func draws random numbers, `randomness` is "different" or "same".

    >>> rows = torch.tensor([[1., 2.], [3., 4.]])
    >>> torch.vmap(torch.dot)(rows, rows)
    tensor([ 5., 25.])
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(in_full("Only allowed values for", randomness))
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @wraps(func, updated=())
    def wrapper(*args: object, **settings: object) -> Any:
        prepare()
        require_dims(func, out_dims)
        dims = batch_dims(func, in_dims, args)
        count = batch_size(args, dims)
        # of an empty batch, one sample of zeros says what comes of it
        calls = [sample(args, dims, place) for place in range(count or 1)]
        answers = list(answered(lambda call: func(*call, **settings), calls, randomness))
        found = together(func, answers, out_dims)
        return found if count else mapped(lambda leaf: leaf[:0], found)

    return wrapper


@composite(gives_functions=True, namespace="torch.func", related=("func.vmap",))
def functionalize(func: Callable[..., Any], *, remove: str = "mutations") -> Callable[..., Any]:
    """Return the function itself: nothing here needs its in-place operations removed.

    >>> torch.func.functionalize(torch.sin)(torch.zeros(1))
    tensor([0.])
    """
    return func


def answered(func: Callable[[Any], Any], calls: list[Any], randomness: str) -> Iterator[Any]:
    """Yield a function's result for each sample.

    Args:
        func: the function of one sample.
        calls: the arguments of each call, as `func` takes them.
        randomness: "error" where it may draw nothing, "same" where all samples draw alike.
    """
    begin = default_generator.get_state() if randomness == "same" else None
    before = Drawing.refused, Overriding.watching, Read.pointed, Retention.kept, Sample.alike
    around, shown = Sample.shown, list[Any]()
    for place, call in enumerate(calls):
        shown.append([])
        if begin is not None:
            default_generator.set_state(begin)
        Drawing.refused, Overriding.watching, Read.pointed = randomness == "error", True, False
        # in PyTorch they are one call, which keeps its graph and prints once
        Retention.kept = before[3] or call is not calls[-1]
        Sample.alike, Sample.shown = begin is not None, shown
        try:
            with redirect_stdout(StringIO()) if Retention.kept else nullcontext():
                result = func(call)
        except LinAlgError as error:
            raise LinAlgError(str(error).replace(": ", f": (Batch element {place}): ", 1)) from None
        finally:
            Drawing.refused, Overriding.watching, Read.pointed, *rest = before
            Retention.kept, Sample.alike, Sample.shown = *rest, around
        yield result
