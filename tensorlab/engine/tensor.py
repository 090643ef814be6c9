"""Tensor: an array, its data type, and what autograd needs to know of it."""

from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any, ClassVar, Optional

import numpy as np

from tensorlab.engine import naming, own_gradient
from tensorlab.engine.backend import device_of_array, place
from tensorlab.engine.device import CPU, META, Device, GpuArray
from tensorlab.engine.dtypes import DType, require_differentiable
from tensorlab.engine.meta import MetaArray
from tensorlab.engine.methods import Methods
from tensorlab.engine.naming import SPARSE_COO, STRIDED, Layout, Marked, Named, printed_under
from tensorlab.engine.size import Size, size_of
from tensorlab.engine.untracked import Untracked, is_untracked, refuse_count, refuse_gradient
from tensorlab.engine.warning import in_full
from tensorlab.errors import meant

# An array of any backend: numpy's, cupy's, or symbols.
Array = Any


class Attributes:
    """Where a tensor keeps what is set rarely, and what a program gives it."""

    __slots__ = ("__dict__", "__weakref__")


HELD = vars(Attributes)["__dict__"]


class Tensor(Methods, Attributes, metaclass=Named):
    """A multi-dimensional array of one data type, on one device.

    `_array` holds the stored elements; its class tells the device. What most tensors never need
    stands at class level, so that making a tensor sets three attributes and no more.
    """

    __slots__ = ("_array", "_element_type", "_tracked")
    torch_name = "torch.Tensor"
    __array_priority__ = 1000  # numpy's operators give way to ours
    __hash__ = object.__hash__

    _array: Array
    _element_type: DType
    dtype: DType  # what programs read of it, as the next: see below
    grad_fn: Any
    layout: Layout
    is_sparse: bool
    is_quantized: bool
    _tracked: bool  # does it require a gradient?
    _grad: Optional["Tensor"] = None
    _grad_fn: Any = None  # that made it: a Node, which knows tensors
    _grad_as: Any = ...  # the type of its gradient: its own, a chosen one, or None: any
    _output_nr: int = 0  # which of that operation's results it is
    _writes: list[int] | Untracked | None = None  # shared by views of a storage; None is 0
    _view_of: Optional["Tensor"] = None  # whose storage it views
    _keeps_grad: bool = False
    _backward_hooks: dict[int, Any] | None = None
    _stored_in: Layout = STRIDED
    _stored_as: ClassVar[tuple[str, ...]] = ("_array", "_element_type")  # its elements
    _is_param = False  # a module trains it
    _notes: dict[str, Any] | None = None  # what a program keeps with it under names of its own
    _conjugate = False  # PyTorch would have it read another tensor with the other sign
    _of_a_program: ClassVar[bool] = False  # is it of a class that a program made?
    _answering: ClassVar[Callable[[type], None]]  # set where such classes are begun
    _negated = False  # and where it is such a tensor's imaginary part, negate it
    _made_of: ClassVar[Callable[..., "Tensor"]]  # set where tensors are made
    _as_printed: ClassVar[Callable[["Tensor"], str]]  # set where printing is at hand

    def __init_subclass__(cls) -> None:
        """Let a class that a program makes answer for its instances."""
        if not cls.__module__.startswith("tensorlab."):
            cls._of_a_program = True
            cls._answering(cls)

    def __new__(cls, *data: Any, **settings: object) -> "Tensor":  # noqa: PYI034  made as any tensor
        """Return a float tensor of the data: the old way to say torch.tensor."""
        made = cls._made_of(None, *data, **settings)
        if cls._of_a_program:
            made.__class__ = cls
        return made

    @property
    def __dict__(self) -> dict[str, Any]:
        """What a program keeps with the tensor: a copy where the engine keeps something, too."""
        held: dict[str, Any] = HELD.__get__(self)
        if INNER.isdisjoint(held):
            return held
        return {name: value for name, value in held.items() if name not in INNER}

    @__dict__.setter
    def __dict__(self, own: dict[str, Any]) -> None:
        held = HELD.__get__(self)
        inner = {name: held[name] for name in INNER & held.keys()}
        HELD.__set__(self, {**own, **inner} if inner else own)

    @property
    def shape(self) -> Size:
        """The size along each dimension."""
        return size_of(self._array.shape)

    @property
    def requires_grad(self) -> bool:
        """Whether operations on this tensor are recorded."""
        return self._tracked

    @requires_grad.setter
    def requires_grad(self, wanted: bool) -> None:
        if not isinstance(wanted, bool):
            raise RuntimeError("requires_grad must be a bool")
        if self.grad_fn is not None:
            words = own_gradient.STAYS_TRACKED
            raise RuntimeError(words.partition(" If")[0] if wanted else words)
        if wanted:
            require_differentiable(self.dtype)
            refuse_gradient(self)
        self._tracked = wanted

    def _set_grad(self, grad: Optional["Tensor"]) -> None:
        if grad is not None and not isinstance(grad, Tensor):
            raise TypeError(in_full("assigned grad expected", naming.named_in_c(grad)))
        if grad is not None:
            own_gradient.require_gradient_of(self, grad)
        self._grad = grad

    grad: Any = property(own_gradient.gradient, _set_grad, lambda self: self._set_grad(None))
    grad_dtype = property(own_gradient.gradient_dtype, own_gradient.set_gradient_dtype)

    @property
    def data(self) -> "Tensor":
        """The same elements, unknown to autograd, which doesn't notice writes to them either."""
        shown = wrap(self._array, self.dtype)
        if is_untracked(self) is not is_untracked(shown):
            shown._writes = self._writes if is_untracked(self) else None
        return shown

    @data.setter
    def data(self, new: object) -> None:
        if not isinstance(new, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {naming.named_in_c(new)}")
        own_gradient.require_data_of(self, new)
        for part in self._stored_as:
            setattr(self, part, getattr(new, part))

    @property
    def is_leaf(self) -> bool:
        """Whether no recorded operation made this tensor."""
        return self.grad_fn is None

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim if self.__class__ in DENSE else len(self.shape)

    @property
    def device(self) -> Device:
        """Where the elements live."""
        return device_of(self._array)

    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
        return self.dtype.itemsize

    @property
    def _version(self) -> int:
        refuse_count(self)
        return 0 if self._writes is None else self._writes[0]

    _base = property(lambda self: self._view_of)
    _cdata = property(lambda self: id(self))  # by which libraries know a tensor again

    def _is_view(self) -> bool:
        return self._view_of is not None

    @property
    def is_cuda(self) -> bool:
        """Whether the elements live on an NVIDIA GPU."""
        return self.device.type == "cuda"

    @property
    def is_meta(self) -> bool:
        """Whether the tensor has a shape and a type but no elements."""
        return self.device.type == "meta"

    @property
    def retains_grad(self) -> bool:
        """Whether a tensor that is not a leaf keeps its gradient."""
        return self._keeps_grad and self.grad_fn is not None

    def __len__(self) -> int:
        shape = self._array.shape
        if not shape:
            raise TypeError("len() of a 0-d tensor")
        return int(shape[0])

    def __iter__(self) -> Iterator["Tensor"]:
        if not self.shape:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def __repr__(self) -> str:
        return self._as_printed()


# What programs read and never write. The engine's own loops read the attributes behind it.
for name, read, doc in (
    ("dtype", attrgetter("_element_type"), "The data type of the elements."),
    ("grad_fn", attrgetter("_grad_fn"), "The recorded operation that made the tensor."),
    ("layout", attrgetter("_stored_in"), "How the elements lie in memory."),
    ("is_sparse", lambda input: input._stored_in is SPARSE_COO,
     "Whether only some of the elements are stored, each with its coordinates."),
    ("is_quantized", attrgetter("_element_type.is_quantized"),
     "Whether the elements are stored as small whole numbers of a scale."),
):  # fmt: skip
    setattr(Tensor, name, property(read, doc=doc))


# What stands in a tensor's table for the engine.
INNER = {name for name in vars(Tensor) if name[0] == "_" != name[1]}


def require_switch(requires_grad: object) -> None:
    """Refuse anything but a truth value as what says whether a parameter is trained.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(requires_grad, bool):
        raise TypeError(in_full("_make_subclass(): ", type(requires_grad).__name__))


class Parameter(Tensor, metaclass=Marked):
    """A tensor that a module trains: assigned to one, it is among its parameters.

    >>> torch.nn.Parameter(torch.tensor([1., 2.]))
    Parameter containing:
    tensor([1., 2.], requires_grad=True)
    """

    __slots__ = ()
    _mark = "_is_param"
    _is_param = True

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> Any:
        """Return the parameter over a tensor's elements."""
        try:
            made: Any = cls._made_of(None) if data is None else data.detach().data
        except AttributeError as error:
            raise meant(error) from None
        require_switch(requires_grad)
        if requires_grad:
            require_differentiable(made.dtype, "Only")
            refuse_gradient(made)
        if made.__class__ in DENSE:
            made.__class__ = cls
        else:  # its own class says how its elements are stored
            made._is_param = True
        made._tracked = requires_grad
        return made

    def __repr__(self) -> str:
        return "Parameter containing:\n" * self._of_a_program + super().__repr__()


printed_under("torch", globals(), "Tensor")
printed_under("torch.nn.parameter", globals(), "Parameter")
# Those whose elements are an array of numpy's: closures that compute take no others.
DENSE: frozenset[Any] = frozenset({Tensor, Parameter})


class MetaTensor(Tensor):
    """A tensor on the meta device: its class keeps it from the closures that compute."""

    __slots__ = ()


class CudaTensor(Tensor):
    """A tensor on a GPU: its class keeps it from the closures that compute with numpy alone."""

    __slots__ = ()


for kind in (MetaTensor, CudaTensor):
    # To programs there is one class of tensors.
    kind.__module__, kind.__name__, kind.__qualname__ = "torch", "Tensor", "Tensor"

# The classes of tensors by those of their arrays, each entered with the first of them.
CLASSES: dict[type, type[Tensor]] = {MetaArray: MetaTensor}

ndarray = np.ndarray
new_object = object.__new__
new_tensor = partial(new_object, Tensor)  # a tenth quicker than new_object(Tensor)
MAKERS: list[Any] = [new_tensor]  # and, where there is a GPU, what makes tensors there


def new_untracked(kind: type[Tensor] = Tensor) -> Tensor:
    """Return a tensor without anything that is marked as made in inference mode."""
    made: Tensor = new_object(kind)
    made._writes = Untracked()
    return made


def make_untracked(wanted: bool) -> None:
    """Mark all tensors that will be made as made in inference mode, or no longer.

    What makes tensors is itself changed, so that it asks nothing where there is no such mode.
    """
    Untracked.allowed = wanted
    for maker in MAKERS:
        maker.__setstate__((new_untracked if wanted else new_object, maker.args, {}, None))


def wrap(array: Array, dtype: DType) -> Tensor:
    """Return a tensor over stored elements of the type."""
    if array.__class__ is ndarray:
        result = new_tensor()
    elif isinstance(array, np.generic):  # numpy answers a 0-d question with a scalar of its own
        array = np.asarray(array)
        result = new_tensor()
    else:
        kind = CudaTensor if isinstance(array, GpuArray) else Tensor
        kind = CLASSES.setdefault(array.__class__, kind)
        result = new_untracked(kind) if Untracked.allowed else new_object(kind)
    result._tracked = False
    result._array = array
    result._element_type = dtype
    return result


def wrap_beside(array: Array, dtype: DType, neighbour: Tensor) -> Tensor:
    """Return a tensor over stored elements of the type, on the device of another tensor."""
    if array.__class__ is not neighbour._array.__class__:
        array = place(as_array(array), device_of(neighbour._array))
    return wrap(array, dtype)


def as_array(value: Array) -> Array:
    """Return an array: numpy answers a 0-d question with a scalar of its own."""
    return np.asarray(value) if isinstance(value, np.generic) else value


def device_of(array: Array) -> Device:
    """Return the device that holds an array."""
    return CPU if array.__class__ is np.ndarray else device_of_array(array)


__all__ = ["CPU", "META", "Array", "Tensor", "wrap"]
