"""Samples of a batch, of which torch.vmap's functions are given one after the other."""

from collections.abc import Callable
from functools import cache
from textwrap import indent
from typing import Any, ClassVar

from tensorlab.engine.declaring.filling import Read
from tensorlab.engine.memory_formats import CHANNELS_LAST, format_name
from tensorlab.engine.overriding import OF_PYTHON, TURNED, Overriding, accessors, watched
from tensorlab.engine.tensor import CLASSES, CudaTensor, MetaTensor, Tensor
from tensorlab.engine.warning import in_full
from tensorlab.frozen import lines_beside
from tensorlab.ops.autograd.nests import leaves
from tensorlab.ops.shape.joining import stack

UNBATCHED = dict(row.split(" ", 1) for row in lines_beside(__file__, "unbatched.txt"))
ORDINARY = frozenset({Tensor, CudaTensor, MetaTensor})


class Sample(Tensor):
    """A tensor that stands for a batch: what is computed of it stands for one, too."""

    __slots__ = ()
    _of_a_program = True
    alike: ClassVar[bool] = False  # do all draw the same numbers?
    shown: ClassVar[list[Any] | None] = None  # what each has shown so far

    @classmethod
    def __torch_function__(
        cls, func: Callable[..., Any], types: object, args: Any = (), kwargs: Any = None
    ) -> Any:
        """Answer a function as for any tensor, but for what no batch is asked.

        Raises:
            RuntimeError: it goes by a batch's elements, or would write a batch over one tensor.
        """
        name, given = func.__name__, [*leaves((args, kwargs))]
        several = sum(isinstance(one, Tensor) for one in given) > 1
        if words := UNBATCHED.get(name) or (several and UNBATCHED.get(f"{name}+")):
            raise RuntimeError(words)
        writes = name == "__setitem__" or name[-1] == "_" != name[-2]
        if writes and given[0].__class__ is not cls:
            raise RuntimeError(in_full("vmap: inplace arithmetic"))
        if name in {"tolist", "numpy", "data_ptr"} and given[0].ndim:
            raise RuntimeError(in_full("Cannot access data"))
        operation = getattr(func, "operation", None)
        by_numbers = operation and "generator" in operation.signature.parameters
        if cls.alike and by_numbers and "_" not in name:
            raise RuntimeError(in_full("Vmap does not currently"))
        settings = kwargs or {}
        order = format_name(settings.get("memory_format"))  # of the whole batch
        if order in CHANNELS_LAST and CHANNELS_LAST[order] == given[0].ndim:
            raise RuntimeError(f"required rank {given[0].ndim} tensor to use {order} format")
        if name.startswith("as_strided"):
            offset = args[3] if len(args) > 3 else settings.get("storage_offset")
            if offset is not None:  # from the batch's beginning
                settings = {**settings, "storage_offset": offset + args[0].storage_offset()}
            args = args[:3]
        with AsTensors(given):
            result = func(*args, **settings)
            return result if cls.shown is None else sampled(result, given)

    def __repr__(self) -> str:
        """Return how the batch is shown, once the samples before have shown theirs."""
        if self.shown is None:  # when all is over
            with AsTensors([self]):
                return repr(self)
        self.shown[-1].append(self)
        row = [theirs[len(self.shown[-1]) - 1] for theirs in self.shown]
        return f"BatchedTensor(lvl=1, bdim=0, value=\n{indent(repr(batch_of(row)), '    ')}\n)"


class AsTensors:
    """Lets samples be tensors like any other for a while, which no call may go by."""

    __slots__ = ("before", "samples")

    def __init__(self, given: list[Any]) -> None:
        self.samples: list[Any] = [one for one in given if one.__class__ is Sample]

    def __enter__(self) -> None:
        self.before = Read.batches, Overriding.watching
        Read.batches, Overriding.watching = [one._array for one in self.samples], False
        for one in self.samples:
            one.__class__ = CLASSES.get(one._array.__class__, Tensor)

    def __exit__(self, *error: object) -> None:
        Read.batches, Overriding.watching = self.before
        for one in self.samples:
            one.__class__ = Sample


def batch_of(row: list[Tensor], dim: int = 0) -> Tensor:
    """Return samples as one tensor."""
    with AsTensors(row):
        return stack(row, dim)


def sampled(result: Any, given: Any) -> Any:
    """Return a result whose tensors are samples, but for those that were given."""
    old = {*map(id, given)}
    for leaf in leaves(result):
        if leaf.__class__ in ORDINARY and id(leaf) not in old:
            leaf.__class__ = Sample
    return result


Sample.__name__ = "Tensor"  # what programs see of it


@cache
def prepare() -> None:
    """Let samples answer what Python asks of them, and for what is computed when it is read."""
    for name in {*OF_PYTHON} - {"__repr__"}:
        setattr(Sample, name, watched(name))
    for name in (*TURNED, "data", "grad", "real", "imag"):
        setattr(Sample, name, property(*accessors(name)))
