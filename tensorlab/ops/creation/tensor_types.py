"""The old ways to make tensors, from before data types: torch.Tensor(...) and torch.FloatTensor."""

from typing import Any, cast

from tensorlab.engine.backend import is_array
from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.cuda.cupy_backend import NO_CUDA, obstacle
from tensorlab.engine.declaring import OPERATIONS
from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import TENSOR_TYPES, DType
from tensorlab.engine.naming import Named, named_in_c
from tensorlab.engine.nested import is_sequence
from tensorlab.engine.promotion import Defaults
from tensorlab.engine.signatures.accepting import is_whole, refuse_huge_sizes
from tensorlab.engine.signatures.combination import combination
from tensorlab.engine.signatures.complaints import unpacking
from tensorlab.engine.signatures.overloads import overload
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import CudaTensor, MetaTensor, Parameter, Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.creation.from_values import empty, tensor

WAYS = (
    "(*, torch.device device = None)",
    "(torch.Storage storage)",
    "(Tensor other)",
    "(tuple of ints size, *, torch.device device = None)",
    "(object data, *, torch.device device = None)",
)
OPTIONS = (
    "TensorOptions(dtype={}, device=cpu, layout=Strided, requires_grad=false (default), "
    "pinned_memory=false (default), memory_format=(nullopt))"
)


class TensorType(type, metaclass=Named):
    """A class that has no tensors of its own: calling it makes one of its data type."""

    torch_name = "torch.tensortype"
    dtype: DType
    is_cuda: bool
    is_sparse: bool

    def __call__(cls, *data: object, **settings: object) -> Tensor:
        """Return a tensor of data, or of sizes."""
        if not cls.is_cuda:
            return made_of(cls.dtype, *data, **settings)
        if obstacle() is not None:
            raise TypeError(f"type torch.cuda.{cls.__name__} not available. {NO_CUDA}.")
        return made_of(cls.dtype, *data, **{"device": "cuda", **settings})

    def __instancecheck__(cls, value: object) -> bool:
        """Return whether a value is a tensor of the data type."""
        return (
            isinstance(value, Tensor)
            and value.dtype is cls.dtype
            and (value.is_cuda, value.is_sparse) == (cls.is_cuda, cls.is_sparse)
        )


class SparseType(TensorType):
    """One that makes sparse tensors, of indices and values or of sizes."""

    def __call__(cls, *data: Any, **settings: Any) -> Tensor:
        """Return a sparse tensor; one of indices and values has the data type of the values."""
        make = function_of(OPERATIONS["torch.sparse_coo_tensor"])
        if len(data) > 1 and isinstance(data[1], Tensor):
            return cast("Tensor", make(*data, **settings))
        size = data if data and isinstance(data[0], int) else (*data, (0,))[0]
        return cast("Tensor", make(size, dtype=cls.dtype, **settings))


def tensor_types(module: str) -> dict[str, TensorType]:
    """Return the classes of a namespace by name."""
    cuda, sparse = module == "torch.cuda", module == "torch.sparse"
    make = SparseType if sparse else TensorType
    own = {"__module__": module, "is_cuda": cuda, "is_sparse": sparse}
    return {
        name: make(name, (), {**own, "dtype": dtype})
        for name, dtype in TENSOR_TYPES.items()
        if not dtype.is_complex  # these are only spoken of by x.type()
    }


def made_of(dtype: DType | None, /, *data: Any, **settings: Any) -> Tensor:
    """Return a tensor of one thing's content, or of sizes with whatever was in memory.

    Raises:
        TypeError: there is no such setting, or the data is neither of these.
    """
    whole, given = data, {**settings}
    if not data and isinstance(settings.get("size"), tuple | list):
        data = (Size(settings.pop("size")),)
    content = settings.pop("data", None) if not data else data[0]
    device = settings.pop("device", None)
    loose = is_whole(content) and not isinstance(content, Tensor)
    if settings or (len(data) > 1 and not loose):
        raise TypeError(combination("new", [overload(way) for way in WAYS], whole, given))
    if device is not None and Device(device).type != "cpu" and obstacle() is not None:
        raise RuntimeError(in_full("legacy constructor expects", Device(device).type))
    if content is None and not data:
        return empty(0, dtype=dtype, device=device)
    if loose:
        return empty(sizes(data), dtype=dtype, device=device)
    if isinstance(content, Size):
        return empty(content, dtype=dtype, device=device)
    if isinstance(content, Tensor):
        return same_type(content, dtype)
    if isinstance(content, str | bytes):
        raise TypeError(f"new(): invalid data type '{named_in_c(content)}'")
    if not is_sequence(content) and not is_array(content):
        raise TypeError(f"new(): data must be a sequence (got {named_in_c(content)})")
    return tensor(content, dtype=dtype or Defaults.floating, device=device)


def sizes(given: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the sizes that are given one by one.

    Raises:
        TypeError: one of them is no whole number.
    """
    words = unpacking("new(): argument 'size'", given)
    if words is not None:
        raise TypeError(words)
    refuse_huge_sizes("new", "size", given)
    return (*map(int, given),)


def same_type(other: Any, dtype: DType | None) -> Tensor:
    """Return a tensor that shares another one's elements.

    Raises:
        TypeError: its data type is not the one that is asked for.
    """
    if dtype is not None and other.dtype is not dtype:
        wanted, given = OPTIONS.format(dtype.c_name), OPTIONS.format(other.dtype.c_name)
        raise TypeError(f"expected {wanted} (got {given})")
    from tensorlab.ops.tensor.attributes import alias  # noqa: PLC0415  few tensors are made so

    return alias(other)


def made_elsewhere(_: None, /, *data: Any, **settings: Any) -> Any:
    """Return what Tensor does, or a parameter: those elsewhere have no type of their own to ask."""
    make = Parameter if "requires_grad" in settings else Tensor
    return make(*data, **settings)


Tensor._made_of = staticmethod(made_of)
MetaTensor._made_of = CudaTensor._made_of = staticmethod(made_elsewhere)
